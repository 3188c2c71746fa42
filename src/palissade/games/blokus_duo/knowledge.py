"""What helps to play Blokus Duo well: large pieces first, on the other's anchors, with anchors of one's own, and at
first towards the middle.

All that a placement is worth at first sight is one sum, its `merit`: the search tries actions in its order, and
playouts take the best of a few placements by it.
"""

import math

import numpy as np

from palissade.games.blokus_duo.bits import ONE, WORDS, bits_from
from palissade.games.blokus_duo.pieces import (
    ACROSS,
    BESIDE,
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
from palissade.games.blokus_duo.rules import PASS, first_bit, random_action
from palissade.kernel import Actions, Floats, Position, Random, rule

# At 1 000 simulations each the weights alone beat playouts 20 games to 0.
LEAF = "guided"
USES_PRIOR = True
EXPLORATION = 2.5  # 2 beat 1 by 40 games to 18, 3 beat 5 by 35 to 22: merits rank well, and do not measure

# A win by much is worth a little more than one by a square, and so for losses: else nothing is fought for any more.
MARGIN, POINTS = 0.2, 12.0

# What a square of the piece, an anchor taken from the other and an anchor made are worth; e times the weight is 1.
SQUARE, TAKEN, MADE = 1.0, 1.2, 0.2
AWAY, EARLY = 0.1, 5  # what is lost by half a square away from the middle, for so many pieces
DRAWS = 3  # placements of which a playout takes the best; six were no better

END = WORD_BITS * (WORDS - 1)  # from this bit on all is closed


@rule
def prior(pos: Position, actions: Actions, count: int, weights: Floats) -> None:
    """Weights grow with the merit."""
    for i in range(count):
        weights[i] = math.exp(merit(pos, int(actions[i])))


@rule
def playout_action(pos: Position, rng: Random, out: Actions) -> int:
    """The best of a few placements drawn at random."""
    best = random_action(pos, rng, out)
    if best == PASS:
        return PASS
    most = merit(pos, best)
    for _ in range(DRAWS - 1):
        other = random_action(pos, rng, out)
        worth = merit(pos, other)
        if worth > most:
            best, most = other, worth
    return best


@rule
def merit(pos: Position, action: int) -> float:
    """How good an action looks by itself."""
    if action == PASS:
        return 0.0
    seat, orientation, bit = int(pos.mover), int(ORIENTATION[action]), first_bit(action)
    taken = count_bits(bits_from(pos.anchors, 1 - seat, bit) & CELLS[orientation])
    worth = SQUARE * int(SIZE[PIECE[orientation]]) + TAKEN * taken + MADE * anchors_made(pos, seat, orientation, bit)
    if pieces_laid(pos, seat) < EARLY:
        worth -= AWAY * halves_away(orientation, bit)
    return worth


@rule
def anchors_made(pos: Position, seat: int, orientation: int, bit: int) -> int:
    """How many anchors the piece would give the seat that it does not have yet."""
    made, around = 0, bit - FIRST_BIT
    for half in range(2):
        if around < END:
            known = bits_from(pos.closed, seat, around) | bits_from(pos.anchors, seat, around)
            made += count_bits(ACROSS[orientation, half] & ~BESIDE[orientation, half] & ~known)
        around += WORD_BITS
    return made


@rule
def halves_away(orientation: int, bit: int) -> int:
    """How many halves of a square the middle of the piece's box is away from the middle of the board."""
    row, column = (bit - FIRST_BIT) // ROW_BITS, (bit - FIRST_BIT) % ROW_BITS - int(LEAD[orientation])
    up, right = 2 * row + int(HEIGHT[orientation]) - SIDE, 2 * column + int(WIDTH[orientation]) - SIDE
    return max(abs(up), abs(right))


@rule
def pieces_laid(pos: Position, seat: int) -> int:
    """How many pieces the seat has placed."""
    return len(SIZE) - count_bits(np.uint64(pos.left[seat]))


@rule
def count_bits(bits: np.uint64) -> int:
    """How many bits are set; they are few."""
    count = 0
    while bits:
        bits &= bits - ONE
        count += 1
    return count
