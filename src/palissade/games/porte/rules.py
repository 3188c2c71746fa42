"""La Porte: bring in your reserve through the gates by lining up with two enemies of one colour, one of each kind.

POR-1 equipment · POR-2 set-up · POR-3 moving · POR-4 entry · POR-5 crowded gate · POR-6 winning · POR-7 teams ·
POR-8 no move · POR-9 between two; pieces and who is whose enemy are in `pieces`

Decisions of the rules page: enemies anywhere in the row and the column will do, unless `sight` is `clear`; the gate of
an entry is that of the block where the move ended.
"""

import numpy as np

from palissade.boards.butehorn import BLOCK, CENTRES, COLUMNS, CROSSING, ROWS, SQUARES
from palissade.games.porte.pieces import (
    BEGINNINGS,
    BLOCKS,
    CYLINDER,
    EMPTY,
    IS_GATE,
    KIND,
    KINDS,
    LAST_TRIANGLE,
    MOST_SEATS,
    OFF,
    OTHERS,
    PIECES,
    SQUARE,
    TRIANGLE,
    beyond,
    clear_board,
    count_in_block,
    is_enemy,
    lift,
    partner,
    put,
    set_down,
)
from palissade.games.porte.sides import SIDES
from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- Actions
#
#   0 ‥ 3167   a move: square * 22 + place   its goal is CROSSING[square, place]
#   3168       bring in a triangle
#   3169       bring in a square
#   3170       stop: bring in nothing
#   3171       pass

WAYS = COLUMNS + ROWS - 2
FIRST_ENTRY = SQUARES * WAYS
STOP = FIRST_ENTRY + 2
PASS = STOP + 1
ACTIONS = PASS + 1
MOST_LEGAL = PIECES * WAYS
MOST_PLIES = 1_000  # COM-2: nothing in POR ends a game in which nobody lines up

# ---- Options, as `start` reads them

OPTIONS = ("players", "teams", "sight", "lines")
PLAYERS, TEAMS, SIGHT, LINES = range(len(OPTIONS))

# ---- Refusals

LEGAL, NO_PASS, ENTRY_DUE, NO_ENTRY, NO_TRIANGLE, NO_SQUARE, NOT_YOURS, ONTO_GATE, OCCUPIED, CROWDED = range(10)
NOT_BETWEEN = 10
REFUSALS: tuple[str, ...] = (
    "",
    "POR-8.no-pass",
    "POR-4.entry-due",
    "POR-4.no-entry",
    "POR-1.no-triangle",
    "POR-1.no-square",
    "POR-3.not-yours",
    "POR-3.gate",
    "POR-3.occupied",
    "POR-5.crowded",
    "POR-9.no-entry",
)

# ---- The position; how pieces are numbered is in `pieces`

POSITION = position_type(
    [
        ("crowded", np.int32, (MOST_SEATS,)),  # POR-5: blocks that hold two or more enemies of the seat, a bit a block
        ("on_gates", np.int32, (MOST_SEATS,)),  # the gates on which pieces of the seat stand, a bit a block
        ("row", np.int16, (MOST_SEATS, 3, ROWS)),  # where the seat's pieces of a kind stand in a row, a bit a column
        ("column", np.int16, (MOST_SEATS, 3, COLUMNS)),  # and in a column, a bit a row
        ("square", np.int16, (MOST_SEATS, PIECES)),  # where each piece stands; OFF before it comes in
        ("occupant", np.int8, (SQUARES,)),  # seat * 11 + number of the piece that stands there, or EMPTY
        ("enemies", np.int8, (MOST_SEATS, BLOCKS)),  # how many enemies of the seat stand in a block
        ("reserve", np.int8, (MOST_SEATS, 3)),  # of each kind, still to be brought in
        ("seats", np.int8),
        ("teams", np.int8),  # 1: seats 0 and 1 against 2 and 3 (POR-7)
        ("clear", np.int8),  # 1: `sight=clear`
        ("mover", np.int8),
        ("gate", np.int8),  # the block on whose gate the mover may bring in a piece now; NONE before the move
        ("winner", np.int8),  # the seat that brought in the last piece; NONE while the game goes on
        ("between", np.int8),  # 1: `lines=between` (POR-9)
    ]
)
NONE = -1


# ---- POR-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """Three pieces each at the middle of their sides; Red begins."""
    seats = int(setup[PLAYERS])
    pos.seats = seats
    pos.teams = setup[TEAMS]
    pos.clear = setup[SIGHT]
    pos.between = setup[LINES]
    pos.mover = 0
    pos.gate = NONE
    pos.winner = NONE
    clear_board(pos)
    for seat in range(seats):
        side = int(SIDES[seats - 2, seat])
        for kind in KINDS:
            put(pos, seat, kind, int(BEGINNINGS[side, kind]))


# ---- The turn: a move, then an entry if POR-4 allows one


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """The moves, or after a move that allows an entry what can be brought in, and `stop`; `pass` if none can move."""
    if is_over(pos):
        return 0
    if pos.gate != NONE:
        return list_entries(pos, out)
    count = 0
    bound = crowded_gates(pos, int(pos.mover))
    for block in range(BLOCKS):
        if bound >> block & 1:
            count = list_moves(pos, int(CENTRES[block]), out, count)
    if count == 0:
        for number in range(PIECES):
            square = int(pos.square[int(pos.mover), number])
            if square != OFF:
                count = list_moves(pos, square, out, count)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if FIRST_ENTRY <= action <= STOP:
        return entry_refusal(pos, action)
    if pos.gate != NONE:
        return ENTRY_DUE
    if action == PASS:
        return NO_PASS if can_move(pos) else LEGAL
    square, goal = action // WAYS, int(CROSSING[action // WAYS, action % WAYS])
    if int(pos.occupant[square]) // PIECES != pos.mover:  # EMPTY // 11 is no seat either
        return NOT_YOURS
    if IS_GATE[goal]:
        return ONTO_GATE
    if pos.occupant[goal] != EMPTY:
        return OCCUPIED
    return CROWDED if must_wait(pos, int(pos.mover), square) else LEGAL


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action. After a move the turn is over unless an entry is possible."""
    if action < FIRST_ENTRY:
        square, goal = action // WAYS, int(CROSSING[action // WAYS, action % WAYS])
        move_piece(pos, square, goal)
        if may_enter(pos, goal):
            pos.gate = BLOCK[goal]
            return
    elif action < STOP:
        enter(pos, action - FIRST_ENTRY + TRIANGLE)
    pos.gate = NONE
    pos.mover = pos.mover + 1 if pos.mover + 1 < pos.seats else 0


# ---- POR-3 Moving


@rule
def list_moves(pos: Position, square: int, out: Actions, count: int) -> int:
    """Write where the piece on the square may go, after `count` others; return how many there are then."""
    for place in range(WAYS):
        if may_land(pos, int(CROSSING[square, place])):
            out[count] = square * WAYS + place
            count += 1
    return count


@rule
def may_land(pos: Position, goal: int) -> bool:
    """Any distance, jumping anything: only the goal counts."""
    return bool(pos.occupant[goal] == EMPTY and not IS_GATE[goal])


@rule
def move_piece(pos: Position, square: int, goal: int) -> None:
    """The mover's piece goes to another square; blocks are counted anew only if it leaves its own."""
    seat, number = int(pos.mover), int(pos.occupant[square]) % PIECES
    lift(pos, seat, number)
    set_down(pos, seat, number, goal)
    if BLOCK[square] != BLOCK[goal]:
        count_in_block(pos, seat, int(BLOCK[square]), -1)
        count_in_block(pos, seat, int(BLOCK[goal]), 1)


@rule
def has_way(pos: Position, square: int) -> bool:
    """Whether the piece on the square can move at all."""
    for place in range(WAYS):
        if may_land(pos, int(CROSSING[square, place])):
            return True
    return False


@rule
def can_move(pos: Position) -> bool:
    """POR-8: whether the mover has a move. Where crowded gates bind but their pieces are stuck, any will do."""
    for number in range(PIECES):
        square = int(pos.square[int(pos.mover), number])
        if square != OFF and has_way(pos, square):
            return True
    return False


# ---- POR-4 Entry

WHOLE_LINE = (1 << COLUMNS) - 1


@rule
def may_enter(pos: Position, square: int) -> bool:
    """Whether the mover, whose piece has just come to this square, may bring in one of his reserve."""
    return opens_gate(pos, int(pos.mover), int(KIND[int(pos.occupant[square]) % PIECES]), square, OFF)


@rule
def opens_gate(pos: Position, seat: int, kind: int, square: int, left: int) -> bool:
    """Whether a piece of the seat, of this kind, that comes to the square opens the gate there; `left` is the square
    that it leaves empty, OFF if it stands there already.
    """
    if has_finished(pos, seat):
        return False
    gate = int(CENTRES[int(BLOCK[square])])
    if pos.occupant[gate] != EMPTY and gate != left:
        return False
    if not is_lined_up(pos, seat, kind, square, WHOLE_LINE, WHOLE_LINE):
        return False
    if not pos.clear:
        return True
    row, column = square // COLUMNS, square % COLUMNS
    across, along = seen(pos, square - column, 1, column, left), seen(pos, column, COLUMNS, row, left)
    return is_lined_up(pos, seat, kind, square, across, along)


@rule
def is_lined_up(pos: Position, seat: int, kind: int, square: int, across: int, along: int) -> bool:
    """Whether one enemy in the row and another in the column are of one colour, and all three kinds differ; or, with
    POR-9, two such enemies stand in one line on both sides of the square.

    Only these places of the row, a bit a column, and of the column, a bit a row, are looked at.
    """
    row, column = square // COLUMNS, square % COLUMNS
    one, other = int(OTHERS[kind, 0]), int(OTHERS[kind, 1])
    for step in range(1, int(pos.seats)):
        enemy = beyond(pos, seat, step)
        if not is_enemy(pos, seat, enemy):
            continue
        if pos.row[enemy, one, row] & across and pos.column[enemy, other, column] & along:
            return True
        if pos.row[enemy, other, row] & across and pos.column[enemy, one, column] & along:
            return True
        if pos.between:
            if is_between(pos.row[enemy, one, row] & across, pos.row[enemy, other, row] & across, column):
                return True
            if is_between(pos.column[enemy, one, column] & along, pos.column[enemy, other, column] & along, row):
                return True
    return False


@rule
def is_between(one: int, other: int, place: int) -> bool:
    """POR-9: whether some of these stand before the place and some of those behind it, or the other way round."""
    before = (1 << place) - 1
    return bool((one & before and other & ~before) or (other & before and one & ~before))


@rule
def seen(pos: Position, first: int, step: int, place: int, left: int) -> int:
    """`sight=clear`: the nearest pieces on both sides of a place, in the line that begins on `first`; a bit a place."""
    found = 0
    for direction in (-1, 1):
        there = place + direction
        while 0 <= there < COLUMNS:
            if pos.occupant[first + there * step] != EMPTY and first + there * step != left:
                found |= 1 << there
                break
            there += direction
    return found


@rule
def list_entries(pos: Position, out: Actions) -> int:
    """Write the kinds that are left, and `stop`."""
    count = 0
    for kind in (TRIANGLE, SQUARE):
        if pos.reserve[int(pos.mover), kind]:
            out[count] = FIRST_ENTRY + kind - TRIANGLE
            count += 1
    out[count] = STOP
    return count + 1


@rule
def entry_refusal(pos: Position, action: int) -> int:
    """Why the mover may not bring in this kind, or not stop."""
    if pos.gate == NONE:
        return NOT_BETWEEN if pos.between else NO_ENTRY
    if action == STOP or pos.reserve[int(pos.mover), action - FIRST_ENTRY + TRIANGLE]:
        return LEGAL
    return NO_TRIANGLE if action == FIRST_ENTRY else NO_SQUARE


@rule
def enter(pos: Position, kind: int) -> None:
    """A piece of the reserve comes onto the gate; the last one wins (POR-6, POR-7)."""
    put(pos, int(pos.mover), kind, int(CENTRES[int(pos.gate)]))
    if has_won(pos, int(pos.mover)):
        pos.winner = pos.mover


# ---- POR-5 Crowded gate


@rule
def crowded_gates(pos: Position, seat: int) -> int:
    """The gates, a bit a block, on which pieces of the seat stand among two or more enemies."""
    return int(pos.on_gates[seat]) & int(pos.crowded[seat])


@rule
def must_wait(pos: Position, seat: int, square: int) -> bool:
    """Whether a piece of the seat on a crowded gate has to move instead of the one on this square."""
    bound = crowded_gates(pos, seat)
    if bound == 0 or (IS_GATE[square] and bound >> int(BLOCK[square]) & 1):
        return False
    for block in range(BLOCKS):
        if bound >> block & 1 and has_way(pos, int(CENTRES[block])):
            return True
    return False


# ---- POR-6 Winning


@rule
def has_finished(pos: Position, seat: int) -> bool:
    """Whether the seat has brought in all its reserve."""
    return bool(pos.reserve[seat, TRIANGLE] + pos.reserve[seat, SQUARE] == 0)


@rule
def has_won(pos: Position, seat: int) -> bool:
    """Whether the seat, in teams with its partner, has brought in everything."""
    return has_finished(pos, seat) and (not pos.teams or has_finished(pos, partner(seat)))


@rule
def is_over(pos: Position) -> bool:
    """Whether somebody has won."""
    return bool(pos.winner != NONE)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """POR-6 names the winner, POR-7 the two partners."""
    winner = int(pos.winner)
    won[winner] = 1
    if pos.teams:
        won[partner(winner)] = 1
    return 7 if pos.teams else 6


# ---- COM-1, playouts


@rule
def identity(pos: Position, out: Bytes) -> int:
    """Colour and kind on every square; the player to move. What is not on the board is in reserve."""
    if pos.gate != NONE:
        return 0
    for square in range(SQUARES):
        there = int(pos.occupant[square])
        out[square] = 0 if there == EMPTY else 1 + there // PIECES * 3 + int(KIND[there % PIECES])
    out[SQUARES] = pos.mover
    return SQUARES + 1


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw among all squares in line with the pieces that may move until one is free; `out` serves when few are."""
    if pos.gate == NONE:
        seat, bound = int(pos.mover), crowded_gates(pos, int(pos.mover))
        pieces = count_bits(bound) if bound else count_on_board(pos, seat)
        for _ in range(32):
            draw = below(rng, pieces * WAYS)
            place = draw % WAYS
            square = int(CENTRES[nth_bit(bound, draw // WAYS)]) if bound else nth_square(pos, seat, draw // WAYS)
            if may_land(pos, int(CROSSING[square, place])):
                return square * WAYS + place
    return int(out[below(rng, legal_actions(pos, out))])


# ---- Small words


@rule
def count_on_board(pos: Position, seat: int) -> int:
    """How many pieces the seat has on the board."""
    reserve = pos.reserve[seat]
    return PIECES - int(reserve[CYLINDER]) - int(reserve[TRIANGLE]) - int(reserve[SQUARE])


@rule
def nth_square(pos: Position, seat: int, n: int) -> int:
    """Where the n-th piece of the seat on the board stands, from 0."""
    number = n + int(pos.reserve[seat, CYLINDER])
    if number > LAST_TRIANGLE - int(pos.reserve[seat, TRIANGLE]):
        number += int(pos.reserve[seat, TRIANGLE])
    return int(pos.square[seat, number])


@rule
def count_bits(word: int) -> int:
    """How many bits are set."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@rule
def nth_bit(word: int, n: int) -> int:
    """The place of the n-th bit that is set, from 0."""
    for _ in range(n):
        word &= word - 1
    place = 0
    while not word >> place & 1:
        place += 1
    return place
