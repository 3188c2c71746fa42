"""What it takes at least to come to the last pawn.

A jump along a row takes pawns out of this one row, a jump along a column at most one pawn out of each row. So with V
jumps along columns still to come, a row of n pawns (but the one where the last pawn stays, which may keep one) needs
n - V of them taken by jumps along itself; a pawn that lands in the row on its way down or up makes that two more, for
it comes where one could have gone.

How many pawns a jump takes is known for a line in which none has landed from outside and none has jumped: at most
its longest stretch of pawns beside one of a colour that is not among them. Taking pawns away only makes stretches
shorter. Where there is no stretch nothing can be jumped, until a pawn lands in the line.

All this holds with rows and columns exchanged. Eight lines are packed into one number, four bits for each.
"""

import numpy as np
import numpy.typing as npt

from palissade.games.solitaire.board import BYTE, COLOURS, SIDE, TERNARY, places_taken
from palissade.kernel import Position, rule

MOST_JUMPED = SIDE - 2  # by one jump
NEVER = 99  # jumps: more than there can be
BITS = np.array([places.bit_count() for places in range(256)], np.int8)
FOUR = 15

# What a line needs: a number of jumps along it, and perhaps one of these.
JUMPS, MUST_LAND, MAY_LAND = 3, 4, 8  # a pawn must land in it from outside; or it would save a jump if one did


def _stretches() -> npt.NDArray[np.int8]:
    """Of a line as one colour sees it (`board.JUMPS`): the most pawns of others that stand beside one of its own."""
    stretches = np.zeros(3**SIDE, np.int8)
    for taken in range(256):
        own = taken
        while own:
            stretches[TERNARY[taken] + TERNARY[own]] = max(
                _stretch(taken & ~own, place, step) for place in range(SIDE) if own >> place & 1 for step in (1, -1)
            )
            own = (own - 1) & taken
    return stretches


def _stretch(others: int, place: int, step: int) -> int:
    length = 0
    while 0 <= (beyond := place + step * (length + 1)) < SIDE and others >> beyond & 1:
        length += 1
    return length


STRETCHES = _stretches()


@rule
def may_be_solved(pos: Position, moves: int) -> bool:
    """False only where so many moves cannot lead to the last pawn."""
    to_take = int(pos.pawns) - 1
    if to_take == 0:
        return True
    if pos.choices == 0 or to_take > MOST_JUMPED * moves:
        return False
    rows, stretches_of_rows = pack(pos, 0)
    columns, stretches_of_columns = pack(pos, SIDE)
    if to_take > max(longest(stretches_of_rows), longest(stretches_of_columns)) + MOST_JUMPED * (moves - 1):
        return False
    enough = 0  # by jumps along columns, a bit for each number of them that may be enough
    for down in range(moves + 1):
        if jumps_needed(rows, stretches_of_rows, down) <= moves - down:
            if jumps_needed(columns, stretches_of_columns, moves - down) <= down:
                enough |= 1 << down
    return enough > 0 and may_be_covered(pos, moves, enough)


@rule
def may_be_covered(pos: Position, moves: int, enough: int) -> bool:
    """Whether every pawn can be on a line that is jumped along, with so many lines and numbers of columns."""
    upper, middle, lower = columns_of_others(pos, 0), columns_of_others(pos, 3), columns_of_others(pos, 6)
    for rows in range(1 << SIDE):  # to jump along; so must be the columns of all pawns on other rows
        columns = upper >> 8 * (rows & 7) | middle >> 8 * (rows >> 3 & 7) | lower >> 8 * (rows >> 6)
        across, down = int(BITS[rows]), int(BITS[columns & BYTE])
        if across + down <= moves and enough >> down & (2 << moves - across - down) - 1:
            return True
    return False


@rule
def columns_of_others(pos: Position, first: int) -> int:
    """For every choice among three rows, a byte: the columns of all pawns on the rows that are not chosen."""
    columns = 0
    for chosen in range(8):
        for row in range(3):
            if first + row < SIDE and not chosen >> row & 1:
                columns |= places_taken(int(pos.lines[first + row])) << 8 * chosen
    return columns


@rule
def pack(pos: Position, first: int) -> tuple[int, int]:
    """The pawns on each of eight lines, and its longest stretch."""
    counts, stretches = 0, 0
    for line in range(SIDE):
        pawns = int(pos.lines[first + line])
        counts |= int(BITS[places_taken(pawns)]) << 4 * line
        stretches |= stretch_along(pawns) << 4 * line
    return counts, stretches


@rule
def stretch_along(line: int) -> int:
    """The longest stretch of a line, for any colour."""
    pawns = int(TERNARY[places_taken(line)])
    most = 0
    for colour in range(len(COLOURS)):
        own = line >> 8 * colour & BYTE
        if own:
            most = max(most, int(STRETCHES[pawns + int(TERNARY[own])]))
    return most


@rule
def longest(stretches: int) -> int:
    """Of all eight lines."""
    most = 0
    while stretches:
        most = max(most, stretches & FOUR)
        stretches >>= 4
    return most


@rule
def jumps_needed(counts: int, stretches: int, across: int) -> int:
    """How many jumps along the eight lines there must be at least, with so many jumps across them."""
    jumps, must_land, may_land = 0, 0, 0
    for line in range(SIDE):
        needs = need(counts >> 4 * line & FOUR, 0, stretches >> 4 * line & FOUR, across)
        jumps += needs & JUMPS
        must_land += int(needs & MUST_LAND > 0)
        may_land += int(needs & MAY_LAND > 0)
    least = all_needed(jumps, must_land, may_land, across)
    if jumps == 0:
        return 0
    for line in range(SIDE):  # the last pawn may stay here
        pawns, stretch = counts >> 4 * line & FOUR, stretches >> 4 * line & FOUR
        if pawns > across:
            needs, keeps = need(pawns, 0, stretch, across), need(pawns, 1, stretch, across)
            if needs != keeps:
                least = min(
                    least,
                    all_needed(
                        jumps - (needs & JUMPS) + (keeps & JUMPS),
                        must_land - int(needs & MUST_LAND > 0) + int(keeps & MUST_LAND > 0),
                        may_land - int(needs & MAY_LAND > 0) + int(keeps & MAY_LAND > 0),
                        across,
                    ),
                )
    return least


@rule
def need(pawns: int, kept: int, stretch: int, across: int) -> int:
    """What a line needs whose pawns are to go but so many."""
    to_take = pawns - kept - across
    if to_take <= 0:
        return 0
    jumps_if_landed = 1 if to_take + 2 <= min(MOST_JUMPED, pawns) else 2
    if stretch == 0:
        return jumps_if_landed | MUST_LAND
    if to_take <= stretch:
        return 1
    return 2 | MAY_LAND if jumps_if_landed == 1 else 2


@rule
def all_needed(jumps: int, must_land: int, may_land: int, across: int) -> int:
    """What all lines need together: each jump across them lands in one."""
    if must_land > across:
        return NEVER
    return jumps - min(may_land, across - must_land)
