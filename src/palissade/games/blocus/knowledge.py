"""What helps to play Le Blocus well: whose king can go where, and who is about to leave.

Games are won by threats: a way that opens must be shut at once, and one move cannot shut two. So the search looks on
where somebody is pressed, and elsewhere counts how far the kings get.
"""

import math

from palissade.boards.butehorn import COLUMNS, ROWS
from palissade.games.blocus.ways import BIT, DEAD, OUT, SOUTH, has_way_out, leg, square_of
from palissade.kernel import Floats, Position, rule

# How many stops of a king are e times the chances, what a row is worth that he gets farther, and what the turn is.
SCALE, ROW, TURN = 6.0, 0.5, 1.0
SURE = 0.98  # what a way out that is there is worth: less than one that was taken
PRESSED = 0.35  # what a mover may expect who must shut a way first, of what he could else


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """All to the mover if his king leaves now; else by how far the kings get."""
    seat = int(pos.mover)
    if pos.exit_due:
        expected = SURE
    else:
        ahead = TURN + freedom(pos, seat) - freedom(pos, 1 - seat)
        expected = 1 / (1 + math.exp(-ahead / SCALE))
        if has_way_out(pos, 1 - seat):
            expected *= PRESSED
    values[seat], values[1 - seat] = expected, 1 - expected


@rule
def presses(pos: Position) -> bool:
    """Whether the king of the seat that is not to act has a way out."""
    return has_way_out(pos, 1 - int(pos.mover))


@rule
def moves_left(pos: Position) -> int:
    """The guards that are held, and about as many actions as a game has afterwards."""
    return 1 if pos.exit_due else int(pos.held[0]) + int(pos.held[1]) + 10


@rule
def freedom(pos: Position, seat: int) -> float:
    """The stops that the seat's king can come to, and how near to the far edge the farthest of them is."""
    king, waiting, stops, farthest = int(pos.kings[seat]), 0, 0, 0
    for direction in range(4):
        end = leg(pos, seat, king, direction)
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
            if end != OUT and end != DEAD and not seen >> end & 1:
                seen |= 1 << end
                waiting |= 1 << end
    return stops + ROW * farthest
