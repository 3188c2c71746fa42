"""What can be noticed in Alignement: who could complete a line with the kind that is due, and whose kind is shut in."""

import math

import numpy as np

from palissade.boards.threats import note
from palissade.games.alignement.circles import CIRCLES, LINES, completes_line, count_bits, lowest
from palissade.games.alignement.rules import (
    FIRST,
    FIRST_MOVE,
    HELD,
    KINDS,
    LAST,
    MOST_PLIES,
    PIECES,
    due_kind,
    goals_of,
    holds,
    is_empty,
    is_shut_in,
    mover,
    occupied,
    random_action,
)
from palissade.kernel import Actions, Floats, Ints, Position, Random, rule

# Playouts that take a win where there is one, to their end. At 40 000 simulations each, from the empty board, sides
# changing: 43 won, 17 lost against plain ones, in the same time. What `evaluate` says is for alpha-beta.
LEAF = "guided"

CAN_LINE_UP, SHUT_IN = 0, 1  # kinds of threats
NONE = -1

LINE_BITS = np.array([sum(1 << circle for circle in line) for line in LINES.tolist()], np.int32)
# What an open line is worth by the pieces in it, and a kind by the circles that it can go to; how much of it all is e
# times the chances; and what a win that is there to be taken is worth, less than one that was taken.
LINE = np.array([0.0, 0.1, 0.4, 1.0, 1.0])
FREEDOM = np.array([-1.0, -0.3, 0.0, 0.1, 0.2])
SCALE = 1.0
SURE = 0.98


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


# ---- playouts


@rule
def playout_action(pos: Position, rng: Random, out: Actions) -> int:
    """A line where there is one to be had, else anything."""
    action = completing(pos, mover(pos), due_kind(pos))
    return action if action != NONE else random_action(pos, rng, out)


@rule
def cut(pos: Position) -> int:
    """Playouts go on to their end."""
    return MOST_PLIES


# ---- who stands better


@rule
def presses(pos: Position) -> bool:
    """Whether the other could complete a line with the kind that is due after this action."""
    return completing(pos, 1 - mover(pos), (due_kind(pos) + 1) % KINDS) != NONE


@rule
def moves_left(pos: Position) -> int:
    """The pieces that are held, and about as many actions as a game has afterwards."""
    held = 0
    for seat in range(2):
        for piece in range(PIECES):
            held += int(pos.circle[seat, piece] == HELD)
    return held + 10


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """All to the mover if he can win at once; else by the lines that are still open and by how freely kinds move."""
    seat, kind = mover(pos), due_kind(pos)
    if completing(pos, seat, kind) != NONE or shutting_in(pos) != NONE:
        expected = SURE
    else:
        expected = 1 / (1 + math.exp(-(standing(pos, seat) - standing(pos, 1 - seat)) / SCALE))
    values[seat], values[1 - seat] = expected, 1 - expected


@rule
def standing(pos: Position, seat: int) -> float:
    """The seat's lines that hold no piece of the other, by how many it has there, and the circles it can go to."""
    own, other, total = int(pos.own[seat]), int(pos.own[1 - seat]), 0.0
    for i in range(len(LINE_BITS)):
        line = int(LINE_BITS[i])
        if not other & line:
            total += float(LINE[count_bits(own & line)])
    for kind in range(KINDS):
        if not holds(pos, seat, kind):
            goals = goals_of(pos, kind, int(pos.circle[seat, int(FIRST[kind])]))
            goals |= goals_of(pos, kind, int(pos.circle[seat, int(LAST[kind])]))
            total += float(FREEDOM[min(count_bits(goals), len(FREEDOM) - 1)])
    return total
