"""What helps to play Blockers! well: where groups of a colour can be joined."""

from palissade.games.blockers.groups import count_groups
from palissade.games.blockers.rules import colours
from palissade.games.blockers.tiles import COLUMNS, NO_COLOUR, SQUARES
from palissade.kernel import Ints, Position, rule

JOINS = 0  # kind of threat; its seat is the number of a colour


@rule
def threats(pos: Position, out: Ints) -> int:
    """JOINS: an empty square where a tile of a colour makes its groups fewer."""
    count = 0
    for colour in range(colours(pos)):
        groups = count_groups(pos, colour)
        if groups < 2:
            continue
        for square in range(SQUARES):
            if pos.colour[square] == NO_COLOUR and groups_with(pos, colour, square) < groups:
                out[3 * count], out[3 * count + 1], out[3 * count + 2] = JOINS, square, colour
                count += 1
    return count


@rule
def groups_with(pos: Position, colour: int, square: int) -> int:
    """How many groups the colour would have with a tile on this empty square."""
    row, bit = square // COLUMNS + 1, 2 << square % COLUMNS
    pos.rows[colour, row] |= bit
    groups = count_groups(pos, colour)
    pos.rows[colour, row] ^= bit
    return groups
