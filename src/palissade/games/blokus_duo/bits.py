"""Sets of squares as bits, a row of words for each seat; `pieces` draws which bit is which square."""

import numpy as np
import numpy.typing as npt

from palissade.games.blokus_duo.pieces import FIRST_BIT, ROW_BITS, SIDE
from palissade.kernel import rule

Bits = npt.NDArray[np.uint64]
WORDS = 5  # four for the board, and one more beyond it so that 64 bits can be read from any square on
ONE, LAST_SHIFT = np.uint64(1), np.uint64(63)


@rule
def bit_of(square: int) -> int:
    """The number of the square's bit."""
    return FIRST_BIT + square // SIDE * ROW_BITS + square % SIDE


@rule
def has_square(board: Bits, seat: int, square: int) -> bool:
    """Whether the seat's set holds the square."""
    bit = bit_of(square)
    return bool(board[seat, bit >> 6] >> np.uint64(bit & 63) & ONE)


@rule
def set_bit(board: Bits, seat: int, bit: int, is_set: bool) -> None:
    """Set the bit for the seat, or clear it."""
    mask = ONE << np.uint64(bit & 63)
    board[seat, bit >> 6] |= mask
    if not is_set:
        board[seat, bit >> 6] ^= mask


@rule
def bits_from(board: Bits, seat: int, bit: int) -> np.uint64:
    """The 64 bits of the seat from this one on. Two short shifts: one by all 64 would be undefined."""
    word, up = bit >> 6, np.uint64(bit & 63)
    bits: np.uint64 = board[seat, word] >> up | board[seat, word + 1] << ONE << (LAST_SHIFT - up)
    return bits


@rule
def add_bits(board: Bits, seat: int, bit: int, low: np.uint64, high: np.uint64) -> None:
    """Set 128 bits of the seat from this one on."""
    word, up = bit >> 6, np.uint64(bit & 63)
    board[seat, word] |= low << up
    board[seat, word + 1] |= low >> ONE >> (LAST_SHIFT - up) | high << up
    if word + 2 < WORDS:
        board[seat, word + 2] |= high >> ONE >> (LAST_SHIFT - up)
