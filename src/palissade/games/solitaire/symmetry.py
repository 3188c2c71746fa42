"""Solitaire turned and in the mirror: the eight ways to lay a square board down."""

import numpy as np

from palissade.games.solitaire.board import SIDE, SQUARES
from palissade.games.solitaire.rules import EMPTY, clear, colour_at, find_jumps, put
from palissade.kernel import Position, rule

# Bit 0 exchanges rows and columns, then bit 1 left and right, bit 2 top and bottom.


def _turned(square: int, symmetry: int) -> int:
    row, column = divmod(square, SIDE)
    if symmetry & 1:
        row, column = column, row
    if symmetry & 2:
        column = SIDE - 1 - column
    if symmetry & 4:
        row = SIDE - 1 - row
    return row * SIDE + column


TURNED = np.array([[_turned(square, symmetry) for square in range(SQUARES)] for symmetry in range(8)], np.int8)


@rule
def symmetries(pos: Position) -> int:
    """Jumps know no direction, and the pawns stand in the middle."""
    return 8


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every pawn goes where its square goes, and so does the square it came from."""
    colours, origin, moves = np.empty(SQUARES, np.int8), pos.origin.copy(), int(pos.moves)
    for square in range(SQUARES):
        colours[square] = colour_at(pos, square)
    clear(pos)
    for square in range(SQUARES):
        goal = int(TURNED[symmetry, square])
        pos.origin[goal] = TURNED[symmetry, int(origin[square])]
        if colours[square] != EMPTY:
            put(pos, goal, int(colours[square]))
    find_jumps(pos)
    pos.moves = moves


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """Both squares of the jump turn."""
    square, goal = action // SQUARES, action % SQUARES
    return int(TURNED[symmetry, square]) * SQUARES + int(TURNED[symmetry, goal])
