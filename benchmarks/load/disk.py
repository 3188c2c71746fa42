"""How long the disk itself takes meanwhile: what is answered when it is durable cannot be faster."""

import os
import tempfile
import threading
import time
from types import TracebackType
from typing import Self

from benchmarks.load.measures import Latency

EVERY = 0.05  # seconds
PAGE = b"." * 4096


class Disk:
    """Writes one page again and again, as little as any database would, and times it."""

    def __init__(self) -> None:
        self._seconds: list[float] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._write, name="disk", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._thread.join()

    @property
    def latency(self) -> Latency:
        return Latency.of(self._seconds)

    def _write(self) -> None:
        with tempfile.TemporaryFile(buffering=0) as file:
            while not self._is_over.wait(EVERY):
                began = time.perf_counter()
                os.pwrite(file.fileno(), PAGE, 0)
                os.fdatasync(file.fileno())
                self._seconds.append(time.perf_counter() - began)
