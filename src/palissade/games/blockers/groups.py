"""Groups of Blockers!: tiles of one colour that hang together along the sides of squares (BKR-4, BKR-8).

They are searched for on all squares at once: rows A ‥ E and F ‥ I are the bits of two words, ten bits a row (the tenth
stays 0 and keeps neighbours from running over).
"""

import numpy as np

from palissade.games.blockers.tiles import COLUMNS, ROWS
from palissade.kernel import Position, rule

HALF, STRIDE = 5, 10
ROW, LAST_ROW = (1 << STRIDE) - 1, STRIDE * (HALF - 1)

# For each pattern of tiles of one colour around a square, whether those beside it hold together without it, along the
# eight squares around. The bits of a pattern are the 3 × 3 squares row by row; RING goes round them clockwise from the
# one above, so that its even places are the squares beside, its odd ones the corners.
RING = (1, 2, 5, 8, 7, 6, 3, 0)


def _holds_together(around: int) -> bool:
    ring = [bool(around >> place & 1) for place in RING]
    loose_ends = sum(ring[i] and not (ring[i + 1] and ring[(i + 2) % 8]) for i in (0, 2, 4, 6))
    return loose_ends <= 1


HOLDS_TOGETHER = np.array([_holds_together(around) for around in range(512)])


@rule
def splits_group(pos: Position, colour: int, square: int) -> bool:
    """Whether the group of the colour's tile on this square would fall apart without it."""
    row, column = square // COLUMNS, square % COLUMNS
    above = int(pos.rows[colour, row]) >> column & 7
    level = int(pos.rows[colour, row + 1]) >> column & 7
    below_it = int(pos.rows[colour, row + 2]) >> column & 7
    if HOLDS_TOGETHER[above | level << 3 | below_it << 6]:
        return False
    here_top, here_bottom = halves_of(square)
    top, bottom = halves(pos, colour)
    top, bottom = top & ~here_top, bottom & ~here_bottom
    beside_top, beside_bottom = spread(here_top, here_bottom, top, bottom)
    # The group holds together if from one of the tiles beside the square all the others are reached.
    reached_top = beside_top & -beside_top
    reached_bottom = 0 if reached_top else beside_bottom & -beside_bottom
    while True:
        next_top, next_bottom = spread(reached_top, reached_bottom, top, bottom)
        if beside_top & ~next_top == 0 and beside_bottom & ~next_bottom == 0:
            return False
        if next_top == reached_top and next_bottom == reached_bottom:
            return True
        reached_top, reached_bottom = next_top, next_bottom


@rule
def count_groups(pos: Position, colour: int) -> int:
    """How many groups of orthogonally connected tiles the colour has; a lone tile is one."""
    top, bottom = halves(pos, colour)
    count = 0
    while top | bottom:
        group_top = top & -top
        group_bottom = 0 if group_top else bottom & -bottom
        while True:
            next_top, next_bottom = spread(group_top, group_bottom, top, bottom)
            if next_top == group_top and next_bottom == group_bottom:
                break
            group_top, group_bottom = next_top, next_bottom
        top, bottom = top & ~group_top, bottom & ~group_bottom
        count += 1
    return count


@rule
def spread(top: int, bottom: int, within_top: int, within_bottom: int) -> tuple[int, int]:
    """These squares and the squares beside them, as far as they lie within."""
    next_top = top | top << 1 | top >> 1 | top << STRIDE | top >> STRIDE | (bottom & ROW) << LAST_ROW
    next_bottom = bottom | bottom << 1 | bottom >> 1 | bottom << STRIDE | bottom >> STRIDE | top >> LAST_ROW
    return next_top & within_top, next_bottom & within_bottom


@rule
def halves(pos: Position, colour: int) -> tuple[int, int]:
    """All tiles of a colour on the board."""
    top, bottom = 0, 0
    for row in range(HALF):
        top |= int(pos.rows[colour, row + 1]) >> 1 << row * STRIDE
    for row in range(HALF, ROWS):
        bottom |= int(pos.rows[colour, row + 1]) >> 1 << (row - HALF) * STRIDE
    return top, bottom


@rule
def halves_of(square: int) -> tuple[int, int]:
    """One square."""
    row, column = square // COLUMNS, square % COLUMNS
    if row < HALF:
        return 1 << row * STRIDE + column, 0
    return 0, 1 << (row - HALF) * STRIDE + column
