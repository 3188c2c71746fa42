"""How one talks to Palissade: guests make tables and sit down over HTTP, and play over the live line."""

import asyncio
from itertools import count
from typing import Literal

import httpx
import msgspec
from picows import WSFrame, WSMsgType, WSTransport

from benchmarks.load.games import Recorded
from benchmarks.load.house import OpenLine, Party
from benchmarks.load.pair import Laid, Pair
from palissade.server.wire.people import Me
from palissade.server.wire.socket import Act, Attend, Leave, Refusal
from palissade.server.wire.tables import Friend, MadeTable, Mine, NewTable, Sit

Depth = Literal["page", "program"]


class _Numbered(msgspec.Struct):
    number: int


class _Event(msgspec.Struct):
    kind: str


class _Now(msgspec.Struct):
    ply: int


class _Frame(msgspec.Struct):
    """Of all that may come, what a bot needs."""

    news: str | None = None
    number: int = 0
    event: _Event | None = None
    now: _Now | None = None
    attended: _Numbered | None = None
    refused: Refusal | None = None
    trouble: Refusal | None = None


_decode = msgspec.json.Decoder(_Frame).decode
_encode = msgspec.json.Encoder().encode


class Palissade:
    """A table server of ours."""

    def __init__(self, address: str, game: str, depth: Depth) -> None:
        self.socket = f"ws://{address}/api/socket"
        self.origin = f"http://{address}"
        self._game, self._depth = game, depth
        self._connections = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=32))

    async def lay(self, games: list[Recorded]) -> Party:
        host, friend = Guest(self.origin, self._connections), Guest(self.origin, self._connections)
        tables = [await self._lay(game, host, friend) for game in games]
        return Party(tables, (host.headers, friend.headers))

    def line(self, pair: Pair, seat: int) -> OpenLine:
        return _Line(pair, seat, self._depth)

    async def close(self) -> None:
        await self._connections.aclose()

    async def _lay(self, game: Recorded, host: "Guest", friend: "Guest") -> Laid:
        wish = NewTable(game=self._game, seats=[Mine(), Friend()])
        made = msgspec.json.decode(await host.post("/api/tables", wish), type=MadeTable)
        _, _, key = made.links[0].path.partition("#1.")
        await friend.post(f"/api/tables/{made.table.id}/seats/1", Sit(key=key))
        return Laid(made.table.id, game)


class Guest:
    """Somebody without an account, known by cookies."""

    def __init__(self, origin: str, connections: httpx.AsyncHTTPTransport) -> None:
        self._client = httpx.AsyncClient(transport=connections, base_url=origin, timeout=60)
        self._origin = origin
        self._csrf = ""

    @property
    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        return {"cookie": cookies, "origin": self._origin}

    async def get(self, path: str) -> bytes:
        answer = await self._client.get(path)
        answer.raise_for_status()
        return answer.content

    async def post(self, path: str, body: msgspec.Struct) -> bytes:
        if not self._csrf:
            self._csrf = msgspec.json.decode(await self.get("/api/me"), type=Me).csrf
        headers = {"x-csrftoken": self._csrf, "origin": self._origin, "content-type": "application/json"}
        answer = await self._client.post(path, content=_encode(body), headers=headers)
        answer.raise_for_status()
        self._csrf = answer.headers.get("x-csrftoken", self._csrf)  # another one once we are somebody
        return answer.content


class _Line(OpenLine):
    """One seat's live line."""

    def __init__(self, pair: Pair, seat: int, depth: Depth) -> None:
        self.opened = asyncio.get_running_loop().create_future()
        self._pair, self._seat, self._depth = pair, seat, depth
        self._ids = count(1)
        self._number = 0  # of the last event that came
        self._table = ""
        self._is_closing = False

    def attend(self, table: Laid) -> None:
        if self._table:
            self._send(Leave(id=self._new_id(), table=self._table))
        self._table = table.id
        self._send(Attend(id=self._new_id(), table=table.id, depth=self._depth))

    def act(self, table: Laid, text: str) -> None:
        self._send(Act(id=self._new_id(), table=table.id, seen=self._number, action=text))

    def close(self) -> None:
        self._is_closing = True
        self._transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self.opened.set_result(None)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        heard = _decode(frame.get_payload_as_memoryview())
        if heard.news == self._table:
            self._number = heard.number
            if heard.event and heard.now and heard.event.kind == "acted":
                self._pair.told(self._seat, heard.now.ply)
        elif heard.attended:
            self._number = heard.attended.number
            self._pair.has_attended(self._seat)
        elif refusal := heard.refused or heard.trouble:
            self._pair.concerns.trouble(f"{refusal.code}: {refusal.message}")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._is_closing:
            self._pair.concerns.trouble("the server has closed a socket")

    def _new_id(self) -> str:
        return str(next(self._ids))

    def _send(self, message: msgspec.Struct) -> None:
        self._transport.send(WSMsgType.TEXT, _encode(message))
