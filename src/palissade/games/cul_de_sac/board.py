"""The board of Cul-de-Sac: squares, steps between them, slots for walls, and the edges that walls close.

CDS-1: 11 columns and 14 rows. Squares are numbered row * 11 + column from a1. A slot is the corner between four
squares, where the middle of a wall lies; it is named after the lower left of them, row * 10 + column. A wall is the
number of its slot, or that and 130 if it is upright.

Which edges between squares are open is kept as bits, so that a way is searched for on all squares at once. Squares lie
in three words of five rows, twelve bits a row (the twelfth stays 0 and keeps neighbours from running over):

    word 2   rows 11 ‥ 14         bit 12 * (row % 5) + column
    word 1   rows  6 ‥ 10
    word 0   rows  1 ‥  5
"""

import numpy as np

from palissade.kernel import Position, rule

COLUMNS, ROWS = 11, 14
SQUARES = COLUMNS * ROWS
SLOT_COLUMNS, SLOT_ROWS = COLUMNS - 1, ROWS - 1
SLOTS = SLOT_COLUMNS * SLOT_ROWS
OFF = -1  # no square: beyond the rim

WHITE, BLACK = 0, 1
BASES = np.array([[3 * 11 + 3, 3 * 11 + 7], [10 * 11 + 3, 10 * 11 + 7]], np.int16)  # d4 h4, d11 h11

#   The twelve ways to go, as (columns, rows): two squares straight on, round a corner, one square.
#            8
#         5  .  4            STEPS[8] = (0, 1) and so on: 8 up, 9 right, 10 down, 11 left;
#     3   .  P  .   1        the straight ones 0 ‥ 3 in the same order, the corners 4 ‥ 7.
#         6  .  7
STEPS = np.array(
    [(0, 2), (2, 0), (0, -2), (-2, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1), (1, 0), (0, -1), (-1, 0)], np.int8
)
STRAIGHT, CORNER, ONE_STEP = 0, 4, 8  # first step of each sort

WORDS, WORD_ROWS, STRIDE = 3, 5, 12


@rule
def neighbour(square: int, step: int) -> int:
    """The square one goes to; OFF beyond the rim."""
    column, row = square % COLUMNS + STEPS[step, 0], square // COLUMNS + STEPS[step, 1]
    if column < 0 or column >= COLUMNS or row < 0 or row >= ROWS:
        return OFF
    return int(row) * COLUMNS + int(column)


@rule
def is_open(pos: Position, square: int, step: int) -> bool:
    """Whether no wall lies on the edge that one step crosses; the edge is kept with its lower or left square."""
    edge = square if step < ONE_STEP + 2 else neighbour(square, step)
    edges = pos.up if step % 2 == 0 else pos.right
    return bool(edges[word_of(edge)] & bit_of(edge))


@rule
def turn_edges(pos: Position, wall: int) -> None:
    """Close the two edges along a wall, or open them again."""
    upright, slot = wall // SLOTS, wall % SLOTS
    square = slot // SLOT_COLUMNS * COLUMNS + slot % SLOT_COLUMNS
    if upright:
        pos.right[word_of(square)] ^= bit_of(square)
        pos.right[word_of(square + COLUMNS)] ^= bit_of(square + COLUMNS)
    else:
        pos.up[word_of(square)] ^= bit_of(square) | bit_of(square + 1)


@rule
def word_of(square: int) -> int:
    """The word that holds the square's bit."""
    return square // COLUMNS // WORD_ROWS


@rule
def bit_of(square: int) -> np.uint64:
    """The square's bit in its word."""
    return np.uint64(1) << np.uint64(square // COLUMNS % WORD_ROWS * STRIDE + square % COLUMNS)
