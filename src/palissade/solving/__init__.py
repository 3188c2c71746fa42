"""Solving what one plays alone: quickly one way to the end, then ever shorter ones, until none can be shorter.

Beams of growing width look for ways, and in turn with them a search of all ways of so many moves, then of one more,
raises the bound below which there is none (`palissade.search.beam`, `palissade.search.deepening`). Everything is
counted in positions looked at: equal positions and budgets give equal findings, on any machine.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from threading import Event

import numpy as np

from palissade.arrays import Ints, Positions
from palissade.errors import PalissadeError
from palissade.game import Game
from palissade.match import Match, View
from palissade.messages import COMMON
from palissade.solving.beam import Beam
from palissade.solving.dive import Dive
from palissade.solving.known import known_way

PAR_NODES = 2_000_000  # one or two seconds
WIDTHS = (128, 512, 2_048, 8_192, 32_768, 131_072)
ENOUGH = 2_048  # to see how little can be left over where it is proven that nothing solves it


class NotAlone(PalissadeError):
    """A game that is not played alone, or of which nobody knows how to solve it."""


@dataclass(frozen=True)
class Finding:
    """What is known of a position so far."""

    actions: tuple[int, ...]  # the best way: least is left over, in the fewest moves
    texts: tuple[str, ...]
    rest: int  # what is left over at its end
    is_solved: bool  # whether that is as little as can be
    bound: int | None  # no way that solves it has fewer moves; None: there is no such way
    nodes: int  # positions looked at

    @property
    def moves(self) -> int:
        """Of the best way."""
        return len(self.actions)

    @property
    def is_settled(self) -> bool:
        """Whether it is proven that there is no shorter way, or no way at all that solves it."""
        return self.bound is None or (self.is_solved and self.bound == self.moves)

    def is_news(self, told: "Finding | None") -> bool:
        """Whether it tells more than what was told before."""
        return told is None or (self.actions, self.bound) != (told.actions, told.bound)


def solve(
    match: Match | View, *, nodes: int | None = None, seconds: float | None = None, cancel: Event | None = None
) -> Iterator[Finding]:
    """Every better way and every higher bound, from the position as it is now; ends when nothing can be better, when
    so many positions have been looked at, when the time is over or when it is cancelled. The first finding comes in any
    case.
    """
    begun = time.monotonic()
    told: Finding | None = None
    for finding in steps(match):
        if finding.is_news(told):
            yield (told := finding)
        if (
            (nodes is not None and finding.nodes >= nodes)
            or (cancel is not None and cancel.is_set())
            or (seconds is not None and time.monotonic() - begun >= seconds)
        ):
            return


def steps(match: Match | View, way: tuple[int, ...] = (), bound: int | None = 0) -> Iterator[Finding]:
    """The same in steps of about a hundredth of a second, for who gives way to others between them: each tells what is
    known so far, be it nothing new. It begins with what is known already: a way to an end, and a bound.
    """
    if match.game.puzzle is None:
        raise NotAlone(COMMON.message("solve.not-alone", game=match.game.name))
    search = _Search(match.game, match.position, way, bound)
    for _ in search.steps():
        if (finding := search.finding).actions:  # the first way takes but a moment
            yield finding
    yield search.finding


def par(match: Match | View, cancel: Event | None = None) -> Finding:
    """What everybody is told to be a good result: the best way that a fixed number of positions shows."""
    *_, last = solve(match, nodes=PAR_NODES, cancel=cancel)
    return last


class _Search:
    """Beams and dives in turn."""

    def __init__(self, game: Game, position: Positions, way: tuple[int, ...], bound: int | None) -> None:
        assert game.puzzle is not None
        self._game, self._position, self._solved = game, position, game.puzzle.SOLVED
        of_room, proven = known_way(game, position)
        self._rest, _, self._way = min((self._rest_after(one), len(one), one) for one in (way, of_room))
        self._most = game.rules.MOST_PLIES  # no way is longer
        least = self._least()
        self._bound = None if least is None or bound is None else max(least, proven, bound)
        self._nodes = 0
        self._is_whole = False  # all has been seen

    def _rest_after(self, way: tuple[int, ...]) -> int:
        assert self._game.puzzle is not None
        position = self._position.copy()
        for action in way:
            self._game.single.apply(position, action)
        return int(self._game.puzzle.rest(position[0]))

    def _least(self) -> int | None:
        """What it takes at least, at first sight."""
        assert self._game.puzzle is not None
        may_be_solved = self._game.puzzle.may_be_solved
        return next((moves for moves in range(self._most + 1) if may_be_solved(self._position[0], moves)), None)

    @property
    def finding(self) -> Finding:
        position, texts = self._position.copy(), []
        for action in self._way:
            texts.append(self._game.text(position, action))
            self._game.single.apply(position, action)
        return Finding(self._way, tuple(texts), self._rest, self._is_solved, self._bound, self._nodes)

    def steps(self) -> Iterator[int]:
        """Work in small steps, until all is known; tells how many positions have been looked at."""
        if self._game.single.is_over(self._position):
            return
        dive = Dive(self._game, self._position)
        for width, weights in self._beams():
            before = self._nodes
            yield from self._widen(width, weights)
            if self._bound is not None:
                dive.skip_to(self._bound)
                yield from self._deepen(dive, self._nodes + (self._nodes - before))
            if self._is_settled and (self._is_solved or self._is_whole or width >= ENOUGH):
                return

    def _beams(self) -> Iterator[tuple[int, Ints]]:
        """Ever wider ones, each with all weights; then as wide as memory allows, with weights a little different."""
        assert self._game.puzzle is not None
        weights = self._game.puzzle.WEIGHTS
        yield from product(WIDTHS, weights)
        chance = random.Random(0)
        for number in count():
            changed = [int(weight * chance.uniform(0.6, 1.6)) for weight in weights[number % len(weights)]]
            yield WIDTHS[-1], np.array(changed, np.int32)

    def _widen(self, width: int, weights: Ints) -> Iterator[int]:
        """A way that leaves less over than the best, or a shorter one."""
        limit = len(self._way) - 1 if self._is_solved else self._most
        known = self._solved + 1 if self._is_solved else self._rest
        beam, before = Beam(self._game, self._position, width, weights, limit, known), self._nodes
        for _ in beam.widen():
            self._nodes = before + beam.nodes
            yield self._nodes
        if beam.way is not None:
            self._way, self._rest = beam.way, beam.rest
        if beam.is_whole:
            self._is_whole, self._bound = True, len(self._way) if self._is_solved else None

    def _deepen(self, dive: Dive, most_nodes: int) -> Iterator[int]:
        """Raise the bound until so many positions have been looked at."""
        while self._nodes < most_nodes and not self._is_settled:
            before = dive.nodes
            way = dive.deepen()
            self._nodes += dive.nodes - before
            self._bound = dive.moves
            if way is not None:
                self._way, self._rest, self._bound = way, self._solved, len(way)
            elif dive.moves > self._most:
                self._bound = None
            yield self._nodes

    @property
    def _is_settled(self) -> bool:
        return self._bound is None or (self._is_solved and self._bound == len(self._way))

    @property
    def _is_solved(self) -> bool:
        return self._rest == self._solved
