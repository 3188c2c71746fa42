"""The sixteen circles: which lie beside each other, which in a line; sets of them as bits of a number.

11   12 13 14 15
 8    8  9 10 11     a circle's number is row * 4 + column, both from 0 at b2;
 5    4  5  6  7     as a bit it is 1 << number
 2    0  1  2  3
      b  e  h  k
"""

import numpy as np

from palissade.kernel import rule

SIDE = 4
CIRCLES = SIDE * SIDE
OFF = CIRCLES  # no circle: beyond the rim

# The eight directions as (columns, rows), the four orthogonal ones first.
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))


def _ray(circle: int, direction: tuple[int, int]) -> list[int]:
    """The circles that one passes from this one to the rim, filled up with OFF."""
    row, column = divmod(circle, SIDE)
    passed = []
    for steps in range(1, SIDE):
        there = column + steps * direction[0], row + steps * direction[1]
        passed.append(there[1] * SIDE + there[0] if all(0 <= part < SIDE for part in there) else OFF)
    return passed


def _bits(circles: list[int]) -> int:
    return sum(1 << circle for circle in circles if circle != OFF)


RAYS = np.array([[_ray(circle, direction) for direction in DIRECTIONS] for circle in range(CIRCLES)], np.int8)
ORTHOGONAL = np.array([_bits(RAYS[circle, :4, 0].tolist()) for circle in range(CIRCLES)], np.int32)
ADJACENT = np.array([_bits(RAYS[circle, :, 0].tolist()) for circle in range(CIRCLES)], np.int32)

# ALI-5: four rows, four columns, two long diagonals, each from one end to the other.
LINES = np.array(
    [[SIDE * row + i for i in range(SIDE)] for row in range(SIDE)]
    + [[SIDE * i + column for i in range(SIDE)] for column in range(SIDE)]
    + [[SIDE * i + i for i in range(SIDE)], [SIDE * i + SIDE - 1 - i for i in range(SIDE)]],
    np.int8,
)


def _lines_through(circle: int) -> list[int]:
    """Three of them as bits; where no diagonal goes through, the row stands twice."""
    through = [_bits(line) for line in LINES.tolist() if circle in line]
    return [*through, through[0]][:3]


LINES_THROUGH = np.array([_lines_through(circle) for circle in range(CIRCLES)], np.int32)

# The powers of two up to 2 ** 35 all differ modulo 37: the lowest bit of a set tells its number.
_PLACE = np.zeros(37, np.int8)
for _place in range(2 * CIRCLES):
    _PLACE[(1 << _place) % 37] = _place


@rule
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return int(_PLACE[(bits & -bits) % 37])


@rule
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def completes_line(bits: int, circle: int) -> bool:
    """Whether one of the lines through the circle is full."""
    for i in range(3):
        line = int(LINES_THROUGH[circle, i])
        if bits & line == line:
            return True
    return False


@rule
def nearest_empty(occupied: int, circle: int) -> int:
    """The nearest empty circle in each of the eight directions, over any occupied ones, as bits."""
    found = 0
    for direction in range(8):
        for steps in range(SIDE - 1):
            there = int(RAYS[circle, direction, steps])
            if there == OFF:
                break
            if not occupied >> there & 1:
                found |= 1 << there
                break
    return found
