"""Squares listed in a sentence: as many as one reads."""

from collections.abc import Sequence

from palissade.boards.squares import Squares

MOST = 6


def listed(names: Squares, squares: Sequence[int]) -> str:
    """b2, e2, h5."""
    first = [names.name(square) for square in squares[:MOST]]
    return ", ".join([*first, "…"] if len(squares) > MOST else first)
