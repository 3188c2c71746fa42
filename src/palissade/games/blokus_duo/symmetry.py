"""Blokus Duo in the mirror: along both diagonals, and half a turn."""

from palissade.games.blokus_duo.bits import Bits, bit_of, has_square, set_bit
from palissade.games.blokus_duo.pieces import FIRST_PLACEMENT, HEIGHT, ORIENTATION, ROW_BITS, SIDE, TURNED, WIDTH
from palissade.games.blokus_duo.rules import PASS, SQUARES
from palissade.kernel import Position, rule


@rule
def symmetries(pos: Position) -> int:
    """As it is, and the mirror along a14–n1, which keeps both starting points (1).

    With a free start also those that exchange them: the mirror along a1–n14 (2), and half a turn (3).
    """
    return 2 if pos.fixed else 4


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """The position in the mirror; the rim stays closed."""
    for seat in range(2):
        turn_bits(pos.laid, seat, symmetry)
        turn_bits(pos.closed, seat, symmetry)
        turn_bits(pos.anchors, seat, symmetry)


@rule
def turn_bits(board: Bits, seat: int, symmetry: int) -> None:
    """The squares of a seat in the mirror."""
    before = board.copy()
    for square in range(SQUARES):
        is_set = has_square(before, seat, square)
        set_bit(board, seat, bit_of(turn_square(square, symmetry)), is_set)


@rule
def turn_square(square: int, symmetry: int) -> int:
    """The square in the mirror."""
    row, column = square // SIDE, square % SIDE
    if symmetry == 1 or symmetry == 2:
        row, column = column, row
    if symmetry & 1:
        row, column = SIDE - 1 - row, SIDE - 1 - column
    return row * SIDE + column


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The placement in the mirror: the piece turned, and its box."""
    if action == PASS:
        return PASS
    orientation = int(ORIENTATION[action])
    place, columns = action - int(FIRST_PLACEMENT[orientation]), ROW_BITS - int(WIDTH[orientation])
    row, column = place // columns, place % columns
    if symmetry & 1:  # the corner of the box that comes to lie below and left is now the upper right
        row, column = SIDE - int(HEIGHT[orientation]) - row, SIDE - int(WIDTH[orientation]) - column
    if symmetry == 1 or symmetry == 2:
        row, column = column, row
    turned = int(TURNED[orientation, symmetry])
    return int(FIRST_PLACEMENT[turned]) + row * (ROW_BITS - int(WIDTH[turned])) + column
