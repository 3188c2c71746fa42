"""Alignement: four of your five in a row on the sixteen circles, with the kind to play dictated by a clock of three.

ALI-1 equipment · ALI-2 the due kind · ALI-3 placing · ALI-4 moving · ALI-5 winning · ALI-6 stuck

Decisions of the rules page: the cylinder jumps only by option; long diagonals count; four in a row win while placing
too.

COM-1 is read with the clock: positions with another due kind are not the same, as other pieces may move. (It never
decides: with the same player to move the same board comes again only after a multiple of twelve actions, since every
move of a square or a triangle changes the colour of its circle on a chequered board.)
"""

import numpy as np

from palissade.games.alignement.circles import (
    ADJACENT,
    CIRCLES,
    ORTHOGONAL,
    completes_line,
    count_bits,
    lowest,
    nearest_empty,
)
from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- ALI-1 Equipment. A seat's pieces are numbered: squares 0 and 1, triangles 2 and 3, the cylinder 4.

RED, BLUE = 0, 1
SQUARE, TRIANGLE, CYLINDER = 0, 1, 2
KINDS = 3
PIECES = 5
FIRST = np.array([0, 2, 4], np.int8)  # piece of each kind
LAST = np.array([1, 3, 4], np.int8)
BESIDE = np.stack([ORTHOGONAL, ORTHOGONAL, ADJACENT])  # the circles one step away for each kind, as bits
HELD = -1  # no circle: still in hand

# ---- ALI-5 Winning

WINS_WHILE_PLACING = True  # our decision: a line is a line, however its last piece came there

# ---- Actions
#
#   0 ‥ 15      place the due kind on this circle
#   16 ‥ 271    move: 16 + circle * 16 + goal

FIRST_MOVE = CIRCLES
ACTIONS = FIRST_MOVE + CIRCLES * CIRCLES
MOST_LEGAL = CIRCLES
MOST_PLIES = 1_000  # COM-2: nothing in ALI ends a game of pieces that go to and fro

# ---- Options, as `start` reads them

OPTIONS = ("cylinder",)
CYLINDER_GOES = 0

# ---- Refusals

LEGAL, PLACE_FIRST, ALL_PLACED, OCCUPIED, NOT_YOURS = range(5)
KIND_DUE = 5  # and the kind: a square, a triangle, the cylinder is due
TAKEN, ONE_STEP, CYLINDER_STEP, NEAREST = range(8, 12)
REFUSALS: tuple[str, ...] = (
    "",
    "ALI-3.place-first",
    "ALI-4.all-placed",
    "ALI-3.occupied",
    "ALI-4.not-yours",
    "ALI-2.square-due",
    "ALI-2.triangle-due",
    "ALI-2.cylinder-due",
    "ALI-4.occupied",
    "ALI-4.one-step",
    "ALI-4.cylinder-step",
    "ALI-4.nearest",
)

# ---- The position
#
#   11   12 13 14 15
#    8    8  9 10 11     circles by number: row * 4 + column; as bits, 1 << number
#    5    4  5  6  7
#    2    0  1  2  3
#         b  e  h  k

POSITION = position_type(
    [
        ("own", np.int32, (2,)),  # the circles of each seat's pieces, as bits
        ("circle", np.int8, (2, PIECES)),  # where each piece lies, or HELD
        ("phase", np.int8),  # actions played, modulo 6: tells who is to move and which kind is due
        ("jump", np.int8),  # the option: 1 if the cylinder jumps
        ("ended_by", np.int8),  # FOUR or STUCK; 0 while the game goes on
    ]
)
PHASES = 6
FOUR, STUCK = 5, 6  # the rules that end a game; either way who acted last has won


# ---- ALI-1 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """An empty board, and everybody holds five pieces."""
    for seat in range(2):
        pos.own[seat] = 0
        for piece in range(PIECES):
            pos.circle[seat, piece] = HELD
    pos.phase = 0
    pos.jump = setup[CYLINDER_GOES]
    pos.ended_by = 0


# ---- ALI-2 The due kind


@rule
def mover(pos: Position) -> int:
    """The players alternate."""
    return int(pos.phase) % 2


@rule
def due_kind(pos: Position) -> int:
    """Square, triangle, cylinder, over and over, whoever moves."""
    return int(pos.phase) % 3


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """A piece of the due kind: placed if one is held, else moved."""
    if is_over(pos):
        return 0
    seat, kind = mover(pos), due_kind(pos)
    if holds(pos, seat, kind):
        return list_circles(pos, out)
    return list_moves(pos, seat, kind, out)


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action. ALI-5 is looked at first, then ALI-6 for the player who comes next."""
    seat, kind = mover(pos), due_kind(pos)
    goal = action % CIRCLES  # of a placing and of a move
    if action < FIRST_MOVE:
        place(pos, seat, kind, goal)
    else:
        move(pos, seat, kind, action // CIRCLES - 1, goal)
    pos.phase = (int(pos.phase) + 1) % PHASES
    if completes_line(int(pos.own[seat]), goal) and (WINS_WHILE_PLACING or action >= FIRST_MOVE):
        pos.ended_by = FOUR
    elif is_stuck(pos):
        pos.ended_by = STUCK


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    seat, kind, goal = mover(pos), due_kind(pos), action % CIRCLES
    if action < FIRST_MOVE:
        if not holds(pos, seat, kind):
            return ALL_PLACED
        return LEGAL if is_empty(pos, goal) else OCCUPIED
    if holds(pos, seat, kind):
        return PLACE_FIRST
    return move_refusal(pos, seat, kind, action // CIRCLES - 1, goal)


# ---- ALI-3 Placing


@rule
def holds(pos: Position, seat: int, kind: int) -> bool:
    """Whether the seat still holds a piece of the kind: they are placed in order, the last one last."""
    return bool(pos.circle[seat, int(LAST[kind])] == HELD)


@rule
def list_circles(pos: Position, out: Actions) -> int:
    """Write the empty circles."""
    count = 0
    for circle in range(CIRCLES):
        if is_empty(pos, circle):
            out[count] = circle
            count += 1
    return count


@rule
def place(pos: Position, seat: int, kind: int, goal: int) -> None:
    """Put the next held piece of the kind on the circle."""
    piece = int(FIRST[kind])
    if pos.circle[seat, piece] != HELD:
        piece = int(LAST[kind])
    pos.circle[seat, piece] = goal
    pos.own[seat] |= 1 << goal


# ---- ALI-4 Moving


@rule
def goals_of(pos: Position, kind: int, circle: int) -> int:
    """Where a piece of the kind may go from the circle, as bits."""
    return goals_among(pos, kind, circle, occupied(pos))


@rule
def goals_among(pos: Position, kind: int, circle: int, taken: int) -> int:
    """The same, if pieces lay on the circles that are taken, as bits."""
    if pos.jump and kind == CYLINDER:
        return nearest_empty(taken, circle)
    return int(BESIDE[kind, circle]) & ~taken


@rule
def list_moves(pos: Position, seat: int, kind: int, out: Actions) -> int:
    """Write the moves of the seat's pieces of the kind."""
    count = 0
    for piece in range(int(FIRST[kind]), int(LAST[kind]) + 1):
        circle = int(pos.circle[seat, piece])
        goals = goals_of(pos, kind, circle)
        while goals:
            out[count] = FIRST_MOVE + circle * CIRCLES + lowest(goals)
            count += 1
            goals &= goals - 1
    return count


@rule
def move_refusal(pos: Position, seat: int, kind: int, circle: int, goal: int) -> int:
    """Why the seat, which must move a piece of the kind, may not move from the circle to the goal."""
    if not int(pos.own[seat]) >> circle & 1:
        return NOT_YOURS
    if pos.circle[seat, int(FIRST[kind])] != circle and pos.circle[seat, int(LAST[kind])] != circle:
        return KIND_DUE + kind
    if not is_empty(pos, goal):
        return TAKEN
    if goals_of(pos, kind, circle) >> goal & 1:
        return LEGAL
    if kind != CYLINDER:
        return ONE_STEP
    return NEAREST if pos.jump else CYLINDER_STEP


@rule
def move(pos: Position, seat: int, kind: int, circle: int, goal: int) -> None:
    """Take the seat's piece of the kind from the circle to the goal."""
    piece = int(FIRST[kind])
    if pos.circle[seat, piece] != circle:
        piece = int(LAST[kind])
    pos.circle[seat, piece] = goal
    pos.own[seat] ^= 1 << circle | 1 << goal


# ---- ALI-5 Winning, ALI-6 Stuck


@rule
def is_stuck(pos: Position) -> bool:
    """Whether the mover holds no piece of the due kind, and none of his can move."""
    return is_shut_in(pos, mover(pos), due_kind(pos), occupied(pos))


@rule
def is_shut_in(pos: Position, seat: int, kind: int, taken: int) -> bool:
    """Whether the seat could play no piece of the kind, if pieces lay on the circles that are taken, as bits."""
    if holds(pos, seat, kind):
        return False
    first, last = int(pos.circle[seat, int(FIRST[kind])]), int(pos.circle[seat, int(LAST[kind])])
    return goals_among(pos, kind, first, taken) == 0 and goals_among(pos, kind, last, taken) == 0


@rule
def is_over(pos: Position) -> bool:
    """Whether somebody has four in a row, or is stuck."""
    return bool(pos.ended_by != 0)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """Who acted last made the line, or left the other without a move."""
    won[1 - mover(pos)] = 1
    return int(pos.ended_by)


# ---- COM-1, playouts


@rule
def identity(pos: Position, out: Bytes) -> int:
    """Pieces of one kind and colour are alike. The phase stands for the player to move and for the due kind."""
    for seat in range(2):
        for kind in range(KINDS):
            first, last = int(pos.circle[seat, int(FIRST[kind])]) + 1, int(pos.circle[seat, int(LAST[kind])]) + 1
            place = 2 * (seat * KINDS + kind)
            out[place], out[place + 1] = min(first, last), max(first, last)
    out[4 * KINDS] = pos.phase
    return 4 * KINDS + 1


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw among all circles until one is empty; or among the goals of both pieces, which are few."""
    seat, kind = mover(pos), due_kind(pos)
    if holds(pos, seat, kind):
        while True:
            circle = below(rng, CIRCLES)
            if is_empty(pos, circle):
                return circle
    first, last = int(pos.circle[seat, int(FIRST[kind])]), int(pos.circle[seat, int(LAST[kind])])
    goals = goals_of(pos, kind, first)
    if last != first:
        goals |= goals_of(pos, kind, last) << CIRCLES
    for _ in range(below(rng, count_bits(goals))):
        goals &= goals - 1
    goal = lowest(goals)
    circle = first if goal < CIRCLES else last
    return FIRST_MOVE + circle * CIRCLES + goal % CIRCLES


# ---- Small words


@rule
def occupied(pos: Position) -> int:
    """All circles on which a piece lies, as bits."""
    return int(pos.own[RED]) | int(pos.own[BLUE])


@rule
def is_empty(pos: Position, circle: int) -> bool:
    """Whether no piece lies there."""
    return not occupied(pos) >> circle & 1
