"""Cul-de-Sac in the mirror: left for right, and top for bottom with the colours exchanged."""

import numpy as np

from palissade.games.cul_de_sac.board import COLUMNS, OFF, ROWS, SLOT_COLUMNS, SLOT_ROWS, SLOTS, STEPS
from palissade.games.cul_de_sac.rules import FIRST_MOVE, NOBODY, PASS, lay_wall, start
from palissade.kernel import Position, rule


@rule
def symmetries(pos: Position) -> int:
    """As it is, left for right (1), top for bottom with the colours exchanged (2), and both (3)."""
    return 4


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """The position in the mirror: laid out anew."""
    walls = np.zeros(2 * SLOTS, np.int32)
    for action in range(2 * SLOTS):
        row, column = action % SLOTS // SLOT_COLUMNS, action % SLOT_COLUMNS
        laid = int(pos.laid_v[row]) if action >= SLOTS else int(pos.laid_h[row])
        walls[action] = laid >> column & 1
    pawns, stock = pos.pawns.copy(), pos.stock.copy()
    to_move, wall_due, winner = int(pos.mover), int(pos.wall_due), int(pos.winner)
    exchanged = symmetry >= 2
    start(pos, np.zeros(0, np.int32))
    for action in range(2 * SLOTS):
        if walls[action]:
            lay_wall(pos, turn_action(pos, action, symmetry))
    for i in range(4):
        pos.pawns[(i + 2) % 4 if exchanged else i] = turn_square(int(pawns[i]), symmetry)
        pos.stock[1 - i // 2 if exchanged else i // 2, i % 2] = stock[i // 2, i % 2]
    pos.mover = 1 - to_move if exchanged else to_move
    pos.wall_due = wall_due
    pos.winner = 1 - winner if exchanged and winner != NOBODY else winner


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action in the mirror."""
    if action == PASS:
        return PASS
    if action < FIRST_MOVE:
        row, column = action % SLOTS // SLOT_COLUMNS, action % SLOT_COLUMNS
        if symmetry & 1:
            column = SLOT_COLUMNS - 1 - column
        if symmetry & 2:
            row = SLOT_ROWS - 1 - row
        return action // SLOTS * SLOTS + row * SLOT_COLUMNS + column
    square, step = (action - FIRST_MOVE) // 12, (action - FIRST_MOVE) % 12
    columns = -STEPS[step, 0] if symmetry & 1 else STEPS[step, 0]
    rows = -STEPS[step, 1] if symmetry & 2 else STEPS[step, 1]
    for turned in range(12):
        if STEPS[turned, 0] == columns and STEPS[turned, 1] == rows:
            step = turned
            break
    return FIRST_MOVE + turn_square(square, symmetry) * 12 + step


@rule
def turn_square(square: int, symmetry: int) -> int:
    """The square in the mirror."""
    if square == OFF:
        return OFF
    row, column = square // COLUMNS, square % COLUMNS
    if symmetry & 1:
        column = COLUMNS - 1 - column
    if symmetry & 2:
        row = ROWS - 1 - row
    return row * COLUMNS + column
