"""What helps to play Cul-de-Sac well: it is a race, and walls are for the other one's way.

Random pawns do not run and random walls stand where nobody goes. Both are told here by the steps from a square to the
nearer of a seat's two goals, round the walls as they stand, whoever stands on the way.
"""

import math

import numpy as np

from palissade.boards.threats import note
from palissade.games.cul_de_sac.board import (
    BASES,
    COLUMNS,
    OFF,
    ONE_STEP,
    SLOT_COLUMNS,
    SLOTS,
    SQUARES,
    is_open,
    neighbour,
)
from palissade.games.cul_de_sac.rules import FIRST_MOVE, PASS
from palissade.games.cul_de_sac.waves import beside, common, goals_of, is_any, together, without, words_of
from palissade.kernel import Actions, Floats, Ints, Position, rule

# At 1 000 simulations each, 40 games, two random actions first, sides changing: the evaluation won all against
# playouts, and with the weights 37 against 3 without; an action took 4.5 ms, with weights 16 ms, playouts 30 ms.
LEAF = "static"
USES_PRIOR = True

UP, RIGHT, DOWN, LEFT = range(ONE_STEP, ONE_STEP + 4)
FAR_AWAY = 99  # steps of a pawn that was removed

SECOND_PAWN = 0.15  # what a step of the pawn that is behind counts
TO_MOVE = 1.0  # step: half of a turn
WALL = 0.1  # step, for each wall in stock
SCALE = 2.5  # steps ahead that are e times the chances
SURE = 0.97  # what a win that is there to be taken is worth: less than one that was taken

# Weights of actions
STEP = 0.5  # a move is e times as good for every two steps that it comes nearer
IN_THE_WAY, BESIDE_PAWN, ELSEWHERE, OWN_WAY = 12.0, 1.0, 0.1, 0.05  # walls

CAN_WIN, COMES_NEAR = 0, 1  # kinds of threats


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """By the difference of the ways: the nearer pawn's, some of the other's, the move, the walls in stock."""
    mover = int(pos.mover)
    near, far = steps_left(pos, mover)
    near_other, far_other = steps_left(pos, 1 - mover)
    if near <= 2 and not pos.wall_due:
        expected = SURE
    else:
        ahead = near_other - near + SECOND_PAWN * (min(far_other, 20) - min(far, 20))
        ahead += WALL * (stock(pos, mover) - stock(pos, 1 - mover))
        ahead += -TO_MOVE if pos.wall_due else TO_MOVE
        expected = 1 / (1 + math.exp(-ahead / SCALE))
    values[mover] = expected
    values[1 - mover] = 1 - expected


@rule
def moves_left(pos: Position) -> int:
    """Two actions a turn of each seat, two steps a turn, and some more for walls to come."""
    white, _ = steps_left(pos, 0)
    black, _ = steps_left(pos, 1)
    return 2 * min(white, black) + stock(pos, 0) + stock(pos, 1)


@rule
def prior(pos: Position, actions: Actions, count: int, weights: Floats) -> None:
    """Moves by the steps that they gain; walls across the other's shortest way first, across one's own last."""
    mover = int(pos.mover)
    steps, way = np.empty((2, SQUARES), np.int32), np.zeros((2, SQUARES), np.int32)
    for seat in range(2):
        measure(pos, seat, steps[seat])
        mark_way(pos, seat, steps[seat], way[seat])
    for i in range(count):
        action = int(actions[i])
        if action >= FIRST_MOVE:
            weights[i] = 1.0
            if action < PASS:
                square, step = (action - FIRST_MOVE) // 12, (action - FIRST_MOVE) % 12
                gain = int(steps[mover, square]) - int(steps[mover, neighbour(square, step)])
                weights[i] = math.exp(STEP * gain)
        elif crosses(action, way[1 - mover]):
            weights[i] = IN_THE_WAY * (OWN_WAY if crosses(action, way[mover]) else 1.0)
        elif crosses(action, way[mover]):
            weights[i] = OWN_WAY
        else:
            weights[i] = BESIDE_PAWN if is_beside_pawn(pos, action, 1 - mover) else ELSEWHERE


@rule
def threats(pos: Position, out: Ints) -> int:
    """CAN_WIN: a pawn that could reach a base in one turn, COMES_NEAR: one that could in two; the mover's first."""
    steps, count = np.empty(SQUARES, np.int32), 0
    for kind in (CAN_WIN, COMES_NEAR):
        for after in range(2):
            seat = (int(pos.mover) + after) % 2
            measure(pos, seat, steps)
            for i in range(2):
                pawn = int(pos.pawns[2 * seat + i])
                if pawn != OFF and 2 * kind < steps[pawn] <= 2 * kind + 2:
                    count = note(out, count, kind, pawn, seat)
    return count


@rule
def nearest_base(pos: Position, seat: int, square: int) -> int:
    """The base to which a shortest way of a pawn of the seat leads from the square."""
    steps = np.empty(SQUARES, np.int32)
    measure(pos, seat, steps)
    while steps[square] > 0:
        for step in range(UP, LEFT + 1):
            goal = neighbour(square, step)
            if goal != OFF and steps[goal] == steps[square] - 1 and is_open(pos, square, step):
                square = goal
                break
    return square


# ---- ways


@rule
def steps_left(pos: Position, seat: int) -> tuple[int, int]:
    """Steps from the seat's pawns to the nearer goal, the nearer pawn first."""
    first, second = int(pos.pawns[2 * seat]), int(pos.pawns[2 * seat + 1])
    pawns, reached = words_of(first, second), goals_of(seat)
    near, steps = FAR_AWAY, 0
    while steps < SQUARES:
        if near == FAR_AWAY and is_any(common(reached, pawns)):
            near = steps
        if not is_any(without(pawns, reached)):
            break
        reached = together(reached, beside(pos, reached))
        steps += 1
    return near, FAR_AWAY if first == OFF or second == OFF else steps


@rule
def measure(pos: Position, seat: int, steps: Ints) -> None:
    """The steps from every square to the seat's nearer goal."""
    for square in range(SQUARES):
        steps[square] = FAR_AWAY
    waiting = np.empty(SQUARES, np.int16)
    begin, end = 0, 2
    for i in range(2):
        waiting[i] = BASES[1 - seat, i]
        steps[waiting[i]] = 0
    while begin < end:
        square = int(waiting[begin])
        begin += 1
        for step in range(UP, LEFT + 1):
            goal = neighbour(square, step)
            if goal != OFF and steps[goal] == FAR_AWAY and is_open(pos, square, step):
                steps[goal] = steps[square] + 1
                waiting[end] = goal
                end += 1


@rule
def mark_way(pos: Position, seat: int, steps: Ints, way: Ints) -> None:
    """Mark a shortest way of the seat's nearer pawn: the step taken from each of its squares."""
    square, other = int(pos.pawns[2 * seat]), int(pos.pawns[2 * seat + 1])
    if square == OFF or (other != OFF and steps[other] < steps[square]):
        square = other
    while square != OFF and steps[square] > 0:
        for step in range(UP, LEFT + 1):
            goal = neighbour(square, step)
            if goal != OFF and steps[goal] == steps[square] - 1 and is_open(pos, square, step):
                way[square] = step
                square = goal
                break


@rule
def crosses(wall: int, way: Ints) -> bool:
    """Whether the way goes over one of the two edges that the wall closes."""
    square = slot_square(wall)
    along, across = (COLUMNS, 1) if wall >= SLOTS else (1, COLUMNS)
    to, back = (RIGHT, LEFT) if wall >= SLOTS else (UP, DOWN)
    first, second = square, square + along
    return bool(way[first] == to or way[second] == to or way[first + across] == back or way[second + across] == back)


@rule
def is_beside_pawn(pos: Position, wall: int, seat: int) -> bool:
    """Whether the middle of the wall is within two squares of a pawn of the seat."""
    square = slot_square(wall)
    for i in range(2):
        pawn = int(pos.pawns[2 * seat + i])
        columns, rows = pawn % COLUMNS - square % COLUMNS, pawn // COLUMNS - square // COLUMNS
        if pawn != OFF and -1 <= columns <= 2 and -1 <= rows <= 2:
            return True
    return False


@rule
def slot_square(wall: int) -> int:
    """The lower left of the four squares round the middle of a wall."""
    slot = wall % SLOTS
    return slot // SLOT_COLUMNS * COLUMNS + slot % SLOT_COLUMNS


@rule
def stock(pos: Position, seat: int) -> int:
    """How many walls the seat has left."""
    return int(pos.stock[seat, 0]) + int(pos.stock[seat, 1])
