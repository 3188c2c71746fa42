"""One beam: the memory that `palissade.search.beam` works on, and the best way it saw."""

from collections.abc import Iterator

import numpy as np

from palissade.arrays import Ints, Positions
from palissade.game import Game

_AT_ONCE = 200  # parents whose children are listed in one step, about a hundredth of a second
_ROOM = 4  # children that are listed before the best are kept, as a multiple of the width
_MOST_KEYS = 1 << 22


class Beam:
    """Looks for the shortest way of so many moves at most, as far as so many positions of each layer show it."""

    def __init__(self, game: Game, position: Positions, width: int, weights: Ints, moves: int, rest: int) -> None:
        assert game.puzzle is not None
        self._compiled, self._solved = game.compiled("palissade.search.beam"), game.puzzle.SOLVED
        self._weights, self._moves = weights, moves
        layer, most = game.rules.POSITION, game.rules.MOST_LEGAL
        self._layer, self._next = np.zeros(width, layer), np.zeros(width, layer)
        self._layer[0] = position[0]
        self._count = 1
        self._children = np.zeros(_ROOM * width + most, self._compiled.CHILD)
        self._keys = np.zeros(min(1 << (16 * width).bit_length(), _MOST_KEYS), np.uint64)
        self._costs = np.zeros(self._compiled.COSTS, np.int32)
        self._after, self._room = np.zeros(1, layer), np.empty(most, np.int32)
        self._origins: list[Ints] = []  # of each layer
        self._beam = np.zeros(1, self._compiled.BEAM)
        self._beam["rest"] = rest
        self.is_whole = True  # no position was left out, but those that cannot be solved in time
        self.way: tuple[int, ...] | None = None  # to an end that leaves less over than was known

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self._beam[0]["nodes"])

    @property
    def rest(self) -> int:
        """What is left over at the end of the way."""
        return int(self._beam[0]["rest"])

    def widen(self, layers: int | None = None) -> Iterator[None]:
        """Go on step by step for so many layers, or until one has a way that solves it or none follows."""
        for depth in range(1, 1 + (self._moves if layers is None else min(layers, self._moves))):
            self._beam["parent"] = self._compiled.NONE
            for first in range(0, self._count, _AT_ONCE):
                self._compiled.list_children(
                    *(self._beam, self._layer, first, min(first + _AT_ONCE, self._count), self._moves - depth),
                    *(self._weights, self._children, len(self._layer), self._keys, self._costs),
                    *(self._after, self._room),
                )
                yield
            if self._beam[0]["parent"] != self._compiled.NONE:
                self.way = self._way_to(int(self._beam[0]["parent"]), int(self._beam[0]["action"]))
                if self.rest == self._solved:
                    return
            listed = int(self._beam[0]["total"])
            self._follow()
            self.is_whole &= self._count == listed
            if self._count == 0:
                return

    def outlook(self) -> tuple[int, ...] | None:
        """The way to what looks best in the last layer; None if nothing is in it."""
        if self._count == 0:
            return None
        number, action = self._origins[-1][int(self._children[: self._count]["cost"].argmin())].tolist()
        return self._way_to(number, action, len(self._origins) - 1)

    def _way_to(self, number: int, action: int, layers: int | None = None) -> tuple[int, ...]:
        """The way to a position of the last layer, or of the one after so many, and the action after that."""
        way = [action]
        for origins in reversed(self._origins[:layers]):
            number, before = origins[number].tolist()
            way.append(before)
        return tuple(reversed(way))

    def _follow(self) -> None:
        """Let the best children be the next layer."""
        origins = np.empty((len(self._layer), 2), np.int32)
        self._count = int(
            self._compiled.choose_children(*(self._beam, self._layer, self._children, self._costs, self._next, origins))
        )
        self._origins.append(origins[: self._count].copy())
        self._layer, self._next = self._next, self._layer
