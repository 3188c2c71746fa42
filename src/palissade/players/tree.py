"""The tree of one search: the memory that `palissade.search.tree` works on, for one thread."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from palissade.arrays import Actions, Floats, Ints, Positions
from palissade.contract import LIMIT, MOST_SEATS
from palissade.game import Game
from palissade.kernel import random_source
from palissade.match import REPETITIONS, View
from palissade.players.protocol import Progress
from palissade.search import tree as words

LEAVES = ("playout", "static", "guided", "outside")  # in the order of `words.LEAVES`
FIRST_PLAY = 0.1  # PUCT: an untried action is taken to bring so much less than those tried
SEEN_WELL = 20  # visits of an action that is told as part of a line
_TICK = 0.02  # seconds between two looks at the clock and at `cancel`

Evaluator = Callable[[Game, Positions, Actions, Ints], tuple[Floats, Floats]]
"""Somebody outside who is asked what leaves are worth: of a game's positions, their legal actions (a row for each
position) and how many these are, the values (a row of a value for each seat, from 0 to 1) and weights (a row of one for
each action, of any sum above 0). Several threads may ask at once.
"""


@dataclass(frozen=True)
class Budget:
    """When a tree has grown enough."""

    simulations: int | None  # at most
    seconds: float | None  # at most
    begun: float  # monotonic time
    cancel: Event | None  # ends it at once
    until_settled: bool  # no further than the choice can change, but for proofs

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
    overlooks: float = 0.0  # the share of actions that are not thought of, from 0 to below 1

    def compiled(self, game: Game) -> Any:
        """The search for this game. Numbers are told to it when it runs: only what changes its code is a variant."""
        if self.leaf == "static" and not hasattr(game.knowledge, "evaluate"):
            raise ValueError(f"{game.name} has no knowledge.evaluate")
        if self.uses_prior and not hasattr(game.knowledge, "prior"):
            raise ValueError(f"{game.name} has no knowledge.prior")
        if self.margin and not hasattr(game.knowledge, "POINTS"):
            raise ValueError(f"{game.name} has no knowledge.POINTS")
        if self.leaf == "playout" and not self.uses_prior:
            return game.compiled(words.__name__)
        variant = f"{self.leaf}_prior" if self.uses_prior else self.leaf
        return game.compiled(words.__name__, variant, LEAF=LEAVES.index(self.leaf), USES_PRIOR=self.uses_prior)


class Tree:
    """A tree that grows from one position on."""

    def __init__(self, view: View, seed: int, nodes: int, kind: Kind) -> None:
        game, rules = view.game, view.game.rules
        self.game, self.kind, self.view = game, kind, view
        self.compiled = kind.compiled(game)
        self.search = np.zeros(1, words.SEARCH)
        self.positions = np.zeros(2, rules.POSITION)
        self.nodes = np.zeros(max(nodes, rules.MOST_LEGAL + 1), words.NODE)  # the root always has its children
        self.nodes[words.ROOT]["first"] = words.NONE
        self.keys = np.zeros(len(self.nodes) if game.may_repeat else 1, np.uint64)
        self.words = np.zeros(rules.POSITION.itemsize // 8 + 1, np.uint64)
        rows = kind.batch if kind.leaf == "outside" else 1
        self.paths = np.zeros(rows, words.PATH)
        self.actions = np.zeros((rows, rules.MOST_LEGAL), np.int32)
        self.weights = np.zeros((rows, rules.MOST_LEGAL), np.float32)
        self.stamps = np.zeros(rules.ACTIONS, np.int32)
        self.leaves = np.zeros(rows, rules.POSITION)
        self.search["used"] = 1
        self._set_root(view, seed)

    def _set_root(self, view: View, seed: int) -> None:
        """All that a thought needs beside the nodes."""
        self.view = view
        self.mover = int(self.game.single.mover(view.position))
        self.positions[0] = view.position[0]
        self.search["seat"] = view.seat
        self.search["seats"] = len(self.game.seats)
        self.search["plies_left"] = max(LIMIT - view.ply, 0)
        self.search["repetitions"] = REPETITIONS
        self.search["exploration"] = self.kind.exploration
        self.search["first_play"] = FIRST_PLAY
        self.search["cut"] = self.kind.cut
        self.search["overlooks"] = round(self.kind.overlooks * int(words.ALL))
        self.search["blindness"] = seed & 0xFFFFFFFF
        self.search["margin"] = self.kind.margin
        self.search["points"] = getattr(self.game.knowledge, "POINTS", 1.0)
        self.past = self._keys_of([identity for identity in view.identities if identity])
        self.search["sums"] = 0
        self.rng = random_source(seed)
        self.kept = int(self.nodes[words.ROOT]["visits"])

    def _keys_of(self, identities: list[bytes]) -> Any:
        """The keys of the positions that have begun a turn, in order of size."""
        keys = np.zeros(len(identities), np.uint64)
        if identities:
            room = np.zeros((len(identities), len(self.words)), np.uint64)
            mark, counts = room.view(np.uint8), np.array([len(identity) for identity in identities], np.int32)
            for row, identity in zip(mark, identities, strict=True):
                row[: len(identity)] = np.frombuffer(identity, np.uint8)
            self.compiled.write_keys(mark, room, counts, keys)
            keys.sort()
        return keys

    # ---- growing

    def grow(self, budget: Budget, progress: Progress | None) -> None:
        """Simulate until the budget is spent or the root is proven, in steps short enough to be on time."""
        step = 1
        while not (budget.cancel and budget.cancel.is_set()) and not self.is_proven:
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
        """Grow the tree by so many simulations, by fewer if the root is proven."""
        if self.kind.leaf == "outside":
            self._simulate_outside(simulations)
            return
        self.compiled.simulate(
            *(simulations, self.search, self.positions, self.nodes, self.keys, self.past),
            *(self.words, self.paths),
            *(self.actions[0], self.weights[0], self.stamps, self.rng),
        )

    def _simulate_outside(self, simulations: int) -> None:
        """Hand leaves out until so many simulations are done."""
        evaluate, goal = self.kind.evaluator, self.simulations + simulations
        assert evaluate is not None
        while self.simulations < goal and not self.is_proven:
            wanted = min(goal - self.simulations, len(self.leaves))
            found = self.compiled.gather(
                *(self.search, self.positions, self.leaves[:wanted], self.nodes, self.keys, self.past),
                *(self.words, self.paths, self.actions, self.weights, self.stamps, self.rng),
            )
            if found:
                leaves, actions, counts = self.leaves[:found], self.actions[:found], self.paths[:found]["actions"]
                told, weights = evaluate(self.game, leaves, actions, counts)
                values = np.zeros((found, MOST_SEATS), np.float32)
                values[:, : len(self.game.seats)] = told
                self.weights[:found] = weights
                self.compiled.give_back(
                    *(found, self.search, self.nodes, self.paths, self.actions, values, self.weights),
                    *(self.stamps, self.rng),
                )

    # ---- what it found

    @property
    def simulations(self) -> int:
        """How many have grown it since its root was set."""
        return int(self.nodes[words.ROOT]["visits"]) - self.kept

    @property
    def sums(self) -> Any:
        """Of the values of these simulations, by seat."""
        return self.search["sums"][0]

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

    def choices(self) -> "list[Visited]":
        """The children of the root."""
        found, child = [], int(self.nodes[words.ROOT]["first"])
        while child != words.NONE:
            node = self.nodes[child]
            found.append(Visited(*(node[name].item() for name in ("action", "visits", "total", "proof"))))
            child = int(node["next"])
        return found

    def line(self, action: int) -> tuple[int, ...]:
        """How the game goes on from this action of the root, as long as the search has looked at it often. Where seats
        know different things, what others will do depends on what they hold: there it is the action alone.
        """
        found, node = [action], self._child(words.ROOT, action)
        while not self.game.is_hidden and node != words.NONE:
            node = max(self._children(node), key=lambda child: int(self.nodes[child]["visits"]), default=words.NONE)
            if node == words.NONE or self.nodes[node]["visits"] < SEEN_WELL:
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
            nodes, keys = np.zeros_like(self.nodes), np.zeros_like(self.keys)
            self.search["used"] = self.compiled.transplant(self.nodes, self.keys, node, nodes, keys)
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
        return next((child for child in self._children(node) if self.nodes[child]["action"] == action), words.NONE)

    def _children(self, node: int) -> list[int]:
        found, child = [], int(self.nodes[node]["first"])
        while child != words.NONE:
            found.append(child)
            child = int(self.nodes[child]["next"])
        return found


@dataclass(frozen=True)
class Visited:
    """What a tree knows of an action."""

    action: int
    visits: int
    total: float
    proof: int
