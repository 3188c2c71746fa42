"""The lie of the squares: what each is to both seats, told by one number, from the mover's side."""

import numpy as np

from palissade.games.blokus_duo import ground
from palissade.games.blokus_duo.bits import ONE, WORDS, bit_of
from palissade.games.blokus_duo.pieces import SIDE, WORD_BITS
from palissade.kernel import Ints, Position, rule

# ---- Lies
#
#   0 ‥ 63   8 · the mover's steps + the other's: 0 an anchor ‥ 5, 6 what is farther, 7 what is closed
#   64       a square of the other's
#   65       one of the mover's own
#   66       the rim

KINDS = ground.CLOSED + 1  # of squares to one seat
CLOSED_TO_BOTH = KINDS * KINDS - 1
THEIRS, OWN, RIM = 64, 65, 66
LIES = 67
SQUARES = WORD_BITS * (WORDS - 1)  # as bits, the rim among them

_ON_BOARD = {bit_of(square) for square in range(SIDE * SIDE)}
_RIM = np.array(
    [sum(1 << bit for bit in range(64) if 64 * word + bit not in _ON_BOARD) for word in range(WORDS - 1)], np.uint64
)
_1, _2, _3, _6 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(6)


@rule
def write_lies(pos: Position, lies: Ints) -> None:
    """Write the lie of every square, as the mover sees it."""
    seat = int(pos.mover)
    mine, theirs = np.empty((KINDS, WORDS - 1), np.uint64), np.empty((KINDS, WORDS - 1), np.uint64)
    ground.write_steps(pos, seat, mine)
    ground.write_steps(pos, 1 - seat, theirs)
    for word in range(WORDS - 1):
        rim, own = _RIM[word], pos.laid[seat, word]
        beyond = rim | own | pos.laid[1 - seat, word]
        plain = ~beyond
        bits_0 = (theirs[1, word] | theirs[3, word] | theirs[5, word] | theirs[7, word]) & plain | own
        bits_1 = (theirs[2, word] | theirs[3, word] | theirs[6, word] | theirs[7, word]) & plain | rim
        bits_2 = (theirs[4, word] | theirs[5, word] | theirs[6, word] | theirs[7, word]) & plain
        bits_3 = (mine[1, word] | mine[3, word] | mine[5, word] | mine[7, word]) & plain
        bits_4 = (mine[2, word] | mine[3, word] | mine[6, word] | mine[7, word]) & plain
        bits_5 = (mine[4, word] | mine[5, word] | mine[6, word] | mine[7, word]) & plain
        for i in range(WORD_BITS):
            up = np.uint64(i)
            low = bits_0 >> up & ONE | (bits_1 >> up & ONE) << _1 | (bits_2 >> up & ONE) << _2
            high = bits_3 >> up & ONE | (bits_4 >> up & ONE) << _1 | (bits_5 >> up & ONE) << _2
            lies[WORD_BITS * word + i] = low | high << _3 | (beyond >> up & ONE) << _6
