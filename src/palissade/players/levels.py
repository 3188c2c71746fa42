"""Strengths by name, from soft to hard: the woods, or whatever a game's own file in `machines/` lists."""

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

from palissade.game import Game
from palissade.match import Match, View
from palissade.players.alphabeta import AlphaBeta
from palissade.players.crew import OWN_THREADS, Crew
from palissade.players.protocol import Hint, Player, Progress, seed_from, seen_by_mover
from palissade.players.solver import Solver
from palissade.players.thinker import Thinker
from palissade.players.uct import ADVISED, Uct

MACHINES = Path(__file__).with_name("machines")
WOODS = "woods.toml"  # the file of every game that has none of its own
_HEEDING = -1  # keeps the dice of heeding apart from those of the search


@dataclass(frozen=True)
class Level:
    """A machine of a certain strength. It is weak by seeing less, never by playing anything at all: it thinks for so
    many simulations, overlooks some actions, and may not heed what the next player can do. A win within its own turn
    no machine misses. Where a game is better searched to a depth, strong ones look at so many positions instead.

    The seconds are a ceiling, for a machine that is slow or shared by many. As long as a thought is done before, which
    without a ceiling (None) it always is, equal views and seeds give equal choices, but for trees that several threads
    grow. What the seat may not know has no part in the search: neither the choice nor the time it took depends on it.
    """

    name: str
    simulations: int = 0
    positions: int = 0  # by alpha-beta
    seconds: float | None = None  # at most
    overlooks: float = 0.0  # the share of actions that it does not think of, others each time
    heeds: float = 1.0  # how often it looks at what the next player could win by, and avoids it
    nodes: int = Uct.nodes  # of its tree at most: actions that were thought of
    threads: int = 1  # that grow its tree
    crew: Crew = OWN_THREADS  # who they are, beside the one that thinks
    seed: int = 0  # another one plays other games, as well or as badly

    @property
    def is_quick(self) -> bool:
        return self._machine().is_quick

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play."""
        view = seen_by_mover(match)
        return self._machine(heeds=self._heeds(view)).choose(view, cancel, progress)

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """What it thinks when it sees all that it can."""
        return replace(self, overlooks=0)._machine().hint(match, cancel)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values

    def thinker(self) -> Player:
        """The same at one table, with a memory if it grows trees; it always heeds."""
        machine = self._machine()
        return Thinker(machine) if isinstance(machine, Uct) else self

    def _heeds(self, view: View) -> bool:
        return random.Random(seed_from(view, self.seed, _HEEDING)).random() < self.heeds

    def _machine(self, *, heeds: bool = True) -> Uct | AlphaBeta:
        if self.positions:
            return AlphaBeta(self.seconds, self.positions, seed=self.seed, sees_wins=True, fears_losses=heeds)
        return Uct(
            simulations=self.simulations,
            seconds=self.seconds,
            seed=self.seed,
            nodes=self.nodes,
            threads=self.threads,
            crew=self.crew,
            leaf=ADVISED,
            overlooks=self.overlooks,
            sees_wins=True,
            fears_losses=heeds,
        )


@cache
def _listed(file: Path) -> tuple[Any, ...]:
    """The levels that a file lists, all of one kind."""
    told = tomllib.loads(file.read_text("utf-8"))
    kind = _KINDS[told["machine"]]
    return tuple(kind(**entry) for entry in told["level"])


_KINDS: Mapping[str, type[Level | Solver]] = {"search": Level, "solver": Solver}
LEVELS: tuple[Level, ...] = _listed(MACHINES / WOODS)


def levels_of(game: Game) -> tuple[Level | Solver, ...]:
    """The machines that a game offers, from soft to hard."""
    own = MACHINES / f"{game.id}.toml"
    return _listed(own if own.exists() else MACHINES / WOODS)
