"""A machine for what one plays alone: weak by seeing less far and keeping less in mind, strong by solving it.

What a position is worth to it is one divided by what it expects to be left over in the end: 1 where it sees a way that
leaves one.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np

from palissade.arrays import Ints, Positions
from palissade.contract import LIMIT, Puzzle
from palissade.game import Game
from palissade.match import Match, View
from palissade.players.protocol import Choice, Hint, Progress, seen_by_mover
from palissade.solving import PAR_NODES, solve
from palissade.solving.beam import Beam

QUICK = 100_000  # positions, which take about a tenth of a second
ASIDE = 32  # the width of the beam that tells what an action leads to
TASTE = 0.2  # how much machines with different seeds may differ in what they weigh


@dataclass(frozen=True)
class Solver:
    """Looks `sight` moves ahead, keeps `width` positions of each move in mind and plays for what looks best then;
    without a limit to its sight it looks at `nodes` positions for the shortest way to the end.

    Equal views and seeds give equal choices, unless the seconds are over before.
    """

    name: str = "solver"
    sight: int | None = None
    width: int = 128
    nodes: int = PAR_NODES
    is_naive: bool = False  # sees only what is obvious
    seconds: float | None = None  # at most
    seed: int = 0  # another one has other tastes, as good or bad

    @property
    def is_quick(self) -> bool:
        return self.sight is not None or self.nodes <= QUICK

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; one that is forced needs no thought."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        return self._think(view, cancel, progress)[0][0]

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and what this and others lead to, as far as there is time to look at them."""
        view, begun = seen_by_mover(match), time.monotonic()
        way, rest, nodes = self._think(view, cancel, None)
        action = way[0]
        looked = [(action, rest, nodes)]
        for other in view.actions:
            if (cancel and cancel.is_set()) or (self.seconds and time.monotonic() - begun > self.seconds):
                break
            if other != action:
                looked.append((other, *look_aside(view.game, view.position, other)))
        looked[1:] = sorted(looked[1:], key=lambda one: one[1])
        spent = sum(nodes for _, _, nodes in looked)
        choices = tuple(Choice(action, nodes / spent, 1 / rest) for action, rest, nodes in looked)
        return Hint(action, (choices[0].value,), choices, tuple(way))

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What it expects."""
        _, rest, _ = self._think(seen_by_mover(match), cancel, None)
        return (1 / rest,)

    # ---- thinking

    def _think(self, view: View, cancel: Event | None, progress: Progress | None) -> tuple[Sequence[int], int, int]:
        """The actions to play, what is left over in the end, and how many positions that took."""
        if self.sight is not None:
            return self._look_ahead(view, self.sight)
        way, rest, nodes = view.actions, 0, 0
        for finding in solve(view, nodes=self.nodes, seconds=self.seconds, cancel=cancel):
            way, rest, nodes = finding.actions, finding.rest, finding.nodes
            if progress:
                progress(min(nodes / self.nodes, 1.0), way[0])
        return way, rest, nodes

    def _look_ahead(self, view: View, sight: int) -> tuple[Sequence[int], int, int]:
        """What looks best after so many moves; a way that it sees to the end, if that solves it."""
        puzzle = _puzzle(view.game)
        beam = Beam(view.game, view.position, self.width, self._weights(puzzle), view.game.rules.MOST_PLIES, LIMIT)
        for _ in beam.widen(sight):
            pass
        is_solved = beam.way is not None and beam.rest == puzzle.SOLVED
        way = beam.way if is_solved else beam.outlook() or beam.way
        assert way is not None
        rest, nodes = look_aside(view.game, view.position, way[0])
        return way, rest, beam.nodes + nodes

    def _weights(self, puzzle: Puzzle) -> Ints:
        """What it looks at, by its taste."""
        weights = puzzle.OBVIOUS if self.is_naive else puzzle.WEIGHTS[0]
        if self.seed == 0:
            return weights
        dice = random.Random(self.seed)
        return np.array([round(weight * dice.uniform(1 - TASTE, 1 + TASTE)) for weight in weights.tolist()], np.int32)


def look_aside(game: Game, position: Positions, action: int) -> tuple[int, int]:
    """What a short look says will be left over after this action, and how many positions that took."""
    after = position.copy()
    game.single.apply(after, action)
    puzzle = _puzzle(game)
    if game.single.is_over(after):
        return int(puzzle.rest(after[0])), 1
    beam = Beam(game, after, ASIDE, puzzle.WEIGHTS[0], game.rules.MOST_PLIES, LIMIT)
    for _ in beam.widen():
        pass
    return beam.rest, beam.nodes


def _puzzle(game: Game) -> Puzzle:
    if game.puzzle is None:
        raise ValueError(f"{game} is not played alone")
    return game.puzzle
