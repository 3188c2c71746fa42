"""Several workers on one address: started, started again when one dies, and stopped together."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from types import FrameType

import msgspec
import structlog

from palissade.server.settings import Settings

_log = structlog.get_logger("palissade")
PAUSE = 1.0  # seconds before a worker that died is started again
GRACE = 15.0  # seconds for workers to close


class Supervisor:
    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings = msgspec.json.encode(settings)
        self._listening = listening
        self._count = settings.workers
        self._workers: list[subprocess.Popen[bytes]] = []
        self._is_stopping = False

    def run(self) -> None:
        """Until told to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        self._workers = [self._start() for _ in range(self._count)]
        while not self._is_stopping:
            time.sleep(0.2)
            for place, worker in enumerate(self._workers):
                if worker.poll() is not None and not self._is_stopping:
                    _log.error("a worker died and is started again", pid=worker.pid, status=worker.returncode)
                    time.sleep(PAUSE)
                    if not self._is_stopping:
                        self._workers[place] = self._start()
        self._close()

    def _start(self) -> subprocess.Popen[bytes]:
        number = self._listening.fileno()
        # In a process group of its own: Ctrl-C reaches the supervisor, which stops the workers in order.
        worker = subprocess.Popen(
            [sys.executable, "-m", "palissade.server.process", str(number), str(os.getpid())],
            stdin=subprocess.PIPE,
            pass_fds=[number],
            start_new_session=True,
        )
        assert worker.stdin is not None
        with suppress(BrokenPipeError), worker.stdin as settings:  # a worker that is dead already is started again
            settings.write(self._settings)
        return worker

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping = True

    def _close(self) -> None:
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + GRACE
        for worker in self._workers:
            try:
                worker.wait(max(deadline - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
