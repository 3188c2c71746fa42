"""L'Empire: everything moves alike; each kind captures at its own exact distance.

EMP-1 equipment · EMP-2 thrones · EMP-3 set-up (all three in `army`) · EMP-4 moving · EMP-5 capturing ·
EMP-6 thrones held · EMP-7 king's throne · EMP-8 commander lost · EMP-9 no legal move · EMP-10 teams

Decisions of the rules page: captures jump; the king's throne is tested at the end of each of its owner's turns, a pass
included; "next" skips players who are out. Where two players are left of three or four, three thrones are still enough.
"""

import numpy as np

from palissade.boards.butehorn import COLUMNS, CROSSING, ROWS, SQUARES
from palissade.games.empire.army import (
    COMMANDER,
    FARTHEST,
    HOME,
    KINGS_THRONE,
    MEN,
    PIECES,
    TAKES_AT,
    THRONES,
    kind_of,
)
from palissade.games.empire.corners import CORNER, MOST_SEATS
from palissade.kernel import Actions, Bytes, Ints, Position, Random, below, position_type, rule

# ---- Actions
#
#   0 ‥ 20735   from * 144 + to    a piece goes to a square, or takes what stands there
#   20736       pass

PASS = SQUARES * SQUARES
ACTIONS = PASS + 1
WAYS = 22  # the other squares of a row and a column
MOST_LEGAL = 31 * WAYS  # EMP-8: of four armies three may obey one player, two of them without their commander
OUT = "EMP-8"  # the rule by which a seat is out while others play on
MOST_PLIES = 1_000  # COM-2: nothing in EMP ends a game of pieces that run in circles

# ---- Options, as `start` reads them

OPTIONS = ("players", "teams")
PLAYERS, TEAMS = range(len(OPTIONS))

# ---- Refusals

LEGAL, NO_PASS, NOT_YOURS, NOT_STRAIGHT, OWN_PIECE, PARTNER = range(6)
COMMANDER_TAKES, KNIGHT_TAKES, ARCHER_TAKES = range(6, 9)  # in the order of the kinds
REFUSALS: tuple[str, ...] = (
    "",
    "EMP-9.no-pass",
    "EMP-4.not-yours",
    "EMP-4.not-straight",
    "EMP-4.own-piece",
    "EMP-10.partner",
    "EMP-5.commander",
    "EMP-5.knight",
    "EMP-5.archer",
)

# ---- The position

POSITION = position_type(
    [  # what two players need comes first: fewer lines of memory are asked for
        ("square", np.uint8, (PIECES,)),  # where each piece stands; OFF if it was taken, or nobody plays its colour
        ("man", np.int8, (SQUARES,)),  # the piece on each square, or EMPTY
        ("players", np.int8),
        ("teams", np.int8),  # 1 if seats 0 and 1 play against seats 2 and 3
        ("mover", np.int8),
        ("winner", np.int8),  # NOBODY while the game goes on; in teams, the partner who decided it
        ("reason", np.int8),  # the number of the rule that ended the game
        ("lord", np.int8, (MOST_SEATS,)),  # the seat that each colour's pieces obey (EMP-8)
        ("strength", np.int8, (MOST_SEATS,)),  # how many pieces obey each seat
        ("army", np.int8, (MOST_SEATS, PIECES)),  # and which, by their numbers; 0 beyond
        ("taker", np.int8, (PIECES,)),  # the seat that took each piece, or NOBODY
    ]
)
OFF = 255  # which no square is
EMPTY = NOBODY = -1


# ---- EMP-1, EMP-3 Setting up


@rule
def start(pos: Position, setup: Ints) -> None:
    """An army in each player's corner; the first seat begins."""
    players = int(setup[PLAYERS])
    pos.players = players
    pos.teams = setup[TEAMS]
    clear(pos)
    for piece in range(players * MEN):
        put(pos, piece, int(HOME[CORNER[players - 2, piece // MEN], piece % MEN]))


@rule
def clear(pos: Position) -> None:
    """Take every piece from the board, for the same players; each colour obeys its own seat."""
    for square in range(SQUARES):
        pos.man[square] = EMPTY
    for piece in range(PIECES):
        pos.square[piece] = OFF
        pos.taker[piece] = NOBODY
    for seat in range(MOST_SEATS):
        pos.lord[seat] = seat
        pos.strength[seat] = 0
        for i in range(PIECES):
            pos.army[seat, i] = 0
    pos.mover = 0
    pos.winner = NOBODY
    pos.reason = 0


@rule
def put(pos: Position, piece: int, square: int) -> None:
    """Put a piece on an empty square, under the seat that its colour obeys."""
    pos.square[piece] = square
    pos.man[square] = piece
    enlist(pos, piece, owner(pos, piece))


# ---- The turn


@rule
def mover(pos: Position) -> int:
    """The seat that acts now."""
    return int(pos.mover)


@rule
def legal_actions(pos: Position, out: Actions) -> int:
    """Every square of a piece's row and column that is empty or can be taken; `pass` if there is none (EMP-9)."""
    if is_over(pos):
        return 0
    seat, count = int(pos.mover), 0
    for i in range(int(pos.strength[seat])):
        piece = int(pos.army[seat, i])
        square = int(pos.square[piece])
        for way in range(WAYS):
            goal = int(CROSSING[square, way])
            if pos.man[goal] == EMPTY or may_take(pos, piece, goal):
                out[count] = square * SQUARES + goal
                count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@rule
def apply(pos: Position, action: int) -> None:
    """Play a legal action, see whether it decides the game, and pass the turn on."""
    seat, lost = int(pos.mover), NOBODY
    if action != PASS:
        square, goal = action // SQUARES, action % SQUARES
        if pos.man[goal] != EMPTY:
            lost = take(pos, goal)
        piece = int(pos.man[square])
        pos.man[square] = EMPTY
        pos.man[goal] = piece
        pos.square[piece] = goal
    if lost != NOBODY and may_inherit(pos):
        inherit(pos, lost)
    decide(pos, lost)
    pos.mover = next_in(pos, seat)


@rule
def refusal(pos: Position, action: int) -> int:
    """The code of the rule that forbids the action; LEGAL if none does."""
    if action == PASS:
        return NO_PASS if can_move(pos) else LEGAL
    square, goal = action // SQUARES, action % SQUARES
    piece, other = int(pos.man[square]), int(pos.man[goal])
    if piece == EMPTY or owner(pos, piece) != pos.mover:
        return NOT_YOURS
    if not is_in_line(square, goal):
        return NOT_STRAIGHT
    if other == EMPTY or may_take(pos, piece, goal):
        return LEGAL
    if owner(pos, other) == pos.mover:
        return OWN_PIECE
    if not are_enemies(pos, int(pos.mover), owner(pos, other)):
        return PARTNER
    return COMMANDER_TAKES + kind_of(piece)


@rule
def next_in(pos: Position, seat: int) -> int:
    """The next seat in turn that has its commander: players who are out are skipped."""
    following = after(pos, seat)
    while following != seat and not is_in(pos, following):
        following = after(pos, following)
    return following


@rule
def after(pos: Position, seat: int) -> int:
    """The next seat round the table."""
    return 0 if seat + 1 == pos.players else seat + 1


# ---- EMP-4 Moving, EMP-9 No legal move


@rule
def is_in_line(square: int, goal: int) -> bool:
    """Whether the two are different squares of one row or column; pieces between do not matter."""
    return square != goal and (square % COLUMNS == goal % COLUMNS or square // COLUMNS == goal // COLUMNS)


@rule
def can_move(pos: Position) -> bool:
    """Whether any piece of the mover can go or take anywhere."""
    seat = int(pos.mover)
    for i in range(int(pos.strength[seat])):
        piece = int(pos.army[seat, i])
        for way in range(WAYS):
            goal = int(CROSSING[int(pos.square[piece]), way])
            if pos.man[goal] == EMPTY or may_take(pos, piece, goal):
                return True
    return False


# ---- EMP-5 Capturing


@rule
def may_take(pos: Position, piece: int, goal: int) -> bool:
    """Whether the piece may take what stands on the goal, a square of its row or column."""
    if not are_enemies(pos, owner(pos, piece), owner(pos, int(pos.man[goal]))):
        return False
    return (int(TAKES_AT[kind_of(piece)]) >> distance(int(pos.square[piece]), goal)) & 1 == 1


@rule
def distance(square: int, goal: int) -> int:
    """From one square to another of the same row or column."""
    return abs(square - goal) if square // COLUMNS == goal // COLUMNS else abs(square - goal) // COLUMNS


@rule
def take(pos: Position, square: int) -> int:
    """The mover takes the piece off the board; the seat whose commander it was, else NOBODY."""
    piece = int(pos.man[square])
    seat = owner(pos, piece)
    pos.man[square] = EMPTY
    pos.square[piece] = OFF
    pos.taker[piece] = pos.mover
    dismiss(pos, piece, seat)
    return seat if kind_of(piece) == COMMANDER else NOBODY


@rule
def can_be_taken(pos: Position, square: int, seat: int) -> bool:
    """Whether the seat could at once take what stands there, if it is not its own."""
    column, row = square % COLUMNS, square // COLUMNS
    for steps in range(2, FARTHEST + 1):
        if column >= steps and is_taker(pos, square - steps, seat, steps):
            return True
        if column + steps < COLUMNS and is_taker(pos, square + steps, seat, steps):
            return True
        if row >= steps and is_taker(pos, square - steps * COLUMNS, seat, steps):
            return True
        if row + steps < ROWS and is_taker(pos, square + steps * COLUMNS, seat, steps):
            return True
    return False


@rule
def is_taker(pos: Position, square: int, seat: int, steps: int) -> bool:
    """Whether a piece of the seat stands there that takes at this distance."""
    piece = int(pos.man[square])
    return piece != EMPTY and owner(pos, piece) == seat and (int(TAKES_AT[kind_of(piece)]) >> steps) & 1 == 1


# ---- EMP-8, EMP-6, EMP-7, EMP-10: the end, in the order in which the reason is given


@rule
def decide(pos: Position, lost: int) -> None:
    """Whether the mover has won by his action; `lost` is the seat whose commander he took, or NOBODY."""
    seat = int(pos.mover)
    if pos.teams:
        if lost != NOBODY or has_thrones(pos, seat) or are_kings_safe(pos, seat):
            win(pos, seat, 10)
    elif lost != NOBODY and next_in(pos, seat) == seat:
        win(pos, seat, 8)
    elif has_thrones(pos, seat):
        win(pos, seat, 6)
    elif is_on_kings_throne(pos, seat) and not can_be_taken(pos, commander(pos, seat), next_in(pos, seat)):
        win(pos, seat, 7)


@rule
def may_inherit(pos: Position) -> bool:
    """EMP-8: three or four players without teams; else the game is over with the first commander lost."""
    return pos.players > 2 and not pos.teams


@rule
def inherit(pos: Position, lost: int) -> None:
    """EMP-8: all that obeyed the player who is out obeys the mover from this action on."""
    captor = int(pos.mover)
    for colour in range(MOST_SEATS):
        if pos.lord[colour] == lost:
            pos.lord[colour] = captor
    for i in range(int(pos.strength[lost])):
        enlist(pos, int(pos.army[lost, i]), captor)
        pos.army[lost, i] = 0
    pos.strength[lost] = 0


@rule
def has_thrones(pos: Position, seat: int) -> bool:
    """EMP-6, EMP-10: whether the seat, or its team, holds as many thrones as it needs."""
    spare = len(THRONES) - thrones_needed(pos)
    for i in range(len(THRONES)):
        if not is_held(pos, int(THRONES[i]), seat):
            if spare == 0:
                return False
            spare -= 1
    return True


@rule
def thrones_held(pos: Position, seat: int) -> int:
    """EMP-6, EMP-10: on how many thrones pieces of the seat stand, or of its team."""
    held = 0
    for i in range(len(THRONES)):
        held += is_held(pos, int(THRONES[i]), seat)
    return held


@rule
def is_held(pos: Position, throne: int, seat: int) -> bool:
    """Whether a piece of the seat stands there, or of its team."""
    piece = int(pos.man[throne])
    return piece != EMPTY and not are_enemies(pos, seat, owner(pos, piece))


@rule
def thrones_needed(pos: Position) -> int:
    """EMP-6, EMP-10: all four for one of two players and for a team; else three, however many are still in."""
    return 4 if pos.players == 2 or pos.teams else 3


@rule
def is_on_kings_throne(pos: Position, seat: int) -> bool:
    """EMP-7: whether the commander of the seat stands on the throne farthest from its own corner."""
    return commander(pos, seat) == int(KINGS_THRONE[CORNER[int(pos.players) - 2, seat]])


@rule
def are_kings_safe(pos: Position, seat: int) -> bool:
    """EMP-10: both commanders on their king's thrones, and the other team's first seat could take neither."""
    first = seat // 2 * 2
    if not (is_on_kings_throne(pos, first) and is_on_kings_throne(pos, first + 1)):
        return False
    enemy = 2 - first
    return not (can_be_taken(pos, commander(pos, first), enemy) or can_be_taken(pos, commander(pos, first + 1), enemy))


@rule
def win(pos: Position, seat: int, reason: int) -> None:
    """The game is over, by the rule of this number."""
    pos.winner = seat
    pos.reason = reason


@rule
def is_over(pos: Position) -> bool:
    """Whether somebody has won."""
    return bool(pos.winner != NOBODY)


@rule
def result(pos: Position, won: Ints, scores: Ints) -> int:
    """The winner, in teams with his partner, and the rule."""
    winner = int(pos.winner)
    won[winner] = 1
    if pos.teams:
        won[partner(winner)] = 1
    return int(pos.reason)


# ---- COM-1, playouts


@rule
def identity(pos: Position, out: Bytes) -> int:
    """On every square the kind and the owner, whatever the colour; the player to move."""
    for square in range(SQUARES):
        piece = int(pos.man[square])
        out[square] = 0 if piece == EMPTY else 1 + owner(pos, piece) * 3 + kind_of(piece)
    out[SQUARES] = pos.mover
    return SQUARES + 1


@rule
def random_action(pos: Position, rng: Random, out: Actions) -> int:
    """Draw a piece and one of its 22 squares until it may go there: all pairs are equally likely."""
    seat = int(pos.mover)
    pairs = int(pos.strength[seat]) * WAYS
    for _ in range(64):
        pair = below(rng, pairs)
        piece = int(pos.army[seat, pair // WAYS])
        square = int(pos.square[piece])
        goal = int(CROSSING[square, pair % WAYS])
        if pos.man[goal] == EMPTY or may_take(pos, piece, goal):
            return square * SQUARES + goal
    return int(out[below(rng, legal_actions(pos, out))])


# ---- Small words


@rule
def owner(pos: Position, piece: int) -> int:
    """The seat that the piece obeys."""
    return int(pos.lord[piece // MEN])


@rule
def enlist(pos: Position, piece: int, seat: int) -> None:
    """Add the piece to those that obey the seat, which stay in order."""
    place = int(pos.strength[seat])
    pos.strength[seat] = place + 1
    while place > 0 and pos.army[seat, place - 1] > piece:
        pos.army[seat, place] = pos.army[seat, place - 1]
        place -= 1
    pos.army[seat, place] = piece


@rule
def dismiss(pos: Position, piece: int, seat: int) -> None:
    """Take the piece from those that obey the seat; those after it move up."""
    last, place = int(pos.strength[seat]) - 1, 0
    while pos.army[seat, place] != piece:
        place += 1
    while place < last:
        pos.army[seat, place] = pos.army[seat, place + 1]
        place += 1
    pos.army[seat, last] = 0
    pos.strength[seat] = last


@rule
def commander(pos: Position, seat: int) -> int:
    """The square of the seat's commander; OFF if it was taken."""
    return int(pos.square[seat * MEN])


@rule
def is_in(pos: Position, seat: int) -> bool:
    """Whether the seat still plays: its commander stands."""
    return commander(pos, seat) != OFF


@rule
def partner(seat: int) -> int:
    """EMP-10: seats 0 and 1 are partners, and seats 2 and 3."""
    return seat ^ 1


@rule
def are_enemies(pos: Position, seat: int, other: int) -> bool:
    """Whether two seats play against each other."""
    return seat != other and not (pos.teams == 1 and other == partner(seat))
