"""Starting the server process: one worker in it, or a supervisor of several that share a PostgreSQL and one address."""

import errno
import os
import socket
from collections.abc import Callable

import structlog

from palissade.errors import PalissadeError
from palissade.server.house import own_address
from palissade.server.logs import set_up_logs
from palissade.server.notices.mail import MailSender
from palissade.server.process import run_worker
from palissade.server.refused import CATALOGUE
from palissade.server.settings import HERE, Settings
from palissade.server.supervisor import Supervisor
from palissade.server.worker import Worker

_log = structlog.get_logger("palissade")


class TooManyWorkers(PalissadeError):
    """Several workers on one SQLite file."""

    def __init__(self) -> None:
        super().__init__(CATALOGUE.message("serve.workers"))


class AddressInUse(PalissadeError):
    """Another program listens there."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(CATALOGUE.message("serve.address", host=host, port=port))


class NoSuchAddress(PalissadeError):
    """The machine has no such address, or keeps it from us."""

    def __init__(self, host: str, port: int, problem: str) -> None:
        super().__init__(CATALOGUE.message("serve.no-address", host=host, port=port, problem=problem))


def serve(settings: Settings, when_listening: Callable[[list[str]], None] = lambda addresses: None) -> None:
    """Serve until told to stop. `when_listening` is told the addresses, the one for this machine first."""
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise TooManyWorkers
    if settings.smtp_url:
        MailSender(settings)  # what is missing is said before anybody comes
    Worker.check(settings)  # what is wrong with the database is said once, before any worker starts
    listening = _listen(settings.host or HERE, settings.port)
    set_up_logs(settings.log)
    if is_root():
        _log.warning("running as root: whoever breaks in owns the machine; give the server a user of its own")
    when_listening(addresses_for_people(*listening.getsockname()[:2]))
    if settings.workers == 1:
        run_worker(settings, listening)
    else:
        Supervisor(settings, listening).run()


def is_root() -> bool:
    """Whether the server may do anything on this machine, which it never needs."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


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


def addresses_for_people(host: str, port: int) -> list[str]:
    """Where browsers find a server: on this machine and, where it listens everywhere, in the network."""
    found = [{"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)]
    if found != [host]:
        found += [address for address in (own_address(),) if address]
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}" for each in found]
