"""What helps to play Blokus Duo well: large pieces first, into the other's ground and onto its anchors, with anchors of
one's own, and at first towards the middle; and what a position is worth by the squares laid and by the ground.

All that a placement is worth at first sight is one sum, its `merit`: the search tries actions in its order.
"""

import math

import numpy as np

from palissade.games.blokus_duo import ground
from palissade.games.blokus_duo.bits import ONE, WORDS, Bits, bits_from
from palissade.games.blokus_duo.pieces import (
    ACROSS,
    BESIDE,
    BIT,
    CELLS,
    FIRST_BIT,
    HEIGHT,
    LEAD,
    ORIENTATION,
    PIECE,
    ROW_BITS,
    SIDE,
    SIZE,
    WIDTH,
    WORD_BITS,
)
from palissade.games.blokus_duo.rules import MOST_PLIES, PASS, VIOLET, YELLOW
from palissade.kernel import Actions, Floats, Position, rule

LEAF = "guided"
USES_PRIOR = True
EXPLORATION = 2.5  # merits rank well, and do not measure

# A win by much is worth a little more than one by a square, and so for losses: else nothing is fought for any more.
MARGIN, POINTS = 0.2, 12.0

# ---- What an action is worth: fitted to what long searches of our own came back to.
#
# A square of the piece; an anchor of the other's under it, and any square that the other could come to; an anchor made,
# and one used up, covered or closed; a square of the other's beside it.

SQUARE, TAKEN, ENTERED, MADE, USED, TOUCHED = 1.0, 1.1, 0.3, 0.45, -0.35, 0.15
AWAY, EARLY = 0.08, 10  # what is lost by half a square away from the middle, while fewer pieces than so many lie
HEAT, COOLING = 1.5, 0.035  # e times the weight is 1 / HEAT at first; what is lost of it by every piece laid

_ROWS, _COLUMNS = (BIT - FIRST_BIT) // ROW_BITS, (BIT - FIRST_BIT) % ROW_BITS - LEAD[ORIENTATION]
_UP, _RIGHT = 2 * _ROWS + HEIGHT[ORIENTATION] - SIDE, 2 * _COLUMNS + WIDTH[ORIENTATION] - SIDE
HALVES_AWAY = np.maximum(abs(_UP), abs(_RIGHT)).astype(np.int8)  # from the middle of the board to that of a placement

# ---- What a position is worth: the margin at the end, fitted to 850 games of our own; 2 000 say the same.
#
# The first number of each is for an empty board, the second is added for every twenty pieces laid; both may be below 0,
# for what counts at first does not in the end.

STAGE, LAST_STAGE = 20, 1.3
MOVE = (4.4, -2.6)  # to be the mover
LAID = (1.12, 0.0)  # squares laid more than the other
ANCHORS = (1.05, -1.17)
REACH = (-0.05, 0.405)
FAR = (0.48, -0.4)
AHEAD = (-0.06, 0.15)
DOUBT, LEAST_DOUBT, MOST_DOUBT = (11.3, -8.2), 1.75, 7.25  # points that make odds of e to 1
LATE = 21  # pieces laid, from which on a random game to the end tells more
USUALLY_LAID = 30  # pieces at the end of a game

END = WORD_BITS * (WORDS - 1)  # from this bit on all is closed


# ---- Actions


@rule
def prior(pos: Position, actions: Actions, count: int, weights: Floats) -> None:
    """Weights grow with the merit, early in the game more than late."""
    laid, theirs = pieces_laid(pos), np.zeros((1, WORDS), np.uint64)
    ground.write_reach(pos, 1 - int(pos.mover), theirs)
    heat, away = HEAT - COOLING * laid, AWAY if laid < EARLY else 0.0
    for i in range(count):
        weights[i] = math.exp(heat * merit(pos, int(actions[i]), theirs, away))


@rule
def merit(
    pos: Position,
    action: int,
    theirs: Bits,  # what the other could come to, a row
    away: float,  # what is lost by half a square
) -> float:
    """How good an action looks by itself."""
    if action == PASS:
        return 0.0
    seat, orientation, bit = int(pos.mover), int(ORIENTATION[action]), int(BIT[action])
    taken = count_bits(bits_from(pos.anchors, 1 - seat, bit) & CELLS[orientation])
    entered = count_bits(bits_from(theirs, 0, bit) & CELLS[orientation])
    made, used, touched = edges(pos, seat, orientation, bit)
    worth = SQUARE * int(SIZE[PIECE[orientation]]) + TAKEN * taken + ENTERED * entered
    return worth + MADE * made + USED * used + TOUCHED * touched - away * int(HALVES_AWAY[action])


@rule
def edges(pos: Position, seat: int, orientation: int, bit: int) -> tuple[int, int, int]:
    """How many anchors the piece would give the seat that it does not have yet, how many it would cover or close (the
    single square only closes), and how many squares of the other's are beside it.
    """
    made, used, touched, around = 0, 0, 0, bit - FIRST_BIT
    for half in range(2):
        beside, across = BESIDE[orientation, half], ACROSS[orientation, half]
        if across and around < END:
            own = bits_from(pos.anchors, seat, around)
            made += count_bits(across & ~beside & ~own & ~bits_from(pos.closed, seat, around))
            used += count_bits(beside & own)
            touched += count_bits(beside & bits_from(pos.laid, 1 - seat, around))
        around += WORD_BITS
    return made, used, touched


# ---- Positions


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """By how much the mover will win, and how sure that is."""
    seat, other = int(pos.mover), 1 - int(pos.mover)
    stage = min(pieces_laid(pos) / STAGE, LAST_STAGE)
    margin = at(MOVE, stage) + at(LAID, stage) * (squares_left(pos, other) - squares_left(pos, seat))
    margin += at(ANCHORS, stage) * (ground.anchors(pos, seat) - ground.anchors(pos, other))
    margin += at(REACH, stage) * (ground.reach(pos, seat) - ground.reach(pos, other))
    margin += at(FAR, stage) * (ground.far(pos, seat) - ground.far(pos, other))
    margin += at(AHEAD, stage) * ground.ahead(pos, seat)
    value = 1 / (1 + math.exp(-margin / min(max(at(DOUBT, stage), LEAST_DOUBT), MOST_DOUBT)))
    values[seat], values[other] = value, 1 - value


@rule
def at(worth: tuple[float, float], stage: float) -> float:
    """What something is worth at this stage of the game."""
    return worth[0] + worth[1] * stage


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
def squares_left(pos: Position, seat: int) -> int:
    """How many squares the pieces have that the seat has not placed."""
    left, squares = int(pos.left[seat]), 0
    for piece in range(len(SIZE)):
        squares += int(SIZE[piece]) * (left >> piece & 1)
    return squares


@rule
def count_bits(bits: np.uint64) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - ONE
        count += 1
    return count
