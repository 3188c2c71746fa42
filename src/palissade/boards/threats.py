"""What rooms notice of a position, as rows of three numbers (kind, spot, seat): compiled code writes, guides read."""

from collections.abc import Callable

import numpy as np

from palissade.kernel import Ints, Position, rule

MOST = 8  # more than these nobody reads


@rule
def note(out: Ints, count: int, kind: int, spot: int, seat: int) -> int:
    """Write a row after so many others, if there is still room; returns how many there are then."""
    if 3 * count + 3 > len(out):
        return count
    out[3 * count], out[3 * count + 1], out[3 * count + 2] = kind, spot, seat
    return count + 1


def noticed(find: Callable[[Position, Ints], int], pos: Position) -> list[list[int]]:
    """The rows that a room's `knowledge.threats` finds, the most pressing first."""
    out = np.zeros(3 * MOST, np.int32)
    count = find(pos, out)
    rows: list[list[int]] = out[: 3 * count].reshape(count, 3).tolist()
    return rows
