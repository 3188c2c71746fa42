"""Connection protocols below HTTP and WebSocket: what uvicorn reads requests with, and how it hands over a connection
that wants to be a WebSocket. No connection is waited for without bound, nor kept in memory without bound.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from picows import WSUpgradeRequest
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]  # which its own server uses
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from palissade.server.admission import Admission, Why
from palissade.server.identity.addresses import address_of
from palissade.server.sockets.handshake import Handshake

_log = logging.getLogger("palissade.sockets")

HEAD_TIMEOUT = 15.0  # seconds for a request to arrive
MOST_HEAD = 32 * 1024  # bytes of a request that are not its body
MOST_PIPELINED = 16  # requests that wait for the one before; browsers send none ahead
PIECE = 1024  # bytes that are parsed before the bounds are looked at again
LINGER = 1.0  # seconds in which the reason can be read by who is still sending
HANDSHAKE_TIMEOUT = 5.0
PING_AFTER, PONG_WITHIN = 25.0, 20.0  # seconds of silence, and then of patience
MOST_BYTES = 16 * 1024  # in one frame: no message of ours is nearly as long


def socket_protocol(new_handshake: Callable[[str], Handshake]) -> type[asyncio.Protocol]:
    """What uvicorn takes for its own WebSocket protocol."""

    class SocketProtocol(WSProtocol):  # type: ignore[misc]
        def __init__(self, **uvicorns: Any) -> None:
            super().__init__(
                None,
                None,
                False,
                self._shake_hands,
                _log,
                True,
                HANDSHAKE_TIMEOUT,
                True,
                PING_AFTER,
                PONG_WITHIN,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                True,
                MOST_BYTES,
                None,
                2048,
            )

        def connection_made(self, transport: asyncio.Transport) -> None:
            self._handshake = new_handshake(_peer_of(transport))
            super().connection_made(transport)

        def _shake_hands(self, request: WSUpgradeRequest) -> Any:
            try:
                return self._handshake.answer(request)
            except Exception:
                _log.exception("a handshake failed")  # picows says nothing, and answers 500
                raise

        def data_received(self, data: bytes) -> None:
            """The head of the request, which uvicorn has read already."""
            rest = memoryview(data)
            while rest:
                room = self.get_buffer(-1)
                count = min(len(room), len(rest))
                room[:count] = rest[:count]
                self.buffer_updated(count)
                rest = rest[count:]

        def connection_lost(self, exc: Exception | None) -> None:
            self._handshake.end()
            super().connection_lost(exc)

    protocol: type[asyncio.Protocol] = SocketProtocol
    return protocol


def http_protocol(admission: Admission) -> type["GuardedHttpProtocol"]:
    """What uvicorn takes for its own HTTP protocol."""

    class Admitted(GuardedHttpProtocol):
        _admission = admission

    return Admitted


class GuardedHttpProtocol(HttpToolsProtocol):
    """Uvicorn's, with bounds: it would wait for ever for a head, and read it however long it is."""

    _admission: Admission
    _address: str | None = None  # where it is counted, while it is
    _outside_body = 0  # bytes of this request that were not its body: the head, but also trailers and sizes of chunks
    _waiting: asyncio.TimerHandle | None = None  # for the rest of a request
    _is_done = False  # refused, or handed over
    _answering: RequestResponseCycle | None = None  # what is being answered; `cycle` is the last that came

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = address_of(_peer_of(transport))
        if why := self._admission.connect(address):
            self._refuse(why, HTTPStatus.SERVICE_UNAVAILABLE if why == "files" else HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._address = address
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Piece by piece, so that what is too much is noticed while it arrives."""
        if self._waiting is None and not self._is_done:
            self._wait()
        for start in range(0, len(data), PIECE):
            if self._is_done or self.transport.is_closing():
                return  # what comes after is thrown away
            piece = data[start : start + PIECE]
            self._outside_body += len(piece)
            super().data_received(piece)
            if self._is_done:
                continue
            if self._outside_body > MOST_HEAD:
                self._refuse("head", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif len(self.pipeline) > MOST_PIPELINED:
                self._refuse("pipelined", HTTPStatus.TOO_MANY_REQUESTS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._waiting is None:
            self._wait()

    def on_body(self, body: bytes) -> None:
        self._outside_body -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._outside_body = 0
        self._wait_no_more()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._is_done = True
        self._end()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse("malformed", HTTPStatus.BAD_REQUEST)

    def _unsupported_upgrade_warning(self) -> None:
        """An upgrade that we do not know is none: the request is answered as it is. No line in the log for each."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        self._answer_no_more()
        super().connection_lost(exc)

    # ---- bounds

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(HEAD_TIMEOUT, self._too_slow)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _too_slow(self) -> None:
        if self._outside_body:  # browsers open connections ahead, on which nothing may ever be asked
            self._admission.refused("slow")
        self.transport.close()

    def _refuse(self, why: Why, status: HTTPStatus) -> None:
        """Say so, unless another answer is on its way, and hang up."""
        self._admission.refused(why)
        self._is_done = True
        self._wait_no_more()
        if self.cycle is not None and not self.cycle.response_complete:
            self._answer_no_more()
            self.transport.close()
            return
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\n"
        said = f"{head}content-length: {len(status.phrase)}\r\nconnection: close\r\n\r\n{status.phrase}"
        self.transport.write(said.encode())
        if self._address is None:
            self.transport.close()
        else:
            # Who is hung up on while sending may lose the answer; what they still send is thrown away.
            self.transport.write_eof()
            self.loop.call_later(LINGER, self.transport.close)

    def _answer_no_more(self) -> None:
        """Uvicorn would tell this to the last request that came only, and the one before fail with a traceback."""
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _end(self) -> None:
        self._wait_no_more()
        if self._address is not None:
            self._admission.connections.leave(self._address)
            self._address = None


def _peer_of(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
