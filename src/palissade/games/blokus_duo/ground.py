"""Ground: the squares that a seat's pieces can still come to, as four words of bits; `pieces` draws which bit is which.

Sets of squares grow by a step everywhere at once. No step leads onto what is closed to the seat, the rim included.
"""

import numpy as np

from palissade.games.blokus_duo.bits import LAST_SHIFT, ONE, Bits
from palissade.games.blokus_duo.pieces import ROW_BITS, WORD_BITS
from palissade.kernel import Position, rule

Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

NO_BITS = np.uint64(0)
ROW, ROW_BACK = np.uint64(ROW_BITS), np.uint64(WORD_BITS - ROW_BITS)

STEPS = 5  # along pieces from an anchor: four is the farthest that the next one comes
FARTHER, CLOSED = STEPS + 1, STEPS + 2
RACE = 8  # such steps of both seats in turn; what is farther away is nobody's


@rule
def write_steps(pos: Position, seat: int, out: Bits) -> None:
    """Sort the squares by the steps that the seat's next piece takes to come there: a row for each number of steps from
    none (the anchors) to STEPS, one for what is open and farther away, and one for what is closed.
    """
    free, before = open_to(pos, seat), (NO_BITS, NO_BITS, NO_BITS, NO_BITS)
    squares = meet(anchors_of(pos, seat), free)
    for step in range(STEPS + 1):
        write(without(squares, before), out[step])
        before = squares
        squares = meet(join(widened(squares), heightened(squares)), free)
    write(without(free, before), out[FARTHER])
    for word in range(4):
        out[CLOSED, word] = pos.closed[seat, word]


@rule
def write(squares: Words, out: Bits) -> None:
    """Write a set to a row."""
    out[0], out[1], out[2], out[3] = squares


@rule
def ahead(pos: Position, seat: int) -> int:
    """How many squares more the seat comes to first than the other does, the seat beginning; at a corner a step is as
    good as at an edge.
    """
    ours, theirs = anchors_of(pos, seat), anchors_of(pos, 1 - seat)
    ours_free, theirs_free = open_to(pos, seat), without(open_to(pos, 1 - seat), ours)
    theirs = meet(theirs, theirs_free)
    for _ in range(RACE):
        ours = join(ours, without(meet(heightened(widened(ours)), ours_free), theirs))
        theirs = join(theirs, without(meet(heightened(widened(theirs)), theirs_free), ours))
    return size(ours) - size(theirs)


@rule
def anchors_of(pos: Position, seat: int) -> Words:
    """Where the seat's ground begins; who has passed has none."""
    if pos.passed[seat]:
        return NO_BITS, NO_BITS, NO_BITS, NO_BITS
    return pos.anchors[seat, 0], pos.anchors[seat, 1], pos.anchors[seat, 2], pos.anchors[seat, 3]


@rule
def open_to(pos: Position, seat: int) -> Words:
    """What is not closed to the seat."""
    return ~pos.closed[seat, 0], ~pos.closed[seat, 1], ~pos.closed[seat, 2], ~pos.closed[seat, 3]


# ---- sets


@rule
def widened(s: Words) -> Words:
    """The squares and those left and right of them."""
    return (
        s[0] | s[0] << ONE | s[0] >> ONE | s[1] << LAST_SHIFT,
        s[1] | s[1] << ONE | s[1] >> ONE | s[2] << LAST_SHIFT | s[0] >> LAST_SHIFT,
        s[2] | s[2] << ONE | s[2] >> ONE | s[3] << LAST_SHIFT | s[1] >> LAST_SHIFT,
        s[3] | s[3] << ONE | s[3] >> ONE | s[2] >> LAST_SHIFT,
    )


@rule
def heightened(s: Words) -> Words:
    """The squares and those above and below them."""
    return (
        s[0] | s[0] << ROW | s[0] >> ROW | s[1] << ROW_BACK,
        s[1] | s[1] << ROW | s[1] >> ROW | s[2] << ROW_BACK | s[0] >> ROW_BACK,
        s[2] | s[2] << ROW | s[2] >> ROW | s[3] << ROW_BACK | s[1] >> ROW_BACK,
        s[3] | s[3] << ROW | s[3] >> ROW | s[2] >> ROW_BACK,
    )


@rule
def join(s: Words, t: Words) -> Words:
    """The squares of either."""
    return s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]


@rule
def meet(s: Words, t: Words) -> Words:
    """The squares of both."""
    return s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]


@rule
def without(s: Words, t: Words) -> Words:
    """The squares of the first that are not of the second."""
    return s[0] & ~t[0], s[1] & ~t[1], s[2] & ~t[2], s[3] & ~t[3]


@rule
def size(s: Words) -> int:
    """How many squares."""
    count = 0
    for word in s:
        bits = word
        while bits:
            bits &= bits - ONE
            count += 1
    return count
