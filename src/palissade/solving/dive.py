"""The search of all ways of so many moves: the memory that `palissade.search.deepening` works on."""

import numpy as np

from palissade.arrays import Positions
from palissade.game import Game

_AT_ONCE = 10_000  # positions of one step, about a hundredth of a second
_TABLE = 1 << 22  # positions that were searched in vain


class Dive:
    """Searches deeper and deeper. What it has not found yet takes more moves than it has searched through."""

    def __init__(self, game: Game, position: Positions) -> None:
        self._compiled = game.compiled("palissade.search.deepening")
        most = game.rules.MOST_PLIES + 1
        self._positions = np.zeros(most + 1, game.rules.POSITION)
        self._positions[0] = position[0]
        self._actions = np.empty((most, game.rules.MOST_LEGAL), np.int32)
        self._counts, self._stacked = np.zeros((most, 2), np.int32), np.zeros(most, np.uint64)
        self._keys, self._vain = np.zeros(_TABLE, np.uint64), np.zeros(_TABLE, np.int8)
        self._dive = np.zeros(1, self._compiled.DIVE)
        self._begin(1)

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self._dive[0]["nodes"])

    @property
    def moves(self) -> int:
        """No way is shorter."""
        return int(self._dive[0]["moves"])

    def skip_to(self, moves: int) -> None:
        """It is known that no way is shorter."""
        if moves > self.moves:
            self._begin(moves)

    def deepen(self) -> tuple[int, ...] | None:
        """Search a little; a way that is found is one of the shortest."""
        told = self._compiled.dive(
            *(self._dive, _AT_ONCE, self._positions, self._actions, self._counts, self._stacked),
            *(self._keys, self._vain),
        )
        if told == self._compiled.FOUND:
            depths = range(int(self._dive[0]["depth"]) + 1)
            return tuple(int(self._actions[depth, self._counts[depth, 1] - 1]) for depth in depths)
        if told == self._compiled.IN_VAIN:
            self._begin(self.moves + 1)
        return None

    def _begin(self, moves: int) -> None:
        self._compiled.begin(self._dive, moves, self._positions, self._actions, self._counts)
