"""Cul-de-Sac: two pawns each, two steps a turn, and a wall after every move. Reach either enemy base.

CDS-1 board · CDS-2 equipment · CDS-3 turn · CDS-4 moving · CDS-5 one step · CDS-6 winning · CDS-7 walls ·
CDS-8 open ways

Decisions of the rules page: when one kind of wall is used up, the other is laid; one step is also allowed when the
two-step route round a corner ends on a pawn; when no pawn can move, only a wall is laid.
"""

import numpy as np

from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- CDS-1 Board. Squares are numbered row * 11 + column from a1.

COLUMNS, ROWS = 11, 14
SQUARES = COLUMNS * ROWS
WHITE, BLACK = 0, 1
BASES = np.array([[3 * 11 + 3, 3 * 11 + 7], [10 * 11 + 3, 10 * 11 + 7]], np.int16)  # d4 h4, d11 h11

# ---- CDS-2 Equipment

WALLS_EACH = 9  # of each kind

# ---- Actions
#
#   0 ‥ 129      the horizontal wall of a slot     d4h lies on the upper side of d4 and e4
#   130 ‥ 259    the vertical wall of a slot       d4v lies on the right side of d4 and d5
#   260 ‥ 2107   a pawn: 260 + square * 12 + step  step: see STEPS
#   2108         pass
#
# A slot is the corner between four squares and is named after the lower left of them: row * 10 + column.

SLOT_COLUMNS, SLOT_ROWS = COLUMNS - 1, ROWS - 1
SLOTS = SLOT_COLUMNS * SLOT_ROWS
FIRST_MOVE = 2 * SLOTS
PASS = FIRST_MOVE + SQUARES * 12
ACTIONS = PASS + 1
MOST_LEGAL = 2 * SLOTS
MOST_PLIES = 1_000  # COM-2: nothing in CDS ends a game of pawns that run in circles

#   The twelve ways to go, as (columns, rows): two squares straight on, round a corner, one square.
#            8
#         5  .  4            STEPS[8] = (0, 1) and so on: 8 up, 9 right, 10 down, 11 left;
#     3   .  P  .   1        the straight ones 0 ‥ 3 in the same order, the corners 4 ‥ 7.
#         6  .  7
STEPS = np.array(
    [(0, 2), (2, 0), (0, -2), (-2, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1), (1, 0), (0, -1), (-1, 0)], np.int8
)
STRAIGHT, CORNER, ONE_STEP = 0, 4, 8  # first step of each sort

# ---- Refusals

LEGAL, NO_PASS, PAWN_FIRST, WALL_DUE, NOT_YOURS, OFF_BOARD, WALLED, OCCUPIED, NO_ONE_STEP = range(9)
NO_WALL_LEFT, OVERLAPS, SHUTS_IN = range(9, 12)
REFUSALS: tuple[str, ...] = (
    "",
    "CDS-3.no-pass",
    "CDS-3.pawn-first",
    "CDS-3.wall-due",
    "CDS-4.not-yours",
    "CDS-4.off-board",
    "CDS-4.walled",
    "CDS-4.occupied",
    "CDS-5.no-one-step",
    "CDS-2.no-wall-left",
    "CDS-7.overlaps",
    "CDS-8.shuts-in",
)

# ---- The position
#
# Which edges between squares are open is kept as bits, so that a way is searched for on all squares at once. Squares
# lie in three words of five rows, twelve bits a row (the twelfth stays 0 and keeps neighbours from running over):
#
#   word 2   rows 11 ‥ 14         bit 12 * (row % 5) + column
#   word 1   rows  6 ‥ 10
#   word 0   rows  1 ‥  5
#
# Walls that touch form a `fence`. Fences are told apart on the points where grooves cross or meet the rim, 12 columns
# by 15 rows of them; the whole rim is fence 0. A wall that touches no fence twice cannot close anything off (CDS-8).

WORDS, WORD_ROWS, STRIDE = 3, 5, 12
ONE, ROW, TOP_ROW = np.uint64(1), np.uint64(STRIDE), np.uint64(STRIDE * (WORD_ROWS - 1))  # shifts
WORD, BOTTOM = np.uint64((1 << STRIDE * WORD_ROWS) - 1), np.uint64((1 << STRIDE) - 1)  # masks
POINT_COLUMNS = COLUMNS + 1
POINTS = POINT_COLUMNS * (ROWS + 1)

POSITION = position_type(
    [
        ("up", np.uint64, (WORDS,)),  # the edge above a square is open
        ("right", np.uint64, (WORDS,)),  # the edge on the right of a square is open
        ("free_h", np.uint16, (SLOT_ROWS,)),  # slots where a horizontal wall would not overlap or cross, a bit a column
        ("free_v", np.uint16, (SLOT_ROWS,)),  # the same for vertical walls
        ("laid_h", np.uint16, (SLOT_ROWS,)),  # the horizontal walls
        ("laid_v", np.uint16, (SLOT_ROWS,)),  # the vertical walls
        ("pawns", np.int16, (4,)),  # squares of White's two pawns and of Black's; OFF if removed by CDS-6
        ("fence", np.uint8, (POINTS,)),  # which fence each point belongs to
        ("stock", np.int8, (2, 2)),  # walls left: [seat][0 horizontal, 1 vertical]
        ("mover", np.int8),
        ("wall_due", np.int8),  # 1 after the pawn has moved and before the wall is laid
        ("winner", np.int8),  # NOBODY while the game goes on
    ]
)
OFF, NOBODY = -1, -1


# ---- CDS-1, CDS-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """White begins, pawns on their own bases, eighteen walls each."""
    for square in range(SQUARES):
        row, column = square // COLUMNS, square % COLUMNS
        if row < ROWS - 1:
            pos.up[word_of(square)] |= bit_of(square)
        if column < COLUMNS - 1:
            pos.right[word_of(square)] |= bit_of(square)
    for row in range(SLOT_ROWS):
        pos.free_h[row] = (1 << SLOT_COLUMNS) - 1
        pos.free_v[row] = (1 << SLOT_COLUMNS) - 1
    for point in range(POINTS):
        row, column = point // POINT_COLUMNS, point % POINT_COLUMNS
        on_rim = row == 0 or row == ROWS or column == 0 or column == COLUMNS
        pos.fence[point] = 0 if on_rim else point
    for seat in range(2):
        for i in range(2):
            pos.pawns[2 * seat + i] = BASES[seat, i]
            pos.stock[seat, i] = WALLS_EACH
    pos.mover = WHITE
    pos.wall_due = 0
    pos.winner = NOBODY


# ---- CDS-3 Turn


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """A pawn, then a wall; only a wall if no pawn can move; `pass` if neither is possible."""
    if is_over(pos):
        return 0
    count = 0
    if not pos.wall_due:
        count = list_moves(pos, out)
    if count == 0:
        count = list_walls(pos, out)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action. The wall is not laid after a winning move, nor when none can be laid."""
    pos.wall_due = 0
    if action < FIRST_MOVE:
        lay_wall(pos, action)
        pos.stock[int(pos.mover), action // SLOTS] -= 1
    elif action < PASS:
        move_pawn(pos, action)
        pos.wall_due = pos.winner == NOBODY and can_lay(pos)
    if not pos.wall_due:
        pos.mover = 1 - pos.mover


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if action == PASS:
        return NO_PASS if can_move(pos) or can_lay(pos) else LEGAL
    if action < FIRST_MOVE:
        if not pos.wall_due and can_move(pos):
            return PAWN_FIRST
        return wall_refusal(pos, action)
    if pos.wall_due:
        return WALL_DUE
    square, step = (action - FIRST_MOVE) // 12, (action - FIRST_MOVE) % 12
    if not is_own_pawn(pos, square):
        return NOT_YOURS
    return move_refusal(pos, square, step)


# ---- CDS-4, CDS-5 Moving


@rule
def list_moves(pos: Position, out: Actions) -> int:
    """Write the moves of the mover's pawns."""
    count = 0
    for i in range(2):
        square = int(pos.pawns[2 * pos.mover + i])
        for step in range(12):
            if move_refusal(pos, square, step) == LEGAL:
                out[count] = FIRST_MOVE + square * 12 + step
                count += 1
    return count


@rule
def move_refusal(pos: Position, square: int, step: int) -> int:
    """Why the mover's pawn may not go from the square by the step."""
    goal = neighbour(square, step)
    if goal == OFF:
        return OFF_BOARD
    if is_occupied(pos, goal) and not is_enemy_base(pos, goal):
        return OCCUPIED
    if step < CORNER:
        return LEGAL if has_route(pos, square, ONE_STEP + step, ONE_STEP + step) else WALLED
    if step < ONE_STEP:  # round the corner: through either of the two squares beside
        across = ONE_STEP + (1 if STEPS[step, 0] > 0 else 3)
        along = ONE_STEP + (0 if STEPS[step, 1] > 0 else 2)
        free = has_route(pos, square, across, along) or has_route(pos, square, along, across)
        return LEGAL if free else WALLED
    if not is_open(pos, square, step):
        return WALLED
    if is_enemy_base(pos, goal) or has_pawn_behind(pos, square, step):
        return LEGAL
    return NO_ONE_STEP


@rule
def has_route(pos: Position, square: int, first: int, second: int) -> bool:
    """CDS-4: no wall on either edge of the two steps; a pawn on the square between does not block."""
    between = neighbour(square, first)
    return between != OFF and is_open(pos, square, first) and is_open(pos, between, second)


@rule
def has_pawn_behind(pos: Position, square: int, step: int) -> bool:
    """CDS-5a: some two-step route through the neighbouring square ends on a pawn."""
    between = neighbour(square, step)
    for second in range(ONE_STEP, 12):
        goal = neighbour(between, second)
        if goal != OFF and goal != square and is_occupied(pos, goal) and is_open(pos, between, second):
            return True
    return False


@rule
def move_pawn(pos: Position, action: int) -> None:
    """CDS-6: a pawn that lands on an enemy base wins at once; who stood there is removed."""
    square, step = (action - FIRST_MOVE) // 12, (action - FIRST_MOVE) % 12
    goal = neighbour(square, step)
    for i in range(4):
        if pos.pawns[i] == goal:
            pos.pawns[i] = OFF
        elif pos.pawns[i] == square:
            pos.pawns[i] = goal
    if is_enemy_base(pos, goal):
        pos.winner = pos.mover


@rule
def can_move(pos: Position) -> bool:
    """Whether the mover has a pawn to move now."""
    if pos.wall_due:
        return False
    for i in range(2):
        square = int(pos.pawns[2 * pos.mover + i])
        for step in range(12):
            if move_refusal(pos, square, step) == LEGAL:
                return True
    return False


# ---- CDS-6 Winning


@rule
def is_over(pos: Position) -> bool:
    """Whether a pawn has reached an enemy base."""
    return bool(pos.winner != NOBODY)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """CDS-6 names the winner."""
    won[int(pos.winner)] = 1
    return 6


# ---- CDS-7 Walls


@rule
def list_walls(pos: Position, out: Actions) -> int:
    """Write the walls that the mover may lay."""
    count = 0
    for action in range(2 * SLOTS):
        if wall_refusal(pos, action) == LEGAL:
            out[count] = action
            count += 1
    return count


@rule
def wall_refusal(pos: Position, action: int) -> int:
    """Why the mover may not lay this wall."""
    upright, slot = action // SLOTS, action % SLOTS
    if pos.stock[int(pos.mover), upright] == 0:
        return NO_WALL_LEFT
    free = int(pos.free_v[slot // SLOT_COLUMNS]) if upright else int(pos.free_h[slot // SLOT_COLUMNS])
    if not (free >> (slot % SLOT_COLUMNS)) & 1:
        return OVERLAPS
    if closes_fence(pos, action) and not leaves_ways_open(pos, action):
        return SHUTS_IN
    return LEGAL


@rule
def can_lay(pos: Position) -> bool:
    """Whether the mover has a wall that can legally be laid."""
    if pos.stock[int(pos.mover), 0] + pos.stock[int(pos.mover), 1] == 0:
        return False
    for action in range(2 * SLOTS):
        if wall_refusal(pos, action) == LEGAL:
            return True
    return False


@rule
def lay_wall(pos: Position, action: int) -> None:
    """Put the wall down: close its two edges, take its slots, join the fences it touches."""
    upright, slot = action // SLOTS, action % SLOTS
    row, bit = slot // SLOT_COLUMNS, 1 << slot % SLOT_COLUMNS
    if upright:
        pos.laid_v[row] |= bit
        pos.free_h[row] = int(pos.free_h[row]) & ~bit
        for other in range(max(row - 1, 0), min(row + 2, SLOT_ROWS)):
            pos.free_v[other] = int(pos.free_v[other]) & ~bit
    else:
        pos.laid_h[row] |= bit
        pos.free_h[row] = int(pos.free_h[row]) & ~(bit | bit << 1 | bit >> 1)
        pos.free_v[row] = int(pos.free_v[row]) & ~bit
    turn_edges(pos, action)
    middle, reach = point_of_slot(slot), POINT_COLUMNS if upright else 1
    join_fences(pos, middle, middle - reach)
    join_fences(pos, middle, middle + reach)


@rule
def turn_edges(pos: Position, action: int) -> None:
    """Close the two edges along a wall, or open them again."""
    upright, slot = action // SLOTS, action % SLOTS
    square = slot // SLOT_COLUMNS * COLUMNS + slot % SLOT_COLUMNS
    if upright:
        pos.right[word_of(square)] ^= bit_of(square)
        pos.right[word_of(square + COLUMNS)] ^= bit_of(square + COLUMNS)
    else:
        pos.up[word_of(square)] ^= bit_of(square) | bit_of(square + 1)


# ---- CDS-8 Open ways


@rule
def closes_fence(pos: Position, action: int) -> bool:
    """Whether the wall touches one fence twice: only then can it part the board."""
    middle = point_of_slot(action % SLOTS)
    reach = POINT_COLUMNS if action >= SLOTS else 1
    here, before, after = pos.fence[middle], pos.fence[middle - reach], pos.fence[middle + reach]
    return bool(here == before or here == after or before == after)


@rule
def leaves_ways_open(pos: Position, action: int) -> bool:
    """Whether every pawn would keep a way to both its goals."""
    turn_edges(pos, action)
    are_open = has_ways(pos, WHITE) and has_ways(pos, BLACK)
    turn_edges(pos, action)
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


# ---- COM-1, playouts, symmetries


@rule
def identity(pos: Position, out: Bytes) -> int:
    """Pawns of one colour are alike; the walls; the player to move."""
    if pos.wall_due:
        return 0
    for seat in range(2):
        first, second = int(pos.pawns[2 * seat]), int(pos.pawns[2 * seat + 1])
        out[2 * seat], out[2 * seat + 1] = min(first, second), max(first, second)
    out[4] = pos.mover
    count = 5
    for row in range(SLOT_ROWS):
        for laid in (int(pos.laid_h[row]), int(pos.laid_v[row])):
            out[count], out[count + 1] = laid & 255, laid >> 8
            count += 2
    return count


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw among all walls, or all ways to go, until one is legal."""
    if pos.wall_due:
        while True:
            action = below(rng, 2 * SLOTS)
            if wall_refusal(pos, action) == LEGAL:
                return action
    for _ in range(64):
        draw = below(rng, 24)
        square, step = int(pos.pawns[2 * pos.mover + draw // 12]), draw % 12
        if move_refusal(pos, square, step) == LEGAL:
            return FIRST_MOVE + square * 12 + step
    return int(out[below(rng, legal_actions(pos, out))])


@rule
def symmetries(pos: Position) -> int:
    """As it is, left for right (1), top for bottom with the colours exchanged (2), and both (3)."""
    return 4


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """The position in the mirror: laid out anew."""
    walls = np.zeros(2 * SLOTS, np.int32)
    for action in range(2 * SLOTS):
        row, column = action % SLOTS // SLOT_COLUMNS, action % SLOT_COLUMNS
        laid = int(pos.laid_v[row]) if action >= SLOTS else int(pos.laid_h[row])
        walls[action] = laid >> column & 1
    pawns, stock = pos.pawns.copy(), pos.stock.copy()
    to_move, wall_due, winner = int(pos.mover), int(pos.wall_due), int(pos.winner)
    exchanged = symmetry >= 2
    start(pos, np.zeros(0, np.int32))
    for action in range(2 * SLOTS):
        if walls[action]:
            lay_wall(pos, turn_action(pos, action, symmetry))
    for i in range(4):
        pos.pawns[(i + 2) % 4 if exchanged else i] = turn_square(int(pawns[i]), symmetry)
        pos.stock[1 - i // 2 if exchanged else i // 2, i % 2] = stock[i // 2, i % 2]
    pos.mover = 1 - to_move if exchanged else to_move
    pos.wall_due = wall_due
    pos.winner = 1 - winner if exchanged and winner != NOBODY else winner


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action in the mirror."""
    if action == PASS:
        return PASS
    if action < FIRST_MOVE:
        row, column = action % SLOTS // SLOT_COLUMNS, action % SLOT_COLUMNS
        if symmetry & 1:
            column = SLOT_COLUMNS - 1 - column
        if symmetry & 2:
            row = SLOT_ROWS - 1 - row
        return action // SLOTS * SLOTS + row * SLOT_COLUMNS + column
    square, step = (action - FIRST_MOVE) // 12, (action - FIRST_MOVE) % 12
    columns = -STEPS[step, 0] if symmetry & 1 else STEPS[step, 0]
    rows = -STEPS[step, 1] if symmetry & 2 else STEPS[step, 1]
    for turned in range(12):
        if STEPS[turned, 0] == columns and STEPS[turned, 1] == rows:
            step = turned
            break
    return FIRST_MOVE + turn_square(square, symmetry) * 12 + step


@rule
def turn_square(square: int, symmetry: int) -> int:
    """The square in the mirror."""
    if square == OFF:
        return OFF
    row, column = square // COLUMNS, square % COLUMNS
    if symmetry & 1:
        column = COLUMNS - 1 - column
    if symmetry & 2:
        row = ROWS - 1 - row
    return row * COLUMNS + column


# ---- Small words


@rule
def neighbour(square: int, step: int) -> int:
    """The square one goes to; OFF beyond the rim."""
    column, row = square % COLUMNS + STEPS[step, 0], square // COLUMNS + STEPS[step, 1]
    if column < 0 or column >= COLUMNS or row < 0 or row >= ROWS:
        return OFF
    return int(row) * COLUMNS + int(column)


@rule
def is_open(pos: Position, square: int, step: int) -> bool:
    """Whether no wall lies on the edge that one step crosses; the edge is kept with its lower or left square."""
    edge = square if step < ONE_STEP + 2 else neighbour(square, step)
    edges = pos.up if step % 2 == 0 else pos.right
    return bool(edges[word_of(edge)] & bit_of(edge))


@rule
def is_occupied(pos: Position, square: int) -> bool:
    """Whether any pawn stands there."""
    return bool(pos.pawns[0] == square or pos.pawns[1] == square or pos.pawns[2] == square or pos.pawns[3] == square)


@rule
def is_own_pawn(pos: Position, square: int) -> bool:
    """Whether a pawn of the mover stands there."""
    return bool(pos.pawns[2 * pos.mover] == square or pos.pawns[2 * pos.mover + 1] == square)


@rule
def is_enemy_base(pos: Position, square: int) -> bool:
    """Whether the mover would win there (CDS-6)."""
    return bool(BASES[1 - pos.mover, 0] == square or BASES[1 - pos.mover, 1] == square)


@rule
def point_of_slot(slot: int) -> int:
    """The point in the middle of a wall."""
    return (slot // SLOT_COLUMNS + 1) * POINT_COLUMNS + slot % SLOT_COLUMNS + 1


@rule
def join_fences(pos: Position, point: int, other: int) -> None:
    """Make two fences one; the rim keeps its number."""
    keep, lose = min(pos.fence[point], pos.fence[other]), max(pos.fence[point], pos.fence[other])
    if keep != lose:
        for i in range(POINTS):
            if pos.fence[i] == lose:
                pos.fence[i] = keep


@rule
def word_of(square: int) -> int:
    """The word that holds the square's bit."""
    return square // COLUMNS // WORD_ROWS


@rule
def bit_of(square: int) -> np.uint64:
    """The square's bit in its word."""
    return np.uint64(1) << np.uint64(square // COLUMNS % WORD_ROWS * STRIDE + square % COLUMNS)


@rule
def in_word(square: int, word: int) -> np.uint64:
    """The square's bit if it lies in this word; removed pawns lie in none."""
    return bit_of(square) if square != OFF and word_of(square) == word else np.uint64(0)
