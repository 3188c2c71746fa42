"""Barrier in the mirror, once the tiles lie: left for right, and top for bottom with the colours exchanged.

While tiles are laid there is no symmetry: a mirror takes each seat's squares to the other's, and the men begin on
squares that only a half turn takes to each other.
"""

import numpy as np

from palissade.games.barrier.board import COLUMNS, DIRECTIONS, FIRST_PLACE, NONE, PLACES, ROWS, SQUARES, bit_of
from palissade.games.barrier.rules import FIRST_JUMP, FIRST_STEP, NO_CHAIN, NOBODY, STOP, is_laying
from palissade.kernel import Position, rule


@rule
def symmetries(pos: Position) -> int:
    """As it is, left for right (1), top for bottom with the colours exchanged (2), and both (3)."""
    return 1 if is_laying(pos) else 4


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """The position in the mirror."""
    pieces, crowned, arrows = pos.pieces.copy(), np.uint64(pos.crowned), pos.arrows.copy()
    tile, number = pos.tile.copy(), pos.number.copy()
    exchanged = symmetry >> 1
    for seat in range(2):
        pos.pieces[seat ^ exchanged] = turn_word(pieces[seat], symmetry)
    pos.crowned = turn_word(crowned, symmetry)
    for direction in range(DIRECTIONS):
        pos.arrows[turn_direction(direction, symmetry)] = turn_word(arrows[direction], symmetry)
    for place in range(PLACES):
        pos.tile[turn_square(FIRST_PLACE + place, symmetry) - FIRST_PLACE] = turn_tile(int(tile[place]), symmetry)
    for square in range(SQUARES):
        pos.number[turn_square(square, symmetry)] = number[square]
    if pos.chain != NO_CHAIN:
        pos.chain = turn_square(int(pos.chain), symmetry)
    pos.mover = int(pos.mover) ^ exchanged
    if pos.winner != NOBODY:
        pos.winner = int(pos.winner) ^ exchanged


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action in the mirror; the only symmetry that a laying is asked for changes nothing."""
    if is_laying(pos) or action >= STOP:
        return action
    first = FIRST_JUMP if action >= FIRST_JUMP else FIRST_STEP
    square, direction = (action - first) // DIRECTIONS, (action - first) % DIRECTIONS
    return first + turn_square(square, symmetry) * DIRECTIONS + turn_direction(direction, symmetry)


@rule
def turn_square(square: int, symmetry: int) -> int:
    """The square in the mirror."""
    row, column = square // COLUMNS, square % COLUMNS
    if symmetry & 1:
        column = COLUMNS - 1 - column
    if symmetry & 2:
        row = ROWS - 1 - row
    return row * COLUMNS + column


@rule
def turn_word(word: np.uint64, symmetry: int) -> np.uint64:
    """A set of squares in the mirror."""
    turned = NONE
    for square in range(SQUARES):
        if word & bit_of(square):
            turned |= bit_of(turn_square(square, symmetry))
    return turned


@rule
def turn_direction(direction: int, symmetry: int) -> int:
    """The direction in the mirror: E and W exchanged, N and S exchanged, or both."""
    if symmetry & 1:
        direction = (8 - direction) % 8
    if symmetry & 2:
        direction = (12 - direction) % 8
    return direction


@rule
def turn_tile(tile: int, symmetry: int) -> int:
    """The tile in the mirror: a single mirror makes its second arrow the first."""
    first = turn_direction(tile, symmetry)
    return first if symmetry in (0, 3) else (first + 6) % 8
