"""Boards of squares named as in chess: a letter for the column from the left, a number for the row from the bottom.

row 2 |  a2 b2 c2 …          a square's number is row * columns + column, both from 0:
row 1 |  a1 b1 c1 …          a1 is 0, and b1 is 1
"""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Squares:
    """The names of a board's squares."""

    columns: int
    rows: int

    def name(self, square: int) -> str:
        """Also of one that would lie off the board: what cannot be played can be written all the same."""
        if 0 <= square < len(self._names):
            return self._names[square]
        row, column = divmod(int(square), self.columns)
        return _name(row, column)

    def square(self, name: str) -> int:
        """The square of this name; ValueError if the board has none."""
        try:
            return self._numbers[name]
        except KeyError:
            raise ValueError(name) from None

    def has(self, name: str) -> bool:
        """Whether a square is called so."""
        return name in self._numbers

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(_name(row, column) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: square for square, name in enumerate(self._names)}


def _name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
