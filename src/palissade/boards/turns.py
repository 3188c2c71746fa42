"""The eight ways to lay a square board down: turned and in the mirror.

Bit 0 of a way exchanges rows and columns, then bit 1 left and right, bit 2 top and bottom.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

WAYS = 8


def turned_squares(side: int) -> npt.NDArray[Any]:
    """Where each square of the board comes to lie, by way and square."""
    squares = np.arange(side * side, dtype=np.int16).reshape(side, side)
    return np.array([_places(squares, way) for way in range(WAYS)], np.int16)


def _places(squares: npt.NDArray[Any], way: int) -> npt.NDArray[Any]:
    """By square, its new number: the board of numbers is turned back, so that each is read where it goes."""
    if way & 4:
        squares = squares[::-1]
    if way & 2:
        squares = squares[:, ::-1]
    if way & 1:
        squares = squares.T
    return squares.ravel()
