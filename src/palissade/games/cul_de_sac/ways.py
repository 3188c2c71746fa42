"""CDS-8 Open ways: each of the four pawns must keep a way to both of its goals.

Walls that touch form a fence. Fences are told apart on the points where grooves cross or meet the rim, 12 columns by 15
rows of them; the whole rim is fence 0. A wall that touches no fence twice cannot part the board, and most do not: only
for the others are ways searched for, from one goal on all squares at once.
"""

import numpy as np

from palissade.games.cul_de_sac.board import (
    BASES,
    BLACK,
    COLUMNS,
    OFF,
    ROWS,
    SLOT_COLUMNS,
    SLOTS,
    STRIDE,
    WHITE,
    WORD_ROWS,
    bit_of,
    turn_edges,
    word_of,
)
from palissade.kernel import Position, rule

POINT_COLUMNS = COLUMNS + 1
POINTS = POINT_COLUMNS * (ROWS + 1)

ONE, ROW, TOP_ROW = np.uint64(1), np.uint64(STRIDE), np.uint64(STRIDE * (WORD_ROWS - 1))  # shifts
WORD, BOTTOM = np.uint64((1 << STRIDE * WORD_ROWS) - 1), np.uint64((1 << STRIDE) - 1)  # masks


@rule
def set_fences(pos: Position) -> None:
    """Without walls every point inside is alone."""
    for point in range(POINTS):
        row, column = point // POINT_COLUMNS, point % POINT_COLUMNS
        on_rim = row == 0 or row == ROWS or column == 0 or column == COLUMNS
        pos.fence[point] = 0 if on_rim else point


@rule
def join_fences(pos: Position, wall: int) -> None:
    """A wall makes the fences that it touches one; the rim keeps its number."""
    middle, reach = middle_and_reach(wall)
    for end in (middle - reach, middle + reach):
        keep, lose = min(pos.fence[middle], pos.fence[end]), max(pos.fence[middle], pos.fence[end])
        if keep != lose:
            for point in range(POINTS):
                if pos.fence[point] == lose:
                    pos.fence[point] = keep


@rule
def closes_fence(pos: Position, wall: int) -> bool:
    """Whether the wall touches one fence twice: only then can it part the board."""
    middle, reach = middle_and_reach(wall)
    here, before, after = pos.fence[middle], pos.fence[middle - reach], pos.fence[middle + reach]
    return bool(here == before or here == after or before == after)


@rule
def middle_and_reach(wall: int) -> tuple[int, int]:
    """The point in the middle of a wall, and how far from it its ends are."""
    slot = wall % SLOTS
    middle = (slot // SLOT_COLUMNS + 1) * POINT_COLUMNS + slot % SLOT_COLUMNS + 1
    return middle, POINT_COLUMNS if wall >= SLOTS else 1


@rule
def leaves_ways_open(pos: Position, wall: int) -> bool:
    """Whether every pawn would keep a way to both its goals."""
    turn_edges(pos, wall)
    are_open = has_ways(pos, WHITE) and has_ways(pos, BLACK)
    turn_edges(pos, wall)
    return are_open


@rule
def has_ways(pos: Position, seat: int) -> bool:
    """Whether the seat's pawns and its goals lie in one region: spread from one goal until all the others are met."""
    up0, up1, up2 = pos.up[0], pos.up[1], pos.up[2]
    right0, right1, right2 = pos.right[0], pos.right[1], pos.right[2]
    goal0, goal1 = int(BASES[1 - seat, 0]), int(BASES[1 - seat, 1])
    pawn0, pawn1 = int(pos.pawns[2 * seat]), int(pos.pawns[2 * seat + 1])
    a, b, c = in_word(goal0, 0), in_word(goal0, 1), in_word(goal0, 2)
    need0 = in_word(goal1, 0) | in_word(pawn0, 0) | in_word(pawn1, 0)
    need1 = in_word(goal1, 1) | in_word(pawn0, 1) | in_word(pawn1, 1)
    need2 = in_word(goal1, 2) | in_word(pawn0, 2) | in_word(pawn1, 2)
    while (need0 & ~a) | (need1 & ~b) | (need2 & ~c):
        before0, before1, before2 = a, b, c
        a |= (a & right0) << ONE | (a >> ONE) & right0  # to the right, to the left
        b |= (b & right1) << ONE | (b >> ONE) & right1
        c |= (c & right2) << ONE | (c >> ONE) & right2
        c |= (c & up2) << ROW | (b & up1) >> TOP_ROW | (c >> ROW) & up2  # up, up from the word below, down
        b |= (b & up1) << ROW & WORD | (a & up0) >> TOP_ROW | (b >> ROW | (c & BOTTOM) << TOP_ROW) & up1
        a |= (a & up0) << ROW & WORD | (a >> ROW | (b & BOTTOM) << TOP_ROW) & up0
        if a == before0 and b == before1 and c == before2:
            return False
    return True


@rule
def in_word(square: int, word: int) -> np.uint64:
    """The square's bit if it lies in this word; removed pawns lie in none."""
    return bit_of(square) if square != OFF and word_of(square) == word else np.uint64(0)
