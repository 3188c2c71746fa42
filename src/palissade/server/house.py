"""The local network: a server for this machine alone listens there too, once the host at the machine asks for it."""

import errno
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from palissade.server.refused import Refused
from palissade.server.settings import Settings

_log = structlog.get_logger("palissade")
EVERYWHERE = ("0.0.0.0", "::")
Listen = Callable[[socket.socket], Awaitable[None]]


def own_address() -> str | None:
    """The address by which the machine would speak to others; None without a network. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))  # an address that belongs to nobody
        found = str(asking.getsockname()[0])
        return None if ipaddress.ip_address(found).is_loopback else found
    return None


class House:
    """Where other devices in the house find the server, if they do."""

    def __init__(self, settings: Settings, find: Callable[[], str | None] = own_address) -> None:
        self._settings = settings
        self._find = find
        self._port = settings.port
        self._listen: Listen | None = None
        self._opened: str | None = None

    def attach(self, port: int, listen: Listen) -> None:
        """The server listens at this port, and knows how to listen elsewhere too."""
        self._port, self._listen = port, listen

    @property
    def address(self) -> str | None:
        """What leads here from another device."""
        if self._opened is None and self._settings.host in EVERYWHERE and (found := self._find()):
            return f"http://{found}:{self._port}"
        return self._opened

    @property
    def may_open(self) -> bool:
        """Whether the host could be asked: not where they have said themselves how the server is to be reached."""
        chosen = self._settings
        is_left_open = chosen.host is None and not chosen.hosts and not chosen.trusts_proxies and chosen.workers == 1
        return is_left_open and self._listen is not None and self._opened is None and self._find() is not None

    async def open(self) -> None:
        """Listen in the local network, until the server stops."""
        found = self._find()
        if not self.may_open or self._listen is None or found is None:
            raise Refused("no-house")
        listening = _listening(found, self._port)
        await self._listen(listening)
        self._opened = f"http://{found}:{listening.getsockname()[1]}"
        _log.info("devices in the local network are let in, as the host asked", address=self._opened)


def _listening(address: str, port: int) -> socket.socket:
    """At the server's own port, or at any other if somebody else has that one there."""
    for wanted in (port, 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address, wanted))
            listening.listen(2048)
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or wanted == 0:
                raise Refused("no-house") from None
        else:
            return listening
    raise Refused("no-house")
