"""The bots' processes, as seen by who measures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from benchmarks.load.bots import GO, READY, Failed, Made, Plan, bots
from benchmarks.load.measures import Played

PATIENCE = 300.0  # seconds without a word from any process


class Crew:
    """Several processes of bots who do the same at the same time."""

    def __init__(self, pipes: list[Connection]) -> None:
        self._pipes = pipes

    def __len__(self) -> int:
        return len(self._pipes)

    def prepare(self, plans: list[Plan], made: Callable[[int], None]) -> None:
        """Give each process its plan, and wait until everybody sits at a table."""
        for pipe, plan in zip(self._pipes, plans, strict=True):
            pipe.send(plan)
        for word in self._words(READY):
            if isinstance(word, Made):
                made(word.pairs)

    def play(self) -> Played:
        for pipe in self._pipes:
            pipe.send(GO)
        return Played.together([word for word in self._words(Played) if isinstance(word, Played)])

    def _words(self, last: Any) -> Iterator[Any]:
        """What the processes say, until each has said the last word."""
        talking = set(self._pipes)
        while talking:
            heard = wait(talking, timeout=PATIENCE)
            if not heard:
                raise TimeoutError("The bots are silent.")
            for pipe in heard:
                assert isinstance(pipe, Connection)
                word = pipe.recv()
                if isinstance(word, Failed):
                    raise RuntimeError(f"The bots gave up. {word.why}")
                if word == last or (isinstance(last, type) and isinstance(word, last)):
                    talking.discard(pipe)
                yield word


@contextmanager
def crew(size: int) -> Iterator[Crew]:
    """So many processes of bots, ended in any case."""
    context = get_context("spawn")
    pipes, processes = [], []
    for _ in range(size):
        ours, theirs = context.Pipe()
        process = context.Process(target=bots, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        pipes.append(ours)
        processes.append(process)
    try:
        yield Crew(pipes)
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join(2)
            process.kill()
