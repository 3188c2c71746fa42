"""What helps to play Blokus Duo well: what every square is to both seats, and to have large pieces laid early.

What a placement looks like at first sight, its `merit`, is what its squares, those beside it and those at its corners
are worth to it; what a position is worth, what all its squares and the pieces left are. A square counts by its `lie`:
how soon either seat can come there. All these `weights` are fitted to a network's judgement, and change as pieces are
laid.
"""

import math

import numpy as np
import numpy.typing as npt

from palissade.games.blokus_duo import ground, lie
from palissade.games.blokus_duo.bits import ONE, WORDS
from palissade.games.blokus_duo.pieces import (
    BIT,
    FIRST_BIT,
    HEIGHT,
    LEAD,
    ORIENTATION,
    ORIENTATIONS,
    PIECE,
    ROW_BITS,
    SIDE,
    SIZE,
    WIDTH,
    around,
)
from palissade.games.blokus_duo.rules import MOST_PLIES, PASS, VIOLET, YELLOW
from palissade.games.blokus_duo.weights import (
    AHEAD,
    AWAY,
    BESIDE,
    CORNER,
    COVERED,
    LEFT,
    LIE,
    MOVE,
    OF_PIECE,
    OTHERS_LEFT,
    PASSED,
    REST,
)
from palissade.kernel import Actions, Floats, Position, rule

Worth = npt.NDArray[np.float64]

LEAF = "guided"
USES_PRIOR = True
EXPLORATION = 1.6
LEAST = 0.003  # most placements weigh less

# A win by much is worth a little more than one by a square, and so for losses: else nothing is fought for any more.
MARGIN, POINTS = 0.2, 12.0

LOWEST = -8.0  # an exponent below which all weigh the same
LATE = 25  # pieces laid, from which on a random game to the end tells more
USUALLY_LAID = 30  # pieces at the end of a game

_ROWS, _COLUMNS = (BIT - FIRST_BIT) // ROW_BITS, (BIT - FIRST_BIT) % ROW_BITS - LEAD[ORIENTATION]
_UP, _RIGHT = 2 * _ROWS + HEIGHT[ORIENTATION] - SIDE, 2 * _COLUMNS + WIDTH[ORIENTATION] - SIDE
HALVES_AWAY = np.maximum(abs(_UP), abs(_RIGHT)).astype(np.int8)  # from the middle of the board to that of a placement

# Where a placement's squares, those beside it and those at its corners are found in three tables of squares, one after
# the other, from the square of its first cell on; and in a fourth table of nothing, so that all lists are equally long.
_FOUND = [
    [lie.SQUARES * table + bit for table, bits in enumerate(around(cells)) for bit in bits] for cells in ORIENTATIONS
]
AT_ONCE = 3  # sums that need not wait for each other
LOOKS = -(-max(map(len, _FOUND)) // AT_ONCE) * AT_ONCE
FOUND = np.array([found + [3 * lie.SQUARES] * (LOOKS - len(found)) for found in _FOUND], np.int16)


# ---- Actions


@rule
def prior(pos: Position, actions: Actions, count: int, weights: Floats) -> None:
    """Weights grow with the merit."""
    laid, worth, greatest = pieces_laid(pos), np.zeros(4 * lie.SQUARES), -math.inf
    write_worth(pos, laid, worth)
    for i in range(count):
        weights[i] = 0.0 if actions[i] == PASS else merit(int(actions[i]), laid, worth)
        greatest = max(greatest, float(weights[i]))
    for i in range(count):
        weights[i] = math.exp(max(float(weights[i]) - greatest, LOWEST))


@rule
def write_worth(pos: Position, laid: int, worth: Worth) -> None:
    """Write what every square is worth to a placement on it, to one beside it and to one at whose corner it is."""
    lies = np.empty(lie.SQUARES, np.int32)
    lie.write_lies(pos, lies)
    for i in range(lie.SQUARES):
        worth[i] = COVERED[laid, lies[i]]
        worth[lie.SQUARES + i] = BESIDE[laid, lies[i]]
        worth[2 * lie.SQUARES + i] = CORNER[laid, lies[i]]


@rule
def merit(action: int, laid: int, worth: Worth) -> float:
    """How good a placement looks by itself: e times the weight for one more."""
    orientation, bit = int(ORIENTATION[action]), int(BIT[action])
    first = float(OF_PIECE[laid, PIECE[orientation]]) + float(AWAY[laid, HALVES_AWAY[action]])
    second = third = 0.0
    for i in range(0, LOOKS, AT_ONCE):
        first += float(worth[bit + FOUND[orientation, i]])
        second += float(worth[bit + FOUND[orientation, i + 1]])
        third += float(worth[bit + FOUND[orientation, i + 2]])
    return first + second + third


# ---- Positions


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """What the mover may expect, a part of it by how much."""
    seat, other, laid = int(pos.mover), 1 - int(pos.mover), pieces_laid(pos)
    mine, theirs = np.empty((lie.KINDS, WORDS - 1), np.uint64), np.empty((lie.KINDS, WORDS - 1), np.uint64)
    ground.write_steps(pos, seat, mine)
    ground.write_steps(pos, other, theirs)
    worth = REST[laid, MOVE] + REST[laid, PASSED] * int(pos.passed[other]) + REST[laid, AHEAD] * ground.ahead(pos, seat)
    for i in range(lie.KINDS):
        for j in range(lie.KINDS):
            if lie.KINDS * i + j < lie.CLOSED_TO_BOTH:
                squares = 0
                for word in range(WORDS - 1):
                    squares += count_bits(mine[i, word] & theirs[j, word])
                worth += LIE[laid, lie.KINDS * i + j] * squares
    left, others_left = int(pos.left[seat]), int(pos.left[other])
    for piece in range(len(SIZE)):
        worth += LEFT[laid, piece] * (left >> piece & 1) + OTHERS_LEFT[laid, piece] * (others_left >> piece & 1)
    value = 1 / (1 + math.exp(-worth))
    values[seat], values[other] = value, 1 - value


@rule
def cut(pos: Position) -> int:
    """A position is evaluated at once, or late in the game played to the end."""
    return MOST_PLIES if pieces_laid(pos) >= LATE else 0


@rule
def moves_left(pos: Position) -> int:
    """A piece each, as many as usually come to lie on the board."""
    return max(USUALLY_LAID - pieces_laid(pos), 1)


@rule
def pieces_laid(pos: Position) -> int:
    """How many pieces lie on the board."""
    return 2 * len(SIZE) - count_bits(np.uint64(pos.left[VIOLET])) - count_bits(np.uint64(pos.left[YELLOW]))


@rule
def count_bits(bits: np.uint64) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - ONE
        count += 1
    return count
