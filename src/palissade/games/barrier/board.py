"""Barrier's board: the squares as bits of one word, the eight directions, and the tiles with their arrows.

8 |  . c . c . c . c        y, c: where the men begin
7 |  c . c . c . c .
6 |  . c . c . c . c        a square's number, and its bit, is row * 8 + column from a1:
5 |  Y C Y C Y C Y C        a1 is 0, b1 is 1, a2 is 8
4 |  C Y C Y C Y C Y
3 |  y . y . y . y .        Y, C: the barrier, and who lays a tile where;
2 |  . y . y . y . y        its places are numbered from a4: a4 is 0, h5 is 15
1 |  y . y . y . y .
"""

import numpy as np

from palissade.kernel import rule

COLUMNS = ROWS = 8
SQUARES = COLUMNS * ROWS
YELLOW, CLEAR = 0, 1
MEN = 12  # of each seat

# ---- Directions, clockwise from N, which is toward row 8 for everybody (BAR-2)

DIRECTIONS = 8
DIRECTION_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # columns and rows
ONWARD = np.array([rows * COLUMNS + columns for columns, rows in STEPS], np.int64)  # to the number of the next square

# ---- Tiles (BAR-2): tile t has an arrow in direction t and one a right angle further

TILES = 8  # of each seat
TILE_NAMES = tuple(f"{DIRECTION_NAMES[tile]}+{DIRECTION_NAMES[(tile + 2) % 8]}" for tile in range(TILES))

# ---- The barrier: rows 4 and 5

FIRST_PLACE = 3 * COLUMNS
PLACES = 2 * COLUMNS


def _word(*squares: int) -> np.uint64:
    return np.uint64(sum(1 << square for square in squares))


def _is_even(square: int) -> bool:
    """Whether column number + row is even."""
    return (square % COLUMNS + square // COLUMNS) % 2 == 0


def _row(row: int) -> range:
    return range(row * COLUMNS, (row + 1) * COLUMNS)


def _arrivals(direction: int) -> np.uint64:
    """The squares that a step in the direction can end on: all but those at the rim it comes from."""
    columns, rows = STEPS[direction]
    return _word(
        *(
            square
            for square in range(SQUARES)
            if 0 <= square % COLUMNS - columns < COLUMNS and 0 <= square // COLUMNS - rows < ROWS
        )
    )


_BARRIER = range(FIRST_PLACE, FIRST_PLACE + PLACES)
ONE, NONE = np.uint64(1), np.uint64(0)
BARRIER = _word(*_BARRIER)
OFF_BARRIER = _word(*(square for square in range(SQUARES) if square not in _BARRIER))
# By seat: where its men begin (BAR-1), where it lays (BAR-3), its far row (BAR-6), the rows beside the barrier
HOME = np.array(
    [_word(*(square for row in rows for square in _row(row) if _is_even(square))) for rows in (range(3), range(5, 8))],
    np.uint64,
)
OWN_PLACES = np.array(
    [_word(*(s for s in _BARRIER if _is_even(s) == (seat == YELLOW))) for seat in range(2)], np.uint64
)
FAR_ROW = np.array([_word(*_row(7)), _word(*_row(0))], np.uint64)
ROW_BEFORE = np.array([_word(*_row(2)), _word(*_row(5))], np.uint64)
ROW_BEHIND = ROW_BEFORE[::-1].copy()
# BAR-4: by seat and direction, the squares off the barrier from which a man may go that way
AHEAD = np.array(
    [[OFF_BARRIER if STEPS[d][1] == forward else NONE for d in range(DIRECTIONS)] for forward in (1, -1)], np.uint64
)

# ---- Words: sets of squares, a bit a square

_TURN = np.array([step % 64 for step in ONWARD.tolist()], np.uint64)  # a word turned round by so many bits …
_BACK = np.array([-step % 64 for step in ONWARD.tolist()], np.uint64)
_ARRIVALS = np.array([_arrivals(direction) for direction in range(DIRECTIONS)], np.uint64)  # … less what left the board


@rule
def onward(word: np.uint64, direction: int) -> np.uint64:
    """Every square of the word one further in the direction; what would leave the board is gone."""
    further: np.uint64 = (word << _TURN[direction] | word >> _BACK[direction]) & _ARRIVALS[direction]
    return further


@rule
def backward(word: np.uint64, direction: int) -> np.uint64:
    """Every square of the word one further against the direction."""
    return onward(word, (direction + 4) % 8)


@rule
def bit_of(square: int) -> np.uint64:
    """The word of one square."""
    return ONE << np.uint64(square)


@rule
def has_square(word: np.uint64, square: int) -> bool:
    """Whether the square is in the word."""
    return bool(word >> np.uint64(square) & ONE)


@rule
def size(word: np.uint64) -> int:
    """How many squares are in the word; the compiler knows this loop and makes one instruction of it."""
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@rule
def lowest(word: np.uint64) -> int:
    """The first square of the word, which is not empty: as many as there are bits below it."""
    return size(~word & (word - ONE))


@rule
def nth(word: np.uint64, n: int) -> int:
    """The n-th square of the word, from 0."""
    for _ in range(n):
        word &= word - ONE
    return lowest(word)


@rule
def is_on_board(square: int, direction: int) -> bool:
    """Whether there is a next square in the direction."""
    return bool(onward(bit_of(square), direction))
