"""The first machine: a tree search with a budget of time, of simulations or of both, on several threads."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import numpy as np

from palissade.game import Game
from palissade.match import Match, View
from palissade.players.careful import careful
from palissade.players.protocol import Choice, Hint, Progress, seed_from, seen_by_mover
from palissade.players.thinker import Thinker
from palissade.players.tree import LEAVES, Budget, Evaluator, Kind, Tree
from palissade.search import tree as words

QUICK = 1_000  # simulations, which take less than a tenth of a second in the slowest game
ADVISED = "advised"  # the leaf that `knowledge.LEAF` names
BOUND, PROMISE = 0.7, 1.0  # the usual exploration, without weights of actions and with them


@dataclass(frozen=True)
class Uct:
    """Looks at what may follow for a while and chooses the action it came back to most often; one that is proven to win
    at once, and one that is proven to lose only if all do.

    Whichever of `simulations` and `seconds` is spent first ends a thought. Where it is the simulations, equal positions
    with equal histories and equal seeds give equal answers. Each thread grows a tree of its own, and their visits are
    added up.
    """

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    seed: int = 0
    nodes: int = 1_000_000  # at most, for each thread
    leaf: str = "playout"  # who says what a leaf is worth: see `palissade.search.tree`; "advised": as the room says
    uses_prior: bool = False  # whether actions are weighed by what the game's room knows
    exploration: float | None = None  # the weight of the bonus for what was tried little; None: the usual one
    cut: int = 8  # guided: plies before the evaluation
    margin: float | None = None  # the share that goes by scores, not by who has won; None: as the room says, or none
    evaluator: Evaluator | None = None  # outside: who is asked
    batch: int = 16  # outside: leaves that are handed out at once
    overlooks: float = 0.0  # the share of actions that it does not think of, its own and others': another one each time
    sees_wins: bool = False  # whether it looks first for a win within its turn
    fears_losses: bool = False  # whether it looks at last for what the next player could win by, and avoids it

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            object.__setattr__(self, "seconds", 1.0)
        for name in ("seconds", "simulations", "threads", "batch"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be more than 0, not {value}")
        if self.leaf not in (possible := (*LEAVES, ADVISED)):
            raise ValueError(f"leaf must be one of {', '.join(possible)}, not {self.leaf}")
        if (self.leaf == "outside") != (self.evaluator is not None):
            raise ValueError("leaf='outside' needs an evaluator, and nothing else does")
        if not 0 <= self.overlooks < 1:
            raise ValueError(f"overlooks must be at least 0 and less than 1, not {self.overlooks}")

    @property
    def is_quick(self) -> bool:
        return self.simulations is not None and self.simulations <= QUICK

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; one that is forced needs no thought, and one that is settled no more."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        return self.think(view, self.plant(view), cancel, progress, until_settled=True).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""
        view = seen_by_mover(match)
        return self.think(view, self.plant(view), cancel)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values

    def thinker(self) -> Thinker:
        """The same at one table, with a memory."""
        return Thinker(self)

    # ---- thinking

    def plant(self, view: View) -> list[Tree]:
        """A new tree for each thread."""
        kind = self._kind(view.game)
        return [Tree(view, self.seed_of(view, thread), self.nodes, kind) for thread in range(self.threads)]

    def seed_of(self, view: View, thread: int) -> int:
        """The seed of a thread's thought."""
        return seed_from(view, self.seed, thread)

    def _kind(self, game: Game) -> Kind:
        """How it searches in this game."""
        leaf, uses_prior, margin = self.leaf, self.uses_prior, self.margin
        if leaf == ADVISED:
            margin = getattr(game.knowledge, "MARGIN", 0.0) if margin is None else margin
            leaf = getattr(game.knowledge, "LEAF", "playout")
            uses_prior = getattr(game.knowledge, "USES_PRIOR", False)
        usual = PROMISE if uses_prior or leaf == "outside" else BOUND
        if self.leaf == ADVISED:
            usual = getattr(game.knowledge, "EXPLORATION", usual)
        exploration = usual if self.exploration is None else self.exploration
        return Kind(leaf, uses_prior, exploration, self.cut, margin or 0.0, self.evaluator, self.batch, self.overlooks)

    def think(
        self,
        view: View,
        trees: list[Tree],
        cancel: Event | None,
        progress: Progress | None = None,
        *,
        until_settled: bool = False,
    ) -> Hint:
        """Let the trees grow by what the budget allows; with care, see to what happens at once."""

        def grow() -> Hint:
            return self._grow(view, trees, cancel, progress, until_settled=until_settled)

        return careful(view, grow, fears_losses=self.fears_losses) if self.sees_wins else grow()

    def _grow(
        self,
        view: View,
        trees: list[Tree],
        cancel: Event | None,
        progress: Progress | None,
        *,
        until_settled: bool,
    ) -> Hint:
        for tree in trees:
            tree.simulate(1)  # compiles, where that is still to be done: the clock does not run for it
            tree.lead()
        simulations = None if self.simulations is None else -(-self.simulations // self.threads)
        is_alone = self.threads == 1  # what is settled in one tree of several may not be in all
        budget = Budget(simulations, self.seconds, time.monotonic(), cancel, until_settled and is_alone)
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


def _answer(view: View, trees: list[Tree]) -> Hint:
    """The trees' findings added up. What one of them has proven is so; of actions visited as often, the one that
    brought more is the better.
    """
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    proofs: dict[int, int] = {}
    mover = trees[0].mover
    for tree in trees:
        for child in tree.choices():
            action = child.action
            visits[action] = visits.get(action, 0) + child.visits
            totals[action] = totals.get(action, 0.0) + child.total
            if child.proof > words.OPEN:
                proofs[action] = child.proof

    def rank(action: int) -> int:
        return words.rank_of(proofs.get(action, words.OPEN), mover)

    def value(action: int) -> float:
        if action in proofs:
            return words.value_of_proof(proofs[action], mover)
        return totals[action] / visits[action]

    tried = [action for action in visits if visits[action]]
    tried.sort(key=lambda action: (-rank(action), -visits[action], -value(action), action))
    all_visits = sum(visits.values())
    return Hint(
        action=tried[0],
        values=_expected(len(view.game.seats), trees),
        choices=tuple(Choice(action, visits[action] / all_visits, value(action)) for action in tried),
        line=max((tree.line(tried[0]) for tree in trees), key=len),
    )


def _expected(seats: int, trees: list[Tree]) -> tuple[float, ...]:
    """What each seat may expect, on the average of what has grown last; or as it is proven."""
    for tree in trees:
        if tree.is_proven:
            return tuple(words.value_of_proof(tree.proof, seat) for seat in range(seats))
    sums, simulations = np.sum([tree.sums for tree in trees], axis=0), sum(tree.simulations for tree in trees)
    return tuple(float(sums[seat] / simulations) for seat in range(seats))
