"""What a game offers to everything that plays it: the functions of a room under `games/`, on one page.

Rules, secrecy and symmetry are compiled functions (`@rule`) over one position record; they trust their input.
"""

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from palissade.arrays import Actions, Bytes, Floats, Ints, Position, Positions, Random

if TYPE_CHECKING:
    import numpy as np

    from palissade.advice import Advice, Threat
    from palissade.game import Game
    from palissade.messages import Message
    from palissade.scene import Pick, Scene

OptionValue = str | int | bool
Options = Mapping[str, OptionValue]
Deal = Any  # what chance fixed at the start, in the JSON form of the rules page
LIMIT = 1_000  # COM-2: this many actions are a draw
MOST_SEATS = 5
MOST_SCORES = 5


class Rules(Protocol):
    """`games/<id>/rules.py`."""

    POSITION: "np.dtype[Any]"
    OPTIONS: tuple[str, ...]  # their names, in the order in which `start` reads them
    ACTIONS: int  # the size of the action space: every action is an int32 from 0 to ACTIONS - 1
    MOST_LEGAL: int  # no position has more legal actions
    MOST_PLIES: int  # no game has more actions (COM-2 counts)
    REFUSALS: tuple[str, ...]  # message key of each refusal code; code 0 is "legal"

    def start(self, pos: Position, setup: Ints) -> None:
        """Set up, by the numbers of `Game.setup`."""

    def mover(self, pos: Position) -> int:
        """The seat that acts now."""

    def legal_actions(self, pos: Position, out: Actions) -> int:
        """Write the legal actions, each once; return how many. None only when the game is over."""

    def refusal(self, pos: Position, action: int) -> int:
        """0 if the action is legal, else the code of the first rule it breaks."""

    def apply(self, pos: Position, action: int) -> None:
        """Play a legal action."""

    def is_over(self, pos: Position) -> bool:
        """Whether the rules of the page have ended the game."""

    def random_action(self, pos: Position, rng: Random, out: Actions) -> int:
        """A legal action, each equally likely; `out` is room to list actions in, where no faster way is known."""

    def result(self, pos: Position, won: Ints, scores: Ints) -> int:
        """Of a finished game: 1 in `won` for each winning seat, the scores; returns the number of the deciding rule."""


class RepeatingRules(Rules, Protocol):
    """The rules of a game in which positions may come again (COM-1)."""

    def identity(self, pos: Position, out: Bytes) -> int:
        """Write the bytes that make two positions the same, at the start of a turn; in the middle of one, none."""


class EliminatingRules(Rules, Protocol):
    """The rules of a game that goes on without a seat that is out."""

    OUT: str  # the number of the rule by which it is

    def is_in(self, pos: Position, seat: int) -> bool:
        """Whether the seat still plays; who does not has lost."""


class Secrecy(Protocol):
    """`games/<id>/secrecy.py`, where seats know different things (BKR-10)."""

    RULE: str  # that keeps the secret

    def conceal(self, pos: Position, seat: int) -> None:
        """Wipe from the position all that the seat may not know (-1: a spectator)."""

    def redeal(self, pos: Position, seat: int, rng: Random) -> None:
        """Fill what `conceal` wiped, uniformly among all that the seat cannot tell from the truth."""

    def has_worked_out(self, pos: Position, seat: int) -> bool:
        """Whether only one truth is possible for who remembers everything, so that `redeal` fills in the truth."""

    def has_learned(self, before: Position, after: Position) -> bool:
        """Whether what was played from one to the other told any seat something new, which no takeback takes back."""


class Symmetry(Protocol):
    """`games/<id>/symmetry.py`."""

    def symmetries(self, pos: Position) -> int:
        """How many symmetries the game has, the identity (number 0) included."""

    def turn_position(self, pos: Position, symmetry: int) -> None:
        """The position as it looks under the symmetry."""

    def turn_action(self, pos: Position, action: int, symmetry: int) -> int:
        """The action as it looks under the symmetry."""


# What a search may ask a room's knowledge for, and so whether it is there (`HAS_EVALUATE` and so on).
KNOWLEDGE = ("evaluate", "prior", "playout_action", "cut", "wins_next", "presses", "answers", "matters")


class Knowledge(Protocol):
    """`games/<id>/knowledge.py`, compiled like rules: what helps to play well. Each function may be missing."""

    LEAF: str  # how a search does best with it, as measured: "static", "guided"; missing too, it plays at random
    USES_PRIOR: bool  # and whether it does better with `prior`; missing, it goes without
    EXPLORATION: float  # and with which weight of the bonus for what was tried little; missing, with the usual one
    LEAST: float  # the share of the greatest weight below which, of many actions, none is tried; missing, all may be
    MARGIN: float  # which share of a game's worth goes by its scores; missing, none
    POINTS: float  # and how many points are e times that share; below 0 where few of them win

    def evaluate(self, pos: Position, values: Floats) -> None:
        """What each seat may expect of a game that goes on, from 0 (loss) to 1 (win)."""

    def prior(self, pos: Position, actions: Actions, count: int, weights: Floats) -> None:
        """How much each of the first `count` legal actions deserves to be tried, as weights of any sum above 0."""

    def playout_action(self, pos: Position, rng: Random, out: Actions) -> int:
        """A legal action, likelier the better it looks; `out` is room to list actions in."""

    def cut(self, pos: Position) -> int:
        """How many plies a guided playout has before `evaluate` is asked; missing, it is a setting of the search."""

    def threats(self, pos: Position, out: Ints) -> int:
        """Write what threatens as rows of three numbers (kind, spot, seat that threatens); return how many rows. For
        the room's guide: no search asks.
        """

    def moves_left(self, pos: Position) -> int:
        """About how many actions the game will still take: who asks a network looks for the end by itself where that is
        near (`players/uct.py`).
        """

    def wins_next(self, pos: Position) -> bool:
        """Between two: whether the mover wins by his next action, as far as that is quickly told."""

    def presses(self, pos: Position) -> bool:
        """Between two: whether the seat that is not to act would win at once if it were, so that the mover must do
        something about it, or win himself.
        """

    def answers(self, pos: Position, out: Actions) -> int:
        """Where somebody presses, and the mover cannot win himself: write his legal actions but for such as do nothing
        about it; return how many.
        """

    def matters(self, pos: Position, actions: Actions, count: int) -> int:
        """Bring those of the first `count` legal actions to the front on which depends what `evaluate` says afterwards,
        and return how many: it says the same after any of the others.
        """


class Observation(Protocol):
    """`games/<id>/observation.py`, compiled like rules: a position as a network sees it, from the mover's side."""

    PLANES: tuple[str, ...]  # what each plane is
    SHAPE: tuple[int, int]  # rows and columns of a plane
    VECTOR: tuple[str, ...]  # what each number of the vector is

    def observe(self, pos: Position, planes: Floats, vector: Floats) -> None:
        """Write what the mover may know into planes (one for each of PLANES) and vector, all of which is 0 before. The
        mover's own things come first, and its side of the board is below where sides differ.
        """

    def turn_planes(self, pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
        """The planes that are seen of the position as they look once it is turned (see Symmetry); the vector stays."""


class Network(Protocol):
    """`games/<id>/network.py`, compiled like rules, of a game between two that a network has learned: what it is asked,
    and what its answer says. The network itself is a file in `players/networks/`.
    """

    PLANES: int
    SHAPE: tuple[int, int]  # rows and columns of a plane
    VECTOR: int  # numbers beside the planes
    CELLS: int  # of its policy
    EXPLORATION: float  # this and the rest as in Knowledge
    LEAST: float
    MARGIN: float
    POINTS: float

    def describe(
        self, pos: Position, actions: Actions, count: int, room: Actions, planes: Floats, vector: Floats
    ) -> None:
        """Write what the network is asked about a position with these legal actions. The position is the same after as
        before; `room` is for lists of actions.
        """

    def cell(self, action: int) -> int:
        """Where the policy has the action; below 0 for one that is never chosen among others."""

    def worth(self, win: float, margin: float) -> float:
        """What the mover may expect, from 0 to 1, by the network's answer."""


class Puzzle(Protocol):
    """`games/<id>/puzzle.py`, compiled like rules, of a game that one plays alone: what a solver asks."""

    SOLVED: int  # what is left over where one has done all that can be done
    WEIGHTS: Ints  # ways to look at a position, a row for each: see `cost`
    OBVIOUS: Ints  # and how a beginner looks at it

    def rest(self, pos: Position) -> int:
        """How much is left over in a position: the less, the better one has played; never less than SOLVED."""

    def key(self, pos: Position) -> "np.uint64":
        """Equal for positions from which the ways are the same, and as good as never for others."""

    def may_be_solved(self, pos: Position, moves: int) -> bool:
        """False only where so many moves, or fewer, cannot solve it."""

    def cost(self, pos: Position, weights: Ints) -> int:
        """How far from being solved the position looks to who weighs things so: 1 to 9999."""


class PositionText(Protocol):
    """`games/<id>/position.py`: a position as one line of text, as the rules page describes it."""

    def write(self, pos: Position) -> str:
        """The position as text; what a seat may not know, and was wiped from it, is written as unknown. It may be a
        plain one (`plain`).
        """

    def read(self, game: "Game", text: str) -> Positions:
        """The position so written, as an array of one; raises `BadPosition` naming what is wrong with it."""


class Notation(Protocol):
    """`games/<id>/notation.py`: actions as the rules page writes them."""

    def text(self, pos: Position, action: int) -> str:
        """How the action is written. Only fields of the position are read: it may be a plain one (`plain`)."""

    def action(self, pos: Position, text: str) -> int:
        """The action so written; raises ValueError if it is none at all, NoSuchAction if a rule forbids it anywhere."""


class Dealer(Protocol):
    """`games/<id>/deal.py`, for games that begin with chance."""

    def draw(self, options: Options, rng: random.Random) -> Deal:
        """A deal at random; None where the options leave nothing to chance, and so below."""

    def ordered(self, options: Options) -> Deal:
        """The deal in printed order: the same for everybody, for counting."""

    def numbers(self, options: Options, deal: Deal) -> Sequence[int]:
        """The deal as the numbers that `start` reads; raises BadDeal saying what is wrong with it."""


class SceneMaker(Protocol):
    """`games/<id>/scene.py`."""

    def scene(self, game: "Game", pos: Position, seat: int, last_turn: tuple[int, ...]) -> "Scene":
        """The table as the seat sees it; the position has nothing in it that the seat may not know."""

    def picks(self, pos: Position, action: int) -> "tuple[Pick, ...]":
        """The spots a person clicks, in order, to play the action; the position may be a plain one here too."""

    def action_of(self, pos: Position, picks: "tuple[Pick, ...]") -> int:
        """The action that a person means who picks these, legal or not; raises ValueError if they mean none at all,
        NoSuchAction if a rule forbids it anywhere.
        """


class Guide(Protocol):
    """`games/<id>/guide.py`: what the table says, in the names that the rulebook uses. Positions hold only what a
    seat may know.
    """

    STAGES: tuple[str, ...]  # of a turn: each has a sentence of its own

    def advice(self, game: "Game", pos: Position) -> "Advice":
        """What the mover is asked to do now, of a game that goes on."""

    def about(self, game: "Game", pos: Position, pick: "Pick") -> "Message | None":
        """What the thing may do that the mover has picked first; None where there is nothing to say of it."""

    def threats(self, game: "Game", pos: Position, seat: int) -> "tuple[Threat, ...]":
        """What threatens anybody in this position, as the seat sees it; what the mover could do at once comes first."""


class NamingGuide(Guide, Protocol):
    """Of a game whose actions are long in writing."""

    def named(self, game: "Game", text: str) -> "Message":
        """An action within a sentence."""
