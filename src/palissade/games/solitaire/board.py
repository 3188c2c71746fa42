"""The board of Solitaire: squares, the sixteen lines they lie on, and the jumps along a line, all looked up at once.

SOL-1: the 8 × 8 squares in the middle of the board. Squares are numbered row * 8 + column from 1A, which is top left.
Every square lies on two lines, its row and its column, and a jump depends on one line alone:

         A   B   C   D …             lines 0 ‥ 7    rows 1 ‥ 8, places counted from the left
    1    0   1   2   3               lines 8 ‥ 15   columns A ‥ H, places counted from the top
    2    8   9  10  11
    ⋮                                1D is place 3 on line 0, and place 0 on line 11

A line is four bytes in one word, a byte for each colour and in it a bit for each place.
"""

import numpy as np

from palissade.kernel import rule

SIDE = 8
SQUARES = SIDE * SIDE
LINES = 2 * SIDE
COLOURS = ("red", "blue", "green", "yellow")
LETTERS = "RBGY"
BYTE = 255
EVERY_COLOUR = 0x01_01_01_01  # times a set of places: these places in each of the four bytes

# SOL-2: rows 2 to 7, columns B to G.
FIELD = tuple(row * SIDE + column for row in range(1, 7) for column in range(1, 7))
BOOKLET = "RYRGBG YRYBGB RYRGBG BGBYRY GBGRYR BGBYRY".replace(" ", "")
EACH = 9  # pawns of each colour

# ---- The jumps along a line
#
# For one colour a place is empty (0), taken by another colour (1) or by its own (2): a line is a number of eight such
# digits, the sum of TERNARY for all pawns on it and once more for its own. JUMPS tells for each line which of the
# colour's pawns may jump: bit p is the pawn on place p jumping FORWARD (to the right, down), bit 8 + p BACK (to the
# left, up); above these sixteen bits is how many there are. The jumps of the four colours add up.

FORWARD, BACK = 0, 1
COUNT = 16  # where the number of jumps begins
TERNARY = np.array([sum(3**place for place in range(SIDE) if places >> place & 1) for places in range(256)], np.int16)


def _may_jump(taken: int, own: int, place: int, step: int) -> bool:
    """SOL-3: over pawns next to it, none of its own colour, to an empty place."""
    beyond = place + step
    while 0 <= beyond < SIDE and taken >> beyond & 1:
        if own >> beyond & 1:
            return False
        beyond += step
    return 0 <= beyond < SIDE and beyond != place + step


def _jumps() -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    jumps = np.zeros(3**SIDE, np.int32)
    for taken in range(256):
        own = taken
        while own:  # every choice among the places taken but the empty one
            found = [
                SIDE * direction + place
                for place in range(SIDE)
                if own >> place & 1
                for direction, step in ((FORWARD, 1), (BACK, -1))
                if _may_jump(taken, own, place, step)
            ]
            jumps[TERNARY[taken] + TERNARY[own]] = sum(1 << jump for jump in found) | len(found) << COUNT
            own = (own - 1) & taken
    return jumps


JUMPS = _jumps()


@rule
def jumps_along(line: int) -> int:
    """All jumps of all pawns on a line, and their number."""
    pawns = int(TERNARY[places_taken(line)])
    jumps = 0
    for colour in range(4):
        jumps += int(JUMPS[pawns + int(TERNARY[line >> 8 * colour & BYTE])])
    return jumps


@rule
def places_taken(line: int) -> int:
    """The places of a line where pawns of any colour stand."""
    return (line | line >> 8 | line >> 16 | line >> 24) & BYTE


@rule
def first_empty(taken: int, place: int, step: int) -> int:
    """The first empty place that way; -1 or SIDE if there is none."""
    place += step
    while 0 <= place < SIDE and taken >> place & 1:
        place += step
    return place


@rule
def square_on(line: int, place: int) -> int:
    """The square at a place of a line."""
    return line * SIDE + place if line < SIDE else place * SIDE + line - SIDE
