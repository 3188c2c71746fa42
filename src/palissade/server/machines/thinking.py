"""The scheduler of the machines: a few threads of low priority think for all tables, shared evenly between people.

The compiled searches release the GIL, so that threads are enough. Answers and progress arrive on the event loop.
"""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from threading import Condition, Event, Thread
from typing import Any

import msgspec
import structlog

from palissade.match import View
from palissade.players import Hint, Player, Progress
from palissade.players.crew import MOST_AT_ONCE, Work
from palissade.server.machines.fair_queue import FairQueue, Path
from palissade.server.machines.helping import Helping

NICENESS = 10  # of whoever thinks or compiles: the processor belongs to those who wait for an answer
MOST_WAITING = 1_000  # choices that may wait, quick and strong each
MOST_OF_AN_ADDRESS = 200  # of these, so that nobody takes all the places
MOST_HINTS = 32  # that may wait
PROGRESS_EVERY = 0.33  # seconds between two tellings of how far a thought has come
_PONDERING = ""  # instead of a person, in the key of a thought
_PATIENCE = 2.0  # seconds for threads to end; a thought that is cancelled ends in much less

_log = structlog.get_logger("palissade.machines")


class TooBusy(Exception):
    """Too much is to be thought about already, or two hints are wanted by the same person at one table."""


class Beneficiary(msgspec.Struct, frozen=True):
    """For whom a machine thinks."""

    person: str
    address: str


class Thought:
    """Something a machine thinks about. Once it is cancelled, on the event loop, nothing more is heard of it."""

    def __init__(
        self,
        scheduler: "Thinking",
        queue: "FairQueue[Thought]",
        path: Path,  # in the queue
        key: Path,  # no other thought of this key is wanted
        think: Callable[[Event, Progress], Any],
        done: Callable[[Any], None],
        progress: Progress | None = None,
    ) -> None:
        self.queue, self.path, self.key = queue, path, key
        self.has_begun = False
        self._scheduler = scheduler
        self._think, self._done, self._progress = think, done, progress
        self._cancelled = Event()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Nobody wants the answer any more: it will not be given."""
        self._cancelled.set()
        self._scheduler.forget(self)

    # ---- in a thread that thinks

    def answer(self, loop: asyncio.AbstractEventLoop) -> Any:
        """Think; None where thinking failed."""
        told_at = time.monotonic()

        def progress(share: float, best: int | None) -> None:
            nonlocal told_at
            if time.monotonic() - told_at >= PROGRESS_EVERY:
                told_at = time.monotonic()
                _call_soon(loop, self.tell, share, best)

        try:
            return self._think(self._cancelled, progress)
        except Exception:
            _log.exception("a machine could not think", table=self.path[-1])
            return None

    # ---- on the event loop

    def give(self, answer: Any) -> None:
        """Hand over the answer; until now it could be cancelled."""
        self._scheduler.forget(self)
        if not self.is_cancelled:
            self._done(answer)

    def tell(self, share: float, best: int | None) -> None:
        """Tell how far it has come."""
        if self._progress and not self.is_cancelled:
            self._progress(share, best)

    def tell_if_waiting(self) -> None:
        """Tell that it has not begun, where that is so."""
        if not self.has_begun:
            self.tell(0.0, None)


class Thinking:
    """A bounded number of threads, and three queues of thoughts, each shared evenly by address, person and table.

    Quick choices have a thread that no other thought may use, and never wait for one. Strong choices and hints have the
    other threads: while both wait they take turns, and hints have half of the threads at most. While neither waits,
    quick choices may use those threads too.

    Threads that are idle help with the thoughts under way, as a crew of theirs (`players.crew`): only while nothing at
    all waits, and no longer than a step of a search takes. It costs nobody anything. Where there is nothing to help
    with they ponder, on the time of who is to move; whatever is asked then ends all pondering.
    """

    def __init__(self, threads: int, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._changed = Condition()  # and the lock of all that follows
        self._quick = FairQueue[Thought]()
        self._strong = FairQueue[Thought]()
        self._hints = FairQueue[Thought]()
        self._ponderings = FairQueue[Thought]()
        self._wanted: dict[Path, Thought] = {}  # by key, until it is answered or cancelled
        self._most_hints_at_once = max(threads // 2, 1)
        self._hint_was_last = False
        self._helping = Helping(self._changed, self._is_busy)
        self._is_closed = False
        self._threads = [
            Thread(target=self._work, args=[self._pop_quick], name="machine-quick", daemon=True),
            *(
                Thread(target=self._work, args=[self._pop_any], name=f"machine-{n}", daemon=True)
                for n in range(threads)
            ),
        ]
        for thread in self._threads:
            thread.start()

    # ---- asking

    def think(
        self,
        table: str,
        beneficiary: Beneficiary,
        view: View,
        player: Player,
        done: Callable[[int | None], None],
        progress: Progress | None = None,
    ) -> Thought:
        """Let the player choose for the seat of the view; what this table wanted before is no longer wanted.

        A thought that takes a while tells its progress, some three times a second; one that still waits tells 0, once.
        Raises `TooBusy`.
        """
        key, path = (table,), (beneficiary.address, beneficiary.person, table)
        queue = self._quick if player.is_quick else self._strong
        with self._changed:
            if key in self._wanted:
                self._wanted[key].cancel()
            if queue.waiting >= MOST_WAITING or queue.waiting_below(beneficiary.address) >= MOST_OF_AN_ADDRESS:
                raise TooBusy
            thought = Thought(self, queue, path, key, partial(player.choose, view), done, progress)
            self._push(thought)
        if progress:
            self._loop.call_later(PROGRESS_EVERY, thought.tell_if_waiting)
        return thought

    def hint(
        self, table: str, beneficiary: Beneficiary, view: View, player: Player, done: Callable[[Hint | None], None]
    ) -> Thought:
        """Let the player say what it thinks of the view, to one person; raises `TooBusy`."""
        return self.study(table, beneficiary, partial(player.hint, view), done)

    def study(
        self, table: str, beneficiary: Beneficiary, think: Callable[[Event], Any], done: Callable[[Any], None]
    ) -> Thought:
        """Let something be found out for one person, which can be cut short; raises `TooBusy`."""
        key, path = (table, beneficiary.person), (beneficiary.address, beneficiary.person, table)
        with self._changed:
            if key in self._wanted or self._hints.waiting >= MOST_HINTS:
                raise TooBusy
            thought = Thought(self, self._hints, path, key, lambda cancel, progress: think(cancel), done)
            self._push(thought)
        return thought

    def ponder(self, table: str, beneficiary: Beneficiary, think: Callable[[Event], None]) -> None:
        """Let something be thought about that nobody waits for, unless there is anything else to do; what this table
        pondered before has come to its end.
        """
        key, path = (table, _PONDERING, ""), (beneficiary.address, beneficiary.person, table)
        with self._changed:
            if key in self._wanted:
                self._wanted[key].cancel()
            if self.waiting == 0 and self._ponderings.waiting < MOST_HINTS:
                self._push(Thought(self, self._ponderings, path, key, lambda cancel, progress: think(cancel), _ignore))

    def _push(self, thought: Thought) -> None:
        if thought.queue is not self._ponderings:
            for other in [other for other in self._wanted.values() if other.queue is self._ponderings]:
                other.cancel()
        self._wanted[thought.key] = thought
        thought.queue.push(thought.path, thought)
        self._changed.notify_all()

    def forget(self, thought: Thought) -> None:
        """It is answered or cancelled: another may be wanted instead."""
        with self._changed:
            thought.queue.remove(thought.path, thought)
            if self._wanted.get(thought.key) is thought:
                del self._wanted[thought.key]
            if not thought.has_begun:
                self._changed.notify_all()  # if nothing waits any more, others may help

    # ---- gauges

    @property
    def running(self) -> int:
        """How many thoughts are under way."""
        return self._quick.under_way + self._strong.under_way + self._hints.under_way

    @property
    def waiting(self) -> int:
        """How many thoughts nobody has begun."""
        return self._quick.waiting + self._strong.waiting + self._hints.waiting

    # ---- the threads

    def _work(self, pop: Callable[[], Thought | None]) -> None:
        _give_way()
        while True:
            with self._changed:
                while (work := self._next(pop)) is None:
                    if self._is_closed:
                        return
                    self._changed.wait()
            work()

    def _next(self, pop: Callable[[], Thought | None]) -> Callable[[], None] | None:
        """What a thread does next: think, help or ponder."""
        thought = pop()
        if thought is None:
            if help_one := self._helping.next():
                return help_one
            thought = self._ponderings.pop()
        if thought is None:
            return None
        thought.has_begun = True
        self._changed.notify_all()  # if nothing waits any more, others may help
        return partial(self._answer, thought)

    def _answer(self, thought: Thought) -> None:
        begun = time.monotonic()
        answer = thought.answer(self._loop)
        with self._changed:
            thought.queue.charge(thought.path, time.monotonic() - begun)
        _call_soon(self._loop, thought.give, answer)

    def _pop_quick(self) -> Thought | None:
        return self._quick.pop()

    def _pop_any(self) -> Thought | None:
        """Strong choices and hints in turn, then quick choices."""
        may_hint = self._strong.waiting == 0 or (
            not self._hint_was_last and self._hints.under_way < self._most_hints_at_once
        )
        hint = self._hints.pop() if may_hint else None
        self._hint_was_last = hint is not None
        return hint or self._strong.pop() or self._quick.pop()

    # ---- helping: a thought's `Crew`

    @property
    def most_at_once(self) -> int:
        """How many threads may think about one thing."""
        return min(len(self._threads), MOST_AT_ONCE)

    def helping(self, work: Work, most: int) -> AbstractContextManager[None]:
        """Let threads that are idle help, so many at most, while this context lasts."""
        return self._helping.with_help(work, most)

    def _is_busy(self) -> bool:
        """Whether there is something else to do than to help."""
        return self.waiting > 0 or self._is_closed

    # ---- the end

    def close(self) -> None:
        """Cancel everything, and let the threads end."""
        with self._changed:
            self._is_closed = True
            for thought in list(self._wanted.values()):
                thought.cancel()
            self._changed.notify_all()
        deadline = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0))


def _ignore(answer: object) -> None:
    """Nobody waits for it."""


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *told: Any) -> None:
    with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
        loop.call_soon_threadsafe(call, *told)


def _give_way() -> None:
    """Lower the priority of this thread and of those it will start; only Linux has one for each thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
