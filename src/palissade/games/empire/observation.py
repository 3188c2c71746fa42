"""L'Empire as a network sees it: the board turned by quarters, so that the mover's corner is below on the left.

Rows are counted from below, columns from the left. A piece is its owner's, whatever its colour (EMP-8). Where the
others sit is told by their king's thrones, across the board from their corners.
"""

from palissade.boards.butehorn import COLUMNS, ROWS, SQUARES
from palissade.boards.seats import TABLE, WHOSE, places_after, tell_table
from palissade.games.empire.army import KINGS_THRONE, MEN, THRONES, kind_of
from palissade.games.empire.corners import CORNER, CORNERS, MOST_SEATS
from palissade.games.empire.rules import OFF, is_in, mover, owner
from palissade.games.empire.symmetry import TURNED, turn_of, turn_seat
from palissade.kernel import Floats, Position, rule

PLANES = (
    *(f"{whose} {kind}" for whose in WHOSE for kind in ("commander", "knights", "archers")),
    *(f"{whose} king's throne, while the commander stands" for whose in WHOSE),
    "the four thrones",
)
SHAPE = (ROWS, COLUMNS)
VECTOR = TABLE
KINDS = 3
KINGS_THRONES = MOST_SEATS * KINDS  # the first plane of them
ALL_THRONES = KINGS_THRONES + MOST_SEATS
LOWER_LEFT = CORNERS - 1  # SW


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat, seats = mover(pos), int(pos.players)
    quarters = quarters_to_mover(pos, seat)
    for piece in range(seats * MEN):
        if pos.square[piece] != OFF:
            whose = places_after(seat, owner(pos, piece), seats)
            mark(int(TURNED[quarters, int(pos.square[piece])]), planes, whose * KINDS + kind_of(piece))
    for other in range(seats):
        if is_in(pos, other):
            throne = int(KINGS_THRONE[corner(pos, other)])
            mark(int(TURNED[quarters, throne]), planes, KINGS_THRONES + places_after(seat, other, seats))
    for i in range(len(THRONES)):
        mark(int(THRONES[i]), planes, ALL_THRONES)  # however the board lies
    tell_table(seat, seats, bool(pos.teams), vector)


@rule
def mark(square: int, planes: Floats, plane: int) -> None:
    """Write 1 on the square."""
    planes[plane, square // COLUMNS, square % COLUMNS] = 1


@rule
def corner(pos: Position, seat: int) -> int:
    """Where the seat's army began."""
    return int(CORNER[int(pos.players) - 2, seat])


@rule
def quarters_to_mover(pos: Position, seat: int) -> int:
    """The quarter turns that bring the seat's corner below on the left: a row of TURNED."""
    return (LOWER_LEFT - corner(pos, seat)) % CORNERS


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Every square from where the mover sees it to where the seat that the mover becomes will see it."""
    seat, turn = mover(pos), turn_of(pos, symmetry)
    before, after = quarters_to_mover(pos, seat), quarters_to_mover(pos, turn_seat(pos, seat, symmetry))
    for square in range(SQUARES):
        here, there = int(TURNED[before, square]), int(TURNED[after, int(TURNED[turn, square])])
        out[:, there // COLUMNS, there % COLUMNS] = planes[:, here // COLUMNS, here % COLUMNS]
