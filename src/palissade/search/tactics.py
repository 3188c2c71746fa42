"""What happens at once: whether the mover can win before anybody else acts, and whether it lets the next one.

Only what the rules end is looked at, within one turn and the next; a draw is no win. Who is out while others play on
has lost, too.
"""

import numpy as np

from palissade.contract import MOST_SCORES, MOST_SEATS, EliminatingRules
from palissade.kernel import PART, Actions, Position, Positions, position_type, rule

rules: EliminatingRules = PART  # of the game, put here by `kernel.load`; so is the next
MAY_BE_OUT = False

NONE = -1
QUESTIONS = CAN_WIN, HOLDS = 0, 1
MOST_ACTIONS = 12  # of a turn that is looked at

SIGHT = position_type(
    [
        ("left", np.int32),  # how many positions may still be looked at
        ("seats", np.int32),
        ("line", np.int32, (MOST_ACTIONS + 1,)),  # the turn that wins, and NONE after its last action
        ("ending", np.int32, (MOST_ACTIONS + 1,)),  # the turn to which it is the answer, in the same way
        ("won", np.int32, (MOST_SEATS,)),  # room for a result, and so the next
        ("scores", np.int32, (MOST_SCORES,)),
    ]
)


@rule
def answer(question: int, positions: Positions, actions: Actions, sights: Positions, seat: int) -> int:
    """What is asked of the first position, about a seat. Python calls nothing else here: every function that it calls
    is compiled together with all the rules under it.
    """
    if question == CAN_WIN:
        return int(winning_turn(positions, actions, sights, 0, seat, NONE))
    return int(holds(positions, actions, sights, 1, seat))


@rule
def winning_turn(positions: Positions, actions: Actions, sights: Positions, place: int, seat: int, victim: int) -> bool:
    """Whether the seat, which is to act in the first position, can win before anybody else acts, or put the victim out,
    if there is one; writes how, from this place of the line on. Each action of a turn has a position and a row of its
    own to work in. An action that wins is looked for before any that is followed by another: where there is one, little
    is looked at.
    """
    sight = sights[0]
    count, goes_on = rules.legal_actions(positions[0], actions[0]), False
    for i in range(count):
        if sight.left == 0:
            return False
        sight.left -= 1
        positions[1] = positions[0]
        rules.apply(positions[1], int(actions[0, i]))
        sight.line[place], sight.line[place + 1] = actions[0, i], NONE
        if rules.is_over(positions[1]):
            if has_won(positions[1], sight, seat):
                return True
        elif is_out(positions[1], victim):
            sight.won[victim] = 0
            return True
        elif rules.mover(positions[1]) == seat:
            goes_on = True
    if goes_on and place + 1 < MOST_ACTIONS:
        for i in range(count):
            positions[1] = positions[0]
            rules.apply(positions[1], int(actions[0, i]))
            if not rules.is_over(positions[1]) and rules.mover(positions[1]) == seat:
                sight.line[place] = actions[0, i]
                if winning_turn(positions[1:], actions[1:], sights, place + 1, seat, victim):
                    return True
    return False


@rule
def holds(positions: Positions, actions: Actions, sights: Positions, place: int, seat: int) -> bool:
    """Whether the seat is not beaten at once: neither is it beaten already, nor can whoever acts after its turn, of
    which so many actions are looked at already, win or put it out before anybody else acts, however it ends that turn.
    If it is beaten, one such end of its turn is written, and what beats it then: nothing if it is beaten already.
    """
    sight = sights[0]
    sight.ending[place - 1] = NONE
    if rules.is_over(positions[0]):
        sight.line[0] = NONE
        return not has_lost(positions[0], sight, seat)
    mover = rules.mover(positions[0])
    if mover != seat:
        return not winning_turn(positions, actions, sights, 0, mover, seat) or bool(sight.won[seat])
    if place == MOST_ACTIONS:
        return True
    for i in range(rules.legal_actions(positions[0], actions[0])):
        positions[1] = positions[0]
        rules.apply(positions[1], int(actions[0, i]))
        sight.ending[place - 1] = actions[0, i]
        if holds(positions[1:], actions[1:], sights, place + 1, seat):
            return True
    return False


@rule
def is_out(pos: Position, seat: int) -> bool:
    """Whether the seat plays no longer, in a game that goes on."""
    if MAY_BE_OUT:
        return seat != NONE and not rules.is_in(pos, seat)
    return False


@rule
def has_won(pos: Position, sight: Position, seat: int) -> bool:
    """Whether the seat has won a game that is over; if everybody has, nobody has."""
    return bool(sight.won[seat]) if read_result(pos, sight) < sight.seats or sight.seats == 1 else False


@rule
def has_lost(pos: Position, sight: Position, seat: int) -> bool:
    """Whether somebody has won a game that is over, and not the seat."""
    return read_result(pos, sight) > 0 and not sight.won[seat]


@rule
def read_result(pos: Position, sight: Position) -> int:
    """How many seats have won a game that is over; writes which."""
    for seat in range(MOST_SEATS):
        sight.won[seat] = 0
    rules.result(pos, sight.won, sight.scores)
    winners = 0
    for seat in range(int(sight.seats)):
        winners += int(sight.won[seat])
    return winners
