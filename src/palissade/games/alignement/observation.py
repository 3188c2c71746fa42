"""Alignement as a network sees it: the sixteen circles, the mover's pieces before the other's."""

import numpy as np

from palissade.games.alignement.circles import CIRCLES, SIDE
from palissade.games.alignement.rules import FIRST, HELD, KINDS, LAST, due_kind, mover
from palissade.games.alignement.symmetry import TURNED
from palissade.kernel import Floats, Position, rule

PLANES = (
    *("the mover's squares", "the mover's triangles", "the mover's cylinder"),
    *("the other's squares", "the other's triangles", "the other's cylinder"),
)
SHAPE = (SIDE, SIDE)  # from row 2 up, from column b to the right
VECTOR = (
    *("a square is due", "a triangle is due", "the cylinder is due"),
    *("the mover's squares in hand", "the mover's triangles in hand", "the mover's cylinder in hand"),  # as shares
    *("the other's squares in hand", "the other's triangles in hand", "the other's cylinder in hand"),
    "the cylinder jumps",
)


@rule
def observe(pos: Position, planes: Floats, vector: Floats) -> None:
    seat = mover(pos)
    vector[due_kind(pos)] = 1
    for whose in range(2):
        for kind in range(KINDS):
            place = whose * KINDS + kind
            first, last = int(FIRST[kind]), int(LAST[kind])
            for piece in range(first, last + 1):
                circle = int(pos.circle[seat ^ whose, piece])
                if circle == HELD:
                    vector[KINDS + place] += np.float32(1 / (last - first + 1))
                else:
                    planes[place, circle // SIDE, circle % SIDE] = 1
    vector[3 * KINDS] = pos.jump


@rule
def turn_planes(pos: Position, symmetry: int, planes: Floats, out: Floats) -> None:
    for circle in range(CIRCLES):
        there = int(TURNED[symmetry, circle])
        out[:, there // SIDE, there % SIDE] = planes[:, circle // SIDE, circle % SIDE]
