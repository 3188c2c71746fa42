"""The first machine: plain UCT with a budget of time, of simulations or of both, on several threads."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import numpy as np

from palissade.contract import LIMIT, MOST_SEATS
from palissade.kernel import random_source
from palissade.match import Match, View
from palissade.players.protocol import Choice, Hint, Progress, seed_from, seen_by_mover
from palissade.search import mcts

QUICK = 1_000  # simulations, which take less than a tenth of a second in the slowest game
_TICK = 0.02  # seconds between two looks at the clock and at `cancel`


@dataclass(frozen=True)
class Uct:
    """Plays random games for a while and chooses the action it came back to most often.

    Whichever of `simulations` and `seconds` is spent first ends a thought. Where it is the simulations, equal positions
    and seeds give equal answers. Each thread grows a tree of its own, and their visits are added up.
    """

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    seed: int = 0
    nodes: int = 1_000_000  # at most, for each thread

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            object.__setattr__(self, "seconds", 1.0)
        for name in ("seconds", "simulations", "threads"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be more than 0, not {value}")

    @property
    def is_quick(self) -> bool:
        return self.simulations is not None and self.simulations <= QUICK

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; one that is forced needs no thought, and one that is settled no more."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        return self._think(view, cancel, progress, until_settled=True).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""
        return self._think(seen_by_mover(match), cancel)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values

    def _think(
        self, view: View, cancel: Event | None, progress: Progress | None = None, *, until_settled: bool = False
    ) -> Hint:
        trees = [_Tree(view, seed_from(view, self.seed, thread), self.nodes) for thread in range(self.threads)]
        for tree in trees:
            tree.simulate(1)  # compiles, where that is still to be done: the clock does not run for it
            tree.lead()
        simulations = None if self.simulations is None else -(-self.simulations // self.threads)
        is_alone = self.threads == 1  # what is settled in one tree of several may not be in all
        budget = _Budget(simulations, self.seconds, time.monotonic(), cancel, until_settled and is_alone)
        if is_alone:
            trees[0].grow(budget, progress)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                # One tree speaks for all: they grow alike.
                tellers = (progress, *[None] * (self.threads - 1))
                for grown in [
                    pool.submit(tree.grow, budget, teller) for tree, teller in zip(trees, tellers, strict=True)
                ]:
                    grown.result()
        return _answer(view, trees)


@dataclass(frozen=True)
class _Budget:
    """When a tree has grown enough."""

    simulations: int | None  # at most
    seconds: float | None  # at most
    begun: float  # monotonic time
    cancel: Event | None  # ends it at once
    until_settled: bool  # no further than the choice can change

    def share(self, simulations: int) -> float:
        """How much of it is spent, from 0 to 1."""
        shares = [0.0]
        if self.simulations is not None:
            shares.append(simulations / self.simulations)
        if self.seconds is not None:
            shares.append((time.monotonic() - self.begun) / self.seconds)
        return min(max(shares), 1.0)

    def is_settled(self, simulations: int, ahead: int) -> bool:
        """Whether an action that is so many visits ahead cannot be caught up with any more."""
        return self.until_settled and self.simulations is not None and ahead > self.simulations - simulations


class _Tree:
    """The memory of one thread's search."""

    def __init__(self, view: View, seed: int, nodes: int) -> None:
        rules = view.game.rules
        self.seat = view.seat
        self.seats = len(view.game.seats)
        self.plies_left = max(LIMIT - view.ply, 0)
        self.compiled = view.game.compiled("palissade.search.mcts")
        self.positions = np.zeros(2, rules.POSITION)
        self.positions[0] = view.position[0]
        self.nodes = np.zeros(max(nodes, rules.MOST_LEGAL + 1), mcts.NODE)  # the root always has its children
        self.nodes[mcts.ROOT]["first"] = mcts.NONE
        self.used = np.ones(1, np.int32)
        self.path = np.zeros(LIMIT + 1, np.int32)
        self.choosers = np.zeros(LIMIT + 1, np.int32)
        self.room = np.zeros(rules.MOST_LEGAL, np.int32)
        self.stamps = np.zeros(rules.ACTIONS + 1, np.int32)
        self.sums = np.zeros(MOST_SEATS)
        self.rng = random_source(seed)

    def grow(self, budget: _Budget, progress: Progress | None) -> None:
        """Simulate until the budget is spent, in steps short enough to be on time."""
        step = 1
        while not (budget.cancel and budget.cancel.is_set()):
            done, share, (best, ahead) = self.simulations, budget.share(self.simulations), self.lead()
            if share == 1 or budget.is_settled(done, ahead):
                return
            if progress:
                progress(share, best)
            if budget.simulations is not None:
                step = min(step, budget.simulations - done)
            before = time.monotonic()
            self.simulate(step)
            step = 2 * step if time.monotonic() - before < _TICK / 2 else max(step // 2, 1)

    def simulate(self, simulations: int) -> None:
        """Grow the tree by so many simulations."""
        self.compiled.simulate(
            *(simulations, self.seat, self.seats, self.plies_left, self.positions, self.nodes, self.used, self.path),
            *(self.choosers, self.room, self.stamps, self.sums, self.rng),
        )

    def lead(self) -> tuple[int | None, int]:
        """The action visited most, and by how many visits it is ahead of the next."""
        best, ahead = self.compiled.lead(self.nodes)
        return None if best == mcts.NONE else int(self.nodes[best]["action"]), int(ahead)

    @property
    def simulations(self) -> int:
        return int(self.nodes[mcts.ROOT]["visits"])

    def choices(self) -> list[tuple[int, int, float]]:
        """Action, visits and total value of each child of the root."""
        found, child = [], int(self.nodes[mcts.ROOT]["first"])
        while child != mcts.NONE:
            node = self.nodes[child]
            found.append((int(node["action"]), int(node["visits"]), float(node["total"])))
            child = int(node["next"])
        return found


def _answer(view: View, trees: list[_Tree]) -> Hint:
    """The trees' findings added up; of actions visited as often, the one that brought more."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for tree in trees:
        for action, count, total in tree.choices():
            visits[action] = visits.get(action, 0) + count
            totals[action] = totals.get(action, 0.0) + total
    simulations = sum(tree.simulations for tree in trees)
    sums = np.sum([tree.sums for tree in trees], axis=0)
    ranked = sorted(visits, key=lambda action: (-visits[action], -totals[action], action))
    choices = tuple(
        Choice(action, visits[action] / simulations, totals[action] / visits[action])
        for action in ranked
        if visits[action]
    )
    return Hint(
        action=choices[0].action,
        values=tuple(float(sums[seat] / simulations) for seat in range(len(view.game.seats))),
        choices=choices,
    )
