"""What helps to play Barrier well: who has more, whose men are nearer to their crowns, who could take what.

Games at random leave everything hanging and last for hundreds of moves; what is counted here takes a few words.
"""

import math

import numpy as np

from palissade.boards.threats import note
from palissade.games.barrier.board import (
    DIRECTIONS,
    FAR_ROW,
    NONE,
    ONWARD,
    SQUARES,
    backward,
    bit_of,
    has_square,
    onward,
    size,
)
from palissade.games.barrier.rules import CROWNS, NO_CHAIN, is_laying
from palissade.games.barrier.ways import empty, headed, jumpers, ways
from palissade.kernel import Actions, Floats, Ints, Position, rule

# At 500 simulations each, two random actions first, sides changing: 8 games of 8 won against playouts; 3 ms an action,
# playouts 15 ms. At 1 000, an exploration of 0.15 won 8 and drew 8 against the usual one, 0.07 won 10, drew 10 and lost
# 4 against 0.15.
LEAF = "static"
EXPLORATION = 0.07

# How many men each thing is worth, and how many are e times the chances.
CROWN = 2.5  # a crowned piece
STEP = 0.06  # a step that a man is nearer to his crown, along the arrows
LOST = 12  # steps of a man who can never get there
WAY = 0.02  # a step or a jump that a piece can make
PREY = 0.6  # of what the mover could take: the other may take back
SCALE = 2.0

CAN_WIN, CAN_CROWN_LAST, CAN_TAKE, CAN_CROWN = range(4)  # kinds of threats
MOST_PREY = 3  # of a seat that are told
NOWHERE = -1


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """By the difference of what the two sides are worth, and by what the mover could take now."""
    mover = int(pos.mover)
    ahead = worth(pos, mover) - worth(pos, 1 - mover)
    if not is_laying(pos):
        hanging = prey(pos, mover)
        if hanging & pos.crowned:
            ahead += PREY * CROWN
        elif hanging:
            ahead += PREY
    expected = 1 / (1 + math.exp(-ahead / SCALE))
    values[mover] = expected
    values[1 - mover] = 1 - expected


@rule
def moves_left(pos: Position) -> int:
    """Tiles to be laid, and about three actions of each seat for every piece of the weaker one."""
    return size(pos.bare) + 6 * min(size(pos.pieces[0]), size(pos.pieces[1]))


@rule
def worth(pos: Position, seat: int) -> float:
    """How many men the side is worth."""
    pieces = pos.pieces[seat]
    men = pieces & ~pos.crowned
    worth = size(men) + CROWN * size(pieces & pos.crowned) - STEP * steps_left(pos, seat, men)
    free = empty(pos)
    for direction in range(DIRECTIONS):
        worth += WAY * size(headed(pos, seat, direction) & backward(free, direction))
    return worth


@rule
def steps_left(pos: Position, seat: int, men: np.uint64) -> int:
    """How many steps these men of the seat need to the far row, all together, were nobody in their way. Where no tile
    lies yet any way may be open.
    """
    reached, total, steps = FAR_ROW[seat], 0, 0
    left = men & ~reached
    while left and steps < LOST:
        before = reached
        for direction in range(DIRECTIONS):
            reached |= backward(before, direction) & (ways(pos, seat, direction) | pos.bare)
        total += size(left)
        left &= ~reached
        steps += 1
        if reached == before:
            break
    return total + (LOST - steps) * size(left)


@rule
def threats(pos: Position, out: Ints) -> int:
    """CAN_WIN: the last piece that a seat could take, were it to act; CAN_TAKE: any other; CAN_CROWN: a man that it
    could have crowned, CAN_CROWN_LAST if that wins. The mover's come first.
    """
    count = 0
    if is_laying(pos):
        return count
    for kind in (CAN_WIN, CAN_CROWN_LAST, CAN_TAKE, CAN_CROWN):
        for after in range(2):
            seat = (int(pos.mover) + after) % 2
            is_crowning = kind in (CAN_CROWN_LAST, CAN_CROWN)
            is_last = lacks_one_crown(pos, seat) if is_crowning else size(pos.pieces[1 - seat]) == 1
            if is_last != (kind in (CAN_WIN, CAN_CROWN_LAST)):
                continue
            word, found = crownable(pos, seat) if is_crowning else prey(pos, seat), 0
            for square in range(SQUARES):
                if has_square(word, square) and found < MOST_PREY:
                    count = note(out, count, kind, square, seat)
                    found += 1
    return count


@rule
def can_jump_now(pos: Position, seat: int, direction: int) -> np.uint64:
    """The pieces of the seat that can jump that way; in the middle of a chain only the mover's that jumps."""
    pieces: np.uint64 = jumpers(pos, seat, direction)
    if seat == pos.mover and pos.chain != NO_CHAIN:
        pieces &= bit_of(int(pos.chain))
    return pieces


@rule
def prey(pos: Position, seat: int) -> np.uint64:
    """BAR-5: the enemies that the seat could take by one jump."""
    word = NONE
    for direction in range(DIRECTIONS):
        word |= onward(can_jump_now(pos, seat, direction), direction)
    return word


@rule
def taker(pos: Position, seat: int, square: int) -> int:
    """From where the seat could take what stands on the square; NOWHERE if it could not."""
    for direction in range(DIRECTIONS):
        if has_square(onward(can_jump_now(pos, seat, direction), direction), square):
            return square - int(ONWARD[direction])
    return NOWHERE


@rule
def lacks_one_crown(pos: Position, seat: int) -> bool:
    """BAR-9: whether the next man of the seat that is crowned wins."""
    return bool(pos.sharp and size(pos.pieces[seat] & pos.crowned) == CROWNS - 1)


@rule
def crownable(pos: Position, seat: int) -> np.uint64:
    """BAR-6: the men of the seat that could reach the far row at once, by a step or a jump; BAR-9: by a step only if
    nothing can be taken.
    """
    word = NONE
    if seat == pos.mover and pos.chain != NO_CHAIN:
        return word
    goals = FAR_ROW[seat] & empty(pos)
    if pos.sharp and prey(pos, seat):
        goals = NONE
    for direction in range(DIRECTIONS):
        steps = headed(pos, seat, direction) & backward(goals, direction)
        landing = backward(backward(FAR_ROW[seat], direction), direction)
        word |= steps | jumpers(pos, seat, direction) & landing
    men: np.uint64 = word & ~pos.crowned
    return men


@rule
def list_landings(pos: Position, square: int, out: Actions) -> int:
    """Write where the mover's piece on the square could land by taking an enemy; return how many."""
    count = 0
    for direction in range(DIRECTIONS):
        if has_square(jumpers(pos, int(pos.mover), direction), square):
            out[count] = square + 2 * int(ONWARD[direction])
            count += 1
    return count
