"""Blokus Duo as a network sees it: the board laid so that a fixed start is e10 for the mover.

Rows are counted from below, columns from the left. Yellow's board is given half a turn (symmetry 3), with a free start
too, so that the option is told by nothing but the first anchors and the vector.
"""

from palissade.games.blokus_duo.bits import has_square
from palissade.games.blokus_duo.pieces import PIECES, SIDE, SINGLE
from palissade.games.blokus_duo.rules import SQUARES, VIOLET, has_left, mover
from palissade.games.blokus_duo.symmetry import turn_square
from palissade.kernel import Floats, Position, rule

WHOSE = ("the mover", "the other")
PLANES = (
    *(f"{whose}'s squares" for whose in WHOSE),
    *(f"the squares closed to {whose}: laid on, or beside a piece of its own" for whose in WHOSE),
    *(f"{whose}'s anchors, before its first piece its starting points" for whose in WHOSE),
)
SHAPE = (SIDE, SIDE)
VECTOR = (
    *(f"{whose} has {piece} left" for whose in WHOSE for piece in PIECES),
    *(f"{whose} has laid 1 last" for whose in WHOSE),
    "the other has passed",
    "the start is fixed",
)
LAID, CLOSED, ANCHORS = 0, 2, 4  # the first of PLANES of each sort
SINGLE_LAST = 2 * len(PIECES)
PASSED, FIXED = SINGLE_LAST + 2, SINGLE_LAST + 3
AS_IT_IS, HALF_TURN = 0, 3  # symmetries


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat = mover(pos)
    way = AS_IT_IS if seat == VIOLET else HALF_TURN
    for square in range(SQUARES):
        there = turn_square(square, way)
        row, column = there // SIDE, there % SIDE
        for whose in range(2):
            planes[LAID + whose, row, column] = has_square(pos.laid, seat ^ whose, square)
            planes[CLOSED + whose, row, column] = has_square(pos.closed, seat ^ whose, square)
            planes[ANCHORS + whose, row, column] = has_square(pos.anchors, seat ^ whose, square)
    for whose in range(2):
        for piece in range(len(PIECES)):
            vector[whose * len(PIECES) + piece] = has_left(pos, seat ^ whose, piece)
        vector[SINGLE_LAST + whose] = pos.last[seat ^ whose] == SINGLE
    vector[PASSED] = pos.passed[1 - seat]
    vector[FIXED] = pos.fixed


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Every square in the mirror: it makes no difference whether the board has been given half a turn before."""
    for square in range(SQUARES):
        there = turn_square(square, symmetry)
        out[:, there // SIDE, there % SIDE] = planes[:, square // SIDE, square % SIDE]
