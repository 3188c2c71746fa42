"""Blokus Duo: lay pieces that touch your own at corners only. Whoever has the fewest squares left over wins.

BDU-1 board and pieces · BDU-2 first piece · BDU-3 laying · BDU-4 passing · BDU-5 score
"""

import numpy as np

from palissade.games.blokus_duo.bits import LAST_SHIFT, ONE, WORDS, add_bits, bit_of, bits_from, set_bit
from palissade.games.blokus_duo.pieces import (
    ACROSS,
    BESIDE,
    BIT,
    CELLS,
    FIRST_BIT,
    FIRST_OPEN_WAY,
    FIRST_PLACEMENT,
    GROWING,
    GROWN_BIT,
    GROWN_FROM,
    LEAD,
    OPEN_WAYS,
    ORIENTATION,
    ORIENTATIONS,
    PIECE,
    PIECES,
    PLACE,
    PLACEMENTS,
    REMAINDERS,
    ROW_BITS,
    SIDE,
    SINGLE,
    SIZE,
    WAY_BEFORE,
    WAY_BIT,
    WAY_ORIENTATION,
    WIDTH,
)
from palissade.kernel import Actions, Ints, Position, Random, below, position_type, rule, signed

# ---- BDU-1 Board and pieces. Squares are numbered row * 14 + column from a1; the pieces are drawn in `pieces`.

SQUARES = SIDE * SIDE
VIOLET, YELLOW = 0, 1
STARTING_POINTS = np.array([9 * SIDE + 4, 4 * SIDE + 9], np.int16)  # e10, j5
FREE, FIXED = 0, 1  # the option `start`

# ---- Actions
#
#   0 ‥ 13728   place a piece; `pieces` says how placements are numbered
#   13729       pass

PASS = PLACEMENTS
ACTIONS = PASS + 1
MOST_LEGAL = PLACEMENTS  # never reached: the first action, free, has 828
MOST_PLIES = 2 * (len(PIECES) + 1)  # every piece of both, and two passes

# ---- Options, as `start` reads them

OPTIONS = ("start",)
START = 0

# ---- Refusals

LEGAL, ALREADY_PLACED, NOT_ON_START, OCCUPIED, TOUCHES_EDGE, NO_CORNER, NO_PASS = range(7)
REFUSALS: tuple[str, ...] = (
    "",
    "BDU-1.already-placed",
    "BDU-2.not-on-start",
    "BDU-3.occupied",
    "BDU-3.touches-edge",
    "BDU-3.no-corner",
    "BDU-4.no-pass",
)

# ---- The position
#
# Sets of squares are kept as bits, see `bits`. An `anchor` is a square that the seat's next piece may join on:
#
#   . a - - a      # a piece of the seat
#   a - # # -      - closed to the seat: beside its own piece
#   - # # - a      a anchors: at a corner of it, and not closed
#   a - - a .
#
# The record has no gaps: equal positions are equal bytes.

MODULUS = np.uint64(REMAINDERS)
NO_BITS, ALL_BITS = np.uint64(0), np.uint64(0xFFFF_FFFF_FFFF_FFFF)
ALL_PIECES = (1 << len(PIECES)) - 1

POSITION = position_type(
    [
        ("laid", np.uint64, (2, WORDS)),  # the squares under each seat's pieces
        ("closed", np.uint64, (2, WORDS)),  # what a seat may not cover: either seat's pieces, beside its own, the rim
        ("anchors", np.uint64, (2, WORDS)),  # each seat's anchors; before its first piece, its starting points
        ("left", np.int32, (2,)),  # the pieces that each seat has not placed, a bit a piece
        ("last", np.int8, (2,)),  # the piece that each seat placed last; NONE before its first
        ("passed", np.int8, (2,)),  # 1 for a seat that has finished
        ("mover", np.int16),
        ("fixed", np.int16),  # the option `start`
    ]
)
NONE = -1


# ---- BDU-1, BDU-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """An empty board; each seat has every piece, and as anchors the starting points that it may cover first."""
    for seat in range(2):
        for word in range(WORDS):
            pos.laid[seat, word] = NO_BITS
            pos.closed[seat, word] = ALL_BITS
            pos.anchors[seat, word] = NO_BITS
        for square in range(SQUARES):
            set_bit(pos.closed, seat, bit_of(square), False)
        for point in range(2):
            set_bit(pos.anchors, seat, bit_of(int(STARTING_POINTS[point])), setup[START] == FREE or point == seat)
        pos.left[seat] = ALL_PIECES
        pos.last[seat] = NONE
        pos.passed[seat] = 0
    pos.mover = VIOLET
    pos.fixed = setup[START]


# ---- BDU-2, BDU-3 Laying


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """Every placement of a piece that is left; `pass` if there is none (BDU-4)."""
    if is_over(pos):
        return 0
    count = list_placements(pos, out)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action. BDU-4: a seat that has passed is not asked again."""
    seat = int(pos.mover)
    if action == PASS:
        pos.passed[seat] = 1
    else:
        lay_piece(pos, action)
    if not pos.passed[1 - seat]:
        pos.mover = 1 - seat


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if action == PASS:
        return NO_PASS if can_place(pos) else LEGAL
    return placement_refusal(pos, action)


@rule
def placement_refusal(pos: Position, action: int) -> int:
    """Why the mover may not place this piece here."""
    seat, orientation, bit = int(pos.mover), int(ORIENTATION[action]), int(BIT[action])
    cells = CELLS[orientation]
    joins_on = bool(bits_from(pos.anchors, seat, bit) & cells)
    if not has_left(pos, seat, int(PIECE[orientation])):
        return ALREADY_PLACED
    if pos.left[seat] == ALL_PIECES and not joins_on:
        return NOT_ON_START
    if (bits_from(pos.laid, VIOLET, bit) | bits_from(pos.laid, YELLOW, bit)) & cells:
        return OCCUPIED
    if bits_from(pos.closed, seat, bit) & cells:
        return TOUCHES_EDGE
    return LEGAL if joins_on else NO_CORNER


@rule
def list_placements(pos: Position, out: Actions) -> int:
    """Write the placements that cover no closed square and some anchor.

    All places of an orientation are looked at at once, as the bits of its first cell, a word of them at a time. An
    orientation fits where the smaller one it grows from fits and the added cell is not closed, and so for anchors.
    """
    seat, count = int(pos.mover), 0
    fits, joins = np.empty(GROWING, np.uint64), np.empty(GROWING, np.uint64)
    for word in range(WORDS - 1):
        closed, anchors = pos.closed[seat, word], pos.anchors[seat, word]
        next_closed, next_anchors = pos.closed[seat, word + 1] << ONE, pos.anchors[seat, word + 1] << ONE
        if not anchors | next_anchors:
            continue
        fits[0], joins[0] = ~closed, anchors
        if has_left(pos, seat, SINGLE):
            count = write_placements(0, word, anchors, out, count)
        for orientation in range(1, len(ORIENTATIONS)):
            smaller, up = int(GROWN_FROM[orientation]), np.uint64(GROWN_BIT[orientation])
            fit = fits[smaller]
            join = joins[smaller]
            if fit:
                fit &= ~(closed >> up | next_closed << (LAST_SHIFT - up))
                join |= anchors >> up | next_anchors << (LAST_SHIFT - up)
                if fit & join and has_left(pos, seat, int(PIECE[orientation])):
                    count = write_placements(orientation, word, fit & join, out, count)
            if orientation < GROWING:
                fits[orientation], joins[orientation] = fit, join
    return count


@rule
def write_placements(orientation: int, word: int, bits: np.uint64, out: Actions, count: int) -> int:
    """Write the placements of an orientation whose first cells are these bits of the word; return the new count."""
    columns = ROW_BITS - int(WIDTH[orientation])
    first = int(FIRST_PLACEMENT[orientation]) - int(LEAD[orientation])
    while bits:
        lowest = bits & ~(bits - ONE)
        out[count] = first + int(PLACE[columns, word, signed(lowest % MODULUS)])
        bits ^= lowest
        count += 1
    return count


@rule
def lay_piece(pos: Position, action: int) -> None:
    """Cover its squares, close those beside it to its own colour, and set anchors at its corners."""
    seat, orientation, bit = int(pos.mover), int(ORIENTATION[action]), int(BIT[action])
    if pos.left[seat] == ALL_PIECES:  # BDU-2: the starting points have served
        for word in range(WORDS):
            pos.anchors[seat, word] = NO_BITS
    add_bits(pos.laid, seat, bit, CELLS[orientation], NO_BITS)
    add_bits(pos.closed, VIOLET, bit, CELLS[orientation], NO_BITS)
    add_bits(pos.closed, YELLOW, bit, CELLS[orientation], NO_BITS)
    add_bits(pos.closed, seat, bit - FIRST_BIT, BESIDE[orientation, 0], BESIDE[orientation, 1])
    add_bits(pos.anchors, seat, bit - FIRST_BIT, ACROSS[orientation, 0], ACROSS[orientation, 1])
    for word in range(WORDS):
        pos.anchors[VIOLET, word] &= ~pos.closed[VIOLET, word]
        pos.anchors[YELLOW, word] &= ~pos.closed[YELLOW, word]
    pos.left[seat] ^= 1 << int(PIECE[orientation])
    pos.last[seat] = PIECE[orientation]


# ---- BDU-4 Passing


@rule
def can_place(pos: Position) -> bool:
    """Whether the mover has any placement."""
    for action in range(PLACEMENTS):
        if placement_refusal(pos, action) == LEGAL:
            return True
    return False


@rule
def is_over(pos: Position) -> bool:
    """Whether both have passed."""
    return bool(pos.passed[VIOLET] and pos.passed[YELLOW])


# ---- BDU-5 Score


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """BDU-5 names the winner: the higher score; if they are equal both, which is a draw."""
    scores[VIOLET], scores[YELLOW] = score(pos, VIOLET), score(pos, YELLOW)
    won[VIOLET] = scores[VIOLET] >= scores[YELLOW]
    won[YELLOW] = scores[YELLOW] >= scores[VIOLET]
    return 5


@rule
def score(pos: Position, seat: int) -> int:
    """Minus one for each square left; 15 if none is, and 5 more if the single square was the last piece."""
    if not pos.left[seat]:
        return 20 if pos.last[seat] == SINGLE else 15
    squares = 0
    for piece in range(len(PIECES)):
        if has_left(pos, seat, piece):
            squares += int(SIZE[piece])
    return -squares


# ---- Playouts

TRIES = 40  # a list costs about as much


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw an anchor and a way to cover it until the placement is legal; when that seems rare, draw from the list.

    A placement that covers several anchors counts only as a way to cover the first of them, so that all placements
    are equally likely.
    """
    seat, count, ways = int(pos.mover), 0, 0
    bits, ends, lists = out[:SQUARES], out[SQUARES : 2 * SQUARES], out[2 * SQUARES : 3 * SQUARES]
    for word in range(WORDS - 1):
        anchors = pos.anchors[seat, word]
        while anchors:
            lowest = anchors & ~(anchors - ONE)
            anchors ^= lowest
            anchor = FIRST_BIT + int(PLACE[ROW_BITS, word, signed(lowest % MODULUS)])
            around = open_around(pos, seat, anchor)
            bits[count] = anchor
            lists[count] = int(FIRST_OPEN_WAY[around]) - ways  # add a draw to get a way
            ways += int(FIRST_OPEN_WAY[around + 1]) - int(FIRST_OPEN_WAY[around])
            ends[count] = ways  # greater draws are for later anchors
            count += 1
    if count == 0:
        return PASS
    for _ in range(TRIES):
        draw, i = below(rng, ways), 0
        while draw >= ends[i]:
            i += 1
        way = int(OPEN_WAYS[draw + int(lists[i])])
        orientation, bit = int(WAY_ORIENTATION[way]), int(bits[i]) - int(WAY_BIT[way])
        if (
            has_left(pos, seat, int(PIECE[orientation]))
            and bit >= 0
            and not bits_from(pos.closed, seat, bit) & CELLS[orientation]
            and not bits_from(pos.anchors, seat, bit) & WAY_BEFORE[way]
        ):
            return placement(orientation, bit)
    return int(out[below(rng, legal_actions(pos, out))])


@rule
def open_around(pos: Position, seat: int, bit: int) -> int:
    """Which of the eight squares around are not closed to the seat, as the number that `pieces` draws."""
    around = signed(~bits_from(pos.closed, seat, bit - FIRST_BIT) & np.uint64(0x1_FFFF_FFFF))
    return around & 0b111 | around >> 12 & 0b1000 | around >> 13 & 0b1_0000 | around >> 25 & 0b1110_0000


# ---- Small words


@rule
def has_left(pos: Position, seat: int, piece: int) -> bool:
    """Whether the seat has not placed the piece."""
    return bool(int(pos.left[seat]) >> piece & 1)


@rule
def placement(orientation: int, bit: int) -> int:
    """The placement of an orientation whose first cell has this bit."""
    row, column = (bit - FIRST_BIT) // ROW_BITS, (bit - FIRST_BIT) % ROW_BITS - int(LEAD[orientation])
    return int(FIRST_PLACEMENT[orientation]) + row * (ROW_BITS - int(WIDTH[orientation])) + column
