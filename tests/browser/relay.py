"""A way to the server that can be cut and mended, as a network is."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65536


class Relay:
    """Hands on whatever comes, until it is cut, and every connection breaks, or silent, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._server = ("127.0.0.1", port)
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self._is_silent = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        threading.Thread(target=self._welcome, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def cut(self) -> None:
        self._is_cut = True
        for end in list(self._open):
            _break(end)

    def fall_silent(self) -> None:
        """Lose whatever comes, as when somebody walks out of the wireless network."""
        self._is_silent = True

    def mend(self) -> None:
        if self._is_silent:
            self.cut()  # something is missing in what was under way
        self._is_cut = self._is_silent = False

    def _welcome(self) -> None:
        with suppress(OSError):  # the door is closed
            while True:
                near, _ = self._door.accept()
                self._join(near)

    def _join(self, near: socket.socket) -> None:
        if self._is_cut:
            near.close()
            return
        far = socket.create_connection(self._server)
        for source, target in ((near, far), (far, near)):
            self._open.add(source)
            threading.Thread(target=self._hand_on, args=(source, target), daemon=True).start()

    def _hand_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(CHUNK):
                if not self._is_silent:
                    target.sendall(said)
        _break(target)
        self._open.discard(source)
        source.close()


def _break(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
