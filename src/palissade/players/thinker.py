"""A machine with a memory: its trees are kept between the moves of one match."""

from threading import Event
from typing import Protocol

from palissade.match import Match, View
from palissade.players.protocol import Hint, Progress, seen_by_mover
from palissade.players.tree import Tree


class Searcher(Protocol):
    """A machine that grows trees (`Uct`)."""

    @property
    def is_quick(self) -> bool: ...

    def plant(self, view: View) -> list[Tree]: ...

    def seed_of(self, view: View, thread: int) -> int: ...

    def think(
        self,
        view: View,
        trees: list[Tree],
        cancel: Event | None,
        progress: Progress | None = None,
        *,
        until_settled: bool = False,
    ) -> Hint: ...


class Thinker:
    """A player at one table. What it has found out about the position that was reached is kept, and its whole budget is
    spent on top of that; a match that is not a continuation of the one before is thought about anew.

    So its answer may depend on what it was asked before: equal views and seeds give equal answers only to equal
    questions in equal order. It is asked by one thread at a time.
    """

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._trees: list[Tree] = []

    @property
    def is_quick(self) -> bool:
        return self._searcher.is_quick

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; one that is forced needs no thought, and one that is settled no more."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        return self._searcher.think(view, self._trees_of(view), cancel, progress, until_settled=True).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""
        view = seen_by_mover(match)
        return self._searcher.think(view, self._trees_of(view), cancel)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values

    def _trees_of(self, view: View) -> list[Tree]:
        """Those kept, as far as they reach this position; else new ones."""
        kept = [tree.follow(view, self._searcher.seed_of(view, thread)) for thread, tree in enumerate(self._trees)]
        if not kept or not all(kept):
            self._trees = self._searcher.plant(view)
        return self._trees
