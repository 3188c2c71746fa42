"""Le Blocus as a network sees it: the board laid so that the mover's king stands below and leaves above.

Rows are counted from below, columns from the left. North's board is laid as South's by the symmetry that exchanges
them, so that both see the same of the same position.
"""

import numpy as np

from palissade.boards.butehorn import COLUMNS, ROWS, SQUARES
from palissade.games.blocus.rules import GUARDS_EACH, OFF, is_in_kings_block, mover
from palissade.games.blocus.symmetry import turn_square
from palissade.games.blocus.ways import GUARDS, NORTH, SOUTH
from palissade.kernel import Floats, Position, rule

PLANES = (
    *("the mover's king", "the other's king"),
    *("the mover's guards", "the other's guards"),
    "the kings' blocks, where no guard may stop",
)
SHAPE = (ROWS, COLUMNS)
VECTOR = (
    *("share of the mover's guards in hand", "share of the other's guards in hand"),
    "the mover's king has a way out and takes it",
    "the kings face each other",
)
KING, GUARD, BLOCKS = 0, 2, 4  # the first of PLANES of each sort
IN_HAND, EXIT_DUE, FACING = 0, 2, 3


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat = mover(pos)
    for whose in range(2):
        owner = seat ^ whose
        mark(pos, int(pos.kings[owner]), planes, KING + whose)
        vector[IN_HAND + whose] = np.float32(int(pos.held[owner]) / GUARDS_EACH)
    for guard in range(GUARDS):
        if pos.guards[guard] != OFF:
            mark(pos, int(pos.guards[guard]), planes, GUARD + (guard // GUARDS_EACH ^ seat))
    for square in range(SQUARES):
        if is_in_kings_block(pos, square):
            mark(pos, square, planes, BLOCKS)
    vector[EXIT_DUE] = pos.exit_due
    vector[FACING] = pos.kings[SOUTH] % COLUMNS == pos.kings[NORTH] % COLUMNS


@rule
def mark(pos: Position, square: int, planes: Floats, plane: int) -> None:
    """Write 1 where the mover sees the square."""
    seen = square if mover(pos) == SOUTH else turn_square(pos, square)
    planes[plane, seen // COLUMNS, seen % COLUMNS] = 1


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Who looks from the other side sees the same."""
    out[:] = planes
