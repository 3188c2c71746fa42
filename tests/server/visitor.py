"""Somebody who visits a server: a browser without a screen, for tests."""

import asyncio
import itertools
from typing import Any, Self

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

PATIENCE = 30.0  # seconds to wait for what must come
Json = dict[str, Any]
_ids = itertools.count(1)


class LiveLine(WSListener):
    """A live line: messages out, frames in."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[Json | None] = asyncio.Queue()  # None when the line is cut
        self.raw: list[bytes] = []  # everything received, byte for byte
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            payload = frame.get_payload_as_bytes()
            self.raw.append(payload)
            self.frames.put_nowait(msgspec.json.decode(payload))
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.frames.put_nowait(None)

    def send(self, do: str, **message: Any) -> str:
        """Send a message and tell its id."""
        message.setdefault("id", f"m{next(_ids)}")
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"do": do, **message}))
        return str(message["id"])

    async def next(self) -> Json:
        """The next frame; raises ConnectionError when the line is cut."""
        frame = await asyncio.wait_for(self.frames.get(), PATIENCE)
        if frame is None:
            raise ConnectionError("the line was cut")
        return frame

    async def answer(self, id_: str) -> Json:
        """The answer to the message of this id; what comes before it is let go."""
        while True:
            frame = await self.next()
            if frame.get("answer") == id_:
                return frame

    async def ask(self, do: str, **message: Any) -> Json:
        """Send a message and wait for its answer."""
        return await self.answer(self.send(do, **message))

    async def news(self, number: int) -> Json:
        """The news of this number; what comes before it is let go."""
        while True:
            frame = await self.next()
            if frame.get("number") == number and "news" in frame:
                return frame

    def close(self) -> None:
        self.transport.disconnect()


class Visitor:
    """Somebody with cookies of their own."""

    def __init__(self, address: str, language: str = "en") -> None:
        self.address = address
        self._lines: list[LiveLine] = []
        self.http = httpx.AsyncClient(
            base_url=f"http://{address}",
            headers={"accept-language": language},
            timeout=PATIENCE,
            verify=False,
            event_hooks={"response": [self._keep_token]},
        )

    async def __aenter__(self) -> Self:
        await self.come()
        return self

    async def __aexit__(self, *error: object) -> None:
        for line in self._lines:
            line.close()
            await line.transport.wait_disconnected()
        await self.http.aclose()

    async def come(self) -> Json:
        """Open the page: from then on what changes something is known to come from it."""
        me: Json = (await self.http.get("/api/me")).json()
        self.http.headers["x-csrftoken"] = me["csrf"]
        return me

    async def _keep_token(self, answer: httpx.Response) -> None:
        """Whoever becomes somebody else by an answer, as a guest does, has another token from then on."""
        if token := answer.headers.get("x-csrftoken"):
            self.http.headers["x-csrftoken"] = token

    async def make(self, game: str, *seats: Json, **wish: Any) -> Json:
        """Make a table, waiting while its game gets ready."""
        answer = await self._post("/api/tables", {"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    async def compiled(self, game: str) -> None:
        """Wait until the game is compiled, and loaded by the server."""
        while (await self.http.get("/ready")).json()["games"][game] < 1:
            await asyncio.sleep(0.1)

    async def sit(self, link: str) -> Json:
        """Sit down by a secret link."""
        table, _, key = link.removeprefix("/table/").partition("#")
        seat, _, secret = key.partition(".")
        answer = await self._post(f"/api/tables/{table}/seats/{seat}", {"key": secret})
        assert answer.status_code == 200, answer.text
        told: Json = answer.json()
        return told

    async def _post(self, path: str, body: Json) -> httpx.Response:
        """Ask until the game is ready, also at a worker that was not asked before."""
        while True:
            answer = await self.http.post(path, json=body)
            if answer.status_code != 503 or answer.json()["code"] != "warming":
                return answer
            await asyncio.sleep(0.2)

    async def line(self, query: str = "", **headers: str) -> LiveLine:
        """Open a live line."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        _, line = await ws_connect(
            LiveLine, f"ws://{self.address}/api/socket{query}", extra_headers={"cookie": cookies, **headers}
        )
        if not isinstance(line, LiveLine):
            raise ConnectionError("the line was cut as soon as it was open")
        self._lines.append(line)
        return line
