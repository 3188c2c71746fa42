"""Who can go where in Barrier, for a whole side at once: sets of squares are words, see `board`."""

import numpy as np

from palissade.games.barrier.board import (
    AHEAD,
    CLEAR,
    DIRECTIONS,
    NONE,
    OFF_BARRIER,
    ROW_BEFORE,
    ROW_BEHIND,
    YELLOW,
    backward,
    has_square,
    onward,
)
from palissade.kernel import Position, rule

# ---- BAR-4 Moving


@rule
def empty(pos: Position) -> np.uint64:
    """The squares where nobody stands."""
    squares: np.uint64 = ~(pos.pieces[YELLOW] | pos.pieces[CLEAR])
    return squares


@rule
def ways(pos: Position, seat: int, direction: int) -> np.uint64:
    """The squares from which a man of the seat may go that way: off the barrier forward only, on it by the arrows."""
    squares: np.uint64 = AHEAD[seat, direction] | pos.arrows[direction]
    return squares


@rule
def headed(pos: Position, seat: int, direction: int) -> np.uint64:
    """The pieces of the seat that may go that way; BAR-6: crowned ones always, but on a tile only by its arrows."""
    pieces: np.uint64 = pos.pieces[seat] & (ways(pos, seat, direction) | pos.crowned & OFF_BARRIER)
    return pieces


@rule
def active(pos: Position, seat: int, direction: int) -> np.uint64:
    """The pieces of the seat that can step or jump that way: onto an empty square, or over an enemy to one."""
    free = empty(pos)
    return headed(pos, seat, direction) & backward(free | pos.pieces[1 - seat] & backward(free, direction), direction)


@rule
def can_act(pos: Position, seat: int) -> bool:
    """Whether any piece of the seat can step or jump."""
    for direction in range(DIRECTIONS):
        if active(pos, seat, direction):
            return True
    return False


# ---- BAR-5 Capturing


@rule
def jumpers(pos: Position, seat: int, direction: int) -> np.uint64:
    """The pieces of the seat that can jump that way."""
    over = pos.pieces[1 - seat] & backward(empty(pos), direction)
    return headed(pos, seat, direction) & backward(over, direction)


@rule
def can_jump(pos: Position, square: int) -> bool:
    """Whether the mover's piece on the square can take an enemy."""
    for direction in range(DIRECTIONS):
        if has_square(jumpers(pos, int(pos.mover), direction), square):
            return True
    return False


# ---- The option `laying=random`


@rule
def lets_through(pos: Position, seat: int) -> bool:
    """Whether a lone man of the seat can get by steps from the row before the barrier to the row behind it.

    Our reading: from at least one square of that row; it may come back to the row and start again elsewhere.
    """
    reached, before = ROW_BEFORE[seat], NONE
    while reached != before:
        before = reached
        for direction in range(DIRECTIONS):
            reached |= onward(reached & ways(pos, seat, direction), direction)
    return bool(reached & ROW_BEHIND[seat])
