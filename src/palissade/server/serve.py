"""Running the server: one worker in this process, or several that share a PostgreSQL and one address."""

import errno
import socket
from collections.abc import Callable

from palissade.errors import PalissadeError
from palissade.server.house import House
from palissade.server.logs import set_up_logs
from palissade.server.settings import Settings
from palissade.server.supervisor import Supervisor
from palissade.server.words import WORDS
from palissade.server.worker import run_worker


class TooManyWorkers(PalissadeError):
    """Several workers on one SQLite file."""

    def __init__(self) -> None:
        super().__init__(WORDS.message("serve.workers"))


class AddressInUse(PalissadeError):
    """Another program listens there."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(WORDS.message("serve.address", host=host, port=port))


class NoSuchAddress(PalissadeError):
    """The machine has no such address, or keeps it from us."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        super().__init__(WORDS.message("serve.no-address", host=host, port=port, problem=problem))


def serve(settings: Settings, when_listening: Callable[[str], None] = lambda address: None) -> None:
    """Serve until told to stop. `when_listening` is told the address."""
    set_up_logs(settings.log)
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise TooManyWorkers
    House.check(settings)  # what is wrong with the database is said once, before any worker starts
    listening = _listen(settings.host, settings.port)
    when_listening(address_for_people(*listening.getsockname()[:2]))
    if settings.workers == 1:
        run_worker(settings, listening)
    else:
        Supervisor(settings, listening).run()


def _listen(host: str, port: int) -> socket.socket:
    """The address, taken; raises `AddressInUse` or `NoSuchAddress`."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise NoSuchAddress(host, port, error.strerror or str(error)) from None
    listening = socket.socket(family, kind)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise AddressInUse(host, port) from None
        raise NoSuchAddress(host, port, error.strerror or str(error)) from None
    return listening


def address_for_people(host: str, port: int) -> str:
    """Where a browser on this machine finds the server; one that listens everywhere is here too."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
