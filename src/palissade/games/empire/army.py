"""The armies of L'Empire, their corners and the thrones, as numbers (EMP-1, EMP-2, EMP-3).

A piece is a number that never changes: colour * 11, and 0 for the commander, 1 ‥ 4 for the knights, 5 ‥ 10 for the
archers. The colour is that of the seat that set the piece up, whoever it obeys later (EMP-8).
"""

import numpy as np

from palissade.boards.butehorn import NAMES
from palissade.games.empire.corners import CORNERS, MOST_SEATS
from palissade.kernel import rule

# ---- EMP-1 Equipment

COMMANDER, KNIGHT, ARCHER = 0, 1, 2
KIND = np.array([COMMANDER] + 4 * [KNIGHT] + 6 * [ARCHER], np.int8)  # of each piece of an army
MEN = len(KIND)
PIECES = MOST_SEATS * MEN

# EMP-5: the distances at which each kind takes, a bit each.
TAKES_AT = np.array([1 << 2 | 1 << 5, 1 << 3, 1 << 4], np.int8)
FARTHEST = 5

# ---- EMP-3 Set-up
#
#     12   A N A A          The NW corner: commander, knights, archers. A quarter turn clockwise about
#     11   N C N            the middle of the board leads from each corner to the next.
#     10   A N A
#      9   A
#          a b c d

_NORTH_WEST = ("b11", "b12", "a11", "c11", "b10", "a12", "c12", "a10", "c10", "d12", "a9")


def turned(square: int, quarters: int) -> int:
    """The square to which so many quarter turns clockwise bring this one."""
    row, column = divmod(square, 12)
    for _ in range(quarters % 4):
        row, column = 11 - column, row
    return row * 12 + column


HOME = np.array(
    [[turned(NAMES.square(name), corner) for name in _NORTH_WEST] for corner in range(CORNERS)], np.int16
)  # where each corner's pieces begin

# ---- EMP-2 Thrones [D]: who owns a box with the pictures corrects them here.

THRONES = np.array([NAMES.square(name) for name in ("e5", "h5", "e8", "h8")], np.int16)
KINGS_THRONE = np.array([turned(NAMES.square("h5"), corner) for corner in range(CORNERS)], np.int16)  # of each corner


@rule
def kind_of(piece: int) -> int:
    """COMMANDER, KNIGHT or ARCHER."""
    return int(KIND[piece % MEN])
