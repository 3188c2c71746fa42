"""The board of Blockers! and its tiles, as numbers (BKR-1, BKR-2, BKR-3)."""

import numpy as np

from palissade.kernel import rule

# ---- BKR-1 Board. Squares are numbered row * 9 + column from A1, which is top left; blocks row by row.
#
#        1 2 3   4 5 6   7 8 9
#     A
#     B   sun    star    heart
#     C
#     D
#     E  circle diamond triangle
#     F
#     G
#     H   moon   cross   square
#     I

COLUMNS, ROWS = 9, 9
SQUARES = COLUMNS * ROWS

# ---- BKR-2 Tiles. A tile is a number: digits 0 ‥ 8, letters 9 ‥ 17, symbols 18 ‥ 26 in the order of the blocks, joker.

DIGITS, LETTERS, SYMBOLS, JOKER = 0, 9, 18, 27  # the first of each sort
TILES = 28
RACK = 5
PILE = TILES - RACK
PLAYS = PILE + 1  # BKR-7: tiles that each colour plays; then its pile is empty and four tiles are left
UNKNOWN, NO_TILE = 28, 29  # a tile lies there, face down for who looks (BKR-10); nothing lies there
NO_COLOUR = -1

# BKR-3: the nine squares of each tile but the joker, in order.
LINES = np.array(
    [[row * 9 + column for row in range(9)] for column in range(9)]
    + [[row * 9 + column for column in range(9)] for row in range(9)]
    + [[(block // 3 * 3 + i // 3) * 9 + block % 3 * 3 + i % 3 for i in range(9)] for block in range(9)],
    np.int8,
)


@rule
def places(tile: int) -> int:
    """BKR-3: how many squares a tile goes on; none for a tile that is face down."""
    if tile < JOKER:
        return 9
    return SQUARES if tile == JOKER else 0


@rule
def place_of(tile: int, place: int) -> int:
    """The square with this number among those of the tile."""
    return place if tile == JOKER else int(LINES[tile, place])


@rule
def block_of(square: int) -> int:
    """The 3 × 3 block of a square, row by row."""
    return square // COLUMNS // 3 * 3 + square % COLUMNS // 3


@rule
def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
