"""What helps to play Le Blocus well: whose king can go where, and who is about to leave.

Games are won by threats: a way that opens must be shut at once, and one move cannot shut two. So the search looks on
where somebody is pressed, and elsewhere counts how far the kings get.
"""

import math

from palissade.boards.butehorn import COLUMNS, CROSSING, ROWS, SQUARES
from palissade.games.blocus.reach import is_among, reach, way
from palissade.games.blocus.rules import (
    EXIT,
    FIRST_SLIDE,
    GOALS,
    GUARDS_EACH,
    LEGAL,
    first_of,
    goal_of,
    holds_guards,
    own_guard,
    placing_refusal,
    slide_refusal,
)
from palissade.games.blocus.ways import BIT, DEAD, NORTH, OUT, SOUTH, has_way_out, leg, square_of
from palissade.kernel import Actions, Floats, Position, rule

# How many stops of a king are e times the chances, what a row is worth that he gets farther, and what the turn is:
# about what fits the results of games of our own, where nobody is pressed.
SCALE, ROW, TURN = 9.0, 0.5, 6.0
SURE = 0.98  # what a way out that is there is worth: less than one that was taken
PRESSED = 0.35  # what a mover may expect who must shut a way first, of what he could else


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """All to the mover if his king leaves now; else by how far the kings get."""
    seat = int(pos.mover)
    if pos.exit_due:
        expected = SURE
    else:
        mine, _ = freedom(pos, seat)
        theirs, is_pressed = freedom(pos, 1 - seat)
        expected = 1 / (1 + math.exp((theirs - mine - TURN) / SCALE))
        if is_pressed:
            expected *= PRESSED
    values[seat], values[1 - seat] = expected, 1 - expected


@rule
def wins_next(pos: Position) -> bool:
    """Whether the mover's king leaves now."""
    return bool(pos.exit_due)


@rule
def presses(pos: Position) -> bool:
    """Whether the king of the seat that is not to act has a way out."""
    return has_way_out(pos, 1 - int(pos.mover))


@rule
def answers(pos: Position, out: Actions) -> int:
    """A guard put on the way, one moved there, or one moved away at which the king turns: nothing else shuts a way."""
    south, middle, north, turners = way(pos, 1 - int(pos.mover), out)
    count = 0
    if holds_guards(pos):
        for square in range(SQUARES):
            if is_among(south, middle, north, square) and placing_refusal(pos, square) == LEGAL:
                out[count] = square
                count += 1
        return count
    for i in range(GUARDS_EACH):
        square = own_guard(pos, i)
        turns = turners >> int(pos.at[square]) & 1
        for place in range(GOALS):
            goal = int(CROSSING[square, place])
            if (turns or is_among(south, middle, north, goal)) and slide_refusal(pos, square, goal) == LEGAL:
                out[count] = FIRST_SLIDE + square * GOALS + place
                count += 1
    return count


@rule
def matters(pos: Position, actions: Actions, count: int) -> int:
    """What touches no leg that a king can run, and no guard that he comes up to, leaves both as free as they are."""
    south, middle, north, met = reach(pos, SOUTH)
    south_too, middle_too, north_too, met_too = reach(pos, NORTH)
    south, middle, north, met = south | south_too, middle | middle_too, north | north_too, met | met_too
    found = 0
    for i in range(count):
        action = int(actions[i])
        if action >= EXIT:
            continue
        is_slide = action >= FIRST_SLIDE
        goal = goal_of(action) if is_slide else action
        if is_among(south, middle, north, goal) or (is_slide and met >> int(pos.at[first_of(action)]) & 1):
            actions[i], actions[found] = actions[found], actions[i]
            found += 1
    return found


@rule
def moves_left(pos: Position) -> int:
    """The guards that are held, and about as many actions as a game has afterwards."""
    return 1 if pos.exit_due else int(pos.held[0]) + int(pos.held[1]) + 10


@rule
def freedom(pos: Position, seat: int) -> tuple[float, bool]:
    """The stops that the seat's king can come to, and how near to the far edge the farthest of them is; and whether he
    can leave.
    """
    king, waiting, stops, farthest, leaves = int(pos.kings[seat]), 0, 0, 0, False
    for direction in range(4):
        end = leg(pos, seat, king, direction)
        leaves = leaves or end == OUT
        if end != OUT and end != DEAD:
            waiting |= 1 << end
    seen = waiting
    while waiting:
        bit = waiting & -waiting
        waiting ^= bit
        stops += 1
        stop = int(BIT[bit % 53])
        square = square_of(pos, stop)
        row = square // COLUMNS
        farthest = max(farthest, row if seat == SOUTH else ROWS - 1 - row)
        for turn in (1, 3):
            end = leg(pos, seat, square, (stop + turn) % 4)
            leaves = leaves or end == OUT
            if end != OUT and end != DEAD and not seen >> end & 1:
                seen |= 1 << end
                waiting |= 1 << end
    return stops + ROW * farthest, leaves
