"""What an action would allow: whether it loses at once, be it by itself or by what the next player can do, however the
mover goes on where the action leaves the turn open.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from palissade import kernel
from palissade.arrays import Positions
from palissade.game import Game, Outcome
from palissade.match import View, outcome, reason_in_words
from palissade.messages import COMMON, Message
from palissade.scene import Mark

if TYPE_CHECKING:
    from palissade.contract import EliminatingRules

MOST_POSITIONS = 40_000  # that are looked at before one gives up and warns of nothing
FEW_POSITIONS = 250  # at most, by rules that are still interpreted; but of an action, as many as can be looked at soon
SOON = 0.05  # seconds that a look by such rules may take: what is not decided is looked at again, four times as long


@dataclass(frozen=True)
class Peril:
    """An action loses at once, though another would not."""

    ending: tuple[str, ...]  # of the mover's turn, where the action leaves it open: one of those that all lose
    seat: int  # who wins then, or the first of them; or who puts the mover out
    turn: tuple[str, ...]  # by which the next player does so; empty if the mover's own turn has lost
    holds: str  # an action that does not lose at once
    outcome: Outcome | None  # None where the game goes on without the mover
    rule: str  # by which it loses
    after: Positions  # the position after the mover's turn

    def marks(self, view: View) -> tuple[Mark, ...]:
        """Where the danger comes from, on the board of the view."""
        threats = view.game.guide.threats(view.game, self.after[0], view.seat) if self.turn else ()
        return tuple(mark for threat in threats if threat.seat == self.seat for mark in threat.marks)

    def says(self, game: Game) -> Message:
        """What would happen, as a sentence."""
        what = "out" if self.outcome is None else "reply" if self.turn else "lost"
        places: dict[str, str | int | Message] = {"who": game.seat_name(self.seat), "turn": game.told(*self.turn)}
        if self.outcome is not None:
            places["reason"] = reason_in_words(game, self.outcome).lower()
        if not self.ending:
            return COMMON.message(f"peril.{what}", **places)
        return COMMON.message(f"peril.{what}-anyhow", ending=game.told(*self.ending), **places)


def peril(view: View, action: int) -> Peril | None:
    """What is wrong with the action of the mover, if it loses at once and another does not, as far as a limited number
    of positions tells; who is out has lost. Where not all is known, or one plays alone, nothing is said.
    """
    game, position = view.game, worked_out(view)
    if position is None or len(game.seats) == 1 or view.mover is None:
        return None
    found = _overlooked(game, position, action)
    if found is None:
        return None
    after, ending = _told(game, played(game, position, action), found.ending)
    end, turn = _told(game, after, found.turn)
    better = game.text(position, found.holds)
    if not game.single.is_over(end):
        rule = cast("EliminatingRules", game.rules).OUT
        return Peril(ending, game.single.mover(after), turn, better, None, rule, after)
    ended = outcome(game, end)
    return Peril(ending, ended.winners[0], turn, better, ended, ended.reason, after)


def _told(game: Game, position: Positions, actions: list[int]) -> tuple[Positions, tuple[str, ...]]:
    """Where these actions lead, and how they are written."""
    texts = []
    for action in actions:
        texts.append(game.text(position, action))
        position = played(game, position, action)
    return position, tuple(texts)


def worked_out(view: View) -> Positions | None:
    """The position as whoever sees it can work it out, or None where there are secrets left."""
    if not view.game.is_hidden:
        return view.position
    if not view.game.single.has_worked_out(view.position, view.seat):
        return None
    position = view.position.copy()
    view.game.single.redeal(position, view.seat, kernel.random_source(0))
    return position


@dataclass(frozen=True)
class _Overlooked:
    """Why an action loses at once, and one that holds."""

    ending: list[int]
    turn: list[int]
    holds: int


def _overlooked(game: Game, position: Positions, action: int) -> _Overlooked | None:
    """What the mover overlooks who plays this action, if it loses and another holds. By rules that are still
    interpreted one looks as far as takes no time worth speaking of, which differs much between games.
    """
    few = FEW_POSITIONS
    while True:
        begun, sight = time.thread_time(), Sight(game, few=few)
        if not sight.holds(position, action):
            ending, turn = sight.ending(), sight.turn()
            holds = next((other for other in game.legal_actions(position) if sight.holds(position, other)), None)
            if holds is not None and not sight.is_spent:
                return _Overlooked(ending, turn, holds)
        if not sight.is_spent or sight.most != few or 4 * (time.thread_time() - begun) > SOON:
            return None
        few *= 4


class Sight:
    """Looks one turn ahead, with room to do so (`search/tactics.py`)."""

    def __init__(self, game: Game, most: int = MOST_POSITIONS, few: int = FEW_POSITIONS) -> None:
        self._game, self._tactics = game, game.compiled("palissade.search.tactics")
        plies = 2 * self._tactics.MOST_ACTIONS + 2
        self._positions = np.zeros(plies + 1, game.rules.POSITION)
        self._actions = np.empty((plies, game.rules.MOST_LEGAL), np.int32)
        self._sights = np.zeros(1, self._tactics.SIGHT)
        self.most = min(most, few) if kernel.is_interpreted(self._tactics.answer) else most
        self._sights[0]["left"], self._sights[0]["seats"] = self.most, len(game.seats)

    @property
    def is_spent(self) -> bool:
        """Whether no more positions may be looked at, so that what was not found may be there."""
        return int(self._sights[0]["left"]) == 0

    def winning_turn(self, position: Positions, seat: int) -> bool:
        """Whether the seat, which is to act, can win before anybody else does."""
        return bool(self._answer(self._tactics.CAN_WIN, position, seat))

    def holds(self, position: Positions, action: int) -> bool:
        """Whether the mover, having played this action, can end its turn so that it is not beaten at once."""
        seat = int(self._game.single.mover(position))
        return bool(self._answer(self._tactics.HOLDS, played(self._game, position, action), seat))

    def _answer(self, question: int, position: Positions, seat: int) -> int:
        self._positions[0] = position[0]
        return int(self._tactics.answer(question, self._positions, self._actions, self._sights, seat))

    def turn(self) -> list[int]:
        """The turn that was found to win, or what beats the action that does not hold: nothing if it has lost."""
        return self._read("line")

    def ending(self) -> list[int]:
        """How the mover may end its turn after an action that does not hold; nothing if that ends it."""
        return self._read("ending")

    def _read(self, field: str) -> list[int]:
        line: list[int] = self._sights[0][field].tolist()
        return line[: line.index(self._tactics.NONE)]


def played(game: Game, position: Positions, action: int) -> Positions:
    """The position after the action."""
    after = position.copy()
    game.single.apply(after, action)
    return after
