"""Blokus Duo as its network is asked, and what its answer says: the same as `training/games/blokus_duo/rules.py`.

Planes: the squares, closed squares and anchors of the mover and of the other; then, for either, how many legal
placements cover each square, as a logarithm. Vector: the pieces that the mover has left, those that the other has,
whether the other has passed, the mover's seat. The policy has a cell for each orientation at each square for its lower
left corner.
"""

import math

import numpy as np

from palissade.games.blokus_duo.bits import has_square
from palissade.games.blokus_duo.pieces import FIRST_PLACEMENT, ORIENTATION, ORIENTATIONS, PIECES, SIDE, SIZE, WIDTH
from palissade.games.blokus_duo.rules import PASS, SQUARES, has_left, list_placements
from palissade.kernel import Actions, Floats, Position, rule

PLANES, SHAPE = 8, (SIDE, SIDE)
LAID, CLOSED, ANCHORS, COVERED = 0, 2, 4, 6  # the first plane of each sort
VECTOR = 2 * len(PIECES) + 2
PASSED, SEAT = VECTOR - 2, VECTOR - 1
CELLS = len(ORIENTATIONS) * SQUARES

EXPLORATION = 0.8
LEAST = 0.001
MARGIN, POINTS = 0.2, 6.0  # as it was taught: what is won by is a fifth, the hyperbolic tangent of a twelfth of it

CROWD = 0.2  # of the logarithm
LARGEST = int(SIZE.max())
_STEPS = [[SIDE * row + column for row, column in cells] for cells in ORIENTATIONS]  # from the corner to each cell
SIZES = np.array([len(cells) for cells in ORIENTATIONS], np.int8)
STEPS = np.array([steps + steps[:1] * (LARGEST - len(steps)) for steps in _STEPS], np.int16)


@rule
def describe(pos: Position, actions: Actions, count: int, room: Actions, planes: Floats, vector: Floats) -> None:
    """Write what the network is asked about a position with these legal actions."""
    seat = int(pos.mover)
    for square in range(SQUARES):
        row, column = square // SIDE, square % SIDE
        for whose in range(2):
            planes[LAID + whose, row, column] = has_square(pos.laid, seat ^ whose, square)
            planes[CLOSED + whose, row, column] = has_square(pos.closed, seat ^ whose, square)
            planes[ANCHORS + whose, row, column] = has_square(pos.anchors, seat ^ whose, square)
            planes[COVERED + whose, row, column] = 0
    count_covered(actions, count, planes, COVERED)
    pos.mover = 1 - seat
    count_covered(room, list_placements(pos, room), planes, COVERED + 1)
    pos.mover = seat
    for whose in range(2):
        for piece in range(len(PIECES)):
            vector[whose * len(PIECES) + piece] = has_left(pos, seat ^ whose, piece)
    vector[PASSED] = pos.passed[1 - seat]
    vector[SEAT] = seat


@rule
def count_covered(actions: Actions, count: int, planes: Floats, plane: int) -> None:
    """How many of the placements cover each square, as a logarithm."""
    for i in range(count):
        if actions[i] != PASS:
            orientation, corner = int(ORIENTATION[actions[i]]), corner_of(int(actions[i]))
            for j in range(int(SIZES[orientation])):
                square = corner + int(STEPS[orientation, j])
                planes[plane, square // SIDE, square % SIDE] += 1
    for square in range(SQUARES):
        row, column = square // SIDE, square % SIDE
        planes[plane, row, column] = CROWD * math.log1p(planes[plane, row, column])


@rule
def corner_of(action: int) -> int:
    """The square under the lower left corner of a placement's box."""
    orientation = int(ORIENTATION[action])
    place, columns = action - int(FIRST_PLACEMENT[orientation]), SIDE + 1 - int(WIDTH[orientation])
    return place // columns * SIDE + place % columns


@rule
def cell(action: int) -> int:
    """Where the policy has the action; below 0 for one that is never chosen among others."""
    return -1 if action == PASS else int(ORIENTATION[action]) * SQUARES + corner_of(action)


@rule
def worth(win: float, margin: float) -> float:
    """What the mover may expect, by the network's answer: who wins, from -1 to 1, and by how many points."""
    return 0.5 + 0.5 * ((1 - MARGIN) * win + MARGIN * math.tanh(margin / (2 * POINTS)))
