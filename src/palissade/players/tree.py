"""The tree of one search, and how it grows: the memory that `palissade.search.tree` works on."""

import math
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock
from typing import Any

import numpy as np

from palissade.arrays import Actions, Floats, Ints, Positions
from palissade.contract import LIMIT, MOST_SEATS
from palissade.game import Game
from palissade.kernel import is_machine_code
from palissade.match import REPETITIONS, View
from palissade.players.crew import Crew
from palissade.players.gardener import Gardener
from palissade.players.past import keys_of
from palissade.players.protocol import Progress
from palissade.search import tree as words

LEAVES = ("playout", "static", "guided", "outside")  # in the order of `words.LEAVES`
FIRST_PLAY = 0.1  # PUCT: an untried action is taken to bring so much less than those tried
SEEN_WELL = 20  # visits of an action that is told as part of a line
PLOTS = 4  # for each of several threads that grow a tree: who is quicker takes more of them
_MOMENT = 0.0002  # seconds in which another thread may give leaves back
_TICK = 0.02  # seconds between two looks at the clock and at `cancel`

Evaluator = Callable[[Game, Positions, Actions, Ints], tuple[Floats, Floats]]
"""Somebody outside who is asked what leaves are worth: of a game's positions, their legal actions (a row for each
position) and how many these are, the values (a row of a value for each seat, from 0 to 1) and weights (a row of one for
each action, of any sum above 0).
"""


@dataclass(frozen=True)
class Budget:
    """When a tree has grown enough."""

    simulations: int | None  # at most
    seconds: float | None  # at most
    begun: float  # monotonic time
    cancel: Event | None  # ends it at once
    until_settled: bool = False  # no further than the choice can change, but for proofs

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
        return self.until_settled and ahead > self._left(simulations)

    def _left(self, simulations: int) -> float:
        """How many simulations are still to come; by the clock, as many as the pace so far lets expect."""
        left = math.inf if self.simulations is None else self.simulations - simulations
        if self.seconds is not None:
            spent = max(time.monotonic() - self.begun, 1e-9)
            left = min(left, simulations * max(self.seconds - spent, 0) / spent)
        return left


@dataclass(frozen=True)
class Kind:
    """How a tree searches."""

    leaf: str = "playout"  # who says what a leaf is worth: one of LEAVES
    uses_prior: bool = False  # whether actions are weighed by the room's `knowledge.prior`
    exploration: float = 0.7  # the weight of the bonus for what was tried little
    cut: int = 8  # guided: plies before the evaluation
    margin: float = 0.0  # the share of a game's worth that goes by its scores, where the room has `knowledge.POINTS`
    evaluator: Evaluator | None = None  # outside: who is asked
    batch: int = 16  # outside: leaves that are handed out at once
    least: float = 0.0  # outside: the share of the greatest weight below which, of many actions, none is tried
    points: float | None = None  # that are e times the share that goes by scores; None: `knowledge.POINTS`
    overlooks: float = 0.0  # the share of actions that are not thought of, from 0 to below 1

    def compiled(self, game: Game) -> Any:
        """The search for this game. Numbers are told to it when it runs: only what changes its code is a variant."""
        if self.leaf == "static" and not hasattr(game.knowledge, "evaluate"):
            raise ValueError(f"{game.name} has no knowledge.evaluate")
        if self.uses_prior and not hasattr(game.knowledge, "prior"):
            raise ValueError(f"{game.name} has no knowledge.prior")
        if self.margin and self.points is None and not hasattr(game.knowledge, "POINTS"):
            raise ValueError(f"{game.name} has no knowledge.POINTS")
        if self.leaf == "playout" and not self.uses_prior:
            return game.compiled(words.__name__)
        variant = f"{self.leaf}_prior" if self.uses_prior else self.leaf
        return game.compiled(words.__name__, variant, LEAF=LEAVES.index(self.leaf), USES_PRIOR=self.uses_prior)


class Tree:
    """A tree that grows from one position on."""

    def __init__(self, view: View, seed: int, nodes: int, kind: Kind, threads: int = 1) -> None:
        game = view.game
        self.game, self.kind, self.view = game, kind, view
        self.compiled = kind.compiled(game)
        plots = 1 if threads == 1 else PLOTS * threads
        self._plot = max(nodes // plots, game.rules.MOST_LEGAL + 1)  # the root has its children
        self.nodes = np.empty(self._plot * (plots + threads - 1), words.NODE)
        self.nodes[words.ROOT] = np.zeros((), words.NODE)
        self.nodes[words.ROOT]["first"] = words.NONE
        self.keys = np.zeros(len(self.nodes) if game.may_repeat else 1, np.uint64)
        self.gardeners = [Gardener(game, kind.batch if kind.leaf == "outside" else 1) for _ in range(threads)]
        self._lock = Lock()  # for what follows
        self._idle = self.gardeners[1:]
        self._begun = 0  # simulations that a gardener has done or taken on
        self._has_failed = False  # a gardener has, and leaves that it was to give back wait for ever
        self._divide(1)
        self._set_root(view, seed)

    def _divide(self, used: int) -> None:
        """Divide the nodes that are free between the gardeners: each has a plot, and takes another when it needs it."""
        self._settled = self._free = used
        plot = min(self._plot, (len(self.nodes) - used) // len(self.gardeners))
        for gardener in self.gardeners:
            gardener.settle(self._free, self._free + plot)
            self._free += plot

    def _make_room(self, gardener: Gardener) -> None:
        """Another plot for who has little left, as long as there are any."""
        if gardener.room < self._plot // 4 and len(self.nodes) > self._free:
            with self._lock:
                end = min(self._free + self._plot, len(self.nodes))
                if end - self._free > gardener.room:
                    gardener.go_on(self._free, end)
                    self._free = end

    def _set_root(self, view: View, seed: int) -> None:
        """All that a thought needs beside the nodes."""
        self.view = view
        self.mover = int(self.game.single.mover(view.position))
        self.past = keys_of(list(filter(None, view.identities)), len(self.gardeners[0].words))
        self.kept = int(self.nodes[words.ROOT]["visits"])
        search = np.zeros(1, words.SEARCH)
        search["seat"] = view.seat
        search["seats"] = len(self.game.seats)
        search["plies_left"] = max(LIMIT - view.ply, 0)
        search["repetitions"] = REPETITIONS
        search["exploration"] = self.kind.exploration
        search["first_play"] = FIRST_PLAY
        search["cut"] = self.kind.cut
        search["overlooks"] = round(self.kind.overlooks * int(words.ALL))
        search["blindness"] = seed & 0xFFFFFFFF
        search["margin"] = self.kind.margin
        search["points"] = self.kind.points or getattr(self.game.knowledge, "POINTS", 1.0)
        is_outside = self.kind.leaf == "outside"
        search["least"] = self.kind.least if is_outside else getattr(self.game.knowledge, "LEAST", 0.0)
        search["is_shared"] = len(self.gardeners) > 1
        for number, gardener in enumerate(self.gardeners):
            gardener.prepare(view.position, search, seed + number)

    # ---- growing

    def grow(self, budget: Budget, progress: Progress | None = None, crew: Crew | None = None) -> None:
        """Simulate until the budget is spent or the root is proven. A crew may help, as many as there is room for; not
        as long as rules are interpreted, since only machine code can share a tree.
        """
        self._begun, most = self.simulations, len(self.gardeners) - 1
        step = self.compiled.gather if self.kind.leaf == "outside" else self.compiled.simulate
        may_help = crew is not None and most > 0 and is_machine_code(step)
        with crew.helping(partial(self._help, budget), most) if crew and may_help else nullcontext():
            self._work(self.gardeners[0], budget, progress)
        if self._has_failed:
            raise RuntimeError("a thread that helped has failed")

    def _help(self, budget: Budget, may_go_on: Callable[[], bool]) -> None:
        """Grow it too, in another thread."""
        with self._lock:
            gardener = self._idle.pop()
        try:
            self._work(gardener, budget, None, may_go_on)
        finally:
            with self._lock:
                self._idle.append(gardener)

    def _work(
        self,
        gardener: Gardener,
        budget: Budget,
        progress: Progress | None,
        may_go_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Simulate in steps short enough to be on time."""
        step = 1
        while may_go_on() and not (budget.cancel and budget.cancel.is_set()) and not self._is_done:
            share, (best, ahead) = budget.share(self._begun), self.lead()
            if share == 1 or budget.is_settled(self.simulations, ahead):
                return
            if progress:
                progress(share, best)
            step = self._take_on(step, budget)
            self._make_room(gardener)
            before = time.monotonic()
            self._simulate(step, gardener)
            step = 2 * step if time.monotonic() - before < _TICK / 2 else max(step // 2, 1)

    def _take_on(self, step: int, budget: Budget) -> int:
        """So many simulations of the budget, or a share of what is left, so that all are done at the same time."""
        with self._lock:
            if budget.simulations is not None:
                step = min(step, -(-(budget.simulations - self._begun) // len(self.gardeners)))
            self._begun += step
            return step

    def simulate(self, simulations: int) -> None:
        """Grow the tree by so many simulations, by fewer if the root is proven."""
        self._simulate(simulations, self.gardeners[0])

    def _simulate(self, simulations: int, gardener: Gardener) -> None:
        if self.kind.leaf == "outside":
            try:
                self._simulate_outside(simulations, gardener)
            except BaseException:
                self._has_failed = True  # or others would come to its leaves again and again
                raise
            return
        self.compiled.simulate(
            *(simulations, gardener.search, gardener.positions, self.nodes, self.keys, self.past),
            *(gardener.words, gardener.paths),
            *(gardener.actions[0], gardener.weights[0], gardener.stamps, gardener.rng),
        )

    def _simulate_outside(self, simulations: int, gardener: Gardener) -> None:
        """Hand leaves out until so many simulations are done."""
        evaluate, goal = self.kind.evaluator, gardener.simulations + simulations
        assert evaluate is not None
        while gardener.simulations < goal and not self._is_done:
            wanted, before = min(goal - gardener.simulations, len(gardener.leaves)), gardener.simulations
            found = self.compiled.gather(
                *(gardener.search, gardener.positions, gardener.leaves[:wanted], self.nodes, self.keys, self.past),
                *(gardener.words, gardener.paths, gardener.actions, gardener.weights, gardener.stamps, gardener.rng),
            )
            if found:
                leaves, actions = gardener.leaves[:found], gardener.actions[:found]
                told, weights = evaluate(self.game, leaves, actions, gardener.paths[:found]["actions"])
                values = np.zeros((found, MOST_SEATS), np.float32)
                values[:, : len(self.game.seats)] = told
                gardener.weights[:found] = weights
                self.compiled.give_back(
                    *(found, gardener.search, self.nodes, gardener.paths, gardener.actions, values, gardener.weights),
                    *(gardener.stamps, gardener.rng),
                )
            elif gardener.simulations == before:
                time.sleep(_MOMENT)  # all that is worth a look is another thread's

    @property
    def _is_done(self) -> bool:
        """Whether it cannot grow any more."""
        return self.is_proven or self._has_failed

    @property
    def size(self) -> int:
        """The bytes of the nodes that are used; what is only set aside for more takes no memory."""
        used = self._settled + sum(gardener.used for gardener in self.gardeners)
        return used * (self.nodes.itemsize + (self.keys.itemsize if self.game.may_repeat else 0))

    # ---- what it found

    @property
    def simulations(self) -> int:
        """How many have grown it since its root was set."""
        return int(self.nodes[words.ROOT]["visits"]) - self.kept

    @property
    def sums(self) -> Any:
        """Of the values of these simulations, by seat."""
        return sum(gardener.search["sums"][0] for gardener in self.gardeners)

    @property
    def proof(self) -> int:
        """Who wins: see `palissade.search.tree`."""
        return int(self.nodes[words.ROOT]["proof"])

    @property
    def is_proven(self) -> bool:
        return self.proof > words.OPEN

    def lead(self) -> tuple[int | None, int]:
        """The action visited most, and by how many visits it is ahead of the next."""
        best, ahead = self.compiled.lead(self.nodes, self.mover)
        return None if best == words.NONE else int(self.nodes[best]["action"]), int(ahead)

    def choices(self, least: int = 0) -> "list[Visited]":
        """The children of the root that were visited so often."""
        children = self.nodes[self._children(words.ROOT)]
        told = children[children["visits"] >= least][["action", "visits", "total", "proof"]]
        return [Visited(*child) for child in told.tolist()]

    def line(self, action: int) -> tuple[int, ...]:
        """How the game goes on from this action of the root, as long as the search has looked at it often. Where seats
        know different things, what others will do depends on what they hold: there it is the action alone.
        """
        found, node = [action], self._child(words.ROOT, action)
        while not self.game.is_hidden and node != words.NONE:
            children = self._children(node)
            if not children:
                break
            node = children[int(self.nodes["visits"][children].argmax())]
            if self.nodes["visits"][node] < SEEN_WELL:
                break
            found.append(int(self.nodes[node]["action"]))
        return tuple(found)

    # ---- keeping it

    def follow(self, view: View, seed: int) -> bool:
        """Let what grew from this view's position be the whole tree; False if it is not a later view of the same match,
        or if nothing grew there. Of a hidden game nothing is kept: it grew from deals that may no longer be possible.
        """
        if self.game.is_hidden or not self._leads_to(view):
            return False
        node = words.ROOT
        for action in view.played[self.view.ply :]:
            node = self._child(node, action)
            if node == words.NONE:
                return False
        if self.nodes[node]["first"] == words.NONE:
            return False
        if node != words.ROOT:
            nodes, keys = np.empty_like(self.nodes), np.zeros_like(self.keys)
            self._divide(self.compiled.transplant(self.nodes, self.keys, node, nodes, keys))
            self.nodes, self.keys = nodes, keys
        self._set_root(view, seed)
        return True

    def _leads_to(self, view: View) -> bool:
        """Whether the view is of the same match, at this position or later."""
        before = self.view
        if (view.game.id, view.game.options) != (before.game.id, before.game.options):
            return False
        ply = before.ply
        if view.played[:ply] != before.played or view.identities[: ply + 1] != before.identities:
            return False
        position = before.position.copy()
        for action in view.played[ply:]:
            if self.game.refusal(position, action):
                return False
            self.game.single.apply(position, action)
        return position.tobytes() == view.position.tobytes()

    def _child(self, node: int, action: int) -> int:
        """The child to which the action leads, or NONE."""
        children = self._children(node)
        return next((children[i] for i in np.flatnonzero(self.nodes["action"][children] == action)), words.NONE)

    def _children(self, node: int) -> list[int]:
        found, child, following = [], int(self.nodes["first"][node]), self.nodes["next"].item
        while child != words.NONE:
            found.append(child)
            child = following(child)
        return found


@dataclass(frozen=True)
class Visited:
    """What a tree knows of an action."""

    action: int
    visits: int
    total: float
    proof: int
