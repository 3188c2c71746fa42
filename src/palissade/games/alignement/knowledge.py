"""What can be noticed in Alignement: who could complete a line with the kind that is due, and whose kind is shut in."""

from palissade.boards.threats import note
from palissade.games.alignement.circles import CIRCLES, completes_line, lowest
from palissade.games.alignement.rules import (
    FIRST,
    FIRST_MOVE,
    KINDS,
    LAST,
    due_kind,
    goals_of,
    holds,
    is_empty,
    is_shut_in,
    mover,
    occupied,
)
from palissade.kernel import Ints, Position, rule

CAN_LINE_UP, SHUT_IN = 0, 1  # kinds of threats
NONE = -1


@rule
def threats(pos: Position, out: Ints) -> int:
    """CAN_LINE_UP: a circle where a seat could complete a line when it acts next; SHUT_IN: a piece of the kind that it
    will have to play then, and could not. The mover's come first; his kind that is due can move, so it is the one of
    his next turn that may be shut in.
    """
    seat, due, count = mover(pos), due_kind(pos), 0
    for after in range(2):
        action = completing(pos, (seat + after) % 2, (due + after) % KINDS)
        if action != NONE:
            count = note(out, count, CAN_LINE_UP, action % CIRCLES, (seat + after) % 2)
    for after in range(1, 3):
        kind = (due + after) % KINDS
        if is_shut_in(pos, (seat + after) % 2, kind, occupied(pos)):
            count = note(out, count, SHUT_IN, int(pos.circle[(seat + after) % 2, int(FIRST[kind])]), (seat + after) % 2)
    return count


@rule
def completing(pos: Position, seat: int, kind: int) -> int:
    """An action with which the seat, were this kind due, would complete a line (ALI-5); NONE if there is none."""
    own = int(pos.own[seat])
    if holds(pos, seat, kind):
        for goal in range(CIRCLES):
            if is_empty(pos, goal) and completes_line(own | 1 << goal, goal):
                return goal
        return NONE
    for piece in range(int(FIRST[kind]), int(LAST[kind]) + 1):
        circle = int(pos.circle[seat, piece])
        goals = goals_of(pos, kind, circle)
        while goals:
            goal = lowest(goals)
            if completes_line(own ^ (1 << circle | 1 << goal), goal):
                return FIRST_MOVE + circle * CIRCLES + goal
            goals &= goals - 1
    return NONE


@rule
def shutting_in(pos: Position) -> int:
    """An action of the mover after which the other can play no piece of the kind that is due then (ALI-6), or NONE."""
    seat, kind = mover(pos), due_kind(pos)
    other, following, taken = 1 - seat, (kind + 1) % KINDS, occupied(pos)
    if holds(pos, seat, kind):
        for goal in range(CIRCLES):
            if is_empty(pos, goal) and is_shut_in(pos, other, following, taken | 1 << goal):
                return goal
        return NONE
    for piece in range(int(FIRST[kind]), int(LAST[kind]) + 1):
        circle = int(pos.circle[seat, piece])
        goals = goals_of(pos, kind, circle)
        while goals:
            goal = lowest(goals)
            if is_shut_in(pos, other, following, taken ^ (1 << circle | 1 << goal)):
                return FIRST_MOVE + circle * CIRCLES + goal
            goals &= goals - 1
    return NONE
