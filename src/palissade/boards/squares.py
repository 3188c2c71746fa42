"""Boards of squares named as in chess: a letter for the column from the left, a number for the row from the bottom.

row 2 |  a2 b2 c2 …          a square's number is row * columns + column, both from 0:
row 1 |  a1 b1 c1 …          a1 is 0, and b1 is 1
"""

import re
from dataclasses import dataclass

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


@dataclass(frozen=True)
class Squares:
    """The names of a board's squares."""

    columns: int
    rows: int

    def name(self, square: int) -> str:
        row, column = divmod(int(square), self.columns)
        return f"{chr(ord('a') + column)}{row + 1}"

    def square(self, name: str) -> int:
        """The square of this name; ValueError if the board has none."""
        found = _NAME.fullmatch(name)
        if not found:
            raise ValueError(name)
        column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
        if column >= self.columns or row >= self.rows:
            raise ValueError(name)
        return row * self.columns + column
