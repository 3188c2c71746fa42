"""Cul-de-Sac as a network sees it: the board laid so that the mover's bases are below.

Rows are counted from below, columns from the left. Black's board is laid as White's by the mirror that exchanges them
(see `symmetry`), so that both see the same of the same position. Walls are told on the squares beside them, and once
more by their middles, which no other wall may cross.
"""

import numpy as np

from palissade.games.cul_de_sac.board import (
    BASES,
    COLUMNS,
    OFF,
    ROWS,
    SLOT_COLUMNS,
    SLOTS,
    STRIDE,
    WHITE,
    WORD_ROWS,
    WORDS,
)
from palissade.games.cul_de_sac.rules import WALLS_EACH, mover
from palissade.games.cul_de_sac.symmetry import turn_action, turn_square
from palissade.games.cul_de_sac.waves import Words, beside, goals_of, is_any, together, without
from palissade.games.cul_de_sac.ways import ONE
from palissade.kernel import Floats, Position, rule

PLANES = (
    *("the mover's pawns", "the other's pawns"),
    *("the mover's bases", "the other's bases"),
    *("nearness to the mover's goals: 1, after one step 1/2, then 1/3", "nearness to the other's goals"),
    *("the squares below a wall", "the squares above a wall"),
    *("the squares left of a wall", "the squares right of a wall"),
    *(f"the middles of {kind} walls, on the squares below and left of them" for kind in ("horizontal", "vertical")),
)
SHAPE = (ROWS, COLUMNS)
VECTOR = (
    *(
        f"share of {whose} {kind} walls left"
        for whose in ("the mover's", "the other's")
        for kind in ("horizontal", "vertical")
    ),
    "a wall is due",
)
PAWNS, BASE, NEARNESS, BELOW, ABOVE, LEFT, RIGHT, MIDDLES = 0, 2, 4, 6, 7, 8, 9, 10  # the first of PLANES of each sort
WALL_DUE = 4
LEFT_RIGHT, TOP_BOTTOM = 1, 2  # symmetries


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat = mover(pos)
    for whose in range(2):
        owner = seat ^ whose
        for i in range(2):
            mark(pos, int(pos.pawns[2 * owner + i]), planes, PAWNS + whose)
            mark(pos, int(BASES[owner, i]), planes, BASE + whose)
            vector[2 * whose + i] = np.float32(int(pos.stock[owner, i]) / WALLS_EACH)
        tell_nearness(pos, owner, planes, NEARNESS + whose)
    for wall in range(2 * SLOTS):
        row, column = wall % SLOTS // SLOT_COLUMNS, wall % SLOT_COLUMNS
        laid = int(pos.laid_v[row]) if wall >= SLOTS else int(pos.laid_h[row])
        if laid >> column & 1:
            mark_wall(pos, wall, planes)
    vector[WALL_DUE] = pos.wall_due


@rule
def mark(pos: Position, square: int, planes: Floats, plane: int) -> None:
    """Write 1 where the mover sees the square; a pawn that was removed is nowhere."""
    if square != OFF:
        seen = square if mover(pos) == WHITE else turn_square(square, TOP_BOTTOM)
        planes[plane, seen // COLUMNS, seen % COLUMNS] = 1


@rule
def mark_wall(pos: Position, wall: int, planes: Floats) -> None:
    """Write 1 on the two squares on either side of the wall, as the mover sees it, and for its middle."""
    if mover(pos) != WHITE:
        wall = turn_action(pos, wall, TOP_BOTTOM)
    upright, row, column = wall // SLOTS, wall % SLOTS // SLOT_COLUMNS, wall % SLOT_COLUMNS
    planes[MIDDLES + upright, row, column] = 1
    if upright:
        planes[LEFT, row : row + 2, column] = 1
        planes[RIGHT, row : row + 2, column + 1] = 1
    else:
        planes[BELOW, row, column : column + 2] = 1
        planes[ABOVE, row + 1, column : column + 2] = 1


@rule
def tell_nearness(pos: Position, seat: int, planes: Floats, plane: int) -> None:
    """CDS-8: how few steps it is from each square to one of the seat's goals, whoever stands in the way."""
    wave, steps = goals_of(seat), 0
    reached = wave
    while is_any(wave):
        steps += 1
        write_words(pos, wave, np.float32(1 / steps), planes, plane)
        wave = without(beside(pos, wave), reached)
        reached = together(reached, wave)


@rule
def write_words(pos: Position, squares: Words, value: np.float32, planes: Floats, plane: int) -> None:
    """Write the value where the mover sees the squares."""
    for word in range(WORDS):
        left = squares[word]
        while left:
            bit = number_of_lowest(left)
            row, column = word * WORD_ROWS + bit // STRIDE, bit % STRIDE
            planes[plane, row if mover(pos) == WHITE else ROWS - 1 - row, column] = value
            left &= left - ONE


@rule
def number_of_lowest(word: np.uint64) -> int:
    """Which bit is the lowest: as many as lie below it; the compiler knows this loop."""
    below, count = ~word & (word - ONE), 0
    while below:
        below &= below - ONE
        count += 1
    return count


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Left for right; who looks from the other side sees the same."""
    if not symmetry & LEFT_RIGHT:
        out[:] = planes
        return
    out[:] = planes[:, :, ::-1]
    out[LEFT], out[RIGHT] = planes[RIGHT, :, ::-1], planes[LEFT, :, ::-1]
    out[MIDDLES:, :, :SLOT_COLUMNS] = planes[MIDDLES:, :, SLOT_COLUMNS - 1 :: -1]  # the last column has none
    out[MIDDLES:, :, SLOT_COLUMNS:] = 0
