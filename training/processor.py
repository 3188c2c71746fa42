"""Rules on the processor: rows come over from the device, all cores work on them, and they go back.

For games whose rules are not written as tensors (`on_device` is false). The device waits meanwhile. Memory that the
device reaches by itself is kept for it, so that rows need not be copied once more on the way.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from training.device import DEVICE, ON_GPU

Work = Callable[[np.ndarray, np.ndarray], None]  # changes rows in place, each by its number; must let go of the GIL

FEWEST_ROWS = 64  # that are worth handing to another thread
SLICES = 3  # for each thread: rows are not equally hard


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processor:
    """Works on rows of so many bytes in so many threads (0: as many as there are cores)."""

    def __init__(self, width: int, threads: int = 0) -> None:
        self.width, self.threads = width, threads or cores()
        self._pool = ThreadPoolExecutor(self.threads, "rules")
        self._free: list[tuple[Tensor, Tensor]] = []  # memory for rows and their numbers

    def work(self, function: Work, states: Tensor, numbers: Tensor) -> Tensor:
        """The states on the device after the function has changed them, each by its number."""
        return self.begin(function, states, numbers)()

    def begin(self, function: Work, states: Tensor, numbers: Tensor) -> Callable[[], Tensor]:
        """Ask for the states; what is returned waits for them, has them worked on and sends them back. What else the
        device was asked to do by then it does meanwhile.
        """
        count = len(states)
        rows, listed = memory = self._memory(count)
        rows[:count].copy_(states, non_blocking=True)
        listed[:count].copy_(numbers.int(), non_blocking=True)
        arrived = torch.cuda.Event() if ON_GPU else None
        if arrived is not None:
            arrived.record()

        def finish() -> Tensor:
            if arrived is not None:  # what this memory last sent back has arrived then, too
                arrived.synchronize()
            self.share(function, rows[:count].numpy(), listed[:count].numpy())
            self._free.append(memory)
            return rows[:count].to(DEVICE, non_blocking=True, copy=True)

        return finish

    def share(self, function: Work, rows: np.ndarray, numbers: np.ndarray) -> None:
        """Call the function with slices, in as many threads as are worth it."""
        count = len(rows)
        slices = max(1, min(SLICES * self.threads, count // FEWEST_ROWS))
        bounds = [count * number // slices for number in range(slices + 1)]
        calls = [self._pool.submit(function, rows[first:last], numbers[first:last]) for first, last in pairwise(bounds)]
        for call in calls:
            call.result()

    def _memory(self, count: int) -> tuple[Tensor, Tensor]:
        """Memory that has room for so many rows and is not in use."""
        for number, (rows, _) in enumerate(self._free):
            if len(rows) >= count:
                return self._free.pop(number)
        self._free = self._free[:0]  # all too small
        return (
            torch.empty(count, self.width, dtype=torch.uint8, pin_memory=ON_GPU),
            torch.empty(count, dtype=torch.int32, pin_memory=ON_GPU),
        )
