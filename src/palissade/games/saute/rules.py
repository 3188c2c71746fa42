"""Saute: a race along your own rows; landing beside an odd number of enemies lets you run on.

SAU-1 equipment · SAU-2 set-up · SAU-3 moving · SAU-4 running on · SAU-5 end · SAU-6 teams · SAU-7 expert ·
SAU-8 passing

Decisions of the rules page: start and goal are the whole blocks of a lane; triangles begin in the rear column; running
on is optional. A player whose nine pieces are not all home can always move, so only the stuck of SAU-7 ever pass.
"""

import numpy as np

from palissade.boards.butehorn import COLUMNS, ROWS, SQUARES
from palissade.kernel import Actions, Ints, Position, Random, below, position_type, rule

# ---- SAU-1, SAU-2 Lanes. A lane is three rows, a row has three pieces of its player and never any other's.
#
#              a b c d e f g h i j k l
#     row 12   ▲ ■ ■ . . . . . . G G G     lane 1, of seat 0: a triangle and two squares in each row,
#     row 11   ▲ ■ ■ . . . . . . G G G     the goal in columns j to l
#     row 10   ▲ ■ ■ . . . . . . G G G
#     row  9   ▲ ■ ■ …                     lane 2, of seat 1; and so on down to row 1

MOST_SEATS = 4
LANE = 3  # rows of a lane
IN_ROW = 3  # pieces in a row
PIECES = LANE * IN_ROW  # a player's pieces have numbers; 0, 3 and 6 are the triangles, the first of each row
HOME = 0b111_000_000_000  # a row at the end: bit 0 is column a
GOAL = 9  # column j, where the triangles end in the expert game (SAU-7)

# How many pieces stand in an unbroken run ahead, by which of the next three columns are occupied.
RUN = np.array([0, 1, 0, 2, 0, 1, 0, 3], np.int8)

# ---- Actions
#
#   0 ‥ 1727   a hop: square * 12 + the column it lands on
#   1728       stop
#   1729       pass

STOP = SQUARES * COLUMNS
PASS = STOP + 1
ACTIONS = PASS + 1
MOST_LEGAL = PIECES
# A row goes 27 columns in all, so a player has at most 81 turns, passes included: who moves last moves in every round.
# A turn has one hop for each column gone at most, and at most one stop or pass.
MOST_PLIES = MOST_SEATS * 2 * LANE * 27

# ---- Options, as `start` reads them

OPTIONS = ("players", "teams", "expert")
PLAYERS, TEAMS, EXPERT = range(len(OPTIONS))

# ---- Refusals

LEGAL, NO_PASS, NO_RUN, NOT_YOURS, OTHER_PIECE, ONLY_RIGHT, BLOCKED, OCCUPIED, TOO_FAR = range(9)
REFUSALS: tuple[str, ...] = (
    "",
    "SAU-8.no-pass",
    "SAU-4.no-run",
    "SAU-3.not-yours",
    "SAU-4.other-piece",
    "SAU-3.only-right",
    "SAU-3.blocked",
    "SAU-3.occupied",
    "SAU-3.too-far",
)

# ---- The position

POSITION = position_type(
    [
        ("rows", np.int16, (ROWS,)),  # which columns of a row are occupied, from row 1
        ("odd", np.int16, (MOST_SEATS,)),  # in which columns a seat has an odd number of pieces (SAU-4)
        ("runner", np.int16),  # the square of the piece that may run on, or NO_RUNNER
        ("square", np.uint8, (MOST_SEATS, PIECES)),  # of each piece, numbered row by row; NOWHERE in empty lanes
        ("seats", np.int8),
        ("teams", np.int8),  # 1: seats 0 and 1 against 2 and 3 (SAU-6)
        ("expert", np.int8),  # 1: triangles must end in column j (SAU-7)
        ("mover", np.int8),  # after a win, the player who completed it
        ("reason", np.int8),  # the number of the rule that ended the game, or GOES_ON
    ]
)
NO_RUNNER = NOWHERE = 255  # which no square is
GOES_ON = 0


# ---- SAU-2 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """Every seat fills columns a to c of its lane."""
    pos.seats, pos.teams, pos.expert = setup[PLAYERS], setup[TEAMS], setup[EXPERT]
    clear(pos)
    for seat in range(int(setup[PLAYERS])):
        for piece in range(PIECES):
            put(pos, seat, piece, row_of(seat, piece // IN_ROW) * COLUMNS + piece % IN_ROW)


@rule
def clear(pos: Position) -> None:
    """Take every piece from the board, for the same players."""
    pos.mover = 0
    pos.runner = NO_RUNNER
    pos.reason = GOES_ON
    for row in range(ROWS):
        pos.rows[row] = 0
    for seat in range(MOST_SEATS):
        pos.odd[seat] = 0
        for piece in range(PIECES):
            pos.square[seat, piece] = NOWHERE


@rule
def put(pos: Position, seat: int, piece: int, square: int) -> None:
    """Put a piece on an empty square."""
    pos.square[seat, piece] = square
    pos.rows[square // COLUMNS] ^= 1 << square % COLUMNS
    pos.odd[seat] ^= 1 << square % COLUMNS


@rule
def row_of(seat: int, i: int) -> int:
    """The rows of a seat's lane, from the top: lane 1 is rows 12 to 10."""
    return ROWS - 1 - seat * LANE - i


@rule
def seat_of(row: int) -> int:
    """Whose lane the row is in."""
    return (ROWS - 1 - row) // LANE


# ---- SAU-3 Moving


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """Each piece that has an empty square ahead; in the middle of a run, its next hop or `stop`; or `pass`."""
    if is_over(pos):
        return 0
    if pos.runner != NO_RUNNER:
        out[0], out[1] = next_hop(pos), STOP
        return 2
    count = 0
    for piece in range(PIECES):
        square = int(pos.square[int(pos.mover), piece])
        goal = landing(pos, square)
        if goal < COLUMNS:
            out[count] = square * COLUMNS + goal
            count += 1
    if count == 0:  # SAU-8
        out[0] = PASS
        count = 1
    return count


@rule
def landing(pos: Position, square: int) -> int:
    """The first empty column ahead of a piece; COLUMNS if there is none."""
    ahead = square % COLUMNS + 1
    return ahead + int(RUN[int(pos.rows[square // COLUMNS]) >> ahead & 7])


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if action == PASS:
        return LEGAL if is_home(pos, int(pos.mover)) else NO_PASS
    if action == STOP:
        return LEGAL if pos.runner != NO_RUNNER else NO_RUN
    square, goal = action // COLUMNS, action % COLUMNS
    row, column = square // COLUMNS, square % COLUMNS
    occupied = int(pos.rows[row])
    if seat_of(row) != pos.mover or not occupied >> column & 1:
        return NOT_YOURS
    if pos.runner != NO_RUNNER and pos.runner != square:
        return OTHER_PIECE
    if goal <= column:
        return ONLY_RIGHT
    first_empty = landing(pos, square)
    if first_empty == COLUMNS:
        return BLOCKED
    if goal == first_empty:
        return LEGAL
    return OCCUPIED if occupied >> goal & 1 else TOO_FAR


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action: see whether the game has ended, whether the piece may run on, and who is next."""
    pos.runner = NO_RUNNER
    if action < STOP:
        goal = move_piece(pos, action // COLUMNS, action % COLUMNS)
        if is_home(pos, int(pos.mover)):
            decide(pos)
        elif may_run_on(pos, goal):
            pos.runner = goal
    if pos.runner == NO_RUNNER and pos.reason == GOES_ON:
        pass_turn_on(pos)


@rule
def move_piece(pos: Position, square: int, column: int) -> int:
    """Put a piece of the mover on another column of its row; returns its new square."""
    row, change = square // COLUMNS, 1 << square % COLUMNS ^ 1 << column
    pos.rows[row] ^= change
    pos.odd[int(pos.mover)] ^= change
    seat, goal = int(pos.mover), row * COLUMNS + column
    for piece in range(PIECES):
        stands = pos.square[seat, piece]
        pos.square[seat, piece] = goal if stands == square else stands
    return goal


@rule
def pass_turn_on(pos: Position) -> None:
    """The next seat moves; who has finished is skipped (SAU-6)."""
    seat = following(pos, int(pos.mover))
    while is_finished(pos, seat):
        seat = following(pos, seat)
    pos.mover = seat


# ---- SAU-4 Running on


@rule
def may_run_on(pos: Position, square: int) -> bool:
    """Whether a piece that has landed there may move again: an odd number of enemies, and room ahead."""
    odd = odd_columns(pos, seat_of(square // COLUMNS))
    return bool(odd >> square % COLUMNS & 1) and landing(pos, square) < COLUMNS


@rule
def odd_columns(pos: Position, seat: int) -> int:
    """The columns in which the seat's enemies are odd in number, a bit a column; partners are no enemies (SAU-6)."""
    odd = int(pos.odd[seat])  # counted here and among all, which is not at all
    for other in range(MOST_SEATS):
        odd ^= int(pos.odd[other])
    return odd ^ int(pos.odd[partner_of(seat)]) if pos.teams else odd


@rule
def next_hop(pos: Position) -> int:
    """The hop by which the running piece goes on."""
    return int(pos.runner) * COLUMNS + landing(pos, int(pos.runner))


# ---- SAU-5, SAU-6, SAU-7 The end


@rule
def is_home(pos: Position, seat: int) -> bool:
    """Whether the seat's nine pieces fill its goal block: then, and only then, none of them can move.

    A row has three pieces: the three rows share the three columns of the goal if there is nobody elsewhere.
    """
    rows = pos.rows
    return bool(rows[row_of(seat, 0)] & rows[row_of(seat, 1)] & rows[row_of(seat, 2)] == HOME)


@rule
def is_finished(pos: Position, seat: int) -> bool:
    """Whether the seat has nothing left to do; at home and not finished is stuck (SAU-7)."""
    if not is_home(pos, seat):
        return False
    if pos.expert:
        for triangle in range(0, PIECES, IN_ROW):
            if pos.square[seat, triangle] % COLUMNS != GOAL:
                return False
    return True


@rule
def has_won(pos: Position, seat: int) -> bool:
    """SAU-5: whether the seat has finished; SAU-6: and its partner too."""
    return is_finished(pos, seat) and (not pos.teams or is_finished(pos, partner_of(seat)))


@rule
def decide(pos: Position) -> None:
    """The mover has come home: a win, alone or with the partner, or nobody can move any more."""
    if has_won(pos, int(pos.mover)):
        pos.reason = 6 if pos.teams else 5
        return
    for other in range(int(pos.seats)):
        if not is_home(pos, other):
            return
    pos.reason = 7


@rule
def is_over(pos: Position) -> bool:
    """Whether someone has won, or nobody can any more."""
    return bool(pos.reason != GOES_ON)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """The player who completed his nine wins, with his partner in a team; nobody if all are finished or stuck."""
    if pos.reason != 7:
        won[int(pos.mover)] = 1
        if pos.reason == 6:
            won[partner_of(int(pos.mover))] = 1
    return int(pos.reason)


# ---- Playouts


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw among all nine pieces until one can move."""
    if pos.runner != NO_RUNNER:
        return STOP if below(rng, 2) else next_hop(pos)
    seat = int(pos.mover)
    if is_home(pos, seat):
        return PASS
    while True:
        square = int(pos.square[seat, below(rng, PIECES)])
        goal = landing(pos, square)
        if goal < COLUMNS:
            return square * COLUMNS + goal


# ---- Small words


@rule
def following(pos: Position, seat: int) -> int:
    """The next seat round the table."""
    return 0 if seat + 1 == pos.seats else seat + 1


@rule
def partner_of(seat: int) -> int:
    """SAU-6: partners sit side by side, A A B B."""
    return seat ^ 1
