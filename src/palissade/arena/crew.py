"""Who plays the games: this process, or a pool of processes of this machine (`cluster.py`: of many machines)."""

import multiprocessing
import signal
import time
import traceback
from collections.abc import Generator, Iterable
from multiprocessing.connection import Connection, wait
from typing import Protocol

from palissade.arena.bout import play
from palissade.arena.engines import ENGINES
from palissade.arena.fixture import Fixture
from palissade.arena.result import Result
from palissade.arena.words import CATALOGUE
from palissade.batch import cores
from palissade.errors import PalissadeError

Results = Generator[Result, None, None]
_LEAVING = 0.5  # seconds in which processes that wait may leave by themselves


class Crew(Protocol):
    """Plays games, in any order."""

    def play(self, fixtures: Iterable[Fixture]) -> Results:
        """The results as they come; who closes the iterator ends the games under way."""


class CrewError(PalissadeError):
    """A process that played is gone."""


class Here:
    """One game after the other in this process."""

    def play(self, fixtures: Iterable[Fixture]) -> Results:
        yield from map(play, fixtures)


class Processes:
    """So many games at once, each in a process of its own (default: one for each core)."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = cores() if jobs is None else jobs

    def play(self, fixtures: Iterable[Fixture]) -> Results:
        waiting = iter(fixtures)
        workers: list[_Worker] = []
        try:
            for fixture in waiting:
                workers.append(_Worker(fixture))
                if len(workers) == self.jobs:
                    break
            busy = {worker.pipe: worker for worker in workers}
            while busy:
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    worker = busy[pipe]
                    yield worker.result()
                    following = next(waiting, None)
                    if following is None:
                        del busy[pipe]
                    else:
                        worker.begin(following)
        finally:
            for worker in workers:
                worker.pipe.close()
            patience = time.monotonic() + _LEAVING
            for worker in workers:
                worker.end(patience)


class _Worker:
    """A process that plays one game after the other. It is begun afresh: a fork would share threads and locks."""

    def __init__(self, fixture: Fixture) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there,), daemon=True)
        self._process.start()
        there.close()
        self.begin(fixture)

    def begin(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self.pipe.send(fixture)

    def result(self) -> Result:
        """Of the game that is finished now; raises what was raised there."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            status, game = self._process.exitcode or 0, str(self._fixture)
            raise CrewError(CATALOGUE.message("crew.gone", status=status, game=game)) from None
        if not isinstance(answer, Result):
            raise RuntimeError(answer)
        return answer

    def end(self, patience: float) -> None:
        """A process that waits ends when its pipe is closed; one that still plays at this time is ended."""
        self._process.join(max(0.0, patience - time.monotonic()))
        self._process.terminate()
        self._process.join()


def _work(pipe: Connection) -> None:
    """Play what comes through the pipe until it is closed. Ctrl-C is for the process that has sent it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    try:
        while True:
            try:
                fixture = pipe.recv()
                pipe.send(_played(fixture))
            except (EOFError, OSError):
                return  # nobody wants it any more
    finally:
        ENGINES.close()


def _played(fixture: Fixture) -> Result | str:
    """The result, or what went wrong."""
    try:
        return play(fixture)
    except Exception:
        return f"{fixture}\n{traceback.format_exc()}"


def _leave(number: int, frame: object) -> None:
    raise SystemExit
