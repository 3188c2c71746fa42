"""What a solver asks about Solitaire: what is left over, how good a position looks, and what it takes at least.

A way is counted as the rules count it (SOL-3): each jump is a move, also when the same pawn goes on. So the booklet
counts its 23 moves, and so does `moves` in a position.
"""

import numpy as np

from palissade.games.solitaire.board import LINES, SIDE, places_taken
from palissade.games.solitaire.bound import BITS, may_be_solved
from palissade.games.solitaire.keys import key
from palissade.kernel import Ints, Position, rule

__all__ = ["OBVIOUS", "SOLVED", "WEIGHTS", "cost", "key", "may_be_solved", "rest"]

SOLVED = 1  # SOL-4: one pawn left is what one plays for

# How much each of these makes a position look further from the end: a pawn, a group of pawns, a pawn that stands alone,
# a line with pawns on it, a pawn at the edge of the board; and, nearer, a jump that is possible.
WEIGHTS = np.array(
    [
        [20, 30, 30, 5, 5, 2],  # for any way to the last pawn
        [40, 30, 17, 2, 12, 9],  # for a short one
        [124, 11, 4, 0, 5, 43],
    ],
    np.int32,
)
OBVIOUS = np.array([100, 1, 1, 1, 1, 1], np.int32)  # take what you can
MOST_JUMPS = 30  # that count: with more there is enough to choose from
BASE = 1_000  # so that no cost is below 0

ONE, EIGHT = np.uint64(1), np.uint64(8)
NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)  # columns
NOT_LAST = np.uint64(0x7F7F7F7F7F7F7F7F)


@rule
def rest(pos: Position) -> int:
    """How much is left over."""
    return int(pos.pawns)


@rule
def cost(pos: Position, weights: Ints) -> int:
    """How far from the end the position looks."""
    taken, lines, at_edge = np.uint64(0), 0, 0
    for line in range(LINES):
        places = places_taken(int(pos.lines[line]))
        if places:
            lines += 1
        if line % SIDE == 0 or line % SIDE == SIDE - 1:
            at_edge += int(BITS[places])
        if line < SIDE:
            taken |= np.uint64(places) << np.uint64(SIDE * line)
    alone = count_ones(taken & ~beside(taken))
    groups = alone + count_groups(taken & beside(taken))
    return (
        BASE
        + int(weights[0]) * int(pos.pawns)
        + int(weights[1]) * groups
        + int(weights[2]) * alone
        + int(weights[3]) * lines
        + int(weights[4]) * at_edge
        - int(weights[5]) * min(int(pos.choices), MOST_JUMPS)
    )


@rule
def beside(squares: np.uint64) -> np.uint64:
    """All squares beside these, a bit for each."""
    return ((squares & NOT_FIRST) >> ONE) | ((squares & NOT_LAST) << ONE) | (squares >> EIGHT) | (squares << EIGHT)


@rule
def count_ones(squares: np.uint64) -> int:
    count = 0
    while squares:
        squares &= squares - ONE
        count += 1
    return count


@rule
def count_groups(squares: np.uint64) -> int:
    """How many groups of squares are beside each other."""
    count = 0
    while squares:
        group = squares & ~(squares - ONE)
        grown = group | beside(group) & squares
        while grown != group:
            group = grown
            grown = group | beside(group) & squares
        squares &= ~group
        count += 1
    return count
