"""A machine with a memory: its tree is kept between the moves of one match."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Protocol

from palissade.match import Match, View
from palissade.players.protocol import Hint, Progress, seen_by_mover
from palissade.players.tree import Tree


class Searcher(Protocol):
    """A machine that grows a tree (`Uct`)."""

    @property
    def is_quick(self) -> bool: ...

    def plant(self, view: View) -> Tree: ...

    def seed_of(self, view: View) -> int: ...

    def grow(self, tree: Tree, cancel: Event | None) -> None: ...

    def think(
        self,
        view: View,
        tree: Tree,
        cancel: Event | None,
        progress: Progress | None = None,
        *,
        until_settled: bool = False,
    ) -> Hint: ...


class Thinker:
    """A player at one table. What it has found out about the position that was reached is kept, and its whole budget is
    spent on top of that; a match that is not a continuation of the one before is thought about anew.

    So its answer may depend on what it was asked before: equal views and seeds give equal answers only to equal
    questions in equal order. It thinks about one thing at a time.
    """

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._tree: Tree | None = None
        self._thinks = Lock()

    @property
    def is_quick(self) -> bool:
        return self._searcher.is_quick

    @property
    def size(self) -> int:
        """The bytes that its memory takes."""
        tree = self._tree
        return tree.size if tree else 0

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; one that is forced needs no thought, and one that is settled no more."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        with self._growing(view) as tree:
            return self._searcher.think(view, tree, cancel, progress, until_settled=True).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""
        view = seen_by_mover(match)
        with self._growing(view) as tree:
            return self._searcher.think(view, tree, cancel)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values

    def ponder(self, view: View, cancel: Event) -> None:
        """Think while somebody else is to move, as long as about a move of one's own: what grows from the action that
        they choose is there when it has been played. Of a hidden game nothing would be left.
        """
        if not view.game.is_hidden:
            with self._growing(view) as tree:
                self._searcher.grow(tree, cancel)

    @contextmanager
    def _growing(self, view: View) -> Iterator[Tree]:
        """The tree for one thought. What is left of a thought that failed is not kept: leaves may still be waiting."""
        with self._thinks:
            try:
                yield self._tree_of(view)
            except BaseException:
                self._tree = None
                raise

    def _tree_of(self, view: View) -> Tree:
        """The one kept, if it reaches this position; else a new one."""
        if self._tree is None or not self._tree.follow(view, self._searcher.seed_of(view)):
            self._tree = self._searcher.plant(view)
        return self._tree
