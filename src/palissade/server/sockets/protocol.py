"""How uvicorn hands a connection over that wants to be a WebSocket, and how it is kept from waiting for slow heads."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from picows import WSListener, WSUpgradeRequest, WSUpgradeResponseWithListener
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]  # which its own server uses
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_TIMEOUT = 15.0  # seconds for a request to arrive
HANDSHAKE_TIMEOUT = 5.0
PING_AFTER, PONG_WITHIN = 25.0, 20.0  # seconds of silence, and then of patience
MOST_BYTES = 16 * 1024  # in one frame: no message of ours is nearly as long

ListenerFactory = Callable[[WSUpgradeRequest], WSListener | WSUpgradeResponseWithListener]


def socket_protocol(factory: ListenerFactory) -> type[asyncio.Protocol]:
    """What uvicorn takes for its own WebSocket protocol."""

    class SocketProtocol(WSProtocol):  # type: ignore[misc]
        def __init__(self, **uvicorns: Any) -> None:
            super().__init__(
                None,
                None,
                False,
                factory,
                logging.getLogger("palissade.sockets"),
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

        def data_received(self, data: bytes) -> None:
            """The head of the request, which uvicorn has read already."""
            rest = memoryview(data)
            while rest:
                room = self.get_buffer(-1)
                count = min(len(room), len(rest))
                room[:count] = rest[:count]
                self.buffer_updated(count)
                rest = rest[count:]

    protocol: type[asyncio.Protocol] = SocketProtocol
    return protocol


class GuardedHttpProtocol(HttpToolsProtocol):
    """A connection on which no whole request arrives in time is closed; uvicorn would wait for ever."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._waiting = self.loop.call_later(HEAD_TIMEOUT, transport.close)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_TIMEOUT, self.transport.close)

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def _arrived(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
