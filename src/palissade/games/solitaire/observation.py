"""Solitaire as a network sees it: the pawns by colour, and what has been counted for the score (SOL-4).

Rows are counted from above, as the booklet names them, columns from the left.
"""

import numpy as np

from palissade.games.solitaire.board import COLOURS, SIDE, SQUARES
from palissade.games.solitaire.rules import EMPTY, MOST_PLIES, PAWNS, colour_at
from palissade.games.solitaire.symmetry import TURNED
from palissade.kernel import Floats, Position, rule

PLANES = tuple(f"the {colour} pawns" for colour in COLOURS)
SHAPE = (SIDE, SIDE)
VECTOR = ("share of the pawns that are left", "moves made, as a share of the most there can be")


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    for square in range(SQUARES):
        colour = colour_at(pos, square)
        if colour != EMPTY:
            planes[colour, square // SIDE, square % SIDE] = 1
    vector[0] = np.float32(int(pos.pawns) / PAWNS)
    vector[1] = np.float32(int(pos.moves) / MOST_PLIES)


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    for square in range(SQUARES):
        there = int(TURNED[symmetry, square])
        out[:, there // SIDE, there % SIDE] = planes[:, square // SIDE, square % SIDE]
