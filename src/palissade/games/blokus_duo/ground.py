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

REACH = 4  # steps along a piece from the anchor it joins on
FAR = 12  # steps by edges and corners, nearly from side to side
RACE = 8  # such steps of both seats in turn; what is farther away is nobody's


@rule
def anchors(pos: Position, seat: int) -> int:
    """How many anchors the seat has."""
    return size(anchors_of(pos, seat))


@rule
def far(pos: Position, seat: int) -> int:
    """How many squares the seat's pieces could come to if the other placed none any more."""
    squares, free = anchors_of(pos, seat), open_to(pos, seat)
    for _ in range(FAR):
        squares = meet(heightened(widened(squares)), free)
    return size(squares)


@rule
def reach(pos: Position, seat: int) -> int:
    """How many squares the seat's next piece can come to."""
    return size(reached(pos, seat))


@rule
def write_reach(pos: Position, seat: int, out: Bits) -> None:
    """Write these squares."""
    out[0, 0], out[0, 1], out[0, 2], out[0, 3] = reached(pos, seat)


@rule
def reached(pos: Position, seat: int) -> Words:
    """These squares."""
    squares, free = anchors_of(pos, seat), open_to(pos, seat)
    for _ in range(REACH):
        squares = meet(join(widened(squares), heightened(squares)), free)
    return squares


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
