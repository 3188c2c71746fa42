"""Squares listed in a sentence: as many as one reads."""

from collections.abc import Sequence

from palissade.boards.squares import Squares

MOST = 5


def listed(names: Squares, squares: Sequence[int]) -> str:
    """b2, e2, h5; of more, how many others there are: b2, e2, h5, b8, e8 (+3)."""
    first = ", ".join(names.name(square) for square in squares[:MOST])
    return f"{first} (+{len(squares) - MOST})" if len(squares) > MOST else first
