"""La Porte turned and in the mirror: no rule looks at a direction, so every side of the board is like the others."""

from palissade.boards.butehorn import BLOCK, CENTRES, COLUMNS, CROSSING
from palissade.boards.turns import turned_squares
from palissade.games.porte.pieces import KIND, MOST_SEATS, OFF, PIECES, clear_board, put
from palissade.games.porte.rules import FIRST_ENTRY, NONE, WAYS
from palissade.kernel import Position, rule

TURNED = turned_squares(COLUMNS)


@rule
def symmetries(pos: Position) -> int:
    """The board with its gates looks the same from all sides and in the mirror."""
    return 8


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every piece where it stands once the board is turned: put down anew, in the order they came."""
    square = pos.square.copy()
    clear_board(pos)
    for seat in range(MOST_SEATS):
        for number in range(PIECES):
            if square[seat, number] != OFF:
                put(pos, seat, int(KIND[number]), int(TURNED[symmetry, int(square[seat, number])]))
    if pos.gate != NONE:
        pos.gate = BLOCK[int(TURNED[symmetry, int(CENTRES[int(pos.gate)])])]


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The move turned; an entry stays what it is."""
    if action >= FIRST_ENTRY:
        return action
    square = int(TURNED[symmetry, action // WAYS])
    goal = int(TURNED[symmetry, int(CROSSING[action // WAYS, action % WAYS])])
    place = 0
    while CROSSING[square, place] != goal:
        place += 1
    return square * WAYS + place
