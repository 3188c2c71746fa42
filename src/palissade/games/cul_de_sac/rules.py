"""Cul-de-Sac: two pawns each, two steps a turn, and a wall after every move. Reach either enemy base.

CDS-1 board · CDS-2 equipment · CDS-3 turn · CDS-4 moving · CDS-5 one step · CDS-6 winning · CDS-7 walls ·
CDS-8 open ways (in `ways`)

Decisions of the rules page: when one kind of wall is used up, the other is laid; one step is also allowed when the
two-step route round a corner ends on a pawn; when no pawn can move, only a wall is laid.
"""

import numpy as np

from palissade.games.cul_de_sac.board import (
    BASES,
    COLUMNS,
    CORNER,
    OFF,
    ONE_STEP,
    ROWS,
    SLOT_COLUMNS,
    SLOT_ROWS,
    SLOTS,
    SQUARES,
    STEPS,
    WHITE,
    WORDS,
    bit_of,
    is_open,
    neighbour,
    turn_edges,
    word_of,
)
from palissade.games.cul_de_sac.ways import POINTS, closes_fence, join_fences, leaves_ways_open, set_fences
from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- CDS-2 Equipment

WALLS_EACH = 9  # of each kind

# ---- Actions
#
#   0 ‥ 129      the horizontal wall of a slot     d4h lies on the upper side of d4 and e4
#   130 ‥ 259    the vertical wall of a slot       d4v lies on the right side of d4 and d5
#   260 ‥ 2107   a pawn: 260 + square * 12 + step  step: see STEPS
#   2108         pass

FIRST_MOVE = 2 * SLOTS
PASS = FIRST_MOVE + SQUARES * 12
ACTIONS = PASS + 1
MOST_LEGAL = 2 * SLOTS
MOST_PLIES = 1_000  # COM-2: nothing in CDS ends a game of pawns that run in circles

# ---- Options

OPTIONS: tuple[str, ...] = ()

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
NOBODY = -1


# ---- CDS-1, CDS-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """White begins, pawns on their own bases, eighteen walls each."""
    for word in range(WORDS):
        pos.up[word] = pos.right[word] = np.uint64(0)
    for square in range(SQUARES):
        if square // COLUMNS < ROWS - 1:
            pos.up[word_of(square)] |= bit_of(square)
        if square % COLUMNS < COLUMNS - 1:
            pos.right[word_of(square)] |= bit_of(square)
    for row in range(SLOT_ROWS):
        pos.free_h[row] = pos.free_v[row] = (1 << SLOT_COLUMNS) - 1
        pos.laid_h[row] = pos.laid_v[row] = 0
    set_fences(pos)
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
    if pos.stock[int(pos.mover), action // SLOTS] == 0:
        return NO_WALL_LEFT
    if not lies_free(pos, action):
        return OVERLAPS
    if closes_fence(pos, action) and not leaves_ways_open(pos, action):
        return SHUTS_IN
    return LEGAL


@rule
def lies_free(pos: Position, action: int) -> bool:
    """Whether the wall would neither overlap nor cross another."""
    upright, slot = action // SLOTS, action % SLOTS
    free = int(pos.free_v[slot // SLOT_COLUMNS]) if upright else int(pos.free_h[slot // SLOT_COLUMNS])
    return bool((free >> (slot % SLOT_COLUMNS)) & 1)


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
    join_fences(pos, action)


# ---- COM-1, playouts


@rule
def identity(pos: Position, out: Bytes) -> int:
    """Pawns of one colour are alike; the walls; the player to move."""
    if pos.wall_due:
        return 0
    for seat in range(2):
        first, second = int(pos.pawns[2 * seat]), int(pos.pawns[2 * seat + 1])
        out[2 * seat], out[2 * seat + 1] = min(first, second) & 255, max(first, second) & 255  # one may be gone (-1)
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


# ---- Small words


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
