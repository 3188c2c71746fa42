"""Blockers! as a network sees it: the colours from the mover's on, in the order of play, and where their tiles go.

Rows are counted from A down, columns from 1. The mover's colour comes first, then those of the players who follow; of
experts (BKR-9) the mover's two colours come first, then the other's two. Colours and players that are not in play are
0 everywhere.

A tile is told by the squares it goes on (BKR-3): a digit by its column, a letter by its row, a symbol by its block; the
joker, which goes anywhere, in the vector. The mover knows what it holds; of the others it knows what they have played
and what their passes told (BKR-10). A closed rack is told as empty: nothing of it will be played. What lies on the
board, and what was captured, is told by its colour: which tile it was makes no difference any more.
"""

import numpy as np

from palissade.games.blockers.colours import MOST_COLOURS
from palissade.games.blockers.groups import count_groups, splits_group
from palissade.games.blockers.rules import (
    ALL_TILES,
    colours,
    drawn,
    first_colour,
    is_closed,
    mover,
    racks,
    tiles_played,
)
from palissade.games.blockers.symmetry import TURNED
from palissade.games.blockers.tiles import (
    COLUMNS,
    DIGITS,
    JOKER,
    LETTERS,
    NO_COLOUR,
    PLAYS,
    RACK,
    ROWS,
    SQUARES,
    SYMBOLS,
    TILES,
    bits,
)
from palissade.kernel import Floats, Position, rule

COLOURS = ("the mover's colour", *(f"the {place}next colour" for place in ("", "second ", "third ", "fourth ")))
PLAYERS = ("the mover", *(f"the {place}next player" for place in ("", "second ", "third ", "fourth ")))
SORTS = ("digits", "letters", "symbols")
PLANES = (
    *(f"the tiles of {colour}" for colour in COLOURS),
    "the tiles whose group does not fall apart without them",
    *(f"where the {sort} go that {colour} holds, or may hold" for colour in COLOURS for sort in SORTS),
    *(f"where the {sort} go that {colour} may still draw" for colour in COLOURS for sort in SORTS),
)
SHAPE = (ROWS, COLUMNS)
VECTOR = (
    *("two players", "three players", "four players", "five players"),
    "each player has two colours",
    *(f"{colour} holds the joker, or may hold it" for colour in COLOURS),
    *(f"{colour} may still draw the joker" for colour in COLOURS),
    *(f"tiles that {colour} has played, as a share of all it will play" for colour in COLOURS),
    *(f"groups of {colour}, as a share of all tiles it will play" for colour in COLOURS),
    *(f"tiles of {colour} that {player} has captured, as such a share" for player in PLAYERS for colour in COLOURS),
)
LINES = 9  # of each of SORTS
LOOSE = MOST_COLOURS  # the first of PLANES of each sort
HELD = LOOSE + 1
TO_DRAW = HELD + MOST_COLOURS * len(SORTS)
FEWEST, EXPERT = 2, 4  # the fewest players; then places in VECTOR
JOKER_HELD = EXPERT + 1
JOKER_TO_DRAW, PLAYED, GROUPS, CAPTURED = (JOKER_HELD + MOST_COLOURS * i for i in range(1, 5))


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    vector[int(pos.seats) - FEWEST] = 1
    vector[EXPERT] = pos.expert
    for square in range(SQUARES):
        colour, row, column = int(pos.colour[square]), square // COLUMNS, square % COLUMNS
        if colour != NO_COLOUR:
            planes[place_of_colour(pos, colour), row, column] = 1
            planes[LOOSE, row, column] = not splits_group(pos, colour, square)
    for colour in range(colours(pos)):
        place = place_of_colour(pos, colour)
        held, to_draw = tiles_held(pos, colour), tiles_to_draw(pos, colour)
        tell_tiles(held, planes, HELD + place * len(SORTS))
        tell_tiles(to_draw, planes, TO_DRAW + place * len(SORTS))
        vector[JOKER_HELD + place] = held >> JOKER
        vector[JOKER_TO_DRAW + place] = to_draw >> JOKER
        vector[PLAYED + place] = share(int(pos.plays[colour]))
        vector[GROUPS + place] = share(count_groups(pos, colour))
        for seat in range(int(pos.seats)):
            player = (seat - mover(pos)) % int(pos.seats)
            vector[CAPTURED + player * MOST_COLOURS + place] = share(bits(int(pos.captured[seat, colour])))


@rule
def place_of_colour(pos: Position, colour: int) -> int:
    """How many places after the mover's first colour: its place in COLOURS."""
    return (colour - first_colour(pos)) % colours(pos)


@rule
def share(tiles: int) -> np.float32:
    """So many tiles, of those that a colour plays."""
    return np.float32(tiles / PLAYS)


@rule
def tiles_held(pos: Position, colour: int) -> int:
    """The tiles that may be played from the colour's rack for all that the mover knows, a bit a tile."""
    if is_closed(pos, colour):
        return 0
    if is_movers(pos, colour):
        return tiles_in_rack(pos, colour)
    held = ALL_TILES & ~tiles_played(pos, colour)
    for tile in range(TILES):
        if int(pos.not_before[colour, tile]) == drawn(pos, colour):  # a pass told, and nothing was drawn since
            held &= ~(1 << tile)
    return held


@rule
def tiles_to_draw(pos: Position, colour: int) -> int:
    """The tiles that may be in the colour's pile for all that the mover knows, a bit a tile."""
    if drawn(pos, colour) == TILES:
        return 0
    unseen = ALL_TILES & ~tiles_played(pos, colour)
    return unseen & ~tiles_in_rack(pos, colour) if is_movers(pos, colour) else unseen


@rule
def is_movers(pos: Position, colour: int) -> bool:
    """Whether the colour is the mover's, or one of its two."""
    return colour // racks(pos) == mover(pos)


@rule
def tiles_in_rack(pos: Position, colour: int) -> int:
    """The tiles in a rack of the mover's, a bit a tile."""
    tiles = 0
    for i in range(RACK):
        tiles |= 1 << int(pos.rack[colour, i])
    return tiles & ALL_TILES


@rule
def tell_tiles(tiles: int, planes: Floats, plane: int) -> None:
    """Write 1 where the tiles go, in three planes from this one on: digits, letters, symbols."""
    for line in range(LINES):
        top, left = line // 3 * 3, line % 3 * 3  # of a block
        planes[plane, :, line] = tiles >> DIGITS + line & 1
        planes[plane + 1, line] = tiles >> LETTERS + line & 1
        planes[plane + 2, top : top + 3, left : left + 3] = tiles >> SYMBOLS + line & 1


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Every square turns; where rows become columns, letters become digits."""
    for plane in range(len(PLANES)):
        turned = turned_plane(plane, symmetry)
        for square in range(SQUARES):
            there = int(TURNED[symmetry, square])
            out[turned, there // COLUMNS, there % COLUMNS] = planes[plane, square // COLUMNS, square % COLUMNS]


@rule
def turned_plane(plane: int, symmetry: int) -> int:
    """The plane whose tiles these are when the board is turned (see `boards/turns`)."""
    sort = (plane - HELD) % len(SORTS)
    if plane < HELD or symmetry & 1 == 0 or sort == 2:
        return plane
    return plane + 1 - 2 * sort
