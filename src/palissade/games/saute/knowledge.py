"""What can be noticed in Saute: how far a piece could run in one turn, and whose last piece could come home by it."""

from palissade.boards.butehorn import COLUMNS
from palissade.boards.threats import note
from palissade.games.saute.rules import (
    GOAL,
    HOME,
    IN_ROW,
    LANE,
    NO_RUNNER,
    PIECES,
    is_finished,
    landing,
    may_run_on,
    partner_of,
    row_of,
)
from palissade.kernel import Ints, Position, rule

CAN_WIN, CAN_RUN = 0, 1  # kinds of threats
NONE = -1


@rule
def threats(pos: Position, out: Ints) -> int:
    """CAN_WIN: a piece with which a seat could win in one turn; CAN_RUN: the one that could run on and get farthest.
    The mover's come first.
    """
    seats, count = int(pos.seats), 0
    for i in range(seats):
        seat = (int(pos.mover) + i) % seats
        piece = winning_piece(pos, seat)
        if piece != NONE:
            count = note(out, count, CAN_WIN, piece, seat)
    for i in range(seats):
        seat = (int(pos.mover) + i) % seats
        piece = longest_run(pos, seat)
        if piece != NONE and winning_piece(pos, seat) == NONE:
            count = note(out, count, CAN_RUN, piece, seat)
    return count


# ---- one piece


@rule
def may_hop(pos: Position, square: int) -> bool:
    """Whether the piece can move now; of the mover in the middle of a run, only the one that runs."""
    row = square // COLUMNS
    is_free = pos.runner == NO_RUNNER or pos.runner == square or row // LANE != int(pos.runner) // COLUMNS // LANE
    return is_free and landing(pos, square) < COLUMNS


@rule
def landed(pos: Position, square: int) -> int:
    """The square where the piece on this one would land; it can move."""
    return square // COLUMNS * COLUMNS + landing(pos, square)


@rule
def run_end(pos: Position, square: int) -> int:
    """Where a piece that can move would end if it ran on as long as it may."""
    square = landed(pos, square)
    while may_run_on(pos, square):
        square = landed(pos, square)
    return square


@rule
def longest_run(pos: Position, seat: int) -> int:
    """The square of the seat's piece that would get farthest among those that may run on; NONE if none may."""
    best, farthest = NONE, 0
    for piece in range(PIECES):
        square = int(pos.square[seat, piece])
        if may_hop(pos, square) and may_run_on(pos, landed(pos, square)):
            if run_end(pos, square) % COLUMNS - square % COLUMNS > farthest:
                best, farthest = square, run_end(pos, square) % COLUMNS - square % COLUMNS
    return best


# ---- coming home


@rule
def winning_piece(pos: Position, seat: int) -> int:
    """The square of the piece with which the seat could win in one turn, were it to act; NONE if there is none."""
    if pos.teams and not is_finished(pos, partner_of(seat)):
        return NONE
    for piece in range(PIECES):
        square = int(pos.square[seat, piece])
        if may_hop(pos, square) and completes(pos, seat, piece):
            return square
    return NONE


@rule
def completes(pos: Position, seat: int, piece: int) -> bool:
    """SAU-5, SAU-7: whether the piece, which can move, could complete the seat's nine in one turn."""
    square = int(pos.square[seat, piece])
    for i in range(LANE):
        row = row_of(seat, i)
        if row != square // COLUMNS and pos.rows[row] != HOME:
            return False
    others = int(pos.rows[square // COLUMNS]) ^ 1 << square % COLUMNS
    goal = landed(pos, square)
    while others | 1 << goal % COLUMNS != HOME:
        if not may_run_on(pos, goal):
            return False
        goal = landed(pos, goal)
    if pos.expert:
        for triangle in range(0, PIECES, IN_ROW):
            column = goal % COLUMNS if triangle == piece else int(pos.square[seat, triangle]) % COLUMNS
            if column != GOAL:
                return False
    return True


@rule
def strayed(pos: Position, seat: int) -> int:
    """SAU-7: the square of a triangle that has passed its column and can never come back; NONE if there is none."""
    for triangle in range(0, PIECES, IN_ROW):
        if pos.expert and pos.square[seat, triangle] % COLUMNS > GOAL:
            return int(pos.square[seat, triangle])
    return NONE


@rule
def left(pos: Position, seat: int) -> int:
    """How many pieces of the seat have not reached the goal."""
    count = 0
    for piece in range(PIECES):
        if pos.square[seat, piece] % COLUMNS < GOAL:
            count += 1
    return count


@rule
def enemies_in(pos: Position, seat: int, column: int) -> int:
    """SAU-4: how many enemies of the seat stand in the column."""
    count = 0
    for other in range(int(pos.seats)):
        if other != seat and not (pos.teams and other == partner_of(seat)):
            for piece in range(PIECES):
                if pos.square[other, piece] % COLUMNS == column:
                    count += 1
    return count
