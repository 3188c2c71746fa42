"""Saute as a network sees it: the mover's lane in the three rows below, above it the lanes of those who follow in turn.

Rows are counted from below, columns from the left; everybody races to the right. A lane's rows keep their order.
"""

from palissade.boards.butehorn import COLUMNS, ROWS
from palissade.boards.seats import TABLE, WHOSE, places_after, tell_table
from palissade.games.saute.rules import (
    IN_ROW,
    LANE,
    MOST_SEATS,
    NO_RUNNER,
    PIECES,
    mover,
    odd_columns,
    row_of,
)
from palissade.games.saute.symmetry import ORDERS
from palissade.kernel import Floats, Position, rule

PLANES = (
    *(f"{whose} {kind}" for whose in WHOSE for kind in ("squares", "triangles")),
    "the mover's piece that may run on",
    "the columns where the mover's enemies are odd in number",
)
SHAPE = (ROWS, COLUMNS)
VECTOR = (*TABLE, "the triangles must end in column j", "the mover may run on or stop")
KINDS = 2
RUNNER, ODD = MOST_SEATS * KINDS, MOST_SEATS * KINDS + 1
EXPERT, RUNNING = len(TABLE), len(TABLE) + 1


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat, seats = mover(pos), int(pos.seats)
    for other in range(seats):
        whose = places_after(seat, other, seats)
        for piece in range(PIECES):
            is_triangle = piece % IN_ROW == 0
            mark(int(pos.square[other, piece]), whose, planes, whose * KINDS + is_triangle)
    if pos.runner != NO_RUNNER:
        mark(int(pos.runner), 0, planes, RUNNER)
        vector[RUNNING] = 1
    odd = odd_columns(pos, mover(pos))
    for column in range(COLUMNS):
        planes[ODD, :, column] = odd >> column & 1
    tell_table(seat, seats, bool(pos.teams), vector)
    vector[EXPERT] = pos.expert


@rule
def mark(square: int, whose: int, planes: Floats, plane: int) -> None:
    """Write 1 for a piece in the lane of the player so many places after the mover."""
    planes[plane, seen_row(whose, (ROWS - 1 - square // COLUMNS) % LANE), square % COLUMNS] = 1


@rule
def seen_row(whose: int, i: int) -> int:
    """The rows of a lane, from its top, as the mover sees them."""
    return row_of(MOST_SEATS - 1 - whose, i)


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """The rows of every lane change places; that players move up is not seen."""
    for whose in range(MOST_SEATS):
        for i in range(LANE):
            out[:, seen_row(whose, int(ORDERS[symmetry % len(ORDERS), i]))] = planes[:, seen_row(whose, i)]
