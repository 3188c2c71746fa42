"""The painter, as the server knows it: a thread that hands jobs to a process of its own, started when it is needed."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec
import structlog

from palissade.server.pictures.jobs import Job
from palissade.server.refused import Refused

_log = structlog.get_logger("palissade.pictures")
LONGEST = 120.0  # seconds for one job: a film on a busy machine


class Painter:
    """Paints one picture at a time: whoever plays goes first."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._process: subprocess.Popen[bytes] | None = None

    async def in_thread(self, build: Callable[[], bytes | None]) -> bytes | None:
        """What builds a picture, where it may take its time."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, build)

    def paint(self, job: Job) -> bytes:
        """The picture. Not for the event loop."""
        written = msgspec.msgpack.encode(job)
        for _ in range(2):  # a process that nobody needed may end just now
            process = self._process or self._start()
            late = threading.Timer(LONGEST, process.kill)
            late.start()
            try:
                painted = _asked(process, written)
            finally:
                late.cancel()
            if painted is not None:
                return painted
            self._end()
        _log.error("a picture could not be painted")
        raise Refused("failed", status=500)

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown()
        self._end()

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "palissade.server.pictures.paint"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is the server's business
        )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(OSError):
            process.communicate(timeout=5)


def _asked(process: subprocess.Popen[bytes], written: bytes) -> bytes | None:
    """The answer of the process; None if it is no more."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(len(written).to_bytes(4) + written)
        process.stdin.flush()
        length = process.stdout.read(4)
        painted = process.stdout.read(int.from_bytes(length)) if len(length) == 4 else b""
    except OSError:
        return None
    return painted if painted and len(painted) == int.from_bytes(length) else None
