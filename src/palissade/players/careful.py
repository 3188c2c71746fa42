"""Care: no win within the turn is missed, and no loss within the next player's turn is allowed that can be avoided.

This is so by looking, whatever the search has found: a turn and its answer are looked at as a whole
(`search/tactics.py`). While there are secrets nothing of the kind can be known, and who plays alone has nobody to fear.
"""

from collections.abc import Callable

import msgspec

from palissade.arrays import Positions
from palissade.foresight import Sight, played, worked_out
from palissade.match import View, outcome
from palissade.players.protocol import Choice, Hint

MOST_POSITIONS = 4_000_000  # that are looked at in one thought; a turn and all its answers have some ten thousand


def careful(view: View, think: Callable[[], Hint], *, fears_losses: bool) -> Hint:
    """What was thought, but for what happens at once: what wins needs no thought, and what loses is left alone."""
    if len(view.game.seats) == 1 or view.mover is None:
        return think()
    position = worked_out(view)
    if position is None:
        return think()
    sight = Sight(view.game, MOST_POSITIONS)
    if sight.winning_turn(position, view.mover):
        return _won(view, position, sight.turn())
    hint = think()
    return _held(view, position, sight, hint) if fears_losses else hint


def _won(view: View, position: Positions, turn: list[int]) -> Hint:
    end = position
    for action in turn:
        end = played(view.game, end, action)
    winners = outcome(view.game, end).winners
    values = tuple(float(seat in winners) for seat in range(len(view.game.seats)))
    return Hint(turn[0], values, (Choice(turn[0], 1.0, 1.0),), tuple(turn))


def _held(view: View, position: Positions, sight: Sight, hint: Hint) -> Hint:
    """The best that does not lose at once comes first, even one that was not tried; if there is none, all stays."""
    for choice in hint.choices:
        if sight.holds(position, choice.action):
            return _before_others(choice, hint)
    tried = {choice.action for choice in hint.choices}
    for action in view.actions:
        if action not in tried and sight.holds(position, action):
            return _before_others(Choice(action, 0.0, 0.0), hint)
    return hint


def _before_others(first: Choice, hint: Hint) -> Hint:
    if first == hint.choices[0]:
        return hint
    others = (choice for choice in hint.choices if choice != first)
    return msgspec.structs.replace(hint, action=first.action, choices=(first, *others), line=(first.action,))
