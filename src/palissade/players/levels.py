"""Strengths by name, from soft to hard: the woods, or whatever a game's own file in `machines/` lists; and which of
them serves where nobody has chosen.
"""

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
from palissade.players.network import has_runtime
from palissade.players.protocol import Hint, Player, Progress, seed_from, seen_by_mover
from palissade.players.solver import Solver
from palissade.players.thinker import Thinker
from palissade.players.uct import ADVISED, NETWORK, Uct

MACHINES = Path(__file__).with_name("machines")
WOODS = "woods.toml"  # the file of every game that has none of its own
FIRST_LEVEL = 3  # to begin with, counted from 1: wins against nobody who looks, loses to nobody who does not
HINT_SECONDS = 2.0  # at most, for a hint
HIDDEN_SIMULATIONS = 6_000  # about a second of Blockers!
_HEEDING = -1  # keeps the dice of heeding apart from those of the search


@dataclass(frozen=True)
class Level:
    """A machine of a certain strength. It is weak by seeing less, never by playing anything at all: it thinks for so
    many simulations, overlooks some actions, and may not heed what the next player can do. A win within its own turn
    no machine misses. Where a game is better searched to a depth, strong ones look at so many positions instead; where
    a network has learned it, they ask that.

    The seconds are a ceiling, for a machine that is slow or shared by many. As long as a thought is done before, which
    without a ceiling (None) it always is, equal views and seeds give equal choices, but for trees that several threads
    grow. What the seat may not know has no part in the search: neither the choice nor the time it took depends on it.
    """

    name: str
    simulations: int = 0
    positions: int = 0  # by alpha-beta
    evaluations: int = 0  # instead of simulations, by the game's network; 0 where there is nothing to run it with
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
            simulations=self.evaluations or self.simulations,
            seconds=self.seconds,
            seed=self.seed,
            nodes=self.nodes,
            threads=self.threads,
            crew=self.crew,
            leaf=NETWORK if self.evaluations else ADVISED,
            overlooks=self.overlooks,
            sees_wins=True,
            fears_losses=heeds,
        )


@cache
def _listed(file: Path) -> tuple[Any, ...]:
    """The levels that a file lists, all of one kind; without what runs networks they think as they would have to."""
    told = tomllib.loads(file.read_text("utf-8"))
    kind = _KINDS[told["machine"]]
    without = {} if has_runtime() else {"evaluations"}
    return tuple(kind(**{key: entry[key] for key in entry if key not in without}) for entry in told["level"])


_KINDS: Mapping[str, type[Level | Solver]] = {"search": Level, "solver": Solver}
LEVELS: tuple[Level, ...] = _listed(MACHINES / WOODS)


def levels_of(game: Game) -> tuple[Level | Solver, ...]:
    """The machines that a game offers, from soft to hard."""
    own = MACHINES / f"{game.id}.toml"
    return _listed(own if own.exists() else MACHINES / WOODS)


def first_opponent(game: Game) -> Level | Solver:
    """Whom a newcomer meets."""
    levels = levels_of(game)
    return levels[min(FIRST_LEVEL, len(levels)) - 1]


def who_hints(game: Game, seconds: float = HINT_SECONDS) -> Level | Solver:
    """The strongest machine of a game, as far as it comes in the time that somebody waits for it."""
    strongest = levels_of(game)[-1]
    if game.is_hidden and isinstance(strongest, Level):
        # A thought that the clock ends could tell more than the seat knows.
        return replace(strongest, simulations=HIDDEN_SIMULATIONS, seconds=None)
    return replace(strongest, seconds=min(strongest.seconds or seconds, seconds))


def with_help(machine: Player, game: Game, threads: int, crew: Crew = OWN_THREADS) -> Player:
    """The same machine; where it thinks for long, so many threads grow its tree. Not so where seats know different
    things: with several threads what it says depends on chance, and there it may depend on nothing but what its seat
    knows, which nobody could show any more.
    """
    if game.is_hidden or not isinstance(machine, Level) or machine.is_quick:
        return machine
    return replace(machine, threads=threads, crew=crew)


def with_memory(machine: Player, game: Game) -> Player:
    """The same at one table: where it thinks for long, it remembers what it has found out. Of a hidden game nothing
    could be kept.
    """
    if game.is_hidden or not isinstance(machine, Level) or machine.is_quick:
        return machine
    return machine.thinker()
