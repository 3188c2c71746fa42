"""A proxy of the live line between a page and the server: it hands on, holds back, refuses, and adds."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Json = dict[str, Any]


class LineProxy:
    """Stands between a page and the server, from before the line opens. Without orders it only hands on."""

    def __init__(self, page: Page) -> None:
        self._refused: dict[str, Json] = {}
        self._held: list[str | bytes] | None = None
        self._line: WebSocketRoute | None = None
        page.route_web_socket("**/api/socket*", self._open)

    def _open(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self._line = line

        def from_page(said: str | bytes) -> None:
            message = json.loads(said)
            if refusal := self._refused.get(message["do"]):
                self.say({"answer": message["id"], "refused": refusal})
            else:
                server.send(said)

        def from_server(said: str | bytes) -> None:
            if self._held is not None:
                self._held.append(said)
            else:
                line.send(said)

        line.on_message(from_page)
        server.on_message(from_server)

    def say(self, frame: Json) -> None:
        """Tell the page something that the server did not say."""
        assert self._line is not None
        self._line.send(json.dumps(frame))

    def refuse(self, what: str, **refusal: Any) -> None:
        """Answer such messages with a refusal from now on; the server never hears of them."""
        self._refused[what] = {"message": "The house is full.", **refusal}

    def let_pass(self) -> None:
        """Hand everything on again."""
        self._refused.clear()

    def hold(self) -> None:
        """Keep back what the server says."""
        self._held = []

    def release(self) -> None:
        """Hand on what was kept back."""
        held, self._held = self._held or [], None
        assert self._line is not None
        for said in held:
            self._line.send(said)
