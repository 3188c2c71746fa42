"""Solitaire turned and in the mirror: the eight ways to lay a square board down."""

import numpy as np

from palissade.boards.turns import turned_squares
from palissade.games.solitaire.board import SIDE, SQUARES
from palissade.games.solitaire.rules import EMPTY, clear, colour_at, find_jumps, put
from palissade.kernel import Position, rule

TURNED = turned_squares(SIDE)


@rule
def symmetries(pos: Position) -> int:
    """Jumps know no direction, and the pawns stand in the middle."""
    return 8


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every pawn goes where its square goes."""
    colours, moves = np.empty(SQUARES, np.int8), int(pos.moves)
    for square in range(SQUARES):
        colours[square] = colour_at(pos, square)
    clear(pos)
    for square in range(SQUARES):
        if colours[square] != EMPTY:
            put(pos, int(TURNED[symmetry, square]), int(colours[square]))
    find_jumps(pos)
    pos.moves = moves


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """Both squares of the jump turn."""
    square, goal = action // SQUARES, action % SQUARES
    return int(TURNED[symmetry, square]) * SQUARES + int(TURNED[symmetry, goal])
