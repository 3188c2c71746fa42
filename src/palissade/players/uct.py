"""The first machine: plain UCT with a budget of time or of simulations, on several threads."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import numpy as np

from palissade.contract import MOST_SEATS
from palissade.kernel import random_source
from palissade.match import LIMIT, Match, View
from palissade.players.protocol import Choice, Hint, seed_from, seen_by_mover
from palissade.search import mcts

_TICK = 0.02  # seconds between two looks at the clock and at `cancel`


@dataclass(frozen=True)
class Uct:
    """Plays random games for a while and chooses the action it came back to most often.

    With `simulations` and without `seconds`, equal positions and seeds give equal answers. Each thread grows a tree
    of its own, and their visits are added up.
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

    def choose(self, match: Match | View, cancel: Event | None = None) -> int:
        """The action to play; one that is forced needs no thought."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        return self.hint(view, cancel).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""
        view = seen_by_mover(match)
        trees = [_Tree(view, seed_from(view, self.seed, thread), self.nodes) for thread in range(self.threads)]
        for tree in trees:
            tree.simulate(1)  # compiles, where that is still to be done: the clock does not run for it
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        share = None if self.simulations is None else -(-self.simulations // self.threads)
        with ThreadPoolExecutor(self.threads) as pool:
            for grown in [pool.submit(tree.grow, share, deadline, cancel) for tree in trees]:
                grown.result()
        return _answer(view, trees)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values


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

    def grow(self, simulations: int | None, deadline: float | None, cancel: Event | None) -> None:
        """Simulate until the budget is spent, in steps short enough to be on time."""
        step = 1
        while not (cancel and cancel.is_set()) and not (deadline and time.monotonic() >= deadline):
            if simulations is not None:
                step = min(step, simulations - self.simulations)
            if step == 0:
                return
            before = time.monotonic()
            self.simulate(step)
            step = 2 * step if time.monotonic() - before < _TICK / 2 else max(step // 2, 1)

    def simulate(self, simulations: int) -> None:
        """Grow the tree by so many simulations."""
        self.compiled.simulate(
            *(simulations, self.seat, self.seats, self.plies_left, self.positions, self.nodes, self.used, self.path),
            *(self.choosers, self.room, self.stamps, self.sums, self.rng),
        )

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
