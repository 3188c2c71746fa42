"""A gardener: one thread at work on a tree, and what `palissade.search.tree` needs for it beside the nodes."""

from typing import Any

import numpy as np

from palissade.arrays import Positions
from palissade.game import Game
from palissade.kernel import random_source
from palissade.search import tree as words

_OWN = ("visit", "used", "end")  # of a SEARCH: what stays from one thought to the next


class Gardener:
    """The room of one thread, and its ground: nodes that nobody else uses before they are part of the tree."""

    def __init__(self, game: Game, rows: int) -> None:
        rules = game.rules
        self.search = np.zeros(1, words.SEARCH)
        self.positions = np.zeros(2, rules.POSITION)
        self.words = np.zeros(rules.POSITION.itemsize // 8 + 1, np.uint64)
        self.paths = np.zeros(rows, words.PATH)
        self.actions = np.zeros((rows, rules.MOST_LEGAL), np.int32)
        self.weights = np.zeros((rows, rules.MOST_LEGAL), np.float32)
        self.stamps = np.zeros(rules.ACTIONS, np.int32)
        self.leaves = np.zeros(rows, rules.POSITION)

    def settle(self, begin: int, end: int) -> None:
        """Take this ground."""
        self._begin, self._before = begin, 0
        self.search["used"], self.search["end"] = begin, end

    def go_on(self, begin: int, end: int) -> None:
        """Take more of it. What is left of the old stays as it is, unless the new lies beside it."""
        if begin != int(self.search["end"][0]):
            self._begin, self._before = begin, self.used
            self.search["used"] = begin
        self.search["end"] = end

    @property
    def simulations(self) -> int:
        """How many it has done since the root was set."""
        return int(self.search["simulations"][0])

    @property
    def used(self) -> int:
        """How many nodes of its ground have become part of the tree."""
        return self._before + int(self.search["used"][0]) - self._begin

    @property
    def room(self) -> int:
        """How many nodes it can still make."""
        return int(self.search["end"][0] - self.search["used"][0])

    def prepare(self, root: Positions, search: Any, seed: int) -> None:
        """Be ready to grow a tree from this root, as the search says."""
        self.positions[0] = root[0]
        own = {name: int(self.search[name][0]) for name in _OWN}
        self.search[:] = search
        for name, value in own.items():
            self.search[name] = value
        self.rng = random_source(seed)
