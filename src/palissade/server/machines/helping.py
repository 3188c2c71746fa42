"""Helping: threads of the scheduler that would be idle work on thoughts that can use them (`players.crew`)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Condition

import structlog

from palissade.players.crew import Work

_log = structlog.get_logger("palissade.machines")


@dataclass(eq=False)
class Aid:
    """What a thought lets others help with."""

    work: Work
    most: int  # threads that may help at once
    helpers: int = 0  # that do
    is_over: bool = False  # nobody is needed any more

    @property
    def is_wanting(self) -> bool:
        return self.helpers < self.most and not self.is_over


class Helping:
    """Who is helped by whom. Whoever has the fewest helpers gets the next one, but while there is anything else to do;
    for that a helper leaves, and for a thought that has too little help.
    """

    def __init__(self, changed: Condition, is_busy: Callable[[], bool]) -> None:
        self._changed = changed  # and the lock of all that follows
        self._is_busy = is_busy
        self._aids = list[Aid]()

    @contextmanager
    def with_help(self, work: Work, most: int) -> Iterator[None]:
        """Let so many help at most, while this context lasts; at its end all have come back."""
        aid = Aid(work, most)
        with self._changed:
            self._aids.append(aid)
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._aids.remove(aid)
                aid.is_over = True
                self._changed.wait_for(lambda: aid.helpers == 0)

    def next(self) -> Callable[[], None] | None:
        """How a thread that has nothing else to do can help, if it can; it is counted on, and the lock is held."""
        wanting = [] if self._is_busy() else [aid for aid in self._aids if aid.is_wanting]
        aid = min(wanting, key=lambda one: one.helpers, default=None)
        if aid is None:
            return None
        aid.helpers += 1
        return partial(self._help, aid)

    def _help(self, aid: Aid) -> None:
        """Help until there is something else to do, another thought has too little help, or nothing is left."""
        is_called_away = False

        def may_go_on() -> bool:
            nonlocal is_called_away
            is_unfair = any(other.is_wanting and other.helpers + 1 < aid.helpers for other in tuple(self._aids))
            is_called_away = is_called_away or aid.is_over or is_unfair or self._is_busy()
            return not is_called_away

        try:
            aid.work(may_go_on)
        except Exception:
            _log.exception("a thread could not help a machine")
        with self._changed:
            aid.is_over = aid.is_over or not is_called_away
            aid.helpers -= 1
            self._changed.notify_all()
