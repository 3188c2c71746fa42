"""Barrier as a network sees it: the board laid so that the mover's men begin below and go up.

Rows are counted from below, columns from the left. Clear's board is laid as Yellow's by the mirror that exchanges them
(see `symmetry`): arrows and tiles in hand turn with it, and ahead is where the mover's men go.
"""

import numpy as np

from palissade.games.barrier.board import (
    COLUMNS,
    DIRECTIONS,
    NONE,
    OWN_PLACES,
    ROWS,
    TILES,
    YELLOW,
    bit_of,
    has_square,
    lowest,
    onward,
)
from palissade.games.barrier.rules import NO_CHAIN, QUIET_LIMIT, is_laying, mover
from palissade.games.barrier.symmetry import turn_direction, turn_square, turn_tile
from palissade.games.barrier.ways import jumpers
from palissade.kernel import Floats, Position, rule

WHOSE = ("the mover's", "the other's")
HEADINGS = ("ahead", "ahead right", "right", "back right", "back", "back left", "left", "ahead left")  # by direction
TILE_HEADINGS = tuple(f"{HEADINGS[tile]} + {HEADINGS[(tile + 2) % DIRECTIONS]}" for tile in range(TILES))

PLANES = (
    *(f"{whose} men" for whose in WHOSE),
    *(f"{whose} crowned pieces" for whose in WHOSE),
    *(f"{whose} pieces that an enemy beside them could take" for whose in WHOSE),
    *(f"{whose} squares of the barrier that are still bare" for whose in WHOSE),
    "the mover's piece that may go on jumping",
    *(f"the arrows {heading}" for heading in HEADINGS),
)
SHAPE = (ROWS, COLUMNS)
VECTOR = (
    *(f"{whose} tile {tile} in hand" for whose in WHOSE for tile in TILE_HEADINGS),
    "tiles are still to be laid",
    "the mover may go on jumping or stop",
    "actions since the last capture or crowning, as a share of those that make a draw",
    "play is sharp: who can jump must, and three crowned pieces win",
)
MEN, CROWNED, EXPOSED, BARE, CHAIN, ARROWS = 0, 2, 4, 6, 8, 9  # the first of PLANES of each sort
LAYING, JUMPING, QUIET, SHARP = 2 * TILES, 2 * TILES + 1, 2 * TILES + 2, 2 * TILES + 3
AS_IT_IS, LEFT_RIGHT, TOP_BOTTOM = 0, 1, 2  # symmetries


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat = mover(pos)
    way = AS_IT_IS if seat == YELLOW else TOP_BOTTOM
    for whose in range(2):
        owner = seat ^ whose
        mark(pos.pieces[owner] & ~pos.crowned, way, planes, MEN + whose)
        mark(pos.pieces[owner] & pos.crowned, way, planes, CROWNED + whose)
        mark(exposed(pos, owner), way, planes, EXPOSED + whose)
        mark(pos.bare & OWN_PLACES[owner], way, planes, BARE + whose)
        for tile in range(TILES):
            if has_square(pos.hand[owner], tile):
                vector[whose * TILES + turn_tile(tile, way)] = 1
    for direction in range(DIRECTIONS):
        mark(pos.arrows[direction], way, planes, ARROWS + turn_direction(direction, way))
    if pos.chain != NO_CHAIN:
        mark(bit_of(int(pos.chain)), way, planes, CHAIN)
        vector[JUMPING] = 1
    vector[LAYING] = is_laying(pos)
    vector[QUIET] = np.float32(int(pos.quiet) / QUIET_LIMIT)
    vector[SHARP] = pos.sharp


@rule
def mark(word: np.uint64, way: int, planes: Floats, plane: int) -> None:
    """Write 1 on every square of the word, as the mover sees the board."""
    while word:
        square = turn_square(lowest(word), way)
        planes[plane, square // COLUMNS, square % COLUMNS] = 1
        word &= word - np.uint64(1)


@rule
def exposed(pos: Position, seat: int) -> np.uint64:
    """The pieces of the seat that the other, if it were to move, could jump (BAR-5)."""
    pieces = NONE
    for direction in range(DIRECTIONS):
        pieces |= onward(jumpers(pos, 1 - seat, direction), direction)
    return pieces


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Left for right, arrows too; who looks from the other side sees the same."""
    turned = symmetry & LEFT_RIGHT
    out[:] = planes[:, :, ::-1] if turned else planes
    for direction in range(DIRECTIONS):
        arrows = planes[ARROWS + direction]
        out[ARROWS + turn_direction(direction, turned)] = arrows[:, ::-1] if turned else arrows
