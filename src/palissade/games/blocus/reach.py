"""The squares that kings run over: those of a way out, and all that they can come to.

A set of squares is three numbers, the thirds of the board from the south, with a bit for each square.
"""

import numpy as np

from palissade.boards.butehorn import COLUMNS, ROWS, SQUARES
from palissade.games.blocus.ways import BIT, DEAD, GUARDS, OUT, STEP, STOPS, UP, leg, square_of
from palissade.kernel import Actions, Position, rule

THIRD = SQUARES // 3  # as many squares as there are stops: what tells one bit of those from others tells these
NONE = -1

# How many squares there are from each to the edge, in every direction.
TO_EDGE = np.array(
    [[ROWS - 1 - row, COLUMNS - 1 - column, row, column] for row in range(ROWS) for column in range(COLUMNS)],
    np.int8,
)


@rule
def way(pos: Position, seat: int, came_from: Actions) -> tuple[int, int, int, int]:
    """The squares of a way out of the seat's king, and the guards that turn him; of no way, no squares. `came_from` is
    room for as many numbers as there are stops.
    """
    king, waiting = int(pos.kings[seat]), 0
    # Where the way's last leg begins, the king's square if it is no stop; and where it goes.
    last, direction = NONE, NONE
    for first in range(4):
        end = leg(pos, seat, king, first)
        if end == OUT:
            direction = first
        elif end != DEAD:
            came_from[end] = NONE
            waiting |= 1 << end
    seen = waiting
    while waiting and direction == NONE:
        bit = waiting & -waiting
        waiting ^= bit
        stop = int(BIT[bit % 53])
        square = square_of(pos, stop)
        for turn in (1, 3):
            end = leg(pos, seat, square, (stop + turn) % 4)
            if end == OUT:
                last, direction = stop, (stop + turn) % 4
            elif end != DEAD and not seen >> end & 1:
                came_from[end] = stop
                seen |= 1 << end
                waiting |= 1 << end
    south = middle = north = turners = 0
    if direction == NONE:
        return south, middle, north, turners
    # Backwards: each leg from where it ends to where it begins.
    stop = last
    square = king if stop == NONE else square_of(pos, stop)
    goal = square % COLUMNS + (SQUARES - COLUMNS if direction == UP else 0)
    while True:
        while goal != square:
            south, middle, north = joined(south, middle, north, goal)
            goal -= int(STEP[direction])
        if stop == NONE:
            return south, middle, north, turners
        turners |= 1 << stop // 4
        direction, stop = stop % 4, int(came_from[stop])
        square = king if stop == NONE else square_of(pos, stop)


@rule
def reach(pos: Position, seat: int) -> tuple[int, int, int, int]:
    """The squares that the seat's king can run over, and the guards that he comes up to."""
    south = middle = north = met = seen = 0
    waiting = 1 << STOPS  # which is where he stands
    while waiting:
        bit = waiting & -waiting
        waiting ^= bit
        stop = STOPS if bit >> STOPS else int(BIT[bit % 53])
        start = int(pos.kings[seat]) if stop == STOPS else square_of(pos, stop)
        for direction in range(4):
            if stop < STOPS and (stop + direction) % 2 == 0:
                continue
            end = leg(pos, seat, start, direction)
            if end != OUT and end != DEAD and not seen >> end & 1:
                seen |= 1 << end
                waiting |= 1 << end
            square = start
            for _ in range(int(TO_EDGE[start, direction])):
                square += int(STEP[direction])
                who = int(pos.at[square])
                if who >= 0:
                    if who < GUARDS:
                        met |= 1 << who
                    break
                south, middle, north = joined(south, middle, north, square)
    return south, middle, north, met


@rule
def joined(south: int, middle: int, north: int, square: int) -> tuple[int, int, int]:
    """The set with one square more."""
    if square < THIRD:
        return south | 1 << square, middle, north
    if square < 2 * THIRD:
        return south, middle | 1 << square - THIRD, north
    return south, middle, north | 1 << square - 2 * THIRD


@rule
def is_among(south: int, middle: int, north: int, square: int) -> bool:
    """Whether the set holds the square."""
    third = south if square < THIRD else middle if square < 2 * THIRD else north
    return bool(third >> square % THIRD & 1)
