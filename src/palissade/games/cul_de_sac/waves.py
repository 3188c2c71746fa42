"""How many steps it is to a goal: a wave spreads from both goals of a seat over all squares at once, step by step.

Squares lie in three words, see `board`: a set of them is (rows 1 ‥ 5, rows 6 ‥ 10, rows 11 ‥ 14).
"""

import numpy as np

from palissade.games.cul_de_sac.board import BASES
from palissade.games.cul_de_sac.ways import BOTTOM, ONE, ROW, TOP_ROW, WORD, in_word
from palissade.kernel import Position, rule

Words = tuple[np.uint64, np.uint64, np.uint64]


@rule
def goals_of(seat: int) -> Words:
    """CDS-6: where the seat's pawns want to go."""
    return words_of(int(BASES[1 - seat, 0]), int(BASES[1 - seat, 1]))


@rule
def words_of(first: int, second: int) -> Words:
    """Two squares; OFF is none."""
    return (
        in_word(first, 0) | in_word(second, 0),
        in_word(first, 1) | in_word(second, 1),
        in_word(first, 2) | in_word(second, 2),
    )


@rule
def beside(pos: Position, squares: Words) -> Words:
    """The squares one step away, round the walls, whoever stands there: to the right, to the left, up, down."""
    a, b, c = squares
    up0, up1, up2 = pos.up[0], pos.up[1], pos.up[2]
    right0, right1, right2 = pos.right[0], pos.right[1], pos.right[2]
    return (
        (a & right0) << ONE | a >> ONE & right0 | (a & up0) << ROW & WORD | (a >> ROW | (b & BOTTOM) << TOP_ROW) & up0,
        (b & right1) << ONE
        | b >> ONE & right1
        | (b & up1) << ROW & WORD
        | (a & up0) >> TOP_ROW
        | (b >> ROW | (c & BOTTOM) << TOP_ROW) & up1,
        (c & right2) << ONE | c >> ONE & right2 | (c & up2) << ROW | (b & up1) >> TOP_ROW | c >> ROW & up2,
    )


@rule
def without(squares: Words, others: Words) -> Words:
    """The squares that are not among the others."""
    return squares[0] & ~others[0], squares[1] & ~others[1], squares[2] & ~others[2]


@rule
def common(squares: Words, others: Words) -> Words:
    """The squares that are among the others too."""
    return squares[0] & others[0], squares[1] & others[1], squares[2] & others[2]


@rule
def together(squares: Words, others: Words) -> Words:
    """The squares of both."""
    return squares[0] | others[0], squares[1] | others[1], squares[2] | others[2]


@rule
def is_any(squares: Words) -> bool:
    """Whether there are any."""
    return bool(squares[0] | squares[1] | squares[2])
