"""The first machine: a tree search with a budget of time, of simulations or of both, on one thread or several."""

import time
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import msgspec

from palissade.game import Game
from palissade.match import Match, View
from palissade.players.careful import careful
from palissade.players.crew import OWN_THREADS, Crew
from palissade.players.network import network_of
from palissade.players.protocol import Choice, Hint, Progress, seed_from, seen_by_mover
from palissade.players.thinker import Thinker
from palissade.players.tree import LEAVES, Budget, Evaluator, Kind, Tree, Visited
from palissade.search import tree as words

QUICK = 1_000  # simulations, which take less than a tenth of a second in the slowest game
QUICK_ASKED = 80  # and that ask a network
NEAR = 8  # actions that are about left, from where on a search without the network may prove how the game ends
MORE, SHARE = 50, 0.1  # it has so many more simulations, as each is so much quicker, and such a share of the time
ADVISED = "advised"  # the leaf that `knowledge.LEAF` names
NETWORK = "network"  # the one whose worth the game's network tells
BOUND, PROMISE = 0.7, 1.0  # the usual exploration, without weights of actions and with them


@dataclass(frozen=True)
class Uct:
    """Looks at what may follow for a while and chooses the action it came back to most often; one that is proven to win
    at once, and one that is proven to lose only if all do.

    Whichever of `simulations` and `seconds` is spent first ends a thought. Where it is the simulations, equal positions
    with equal histories and equal seeds give equal answers of one thread; of several that grow one tree together it
    depends on chance who comes first.
    """

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1  # that grow its tree
    crew: Crew = OWN_THREADS  # who they are, beside the one that thinks
    seed: int = 0
    nodes: int = 1_000_000  # at most; a little more where several threads share them
    leaf: str = "playout"  # who says what a leaf is worth: see `palissade.search.tree`; else ADVISED or NETWORK
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
        if self.leaf not in (possible := (*LEAVES, ADVISED, NETWORK)):
            raise ValueError(f"leaf must be one of {', '.join(possible)}, not {self.leaf}")
        if (self.leaf == "outside") != (self.evaluator is not None):
            raise ValueError("leaf='outside' needs an evaluator, and nothing else does")
        if not 0 <= self.overlooks < 1:
            raise ValueError(f"overlooks must be at least 0 and less than 1, not {self.overlooks}")

    @property
    def is_quick(self) -> bool:
        return self.simulations is not None and self.simulations <= (QUICK_ASKED if self.leaf == NETWORK else QUICK)

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

    def plant(self, view: View) -> Tree:
        """A new tree."""
        return Tree(view, self.seed_of(view), self.nodes, self._kind(view.game), self.threads)

    def seed_of(self, view: View) -> int:
        """The seed of a thought."""
        return seed_from(view, self.seed, 0)

    def _kind(self, game: Game) -> Kind:
        """How it searches in this game."""
        leaf, uses_prior, evaluator = self.leaf, self.uses_prior, self.evaluator
        advice: Any = None
        if leaf == ADVISED:
            advice = game.knowledge
            leaf, uses_prior = getattr(advice, "LEAF", "playout"), getattr(advice, "USES_PRIOR", False)
        elif leaf == NETWORK:
            network = network_of(game)
            leaf, evaluator, advice = "outside", network, network.part
        usual = PROMISE if uses_prior or leaf == "outside" else BOUND
        return Kind(
            leaf,
            uses_prior,
            exploration=getattr(advice, "EXPLORATION", usual) if self.exploration is None else self.exploration,
            cut=self.cut,
            margin=getattr(advice, "MARGIN", 0.0) if self.margin is None else self.margin,
            points=getattr(advice, "POINTS", None),
            evaluator=evaluator,
            batch=self.batch,
            least=getattr(advice, "LEAST", 0.0),
            overlooks=self.overlooks,
        )

    def think(
        self,
        view: View,
        tree: Tree,
        cancel: Event | None,
        progress: Progress | None = None,
        *,
        until_settled: bool = False,
    ) -> Hint:
        """Let the tree grow, and say what it tells; with care, see to what happens at once."""

        def answer() -> Hint:
            end = self._ending(view, cancel)
            if end and end.values[tree.mover] > 0:
                return end
            self._grow(tree, cancel, progress, self.crew, until_settled=until_settled)
            found = _answer(view, tree)
            return msgspec.structs.replace(found, values=end.values) if end else found  # lost, but they may not see it

        return careful(view, answer, fears_losses=self.fears_losses) if self.sees_wins else answer()

    def _ending(self, view: View, cancel: Event | None) -> Hint | None:
        """What the rules prove near the end, for who asks a network otherwise."""
        if self.leaf != NETWORK or view.game.knowledge is None:
            return None
        if not hasattr(view.game.knowledge, "moves_left") or view.game.knowledge.moves_left(view.position[0]) > NEAR:
            return None
        plain = replace(
            self,
            leaf=ADVISED,
            simulations=self.simulations and MORE * self.simulations,
            seconds=self.seconds and SHARE * self.seconds,
            exploration=None,
            margin=None,
        )
        tree = plain.plant(view)
        plain._grow(tree, cancel, crew=self.crew)
        return _answer(view, tree) if tree.is_proven else None

    def grow(self, tree: Tree, cancel: Event | None) -> None:
        """Let the tree grow by as much as for a thought, without help."""
        self._grow(tree, cancel)

    def _grow(
        self,
        tree: Tree,
        cancel: Event | None,
        progress: Progress | None = None,
        crew: Crew | None = None,
        *,
        until_settled: bool = False,
    ) -> None:
        # Compiles, where that is still to be done: the clock does not run for it. Then some action has been tried: who
        # asks outside learns first which there are.
        tree.simulate(2 if tree.kind.leaf == "outside" else 1)
        tree.lead()
        tree.grow(Budget(self.simulations, self.seconds, time.monotonic(), cancel, until_settled), progress, crew)


def _answer(view: View, tree: Tree) -> Hint:
    """The tree's findings; of actions visited as often, the one that brought more is the better."""
    mover = tree.mover
    tried = [(child, _value(child, mover)) for child in tree.choices(least=1)]
    tried.sort(key=lambda one: (-words.rank_of(one[0].proof, mover), -one[0].visits, -one[1], one[0].action))
    visits, best = sum(child.visits for child, _ in tried), tried[0][0].action
    return Hint(
        action=best,
        values=_expected(len(view.game.seats), tree),
        choices=tuple(Choice(child.action, child.visits / visits, value) for child, value in tried),
        line=tree.line(best),
    )


def _value(child: Visited, mover: int) -> float:
    """What an action is worth to the mover, on the average or as it is proven."""
    return words.value_of_proof(child.proof, mover) if child.proof > words.OPEN else child.total / child.visits


def _expected(seats: int, tree: Tree) -> tuple[float, ...]:
    """What each seat may expect, on the average of what has grown last; or as it is proven."""
    if tree.is_proven:
        return tuple(words.value_of_proof(tree.proof, seat) for seat in range(seats))
    return tuple(float(tree.sums[seat] / tree.simulations) for seat in range(seats))
