"""The pieces of La Porte, where they stand, and what is kept up to date when one comes, goes or moves.

For each colour and kind every row and column knows where such pieces stand, so that an entry (POR-4) is found with a
few words; and every block counts the enemies of each seat, so that a crowded gate (POR-5) is one bit of a word.
"""

import numpy as np

from palissade.boards.butehorn import BLOCK, CENTRES, COLUMNS, ROWS, SQUARES
from palissade.kernel import Position, rule

# ---- POR-1 Equipment

MOST_SEATS = 4
CYLINDER, TRIANGLE, SQUARE = KINDS = 0, 1, 2
EQUIPMENT = np.array([1, 4, 6], np.int8)  # of each kind: one of them on the board at first, the others in reserve
OTHERS = np.array([[TRIANGLE, SQUARE], [CYLINDER, SQUARE], [CYLINDER, TRIANGLE]], np.int8)  # the other two kinds

# A colour's pieces are numbered kind by kind, those of one kind in the order in which they come onto the board:
# the cylinder 0, triangles 1 to 4, squares 5 to 10.

PIECES = 3 + 8
FIRST = np.array([0, 1, 5], np.int8)  # piece of each kind
LAST_TRIANGLE = 4
KIND = np.array([CYLINDER] + 4 * [TRIANGLE] + 6 * [SQUARE], np.int8)  # of each piece

BLOCKS = len(CENTRES)
IS_GATE = np.isin(np.arange(SQUARES), CENTRES)

# ---- POR-2 Set-up: square, cylinder and triangle from the left of each player
#
#               Green
#            g12 h12 i12              BEGINNINGS[side, kind]
#         a9             l6
#   Blue  a8             l5  Yellow
#         a7             l4
#            d1  e1  f1
#                Red

BEGINNINGS = np.array([[4, 5, 3], [84, 72, 96], [139, 138, 140], [59, 71, 47]], np.int16)

OFF, EMPTY = -1, -1  # no square, no piece


# ---- Coming, going


@rule
def clear_board(pos: Position) -> None:
    """No piece on the board: all are in reserve."""
    for square in range(SQUARES):
        pos.occupant[square] = EMPTY
    for seat in range(MOST_SEATS):
        pos.crowded[seat] = pos.on_gates[seat] = 0
        for number in range(PIECES):
            pos.square[seat, number] = OFF
        for block in range(BLOCKS):
            pos.enemies[seat, block] = 0
        for kind in KINDS:
            pos.reserve[seat, kind] = EQUIPMENT[kind]
            for line in range(ROWS):
                pos.row[seat, kind, line] = pos.column[seat, kind, line] = 0


@rule
def put(pos: Position, seat: int, kind: int, square: int) -> None:
    """A piece comes out of the reserve onto the board."""
    number = int(FIRST[kind]) + int(EQUIPMENT[kind]) - int(pos.reserve[seat, kind])
    pos.reserve[seat, kind] -= 1
    set_down(pos, seat, number, square)
    count_in_block(pos, seat, int(BLOCK[square]), 1)


@rule
def set_down(pos: Position, seat: int, number: int, square: int) -> None:
    """Put the piece on the square."""
    kind, row, column = int(KIND[number]), square // COLUMNS, square % COLUMNS
    pos.square[seat, number] = square
    pos.occupant[square] = seat * PIECES + number
    pos.row[seat, kind, row] |= 1 << column
    pos.column[seat, kind, column] |= 1 << row
    if IS_GATE[square]:
        pos.on_gates[seat] |= 1 << int(BLOCK[square])


@rule
def lift(pos: Position, seat: int, number: int) -> None:
    """Take the piece off its square."""
    square = int(pos.square[seat, number])
    kind, row, column = int(KIND[number]), square // COLUMNS, square % COLUMNS
    pos.occupant[square] = EMPTY
    pos.row[seat, kind, row] ^= 1 << column
    pos.column[seat, kind, column] ^= 1 << row
    if IS_GATE[square]:
        pos.on_gates[seat] ^= 1 << int(BLOCK[square])


@rule
def count_in_block(pos: Position, seat: int, block: int, more: int) -> None:
    """One piece of the seat more, or less, stands in the block: its enemies find it crowded, or no longer."""
    for step in range(1, int(pos.seats)):
        other = beyond(pos, seat, step)
        if is_enemy(pos, seat, other):
            count = int(pos.enemies[other, block]) + more
            pos.enemies[other, block] = count
            pos.crowded[other] = int(pos.crowded[other]) & ~(1 << block) | int(count >= 2) << block


@rule
def beyond(pos: Position, seat: int, step: int) -> int:
    """The seat so many places round the table: from 1 on all others."""
    other = seat + step
    return other if other < pos.seats else other - int(pos.seats)


# ---- POR-7 Teams


@rule
def partner(seat: int) -> int:
    """Partners sit side by side: Red and Blue, Green and Yellow."""
    return seat ^ 1


@rule
def is_enemy(pos: Position, seat: int, other: int) -> bool:
    """Whether the two are neither the same nor partners."""
    return bool(seat != other and not (pos.teams and other == partner(seat)))
