"""What helps to play L'Empire well: who can win at once, whose commander hangs, who threatens what, who is stronger.

Games are decided by a commander left where it can be taken and by a king's throne left unguarded, both within a turn;
all that is looked at here without a move being played.
"""

import math

from palissade.boards.butehorn import CROSSING, SQUARES
from palissade.boards.threats import note
from palissade.games.empire.army import COMMANDER, KINGS_THRONE, MEN, THRONES, kind_of
from palissade.games.empire.corners import CORNER
from palissade.games.empire.rules import (
    EMPTY,
    WAYS,
    are_enemies,
    can_be_taken,
    commander,
    is_in,
    is_in_line,
    is_on_kings_throne,
    may_take,
    next_in,
    partner,
    thrones_held,
    thrones_needed,
)
from palissade.kernel import Actions, Floats, Ints, Position, rule

# At 1 000 simulations each, 40 games between two, two random actions first, sides changing: 38 won, 2 lost against
# playouts. An exploration of 0.15 won all of 20 against the usual one; 0.07 won 12, drew 8 and lost 4 against 0.15.
LEAF = "static"
EXPLORATION = 0.07

# How many men each thing is worth, and how many are e times the chances.
THRONE, DANGER, THREAT, TURN = 0.7, 4.0, 3.0, 0.5
SCALE = 3.0
SURE = 0.98  # what a win that is there to be taken is worth: less than one that was taken

IN_DANGER, CAN_WIN, LAST_THRONE, PREY = range(4)  # kinds of threats
MOST_PREY = 2  # of a seat that are told
NONE = -1


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """All to the mover and his partner if he can win at once; else to each side as its strength is to the others'."""
    seats, mover = int(pos.players), int(pos.mover)
    if wins_at_once(pos, mover):
        sides = 2 if pos.teams else seats
        for seat in range(seats):
            values[seat] = (1 - SURE) / (sides - 1) if are_enemies(pos, mover, seat) else SURE
        return
    whole = 0.0
    for seat in range(seats):
        values[seat] = math.exp(strength(pos, seat) / SCALE) if is_in(pos, seat) else 0.0
    for seat in range(seats):
        if not pos.teams:
            whole += float(values[seat])
        elif seat % 2 == 0:  # partners win together
            values[seat] = values[seat + 1] = math.sqrt(float(values[seat]) * float(values[seat + 1]))
            whole += float(values[seat])
    for seat in range(seats):
        values[seat] = float(values[seat]) / whole


@rule
def moves_left(pos: Position) -> int:
    """A game that nobody can win at once takes about as many actions as there are pieces."""
    if wins_at_once(pos, int(pos.mover)):
        return 1
    pieces = 0
    for seat in range(int(pos.players)):
        pieces += int(pos.strength[seat])
    return pieces


@rule
def threats(pos: Position, out: Ints) -> int:
    """What each seat could do, were it to act, the mover first. IN_DANGER: take a commander; CAN_WIN: win on its king's
    throne; LAST_THRONE: win by the throne that it lacks. After all of these PREY: take another piece.
    """
    seats, count = int(pos.players), 0
    for i in range(seats):
        seat = (int(pos.mover) + i) % seats
        if not is_in(pos, seat):
            continue
        for enemy in range(seats):
            if is_in(pos, enemy) and are_enemies(pos, seat, enemy) and can_be_taken(pos, commander(pos, enemy), seat):
                count = note(out, count, IN_DANGER, commander(pos, enemy), seat)
        if wins_by_king(pos, seat):
            count = note(out, count, CAN_WIN, kings_throne(pos, seat), seat)
        if wins_by_thrones(pos, seat):
            count = note(out, count, LAST_THRONE, last_throne(pos, seat) % SQUARES, seat)
    for i in range(seats):
        seat = (int(pos.mover) + i) % seats
        if is_in(pos, seat):
            count = note_prey(pos, out, count, seat)
    return count


@rule
def note_prey(pos: Position, out: Ints, count: int, seat: int) -> int:
    """The first pieces that the seat could take, commanders left out."""
    found = 0
    for square in range(SQUARES):
        piece = int(pos.man[square])
        if found < MOST_PREY and piece != EMPTY and kind_of(piece) != COMMANDER:
            if taker(pos, square, seat) != NONE:
                count = note(out, count, PREY, square, seat)
                found += 1
    return count


@rule
def taker(pos: Position, square: int, seat: int) -> int:
    """From where a piece of the seat could take what stands there; NONE if none could."""
    if are_enemies(pos, seat, int(pos.lord[int(pos.man[square]) // MEN])):
        for i in range(int(pos.strength[seat])):
            piece = int(pos.army[seat, i])
            if is_in_line(int(pos.square[piece]), square) and may_take(pos, piece, square):
                return int(pos.square[piece])
    return NONE


@rule
def prey(pos: Position, square: int, out: Actions) -> int:
    """Write the squares of all that the piece on this one could take; return how many."""
    count = 0
    for way in range(WAYS):
        goal = int(CROSSING[square, way])
        if pos.man[goal] != EMPTY and may_take(pos, int(pos.man[square]), goal):
            out[count] = goal
            count += 1
    return count


# ---- strength


@rule
def strength(pos: Position, seat: int) -> float:
    """How many men the seat's game is worth."""
    men = float(pos.strength[seat]) + THRONE * thrones_held(pos, seat)
    if seat == pos.mover:
        men += TURN
    elif wins_by_king(pos, seat) or wins_by_thrones(pos, seat):
        men += THREAT
    for enemy in range(int(pos.players)):
        if is_in(pos, enemy) and are_enemies(pos, seat, enemy) and can_be_taken(pos, commander(pos, seat), enemy):
            men -= DANGER * (2 if enemy == pos.mover else 1)
    return men


# ---- winning at once


@rule
def wins_at_once(pos: Position, seat: int) -> bool:
    """Whether the seat has a winning action, were it to act."""
    return wins_by_capture(pos, seat) or wins_by_king(pos, seat) or wins_by_thrones(pos, seat)


@rule
def wins_by_capture(pos: Position, seat: int) -> bool:
    """EMP-8, EMP-10: the last other commander, in teams any of theirs, can be taken."""
    is_last = next_in(pos, next_in(pos, seat)) == seat
    if not is_last and not pos.teams:
        return False
    for enemy in range(int(pos.players)):
        if is_in(pos, enemy) and are_enemies(pos, seat, enemy) and can_be_taken(pos, commander(pos, enemy), seat):
            return True
    return False


@rule
def wins_by_king(pos: Position, seat: int) -> bool:
    """EMP-7, EMP-10: the commander can go to his throne, or stay there, and the next player cannot take him."""
    throne = kings_throne(pos, seat)
    stays = is_on_kings_throne(pos, seat) and pos.strength[seat] > 1  # another piece must move then
    if not stays and not reaches(pos, seat * MEN, throne):
        return False
    if not pos.teams:
        return not can_be_taken(pos, throne, next_in(pos, seat))
    enemy = 2 - seat // 2 * 2
    mate = partner(seat)
    return (
        is_on_kings_throne(pos, mate)
        and not can_be_taken(pos, throne, enemy)
        and not can_be_taken(pos, commander(pos, mate), enemy)
    )


@rule
def wins_by_thrones(pos: Position, seat: int) -> bool:
    """EMP-6, EMP-10: one throne is missing, and a piece that holds none can go there."""
    return last_throne(pos, seat) != NONE


@rule
def last_throne(pos: Position, seat: int) -> int:
    """The action that takes it; NONE if there is none."""
    if thrones_held(pos, seat) != thrones_needed(pos) - 1:
        return NONE
    for i in range(len(THRONES)):
        throne = int(THRONES[i])
        for j in range(int(pos.strength[seat])):
            piece = int(pos.army[seat, j])
            if not is_on_throne(pos, piece) and reaches(pos, piece, throne):
                return int(pos.square[piece]) * SQUARES + throne
    return NONE


@rule
def is_on_throne(pos: Position, piece: int) -> bool:
    """Whether the piece holds a throne."""
    for i in range(len(THRONES)):
        if pos.square[piece] == THRONES[i]:
            return True
    return False


@rule
def reaches(pos: Position, piece: int, goal: int) -> bool:
    """EMP-4, EMP-5: whether the piece can go to the goal, or take what stands there."""
    return is_in_line(int(pos.square[piece]), goal) and (pos.man[goal] == EMPTY or may_take(pos, piece, goal))


@rule
def kings_throne(pos: Position, seat: int) -> int:
    """EMP-7: the throne of the seat's commander."""
    return int(KINGS_THRONE[CORNER[int(pos.players) - 2, seat]])
