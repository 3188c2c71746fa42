"""What the server tells a page over its live line: what lies where, and what can be picked."""

import json
import re
from collections.abc import Iterable
from functools import reduce
from typing import Any

import msgspec
from playwright.sync_api import Page, Response, WebSocket

from palissade.scene import Scene
from palissade.scene_changes import SceneChanges, apply_changes

Json = dict[str, Any]
Choices = dict[str, Any]  # {pick: {pick: action}}


class Told:
    """Listens to the live line of a page, from before it opens."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []  # all that came, byte for byte
        self.sent: list[Json] = []  # all that the page said
        self.spots: dict[str, Json] = {}
        self.scene: Json = {}
        self.now: Json = {}
        self._choices: dict[int, Choices] = {}
        self._responses: list[Response] = []
        self._answers: list[str] = []
        page.on("websocket", self._listen)
        page.on("response", self._answered)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda payload: self._hear(str(payload)))
        line.on("framesent", lambda payload: self.sent.append(json.loads(payload)))

    def _hear(self, payload: str) -> None:
        self.frames.append(payload)
        frame = json.loads(payload)
        now = (frame.get("attended") or frame).get("now")
        if now is None:
            return
        self.now = now
        if "choices" in now:
            self._choices[now["ply"]] = now["choices"]
        if "scene" in now:
            self.scene = now["scene"]
        elif "changes" in now:
            before, changes = msgspec.convert(self.scene, Scene), msgspec.convert(now["changes"], SceneChanges)
            self.scene = json.loads(msgspec.json.encode(apply_changes(before, changes)))
        self.spots = {spot["id"]: spot for spot in self.scene.get("spots", ())}

    def _answered(self, response: Response) -> None:
        # What teaches a game is the same for everybody and knows no table: the tiles of its diagrams are nobody's.
        if "/api/" in response.url and not re.search(r"/(rules|introduction|lesson)\?", response.url):
            self._responses.append(response)

    def answers(self) -> list[str]:
        """The bodies of all answers over HTTP; to be asked for before the page is left."""
        while self._responses:
            self._answers.append(self._responses.pop().text())
        return self._answers

    def choices(self, ply: int) -> Choices:
        """What the mover can pick after so many actions."""
        return self._choices[ply]

    def held(self, seat: int) -> list[Json]:
        """The pieces before a seat, in order, as far as this page knows them."""
        tray = next(tray for tray in self.scene["trays"] if tray["seat"] == seat)
        return [
            piece
            for holding in tray.get("holdings", ())
            if holding["kind"] != "captured"
            for piece in holding.get("pieces", ())
        ]


def after(choices: Choices, picks: Iterable[str]) -> Choices:
    """What can be picked next."""
    return reduce(lambda reached, pick: reached[pick], picks, choices)


def ways(choices: Choices | str, picks: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """Every action, with what is picked for it in order."""
    if isinstance(choices, str):
        return {choices: picks}
    return {action: way for pick, after in choices.items() for action, way in ways(after, (*picks, pick)).items()}
