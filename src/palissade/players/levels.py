"""Eight strengths named after woods, from soft to hard."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Event

from palissade.game import Game
from palissade.match import Match, View
from palissade.players.protocol import Hint, Progress, seed_from, seen_by_mover
from palissade.players.solver import Solver
from palissade.players.thinker import Thinker
from palissade.players.uct import ADVISED, Uct

_ERRING = -1  # keeps the dice of erring apart from those of the search, whose threads count from 0


@dataclass(frozen=True)
class Level:
    """A machine of a certain strength: so many simulations for an action, and now and then any action at all.

    The seconds are a ceiling, for a machine that is slow or shared by many. As long as a thought is done before, which
    without a ceiling (None) it always is, equal views and seeds give equal choices. What the seat may not know has no
    part in the search: neither the choice nor the time it took depends on it.
    """

    name: str
    simulations: int
    seconds: float | None = None  # at most
    errs: float = 0.0  # how often it plays without thinking, from 0 to 1
    seed: int = 0  # another one plays other games, as well or as badly

    @property
    def is_quick(self) -> bool:
        return self._machine.is_quick

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play."""
        view = seen_by_mover(match)
        stray = self._stray(view)
        return self._machine.choose(view, cancel, progress) if stray is None else stray

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """What it thinks when it does not err."""
        return self._machine.hint(match, cancel)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self._machine.evaluate(match, cancel)

    def thinker(self) -> Thinker:
        """The same at one table, with a memory."""
        return Thinker(self._machine, self._stray)

    def _stray(self, view: View) -> int | None:
        """Now and then any action at all."""
        dice = random.Random(seed_from(view, self.seed, _ERRING))
        return dice.choice(view.actions) if dice.random() < self.errs else None

    @property
    def _machine(self) -> Uct:
        return Uct(simulations=self.simulations, seconds=self.seconds, seed=self.seed, leaf=ADVISED)


LEVELS = (
    Level("balsa", 30, seconds=0.4, errs=0.5),
    Level("poplar", 100, seconds=0.6, errs=0.3),
    Level("pine", 300, seconds=0.8, errs=0.12),
    Level("birch", 1_000, seconds=1.0),
    Level("beech", 2_500, seconds=1.5),
    Level("ash", 6_000, seconds=2.0),
    Level("oak", 16_000, seconds=3.0),
    Level("ebony", 40_000, seconds=4.5),
)
ALONE = (
    Solver("balsa", sight=1, is_naive=True),
    Solver("poplar", sight=1),
    Solver("pine", sight=2, width=20),
    Solver("birch", sight=3, width=20),
    Solver("beech", sight=4, width=30),
    Solver("ash", sight=6, width=50),
    Solver("oak", sight=8, width=100),
    Solver("ebony", seconds=4.5),
)
# By the id of a game that has other machines than the woods, or more.
OTHERS: Mapping[str, tuple[Level | Solver, ...]] = {"solitaire": ALONE}


def levels_of(game: Game) -> tuple[Level | Solver, ...]:
    """The machines that a game offers, from soft to hard."""
    return OTHERS.get(game.id, LEVELS)
