"""What an action would allow: whether it loses at once, be it by itself or by what the next player can do."""

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

    seat: int  # who wins then, or the first of them; or who puts the mover out
    turn: tuple[str, ...]  # by which the next player does so; empty if the action itself has lost
    holds: str  # an action that does not lose at once
    outcome: Outcome | None  # None where the game goes on without the mover
    rule: str  # by which it loses
    after: Positions  # the position after the action

    def marks(self, view: View) -> tuple[Mark, ...]:
        """Where the danger comes from, on the board of the view."""
        threats = view.game.guide.threats(view.game, self.after[0], view.seat) if self.turn else ()
        return tuple(mark for threat in threats if threat.seat == self.seat for mark in threat.marks)

    def says(self, game: Game) -> Message:
        """What would happen, as a sentence."""
        who, turn = game.seat_name(self.seat), game.told(*self.turn)
        if self.outcome is None:
            return COMMON.message("peril.out", who=who, turn=turn)
        reason = reason_in_words(game, self.outcome).lower()
        if not self.turn:
            return COMMON.message("peril.lost", who=who, reason=reason)
        return COMMON.message("peril.reply", who=who, turn=turn, reason=reason)


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
    turn, holds = found
    after = played(game, position, action)
    texts, end = [], after
    for reply in turn:
        texts.append(game.text(end, reply))
        end = played(game, end, reply)
    better = game.text(position, holds)
    if not game.single.is_over(end):
        rule = cast("EliminatingRules", game.rules).OUT
        return Peril(game.single.mover(after), tuple(texts), better, None, rule, after)
    ended = outcome(game, end)
    return Peril(ended.winners[0], tuple(texts), better, ended, ended.reason, after)


def worked_out(view: View) -> Positions | None:
    """The position as whoever sees it can work it out, or None where there are secrets left."""
    if not view.game.is_hidden:
        return view.position
    if not view.game.single.has_worked_out(view.position, view.seat):
        return None
    position = view.position.copy()
    view.game.single.redeal(position, view.seat, kernel.random_source(0))
    return position


def _overlooked(game: Game, position: Positions, action: int) -> tuple[list[int], int] | None:
    """The turn by which the action loses, and one that holds; None if there are not both. By rules that are still
    interpreted one looks as far as takes no time worth speaking of, which differs much between games.
    """
    few = FEW_POSITIONS
    while True:
        begun, sight = time.thread_time(), Sight(game, few=few)
        if sight.loses_at_once(position, action):
            turn, holds = sight.turn(), sight.holding_action(position)
            if holds is not None:
                return turn, holds
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

    def loses_at_once(self, position: Positions, action: int) -> bool:
        return bool(self._answer(self._tactics.LOSES_AT_ONCE, position, action))

    def holding_action(self, position: Positions) -> int | None:
        action = self._answer(self._tactics.HOLDING_ACTION, position, self._tactics.NONE)
        return None if action == self._tactics.NONE else action

    def holds(self, position: Positions, action: int) -> bool:
        """Whether the mover, having played this action, can end its turn so that it is not beaten at once."""
        seat = int(self._game.single.mover(position))
        return bool(self._answer(self._tactics.HOLDS, played(self._game, position, action), seat))

    def _answer(self, question: int, position: Positions, about: int) -> int:
        self._positions[0] = position[0]
        return int(self._tactics.answer(question, self._positions, self._actions, self._sights, about))

    def turn(self) -> list[int]:
        """The turn that was found to win."""
        line: list[int] = self._sights[0]["line"].tolist()
        return line[: line.index(self._tactics.NONE)]


def played(game: Game, position: Positions, action: int) -> Positions:
    """The position after the action."""
    after = position.copy()
    game.single.apply(after, action)
    return after
