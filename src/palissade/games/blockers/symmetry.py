"""Blockers! turned and in the mirror: every square turns, and every tile into the one that goes there."""

import numpy as np

from palissade.boards.turns import WAYS, turned_squares
from palissade.games.blockers.colours import MOST_COLOURS, MOST_SEATS
from palissade.games.blockers.rules import PASS, exchange
from palissade.games.blockers.tiles import (
    COLUMNS,
    JOKER,
    LINES,
    NO_COLOUR,
    NO_TILE,
    PILE,
    PLAYS,
    RACK,
    ROWS,
    SQUARES,
    TILES,
    UNKNOWN,
)
from palissade.kernel import Position, rule

TURNED = turned_squares(COLUMNS)


def _turned_tile(tile: int, symmetry: int) -> int:
    turned = set(TURNED[symmetry, LINES[tile]].tolist())
    return next(other for other in range(JOKER) if turned == set(LINES[other].tolist()))


TURNED_TILE = np.array(
    [[*(_turned_tile(tile, way) for tile in range(JOKER)), JOKER, UNKNOWN, NO_TILE] for way in range(WAYS)],
    np.int8,
)


@rule
def symmetries(pos: Position) -> int:
    """The board with its lines and blocks looks the same from all sides and in the mirror."""
    return WAYS


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every square turns, and every tile into the one that goes there."""
    turned, turned_tile = TURNED[symmetry], TURNED_TILE[symmetry]
    colour_before, tile_before, filled_before = pos.colour.copy(), pos.tile.copy(), pos.filled.copy()
    rack_before, not_before, captured_before = pos.rack.copy(), pos.not_before.copy(), pos.captured.copy()
    for line in range(JOKER):
        pos.filled[int(turned_tile[line])] = filled_before[line]
    for colour in range(MOST_COLOURS):
        for row in range(ROWS + 2):
            pos.rows[colour, row] = 0
        for i in range(RACK):
            pos.rack[colour, i] = NO_TILE
        for i in range(RACK):
            if rack_before[colour, i] != NO_TILE:
                exchange(pos, colour, NO_TILE, int(turned_tile[int(rack_before[colour, i])]))
        for i in range(PILE):
            pos.pile[colour, i] = turned_tile[int(pos.pile[colour, i])]
        for i in range(PLAYS):
            pos.played[colour, i] = turned_tile[int(pos.played[colour, i])]
        for tile in range(TILES):
            pos.not_before[colour, int(turned_tile[tile])] = not_before[colour, tile]
        for seat in range(MOST_SEATS):
            before, after = int(captured_before[seat, colour]), 0
            for tile in range(TILES):
                after |= (before >> tile & 1) << int(turned_tile[tile])
            pos.captured[seat, colour] = after
    for square in range(SQUARES):
        goal, colour = int(turned[square]), int(colour_before[square])
        pos.colour[goal] = colour
        pos.tile[goal] = turned_tile[int(tile_before[square])]
        if colour != NO_COLOUR:
            pos.rows[colour, goal // COLUMNS + 1] |= 2 << goal % COLUMNS


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action turned: its tile becomes the one that goes there."""
    if action == PASS:
        return PASS
    rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
    return (rack * TILES + int(TURNED_TILE[symmetry, tile])) * SQUARES + int(TURNED[symmetry, square])
