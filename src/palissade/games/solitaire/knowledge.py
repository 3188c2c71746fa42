"""What helps to play Solitaire well: which pawns stand alone."""

from palissade.games.solitaire.board import SIDE, SQUARES
from palissade.games.solitaire.rules import EMPTY, colour_at
from palissade.kernel import Ints, Position, rule

ALONE = 0  # kind of threat


@rule
def threats(pos: Position, out: Ints) -> int:
    """ALONE: a pawn with no other beside it can neither jump nor be jumped."""
    count = 0
    for square in range(SQUARES):
        if colour_at(pos, square) != EMPTY and not has_neighbour(pos, square):
            out[3 * count], out[3 * count + 1], out[3 * count + 2] = ALONE, square, 0
            count += 1
    return count


@rule
def has_neighbour(pos: Position, square: int) -> bool:
    """Whether a pawn stands beside the square."""
    row, column = square // SIDE, square % SIDE
    return bool(
        (row > 0 and colour_at(pos, square - SIDE) != EMPTY)
        or (row < SIDE - 1 and colour_at(pos, square + SIDE) != EMPTY)
        or (column > 0 and colour_at(pos, square - 1) != EMPTY)
        or (column < SIDE - 1 and colour_at(pos, square + 1) != EMPTY)
    )
