"""Solitaire in writing, as the booklet names squares: `5D-1D`, the row's number from the top, then the column."""

import re

from palissade.boards.keeping import kept_by_action
from palissade.games.solitaire.board import SIDE, SQUARES
from palissade.kernel import Position

_JUMP = re.compile(r"([1-8])([A-H])-([1-8])([A-H])")


@kept_by_action
def text(pos: Position, action: int) -> str:
    return f"{square_name(action // SQUARES)}-{square_name(action % SQUARES)}"


def action(pos: Position, text: str) -> int:
    jump = _JUMP.fullmatch(text)
    if not jump:
        raise ValueError(text)
    return square_of(jump[1] + jump[2]) * SQUARES + square_of(jump[3] + jump[4])


def square_name(square: int) -> str:
    """The row's number from the top, the column's letter from the left."""
    row, column = divmod(square, SIDE)
    return f"{row + 1}{'ABCDEFGH'[column]}"


def square_of(name: str) -> int:
    """The square of this name."""
    return (int(name[0]) - 1) * SIDE + "ABCDEFGH".index(name[1])
