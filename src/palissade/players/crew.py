"""Who helps with a thought: threads that would have nothing else to do."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import Event
from typing import Protocol

MOST_AT_ONCE = 8  # threads that think about one thing: more would hinder each other

Work = Callable[[Callable[[], bool]], None]
"""What helps, as long as the helper says that it may go on; it comes back when it may not, or when all is done."""


class Crew(Protocol):
    """Threads that may help."""

    def helping(self, work: Work, most: int) -> AbstractContextManager[None]:
        """Let so many help at most, while this context lasts; at its end all have come back."""


@dataclass(frozen=True)
class OwnThreads:
    """As many as are wanted, there for this thought alone."""

    @contextmanager
    def helping(self, work: Work, most: int) -> Iterator[None]:
        is_over = Event()
        with ThreadPoolExecutor(most) as pool:
            helpers = [pool.submit(work, lambda: not is_over.is_set()) for _ in range(most)]
            try:
                yield
            finally:
                is_over.set()
            for helper in helpers:
                helper.result()


OWN_THREADS = OwnThreads()
