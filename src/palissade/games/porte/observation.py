"""La Porte as a network sees it: the board turned so that the side where the mover began is below.

Rows are counted from below, columns from the left. No rule looks at the sides, but the first moves are alike so.
"""

import numpy as np

from palissade.boards.butehorn import CENTRES, COLUMNS, ROWS, SQUARES
from palissade.boards.seats import TABLE, WHOSE, places_after, tell_table
from palissade.boards.turns import WAYS
from palissade.games.porte.pieces import (
    BEGINNINGS,
    BLOCKS,
    EQUIPMENT,
    KIND,
    KINDS,
    MOST_SEATS,
    OFF,
    PIECES,
    SQUARE,
    TRIANGLE,
)
from palissade.games.porte.rules import NONE, crowded_gates, mover
from palissade.games.porte.sides import RED, SIDES
from palissade.games.porte.symmetry import TURNED
from palissade.kernel import Floats, Position, rule

PLANES = (
    *(f"{whose} {kind}" for whose in WHOSE for kind in ("cylinder", "triangles", "squares")),
    "the gates",
    "the mover's crowded gates",
    "the gate through which the mover may bring in a piece now",
)
SHAPE = (ROWS, COLUMNS)
VECTOR = (
    *TABLE,
    *(f"share of {whose} {kind} in reserve" for whose in WHOSE for kind in ("triangles", "squares")),
    "enemies must be in sight",
    "the mover may bring in a piece now",
    "two enemies in one line will do, on both sides",
)
GATES = MOST_SEATS * len(KINDS)
CROWDED, ENTRY_GATE = GATES + 1, GATES + 2
IN_RESERVE = len(TABLE)
CLEAR = IN_RESERVE + MOST_SEATS * 2
ENTRY, BETWEEN = CLEAR + 1, CLEAR + 2

# The way to lay the board that brings each side's beginning to where Red's is.
LAID = np.array(
    [next(way for way in range(WAYS) if (TURNED[way, begun] == BEGINNINGS[RED]).all()) for begun in BEGINNINGS], np.int8
)


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat, seats, way = mover(pos), int(pos.seats), way_of_mover(pos)
    for other in range(seats):
        whose = places_after(seat, other, seats)
        for number in range(PIECES):
            if pos.square[other, number] != OFF:
                plane = whose * len(KINDS) + int(KIND[number])
                mark(int(TURNED[way, int(pos.square[other, number])]), planes, plane)
        for kind in (TRIANGLE, SQUARE):
            share = np.float32(int(pos.reserve[other, kind]) / (int(EQUIPMENT[kind]) - 1))
            vector[IN_RESERVE + whose * 2 + kind - TRIANGLE] = share
    crowded = crowded_gates(pos, mover(pos))
    for block in range(BLOCKS):
        gate = int(TURNED[way, int(CENTRES[block])])
        mark(gate, planes, GATES)
        if crowded >> block & 1:
            mark(gate, planes, CROWDED)
        if pos.gate == block:
            mark(gate, planes, ENTRY_GATE)
    tell_table(seat, seats, bool(pos.teams), vector)
    vector[CLEAR] = pos.clear
    vector[ENTRY] = pos.gate != NONE
    vector[BETWEEN] = pos.between


@rule
def mark(square: int, planes: Floats, plane: int) -> None:
    """Write 1 on the square."""
    planes[plane, square // COLUMNS, square % COLUMNS] = 1


@rule
def way_of_mover(pos: Position) -> int:
    """The way to lay the board: a row of TURNED."""
    return int(LAID[int(SIDES[int(pos.seats) - 2, mover(pos)])])


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    """Every square from where the mover sees it to where the mover will see it."""
    way = way_of_mover(pos)
    for square in range(SQUARES):
        here, there = int(TURNED[way, square]), int(TURNED[way, int(TURNED[symmetry, square])])
        out[:, there // COLUMNS, there % COLUMNS] = planes[:, here // COLUMNS, here % COLUMNS]
