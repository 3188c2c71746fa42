"""Whoever looks one action ahead: takes a win that is there, else what the game's room likes best (`evaluate`)."""

import random
from dataclasses import dataclass
from threading import Event

import numpy as np

from palissade.arrays import Positions
from palissade.contract import MOST_SEATS
from palissade.foresight import played
from palissade.game import Game
from palissade.kernel import random_source
from palissade.match import Match, View, outcome
from palissade.players.protocol import Choice, Hint, Progress, seed_from, seen_by_mover


@dataclass(frozen=True)
class Greedy:
    """Plays the action after which its seat may expect most, one of them at random where several are equal.

    What it may not know it imagines, once for a choice. Where a room has no `evaluate`, it sees ends of the game only,
    and plays the rest at random.
    """

    seed: int = 0

    @property
    def is_quick(self) -> bool:
        return True

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action that looks best."""
        return self.hint(match).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action that looks best, and what each seat may expect after it."""
        view = seen_by_mover(match)
        dice = random.Random(seed_from(view, self.seed))
        position = self._imagined(view)
        after = {action: expected(view.game, played(view.game, position, action)) for action in view.actions}
        seat = view.seat
        ranked = sorted(view.actions, key=lambda action: (-after[action][seat], dice.random()))
        best = ranked[0]
        return Hint(best, after[best], tuple(Choice(a, float(a == best), after[a][seat]) for a in ranked))

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect once it has played."""
        return self.hint(match).values

    def _imagined(self, view: View) -> Positions:
        """The position, what the seat may not know filled in."""
        position = view.position.copy()
        if view.game.is_hidden:
            view.game.single.redeal(position, view.seat, random_source(seed_from(view, self.seed)))
        return position


def expected(game: Game, position: Positions) -> tuple[float, ...]:
    """What each seat may expect, from 0 to 1: by the rules where they have ended the game, else by the room."""
    seats = range(len(game.seats))
    if game.single.is_over(position):
        ended = outcome(game, position)
        return tuple(0.5 if ended.draw else float(seat in ended.winners) for seat in seats)
    if game.knowledge is None or not hasattr(game.knowledge, "evaluate"):
        return (0.5,) * len(seats)
    values = np.zeros(MOST_SEATS, np.float32)
    game.knowledge.evaluate(position[0], values)
    return tuple(float(values[seat]) for seat in seats)
