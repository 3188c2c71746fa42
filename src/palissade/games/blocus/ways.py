"""BLO-3 The king's way out: straight legs that turn only at guards, and a last one across the far edge.

A leg ends before a guard, so all that a king can come to is a guard from one of four sides: a *stop*, guard * 4 + the
direction in which he ran into it. There are 48, a bit each in one number; from each he turns left or right. What a leg
meets first is looked up: every row and every column is a mask of twelve bits.

    8  . . . . G .          From e2 the king runs up to e7 and stands below the guard: stop (G, up).
    7  . . . . K →          From there he turns right or left.
"""

import numpy as np

from palissade.boards.butehorn import COLUMNS, ROWS
from palissade.kernel import Position, rule

SOUTH, NORTH = 0, 1

UP, RIGHT, DOWN, LEFT = range(4)  # a turn to the right is one more, to the left one less
STEP = np.array([COLUMNS, 1, -COLUMNS, -1], np.int8)  # from a square to the next
UPRIGHT, ACROSS = 0, 1  # the lines of `pos.lines`: direction % 2

GUARDS = 12  # `pos.at` names guards 0 ‥ 11 and the kings after them
STOPS = GUARDS * 4
OUT, DEAD = -1, -2  # how a leg ends that comes to no stop

# The lowest and the highest bit of every mask; without one, the place beyond the edge.
LOWEST = np.array([ROWS, *((mask & -mask).bit_length() - 1 for mask in range(1, 1 << ROWS))], np.int8)
HIGHEST = np.array([mask.bit_length() - 1 for mask in range(1 << ROWS)], np.int8)

# 2 ** n modulo 53 is different for every n below 52: that tells which bit a single bit is.
BIT = np.zeros(53, np.int8)
for _stop in range(STOPS):
    BIT[(1 << _stop) % 53] = _stop


@rule
def has_way_out(pos: Position, seat: int) -> bool:
    """Whether the seat's king can get off the far edge: every leg from every stop is tried once."""
    king = int(pos.kings[seat])
    waiting = 0
    for direction in range(4):
        end = leg(pos, seat, king, direction)
        if end == OUT:
            return True
        if end != DEAD:
            waiting |= 1 << end
    seen = waiting
    while waiting:
        bit = waiting & -waiting
        waiting ^= bit
        stop = int(BIT[bit % 53])
        square = square_of(pos, stop)
        for turn in (1, 3):
            end = leg(pos, seat, square, (stop + turn) % 4)
            if end == OUT:
                return True
            if end != DEAD and not seen >> end & 1:
                seen |= 1 << end
                waiting |= 1 << end
    return False


@rule
def leg(pos: Position, seat: int, square: int, direction: int) -> int:
    """The stop to which a straight run of the seat's king leads; OUT or DEAD if it leads to none.

    He may cross the square where he began, but a run that comes back there is ended: his first leg went on from it.
    """
    row, column = square // COLUMNS, square % COLUMNS
    if direction % 2 == UPRIGHT:
        place, line = row, int(pos.lines[UPRIGHT, column])
    else:
        place, line = column, int(pos.lines[ACROSS, row])
    if direction < DOWN:
        steps = int(LOWEST[line >> place + 1 << place + 1]) - place - 1
        is_off = place + steps == ROWS - 1
    else:
        steps = place - int(HIGHEST[line & (1 << place) - 1]) - 1
        is_off = place == steps
    if is_off:
        return OUT if direction == (UP if seat == SOUTH else DOWN) else DEAD
    met = int(pos.at[square + (steps + 1) * int(STEP[direction])])
    if steps == 0 or met >= GUARDS:  # a leg has at least one step, and kings turn nobody
        return DEAD
    return met * 4 + direction


@rule
def square_of(pos: Position, stop: int) -> int:
    """Where the king stands at a stop."""
    return int(pos.guards[stop // 4]) - int(STEP[stop % 4])


def way_out(pos: Position, seat: int) -> list[int]:
    """The way with the fewest legs: the king's square, those where he turns, the last before the edge; or nothing."""
    king = int(pos.kings[seat])
    came_from: dict[int, int | None] = {}
    legs: list[tuple[int | None, int, int]] = [(None, king, direction) for direction in range(4)]
    for before, square, direction in legs:
        end = leg(pos, seat, square, direction)
        if end == OUT:
            way = [(ROWS - 1 if direction == UP else 0) * COLUMNS + square % COLUMNS]
            stop = before
            while stop is not None:
                way.append(square_of(pos, stop))
                stop = came_from[stop]
            return [king, *reversed(way)]
        if end != DEAD and end not in came_from:
            came_from[end] = before
            legs += [(end, square_of(pos, end), (end + turn) % 4) for turn in (1, 3)]
    return []
