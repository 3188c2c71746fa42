"""A real server in a process of its own, for tests that talk to it, kill it and start it again."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

import httpx

PATIENCE = 60.0  # seconds for a server to answer: machines are shared


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """`palissade serve` at a port of its own. Games get ready when they are first asked for."""

    def __init__(
        self,
        database: str,
        *,
        workers: int = 1,
        port: int | None = None,
        palissade: Sequence[str] = (sys.executable, "-m", "palissade"),
        **environment: str,
    ) -> None:
        self.port = port or free_port()
        self.database = database
        self._command = [
            *(*palissade, "serve", "--no-browser", "--port", str(self.port)),
            *("--database", database, "--workers", str(workers)),
        ]
        self._environment = {**os.environ, "PALISSADE_LIMITS": "0", "PALISSADE_WARMS": "0", **environment}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self, *, wait: bool = True) -> Self:
        # A file takes all that is said while nobody listens; a pipe would be full, and the server stand still.
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  (closed when it ends)
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        if wait:
            self.wait_until_it_answers()
        return self

    def wait_until_it_answers(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE
        with httpx.Client(verify=False, timeout=5) as client:  # reading certificates takes longer than a start
            while time.monotonic() < deadline:
                with suppress(httpx.TransportError):
                    if client.get(f"http://{self.address}/ready").status_code == 200:
                        return
                if self._process.poll() is not None:
                    break
                time.sleep(0.05)
        raise AssertionError(f"the server does not answer:\n{self.kill()}")

    def kill(self) -> str:
        """End it as a power cut would, with all its workers; what it had said comes back."""
        if self._process is None:
            return ""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        return self._end()

    def stop(self) -> str:
        """End it as a host would; what it had said comes back."""
        if self._process is None:
            return ""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the server does not stop:\n{self.kill()}") from None
        return self._end()

    def _end(self) -> str:
        self._process = None
        with self._log:
            self._log.seek(0)
            return self._log.read().decode()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
