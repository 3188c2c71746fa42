"""Le Blocus: get your king off the far edge. He moves once in the whole game, by legs that turn only at guards.

BLO-1 equipment · BLO-2 set-up · BLO-3 the king's way out (in `ways`) · BLO-4 escape · BLO-5 placing · BLO-6 moving ·
BLO-7 no exit on the first action · BLO-8 passing

Decisions of the rules page: the kings stand offset, not face to face (an option); South's column is open at the start,
and yet the first action is a placement; a leg has at least one step; guards never stop in a king's block.
"""

import numpy as np

from palissade.boards.butehorn import BLOCK, CENTRES, COLUMNS, CROSSING, ROWS, SQUARES
from palissade.games.blocus.ways import ACROSS, GUARDS, NORTH, SOUTH, UPRIGHT, has_way_out
from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- BLO-1, BLO-2 Equipment and set-up

GUARDS_EACH = GUARDS // 2
KINGS = np.array([[16, 127], [16, 124]], np.int16)  # [option kings][seat]: e2 and h11; facing: e2 and e11

# ---- Actions
#
#   0 ‥ 143      a guard put on a square
#   144 ‥ 3311   a guard slides: 144 + square * 22 + place of the goal in CROSSING
#   3312         exit
#   3313         pass

GOALS: int = CROSSING.shape[1]
FIRST_SLIDE = SQUARES
EXIT = FIRST_SLIDE + SQUARES * GOALS
PASS = EXIT + 1
ACTIONS = PASS + 1
MOST_LEGAL = GUARDS_EACH * GOALS  # placings are 124 at the most
MOST_PLIES = 1_000  # COM-2: guards may slide to and fro for ever

# ---- Options, as `start` reads them

OPTIONS = ("kings",)
KINGS_STAND = 0

# ---- Refusals

LEGAL, EXIT_DUE, NO_WAY, KING_STAYS, HELD_NONE, OCCUPIED, KING_BLOCK, FIRST_ON_CENTRE = range(8)
PLACE_FIRST, NOT_YOURS, GOAL_OCCUPIED, IN_THE_WAY, NO_STOP, NO_EXIT_YET, NO_PASS = range(8, 15)
REFUSALS: tuple[str, ...] = (
    "",
    "BLO-4.exit-due",
    "BLO-4.no-way",
    "BLO-4.king-stays",
    "BLO-6.none-held",
    "BLO-5.occupied",
    "BLO-5.king-block",
    "BLO-5.first-on-centre",
    "BLO-5.place-first",
    "BLO-6.not-yours",
    "BLO-6.occupied",
    "BLO-6.in-the-way",
    "BLO-6.king-block",
    "BLO-7.no-exit-yet",
    "BLO-8.no-pass",
)

# ---- The position
#
#    12  .  .  .  .  .  .  .  .  .  .  .  .
#    11  .  +  .  .  +  .  .  K  .  .  +  .        North's king on h11, or on e11 facing South's
#     ‥
#     2  .  +  .  .  K  .  .  +  .  .  +  .        South's king on e2; + centres
#     1  .  .  .  .  .  .  .  .  .  .  .  .
#        a  b  c  d  e  f  g  h  i  j  k  l

POSITION = position_type(
    [
        ("lines", np.int16, (2, ROWS)),  # squares that are taken: [UPRIGHT][column] a bit a row, [ACROSS][row] a column
        ("guards", np.int16, (GUARDS,)),  # squares of South's six and of North's; OFF while they are held
        ("kings", np.int16, (2,)),  # where the kings stand
        ("at", np.int8, (SQUARES,)),  # who stands there: a guard's number, KING + seat, or EMPTY
        ("held", np.int8, (2,)),  # guards not yet placed
        ("mover", np.int8),
        ("exit_due", np.int8),  # 1 if the mover's king has a way out and must take it (BLO-4)
        ("winner", np.int8),  # NOBODY while the game goes on
    ]
)
OFF, EMPTY, KING, NOBODY = -1, -1, GUARDS, -1

# The squares from one place of a line to another, the first not included, as a mask.
STRETCH = np.array(
    [
        [
            sum(1 << place for place in range(ROWS) if min(a, b) <= place <= max(a, b) and place != a)
            for b in range(ROWS)
        ]
        for a in range(ROWS)
    ],
    np.int16,
)


@rule
def start(pos: Position, setup: Ints) -> None:
    """BLO-2: the kings on their centres, the guards off the board; South begins."""
    for i in range(ROWS):
        pos.lines[UPRIGHT, i] = pos.lines[ACROSS, i] = 0
    for square in range(SQUARES):
        pos.at[square] = EMPTY
    for guard in range(GUARDS):
        pos.guards[guard] = OFF
    for seat in range(2):
        pos.kings[seat] = KINGS[setup[KINGS_STAND], seat]
        pos.held[seat] = GUARDS_EACH
        put(pos, KING + seat, int(pos.kings[seat]))
    pos.winner = NOBODY
    begin_turn(pos, SOUTH)


@rule
def begin_turn(pos: Position, seat: int) -> None:
    """BLO-4: a turn begins by examining the king's way; BLO-7: not the first of the game."""
    pos.mover = seat
    pos.exit_due = not is_first_action(pos) and has_way_out(pos, seat)


@rule
def is_first_action(pos: Position) -> bool:
    """BLO-7: no guard is on the board yet."""
    return bool(pos.held[SOUTH] == GUARDS_EACH and pos.held[NORTH] == GUARDS_EACH)


# ---- The turn


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """BLO-4 exit; else BLO-5 place while there are guards to place; else BLO-6 slide one; else BLO-8 pass."""
    if is_over(pos):
        return 0
    if pos.exit_due:
        out[0] = EXIT
        return 1
    count = list_placings(pos, out) if holds_guards(pos) else list_slides(pos, out)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if pos.exit_due:
        return LEGAL if action == EXIT else EXIT_DUE
    if action == EXIT:
        return NO_EXIT_YET if is_first_action(pos) and has_way_out(pos, int(pos.mover)) else NO_WAY
    if action == PASS:
        return NO_PASS if holds_guards(pos) or can_slide(pos) else LEGAL
    if action < FIRST_SLIDE:
        return placing_refusal(pos, action) if holds_guards(pos) else HELD_NONE
    square, goal = first_of(action), goal_of(action)
    if pos.at[square] == KING + pos.mover:
        return KING_STAYS
    if holds_guards(pos):
        return PLACE_FIRST
    return slide_refusal(pos, square, goal) if is_own_guard(pos, square) else NOT_YOURS


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action."""
    seat = int(pos.mover)
    if action == EXIT:
        pos.winner = seat
        return
    if action < FIRST_SLIDE:
        place_guard(pos, seat, action)
    elif action < EXIT:
        slide_guard(pos, first_of(action), goal_of(action))
    begin_turn(pos, 1 - seat)


# ---- BLO-4 Escape


@rule
def is_over(pos: Position) -> bool:
    """Whether a king has escaped."""
    return bool(pos.winner != NOBODY)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """BLO-4 names the winner."""
    won[int(pos.winner)] = 1
    return 4


# ---- BLO-5 Placing


@rule
def list_placings(pos: Position, out: Actions) -> int:
    """Write the squares where the mover may place a guard."""
    count = 0
    for square in range(SQUARES):
        if placing_refusal(pos, square) == LEGAL:
            out[count] = square
            count += 1
    return count


@rule
def placing_refusal(pos: Position, square: int) -> int:
    """Why the mover may not place a guard there."""
    if is_in_kings_block(pos, square):
        return KING_BLOCK
    if pos.at[square] != EMPTY:
        return OCCUPIED
    if pos.held[int(pos.mover)] == GUARDS_EACH and is_centre(square):
        return FIRST_ON_CENTRE
    return LEGAL


@rule
def place_guard(pos: Position, seat: int, square: int) -> None:
    """The seat's next guard goes on the board."""
    guard = seat * GUARDS_EACH + GUARDS_EACH - int(pos.held[seat])
    pos.held[seat] -= 1
    pos.guards[guard] = square
    put(pos, guard, square)


# ---- BLO-6 Moving


@rule
def list_slides(pos: Position, out: Actions) -> int:
    """Write the slides of the mover's guards."""
    count = 0
    for i in range(GUARDS_EACH):
        square = own_guard(pos, i)
        for place in range(GOALS):
            if slide_refusal(pos, square, int(CROSSING[square, place])) == LEGAL:
                out[count] = FIRST_SLIDE + square * GOALS + place
                count += 1
    return count


@rule
def slide_refusal(pos: Position, square: int, goal: int) -> int:
    """Why a guard may not slide along its row or column to the goal."""
    if pos.at[goal] != EMPTY:
        return GOAL_OCCUPIED
    if not is_free_between(pos, square, goal):
        return IN_THE_WAY
    return NO_STOP if is_in_kings_block(pos, goal) else LEGAL


@rule
def is_free_between(pos: Position, square: int, goal: int) -> bool:
    """Whether a guard can slide to the goal without jumping anything."""
    row, column = square // COLUMNS, square % COLUMNS
    if goal // COLUMNS == row:
        return int(pos.lines[ACROSS, row]) & int(STRETCH[column, goal % COLUMNS]) == 0
    return int(pos.lines[UPRIGHT, column]) & int(STRETCH[row, goal // COLUMNS]) == 0


@rule
def slide_guard(pos: Position, square: int, goal: int) -> None:
    """A guard goes from one square to another."""
    guard = int(pos.at[square])
    lift(pos, square)
    pos.guards[guard] = goal
    put(pos, guard, goal)


@rule
def can_slide(pos: Position) -> bool:
    """BLO-8: whether the mover has a guard to slide, all of them being placed."""
    for i in range(GUARDS_EACH):
        square = own_guard(pos, i)
        for place in range(GOALS):
            if slide_refusal(pos, square, int(CROSSING[square, place])) == LEGAL:
                return True
    return False


# ---- COM-1, playouts


@rule
def identity(pos: Position, out: Bytes) -> int:
    """Guards of one colour are alike; the kings stay where they are; the player to move."""
    for square in range(SQUARES):
        out[square] = 0
    for guard in range(GUARDS):
        if pos.guards[guard] != OFF:
            out[int(pos.guards[guard])] = 1 + guard // GUARDS_EACH
    out[SQUARES] = pos.mover
    return SQUARES + 1


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw among all squares, or all goals of all guards, until one is legal."""
    if pos.exit_due:
        return EXIT
    if holds_guards(pos):
        while True:
            square = below(rng, SQUARES)
            if placing_refusal(pos, square) == LEGAL:
                return square
    for _ in range(64):
        draw = below(rng, GUARDS_EACH * GOALS)
        square, place = own_guard(pos, draw // GOALS), draw % GOALS
        if slide_refusal(pos, square, int(CROSSING[square, place])) == LEGAL:
            return FIRST_SLIDE + square * GOALS + place
    return int(out[below(rng, legal_actions(pos, out))])


# ---- Small words


@rule
def put(pos: Position, who: int, square: int) -> None:
    """A guard or a king takes a square."""
    pos.at[square] = who
    pos.lines[UPRIGHT, square % COLUMNS] |= 1 << square // COLUMNS
    pos.lines[ACROSS, square // COLUMNS] |= 1 << square % COLUMNS


@rule
def lift(pos: Position, square: int) -> None:
    """Whoever stands there leaves the square."""
    pos.at[square] = EMPTY
    pos.lines[UPRIGHT, square % COLUMNS] &= ~(1 << square // COLUMNS)
    pos.lines[ACROSS, square // COLUMNS] &= ~(1 << square % COLUMNS)


@rule
def first_of(slide: int) -> int:
    """The square where a slide begins."""
    return (slide - FIRST_SLIDE) // GOALS


@rule
def goal_of(slide: int) -> int:
    """The square where a slide ends."""
    return int(CROSSING[(slide - FIRST_SLIDE) // GOALS, (slide - FIRST_SLIDE) % GOALS])


@rule
def holds_guards(pos: Position) -> bool:
    """Whether the mover still has guards to place."""
    return bool(pos.held[int(pos.mover)] > 0)


@rule
def own_guard(pos: Position, i: int) -> int:
    """The square of the mover's guard of this number."""
    return int(pos.guards[int(pos.mover) * GUARDS_EACH + i])


@rule
def is_own_guard(pos: Position, square: int) -> bool:
    """Whether a guard of the mover stands there."""
    who = int(pos.at[square])
    return who != EMPTY and who // GUARDS_EACH == int(pos.mover)


@rule
def is_in_kings_block(pos: Position, square: int) -> bool:
    """Whether a king stands in the square's block."""
    block = BLOCK[square]
    return bool(block == BLOCK[int(pos.kings[SOUTH])] or block == BLOCK[int(pos.kings[NORTH])])


@rule
def is_centre(square: int) -> bool:
    """Whether the square is the middle of its block."""
    return bool(CENTRES[BLOCK[square]] == square)
