"""Machines think in a few threads of low priority, in turns between tables, and never in the event loop's way.

The compiled searches release the GIL, so that threads are enough. Answers arrive on the event loop.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Event, Thread
from typing import Any

import structlog

from palissade.match import View
from palissade.players import Hint, Player
from palissade.server.machines.priority import give_way

MOST_HINTS = 32  # that may wait
_PATIENCE = 2.0  # seconds for threads to end; a thought that is cancelled ends in much less

_log = structlog.get_logger("palissade.machines")


class TooBusy(Exception):
    """Too many hints are wanted at once, or two by the same person at one table."""


class Thought:
    """Something a machine thinks about; its answer comes on the event loop, unless it is cancelled there before."""

    def __init__(self, line: "_Line", key: str, think: Callable[[Event], Any], done: Callable[[Any], None]) -> None:
        self.line = line
        self.key = key
        self._think = think
        self._done = done
        self._cancelled = Event()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Nobody wants the answer any more: it will not be given."""
        self._cancelled.set()
        self.line.leave(self)

    def come_to(self, loop: asyncio.AbstractEventLoop) -> None:
        """Think, in this thread, and hand the answer to the event loop; None where thinking failed."""
        answer = None
        try:
            answer = self._think(self._cancelled)
        except Exception:
            _log.exception("a machine could not think", key=self.key)
        with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            loop.call_soon_threadsafe(self._give, answer)

    def _give(self, answer: Any) -> None:
        if not self.is_cancelled:
            self._done(answer)


class _Line:
    """Thoughts that wait, in the order they came, and those under way; a key has at most one of each."""

    def __init__(self, changed: Condition) -> None:
        self.changed = changed
        self.waiting: dict[str, Thought] = {}
        self.under_way: dict[str, Thought] = {}

    def join(self, thought: Thought) -> None:
        """Stand at the end; whatever this key wanted before is no longer wanted."""
        with self.changed:
            for earlier in (self.waiting.get(thought.key), self.under_way.get(thought.key)):
                if earlier:
                    earlier.cancel()
            self.waiting[thought.key] = thought
            self.changed.notify()

    def leave(self, thought: Thought) -> None:
        """Wait no longer."""
        with self.changed:
            if self.waiting.get(thought.key) is thought:
                del self.waiting[thought.key]

    def first(self) -> Thought | None:
        """Whose turn it is; a key that is being thought about waits until that has ended."""
        return next((thought for key, thought in self.waiting.items() if key not in self.under_way), None)

    def begin(self, thought: Thought) -> Thought:
        self.under_way[thought.key] = self.waiting.pop(thought.key)
        return thought

    def end(self, thought: Thought) -> None:
        del self.under_way[thought.key]


class Thinking:
    """A bounded number of threads that think for all tables in turn.

    A table has at most one machine's thought at a time and stands at the end of the line each time it asks. Hints have
    a line of their own; while machines wait too, the lines take turns and hints have half of the threads at most.
    """

    def __init__(self, threads: int, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._changed = Condition()
        self._turns = _Line(self._changed)  # by table
        self._hints = _Line(self._changed)  # by who wants them
        self._most_hints_at_once = max(threads // 2, 1)
        self._hint_was_last = False
        self._is_closed = False
        self._threads = [Thread(target=self._work, name=f"machine-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    # ---- asking

    def think(self, table: str, view: View, player: Player, done: Callable[[int | None], None]) -> Thought:
        """Let the player choose for the seat of the view; what this table wanted before is no longer wanted."""
        thought = Thought(self._turns, table, lambda cancel: player.choose(view, cancel), done)
        self._turns.join(thought)
        return thought

    def hint(self, table: str, key: str, view: View, player: Player, done: Callable[[Hint | None], None]) -> Thought:
        """Let the player say what it thinks, for whoever the key stands for; raises `TooBusy`."""
        key = f"{table} {key}"
        under_way = self._hints.under_way.get(key)
        is_wanted = key in self._hints.waiting or (under_way is not None and not under_way.is_cancelled)
        if is_wanted or len(self._hints.waiting) >= MOST_HINTS:
            raise TooBusy
        thought = Thought(self._hints, key, lambda cancel: player.hint(view, cancel), done)
        self._hints.join(thought)
        return thought

    # ---- gauges

    @property
    def running(self) -> int:
        """How many thoughts are under way."""
        return len(self._turns.under_way) + len(self._hints.under_way)

    @property
    def waiting(self) -> int:
        """How many thoughts nobody has begun."""
        return len(self._turns.waiting) + len(self._hints.waiting)

    # ---- the threads

    def _work(self) -> None:
        give_way()
        while True:
            with self._changed:
                while (thought := self._begin()) is None:
                    if self._is_closed:
                        return
                    self._changed.wait()
            thought.come_to(self._loop)
            with self._changed:
                thought.line.end(thought)
                self._changed.notify()  # what waited for this to end may now be thought about

    def _begin(self) -> Thought | None:
        """Take the next thought; None while there is none that could be begun."""
        turn, hint = self._turns.first(), self._hints.first()
        if turn and hint:
            is_full = len(self._hints.under_way) >= self._most_hints_at_once
            self._hint_was_last = not self._hint_was_last and not is_full
        else:
            self._hint_was_last = hint is not None
        if self._hint_was_last and hint:
            return self._hints.begin(hint)
        return self._turns.begin(turn) if turn else None

    # ---- the end

    def close(self) -> None:
        """Cancel everything, and let the threads end."""
        with self._changed:
            self._is_closed = True
            for line in (self._turns, self._hints):
                for thought in (*line.waiting.values(), *line.under_way.values()):
                    thought.cancel()
            self._changed.notify_all()
        deadline = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0))
