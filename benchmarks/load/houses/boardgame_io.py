"""How one talks to boardgame.io: matches by its lobby's REST, actions by socket.io 4 over a WebSocket."""

import asyncio
from typing import Any

import httpx
import msgspec
from picows import WSFrame, WSMsgType, WSTransport

from benchmarks.load.games import Recorded
from benchmarks.load.house import SEATS, OpenLine, Party
from benchmarks.load.pair import Laid, Pair

# engine.io says with one digit what a packet is, socket.io with the next one.
OPEN, PING, PONG = b"0", b"2", b"3"
CONNECT, EVENT = b"40/alignement,", b"42/alignement,"


class _Board(msgspec.Struct):
    ply: int


class _State(msgspec.Struct):
    board: _Board = msgspec.field(name="G")
    number: int = msgspec.field(name="_stateID")


_decode_event = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_state = msgspec.json.Decoder(_State).decode


class BoardgameIo:
    """A server of boardgame.io."""

    def __init__(self, address: str) -> None:
        self.socket = f"ws://{address}/socket.io/?EIO=4&transport=websocket"
        self._lobby = httpx.AsyncClient(base_url=f"http://{address}/games/alignement")

    async def lay(self, games: list[Recorded]) -> Party:
        return Party([await self._lay(game) for game in games])

    def line(self, pair: Pair, seat: int) -> OpenLine:
        return _Line(pair, seat)

    async def close(self) -> None:
        await self._lobby.aclose()

    async def _lay(self, game: Recorded) -> Laid:
        match = await self._post("/create", {"numPlayers": 2, "setupData": {"plies": len(game)}, "unlisted": True})
        seats = [{"playerID": str(seat), "playerName": f"Bot {seat}"} for seat in SEATS]
        joined = [await self._post(f"/{match['matchID']}/join", seat) for seat in seats]
        return Laid(match["matchID"], game, tuple(seat["playerCredentials"] for seat in joined))

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, str]:
        answer = await self._lobby.post(path, json=body)
        answer.raise_for_status()
        return msgspec.json.decode(answer.content, type=dict[str, str])


class _Line(OpenLine):
    """One player's socket."""

    def __init__(self, pair: Pair, seat: int) -> None:
        self.opened = asyncio.get_running_loop().create_future()
        self._pair, self._seat = pair, seat
        self._state = 0  # the number of the last state that came, which an action must name
        self._is_closing = False

    def attend(self, table: Laid) -> None:
        self._emit("sync", table.id, str(self._seat), table.keys[self._seat], 2)

    def act(self, table: Laid, text: str) -> None:
        player, key = str(self._seat), table.keys[self._seat]
        payload = {"type": "play", "args": [text], "playerID": player, "credentials": key}
        self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, self._state, table.id, player)

    def close(self) -> None:
        self._is_closing = True
        self._transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        packet = frame.get_payload_as_bytes()
        if packet.startswith(EVENT):
            self._hear(*_decode_event(packet[len(EVENT) :]))
        elif packet == PING:
            transport.send(WSMsgType.TEXT, PONG)
        elif packet.startswith(OPEN):
            transport.send(WSMsgType.TEXT, CONNECT)
        elif packet.startswith(CONNECT):
            self.opened.set_result(None)
        else:
            self._pair.concerns.trouble(packet.decode())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._is_closing:
            self._pair.concerns.trouble("the server has closed a socket")

    def _hear(self, name: msgspec.Raw, match: msgspec.Raw, *content: msgspec.Raw) -> None:
        if bytes(name) == b'"update"':
            state = _decode_state(content[0])
            self._state = state.number
            self._pair.told(self._seat, state.board.ply)
        elif bytes(name) == b'"sync"':
            self._state = 0
            self._pair.has_attended(self._seat)

    def _emit(self, *event: Any) -> None:
        self._transport.send(WSMsgType.TEXT, EVENT + msgspec.json.encode(event))
