"""Blokus Duo in writing: the squares that the piece covers, `e8,d9,e9,f9,e10`, or `pass`."""

from palissade.boards.keeping import kept_by_action
from palissade.boards.squares import Squares
from palissade.errors import NoSuchAction
from palissade.games.blokus_duo.pieces import (
    FIRST_PLACEMENT,
    HEIGHT,
    ORIENTATION,
    ORIENTATIONS,
    PIECE,
    PIECES,
    SIDE,
    WIDTH,
)
from palissade.games.blokus_duo.rules import PASS
from palissade.kernel import Position

SQUARES = Squares(SIDE, SIDE)

_ORIENTATION = {cells: orientation for orientation, cells in enumerate(ORIENTATIONS)}


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action == PASS:
        return "pass"
    return ",".join(SQUARES.name(square) for square in squares(action))


def action(pos: Position, text: str) -> int:
    return PASS if text == "pass" else _placement(text)


def piece_of(text: str) -> str:
    """The name of the piece that a placement so written lays."""
    return PIECES[int(PIECE[int(ORIENTATION[_placement(text)])])]


def _placement(text: str) -> int:
    covered = sorted(divmod(SQUARES.square(name), SIDE) for name in text.split(","))
    low, left = covered[0][0], min(column for _, column in covered)
    orientation = _ORIENTATION.get(tuple((row - low, column - left) for row, column in covered))
    if orientation is None:
        raise NoSuchAction("BDU-1.no-piece")
    return placement(orientation, low, left)


def placement(orientation: int, low: int, left: int) -> int:
    """The number of an orientation with the corner of its box there, which must be on the board."""
    if not (0 <= low <= SIDE - int(HEIGHT[orientation]) and 0 <= left <= SIDE - int(WIDTH[orientation])):
        raise NoSuchAction("BDU-1.off-board")
    return int(FIRST_PLACEMENT[orientation]) + low * (SIDE + 1 - int(WIDTH[orientation])) + left


def squares(placement: int) -> tuple[int, ...]:
    """The squares that a placement covers, from row 1 up, in a row from the left."""
    orientation = int(ORIENTATION[placement])
    low, left = divmod(placement - int(FIRST_PLACEMENT[orientation]), SIDE + 1 - int(WIDTH[orientation]))
    return tuple((low + row) * SIDE + left + column for row, column in ORIENTATIONS[orientation])
