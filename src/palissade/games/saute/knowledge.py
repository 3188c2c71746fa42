"""What helps to play Saute well: how far a piece could run in one turn, and how far every row has come.

Columns to go say little by themselves: pieces that keep together leap over each other, and who is left behind must walk
all the way alone. So a row is worth what its three columns are worth together.
"""

import math
from itertools import combinations

import numpy as np

from palissade.boards.butehorn import COLUMNS
from palissade.boards.threats import note
from palissade.games.saute.rules import (
    GOAL,
    HOME,
    IN_ROW,
    LANE,
    NO_RUNNER,
    PIECES,
    RUN,
    STOP,
    is_finished,
    landing,
    may_run_on,
    odd_columns,
    partner_of,
    row_of,
    seat_of,
)
from palissade.kernel import Actions, Floats, Ints, Position, rule

LEAF = "static"
USES_PRIOR = True
EXPLORATION = 0.5

# ---- What a row is worth: fitted to the results of 7 000 games of our own; as much as is e times the chances.

PIECE = (-1.86, -1.7, -1.34, -0.79, -0.55, -0.08, 0.32, 0.63, 0.93, 1.5, 1.59, 1.83)  # by its column
REAR = 0.33  # for every column that the rear piece has come
SPREAD = -0.16  # for every column more than two from there to the front piece
GAP = -0.23  # for every column too much between two neighbours for one to leap over the other soon
LEAP = 2  # columns between two neighbours that are not too much


def _worth(rear: int, middle: int, front: int) -> float:
    """Of a row with pieces in these columns."""
    gaps = max(middle - rear - LEAP, 0) + max(front - middle - LEAP, 0)
    pieces = PIECE[rear] + PIECE[middle] + PIECE[front]
    return pieces + REAR * rear + SPREAD * (front - rear - 2) + GAP * gaps


ROW = np.zeros(1 << COLUMNS, np.float32)  # by its columns as bits
for _columns in combinations(range(COLUMNS), IN_ROW):
    ROW[sum(1 << column for column in _columns)] = _worth(*_columns)

# The rest of it: to be the mover, and each column that his best piece could go; the same of another seat's; to be the
# mover in the middle of a run, and each column that is left of it.
TURN, STRIDE = 0.27, 0.19
OTHERS_STRIDE = 0.06
RUNNING, RUNS_ON = -0.63, 0.27

NEARER = 0.4  # how much is e times the weight of an action for each column, besides what the row is worth then
STRAYS = 0.01  # of its weight is left to an action by which a triangle can never come home
COLUMNS_AN_ACTION = 2

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


# ---- what a position is worth


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """To each side as its strength is to the others'. Who can never finish any more has none (SAU-7)."""
    seats, whole = int(pos.seats), 0.0
    for seat in range(seats):
        values[seat] = math.exp(side_strength(pos, seat)) if may_finish(pos, seat) else 0.0
        if not pos.teams or seat % 2 == 0:  # partners win together
            whole += float(values[seat])
    for seat in range(seats):
        if whole == 0:
            values[seat] = 0.5 if pos.teams else 1 / seats
        else:
            values[seat] /= whole


@rule
def may_finish(pos: Position, seat: int) -> bool:
    """Whether the seat, and its partner, can still win."""
    return strayed(pos, seat) == NONE and (not pos.teams or strayed(pos, partner_of(seat)) == NONE)


@rule
def side_strength(pos: Position, seat: int) -> float:
    """The seat's, or that of the weaker of two partners: both have to come home."""
    if pos.teams:
        return min(strength(pos, seat), strength(pos, partner_of(seat)))
    return strength(pos, seat)


@rule
def strength(pos: Position, seat: int) -> float:
    """How far the seat's rows have come, and how far it could go now."""
    total = 0.0
    for i in range(LANE):
        total += float(ROW[int(pos.rows[row_of(seat, i)])])
    odd = odd_columns(pos, seat)
    if seat == pos.mover and pos.runner != NO_RUNNER:
        return total + RUNNING + RUNS_ON * way(int(pos.rows[pos.runner // COLUMNS]), int(pos.runner) % COLUMNS, odd)
    farthest = 0
    for i in range(LANE):
        columns = occupied = int(pos.rows[row_of(seat, i)])
        column = 0
        while columns:
            if columns & 1:
                farthest = max(farthest, way(occupied, column, odd))
            columns >>= 1
            column += 1
    return total + (TURN + STRIDE * farthest if seat == pos.mover else OTHERS_STRIDE * farthest)


@rule
def prior(pos: Position, actions: Actions, count: int, weights: Floats) -> None:
    """Weights grow with how far the piece could go in this turn, and with what its row would be worth then."""
    odd = odd_columns(pos, int(pos.mover))
    for i in range(count):
        action, weights[i] = int(actions[i]), 1
        if action < STOP:
            square = action // COLUMNS
            occupied, column = int(pos.rows[square // COLUMNS]), square % COLUMNS
            gone = way(occupied, column, odd)
            after = occupied ^ (1 << column | 1 << column + gone)
            weights[i] = math.exp(NEARER * gone + float(ROW[after]) - float(ROW[occupied]))
            if pos.expert and action % COLUMNS > GOAL and is_triangle(pos, square):
                weights[i] *= STRAYS


@rule
def is_triangle(pos: Position, square: int) -> bool:
    """Whether the mover's piece there is one."""
    for triangle in range(0, PIECES, IN_ROW):
        if pos.square[int(pos.mover), triangle] == square:
            return True
    return False


@rule
def moves_left(pos: Position) -> int:
    """Until the first is home, at two columns an action of each."""
    fewest = LANE * IN_ROW * COLUMNS
    for seat in range(int(pos.seats)):
        columns = 0
        for piece in range(PIECES):
            columns += GOAL + 1 - int(pos.square[seat, piece]) % COLUMNS
        fewest = min(fewest, columns)
    return int(pos.seats) * (fewest // COLUMNS_AN_ACTION + 1)


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
    row = square // COLUMNS
    return square + way(int(pos.rows[row]), square % COLUMNS, odd_columns(pos, seat_of(row)))


@rule
def way(occupied: int, column: int, odd: int) -> int:
    """How many columns a piece of a row that is occupied so could go in one turn, where these columns let it run on."""
    begun = column
    while True:
        goal = column + 1 + int(RUN[occupied >> column + 1 & 7])
        if goal >= COLUMNS:
            break
        column = goal
        if not odd >> column & 1:
            break
    return column - begun


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
