"""A key for each position of Solitaire (Zobrist 1970), equal for positions that have the same ways to the end.

So are positions that differ by a turn of the board, by a mirror or by an exchange of colours. Every square has a word.
For each of the eight ways to lay the board down, the words of all pawns of a colour are put together by XOR and
stirred, and then the four colours; the least of the eight is the key.
"""

import numpy as np
import numpy.typing as npt

from palissade.games.solitaire.board import BYTE, COLOURS, SIDE, SQUARES
from palissade.games.solitaire.symmetry import TURNED
from palissade.kernel import Position, rule

WAYS = len(TURNED)
MOST = np.uint64(0xFFFFFFFFFFFFFFFF)
MULTIPLIER = np.uint64(0xFFFEB81B)
HALF, LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


def _words() -> npt.NDArray[np.uint64]:
    """By row, places taken there and way to lay the board down: the words of these pawns put together."""
    of_square = np.random.Generator(np.random.PCG64(1)).integers(1, 2**64, SQUARES, np.uint64)
    words = np.zeros((SIDE, 256, WAYS), np.uint64)
    for row in range(SIDE):
        for places in range(1, 256):
            last = places.bit_length() - 1
            words[row, places] = words[row, places ^ 1 << last] ^ of_square[TURNED[:, row * SIDE + last]]
    return words


WORDS = _words()


@rule
def key(pos: Position) -> np.uint64:
    """The same for positions that have the same ways."""
    least = MOST
    for way in range(WAYS):
        whole = np.uint64(0)
        for colour in range(len(COLOURS)):
            word = np.uint64(0)
            for row in range(SIDE):
                word ^= WORDS[row, int(pos.lines[row]) >> 8 * colour & BYTE, way]
            for _ in range(2):
                word = (word & LOW) * MULTIPLIER + (word >> HALF)
            whole ^= word
        least = min(least, whole)
    return least
