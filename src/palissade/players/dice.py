"""Whoever plays by dice: any legal action, each equally likely. What every other player is measured against first."""

import random
from dataclasses import dataclass
from threading import Event

from palissade.match import Match, View
from palissade.players.protocol import Choice, Hint, Progress, seed_from, seen_by_mover


@dataclass(frozen=True)
class Dice:
    """Plays at random; equal views and seeds give equal choices."""

    seed: int = 0

    @property
    def is_quick(self) -> bool:
        return True

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """Any legal action."""
        view = seen_by_mover(match)
        return random.Random(seed_from(view, self.seed)).choice(view.actions)

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """Any legal action: dice have no reasons."""
        view = seen_by_mover(match)
        values = self.evaluate(view)
        action = self.choose(view)
        return Hint(action, values, (Choice(action, 1.0, values[view.seat]),))

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """To each side as much as to every other."""
        seats = seen_by_mover(match).game.seats
        return (1 / len({seat.team for seat in seats}),) * len(seats)
