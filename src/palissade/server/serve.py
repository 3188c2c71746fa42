"""Running the server: one worker in this process, or several that share a PostgreSQL and one address."""

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


def serve(settings: Settings, when_listening: Callable[[str], None] = lambda address: None) -> None:
    """Serve until told to stop. `when_listening` is told the address."""
    set_up_logs(settings.log)
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise TooManyWorkers
    House.check(settings)  # what is wrong with the database is said once, before any worker starts
    listening = _listen(settings.host, settings.port)
    host, port = listening.getsockname()[:2]
    when_listening(f"http://{f'[{host}]' if ':' in host else host}:{port}")
    if settings.workers == 1:
        run_worker(settings, listening)
    else:
        Supervisor(settings, listening).run()


def _listen(host: str, port: int) -> socket.socket:
    """The address, taken; raises `AddressInUse`."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise AddressInUse(host, port) from None
    listening.listen(2048)
    return listening
