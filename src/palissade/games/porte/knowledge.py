"""What helps to play La Porte well: who has brought in more, who could bring in another, what can be noticed of both.

Games at random seldom line anything up before they are cut short; who could open a gate is looked at here without a
move being played.
"""

import math

from palissade.boards.butehorn import BLOCK, CENTRES, CROSSING
from palissade.boards.threats import note
from palissade.games.porte.pieces import BLOCKS, KIND, KINDS, OFF, PIECES, SQUARE, TRIANGLE, is_enemy, partner
from palissade.games.porte.rules import (
    NONE,
    WAYS,
    count_bits,
    crowded_gates,
    has_finished,
    may_land,
    must_wait,
    opens_gate,
)
from palissade.kernel import Actions, Floats, Ints, Position, rule

# At 500 simulations each, two or three random actions first, seats changing, against playouts: 4 games of 4 won between
# two, 10 of 10 by one against two. Four random actions before the evaluation are worse: 11 lost, 1 drawn, with nearly
# the same terms. An action took 5 ms, playouts 18 ms.
LEAF = "static"

RESERVE = PIECES - len(KINDS)  # POR-1: to be brought in by each

# How many pieces brought in each thing is worth, and how many are e times the chances.
DUE = 1.0  # a gate that is open to the mover now
NEXT = 0.7  # one that he could open by his move
LATER = 0.25  # one that another could, were it his turn: it may yet be shut
MORE = 0.1  # each further gate, of which not all can be shut by one move …
ENOUGH = 3  # … and more than these are no better
SCALE = 1.5
SURE = 0.98  # what a win that is there to be taken is worth: less than one that was taken

CAN_WIN, CROWDED, CAN_OPEN = range(3)  # kinds of threats
MOST_OPEN = 2  # gates of a seat that are told


@rule
def evaluate(pos: Position, values: Floats) -> None:
    """All to the mover and his partner if he can bring in the piece that wins; else to each side as it stands."""
    seats, mover = int(pos.seats), int(pos.mover)
    if lacks_one(pos, mover) and (pos.gate != NONE or open_gates(pos, mover)):
        sides = 2 if pos.teams else seats
        for seat in range(seats):
            values[seat] = (1 - SURE) / (sides - 1) if is_enemy(pos, mover, seat) else SURE
        return
    whole = 0.0
    for seat in range(seats):
        values[seat] = standing(pos, seat)
    for seat in range(seats):
        if not pos.teams:
            values[seat] = math.exp(float(values[seat]) / SCALE)
            whole += float(values[seat])
        elif seat % 2 == 0:  # partners win together
            values[seat] = values[seat + 1] = math.exp((float(values[seat]) + float(values[seat + 1])) / SCALE / 2)
            whole += float(values[seat])
    for seat in range(seats):
        values[seat] = float(values[seat]) / whole


@rule
def moves_left(pos: Position) -> int:
    """About four actions of each seat for every piece that is still to come in."""
    left = RESERVE
    for seat in range(int(pos.seats)):
        left = min(left, in_reserve(pos, seat))
    return 4 * int(pos.seats) * left + 1


@rule
def standing(pos: Position, seat: int) -> float:
    """How many pieces the seat has brought in, and may soon."""
    left = in_reserve(pos, seat)
    if left == 0:
        return float(RESERVE)
    worth = float(RESERVE - left)
    if seat == pos.mover and pos.gate != NONE:
        return worth + DUE
    gates = min(count_bits(open_gates(pos, seat)), ENOUGH)
    if gates:
        worth += (NEXT if seat == pos.mover else LATER) + MORE * (gates - 1)
    return worth


@rule
def in_reserve(pos: Position, seat: int) -> int:
    """How many pieces the seat has still to bring in."""
    return int(pos.reserve[seat, TRIANGLE]) + int(pos.reserve[seat, SQUARE])


@rule
def threats(pos: Position, out: Ints) -> int:
    """CAN_WIN: a gate through which a seat could bring in the piece that wins, were it to move; CROWDED: one that the
    seat must leave; CAN_OPEN: one through which it could bring in another piece. The mover's come first.
    """
    seats, count = int(pos.seats), 0
    for kind in (CAN_WIN, CROWDED, CAN_OPEN):
        for i in range(seats):
            seat = (int(pos.mover) + i) % seats
            gates = crowded_gates(pos, seat) if kind == CROWDED else open_gates(pos, seat)
            if kind != CROWDED and lacks_one(pos, seat) != (kind == CAN_WIN):
                continue
            found = 0
            for block in range(BLOCKS):
                if gates >> block & 1 and (kind != CAN_OPEN or found < MOST_OPEN):
                    count = note(out, count, kind, int(CENTRES[block]), seat)
                    found += 1
    return count


@rule
def lacks_one(pos: Position, seat: int) -> bool:
    """POR-6, POR-7: whether the next piece that the seat brings in wins."""
    return in_reserve(pos, seat) == 1 and (not pos.teams or has_finished(pos, partner(seat)))


@rule
def open_gates(pos: Position, seat: int) -> int:
    """The gates, a bit a block, that the seat could open, were it to move; none when it has just moved."""
    gates = 0
    if seat == pos.mover and pos.gate != NONE:
        return gates
    for number in range(PIECES):
        square = int(pos.square[seat, number])
        if square != OFF and not must_wait(pos, seat, square):
            for place in range(WAYS):
                if opens(pos, seat, square, int(CROSSING[square, place])):
                    gates |= 1 << int(BLOCK[int(CROSSING[square, place])])
    return gates


@rule
def opening(pos: Position, seat: int, gate: int) -> int:
    """A move of the seat that opens this gate; NONE if there is none."""
    for number in range(PIECES):
        square = int(pos.square[seat, number])
        if square != OFF and not must_wait(pos, seat, square):
            for place in range(WAYS):
                goal = int(CROSSING[square, place])
                if BLOCK[goal] == BLOCK[gate] and opens(pos, seat, square, goal):
                    return square * WAYS + place
    return NONE


@rule
def list_openings(pos: Position, square: int, out: Actions) -> int:
    """Write the squares from which the piece on this one would open a gate; return how many."""
    seat, count = int(pos.occupant[square]) // PIECES, 0
    for place in range(WAYS):
        goal = int(CROSSING[square, place])
        if opens(pos, seat, square, goal):
            out[count] = goal
            count += 1
    return count


@rule
def opens(pos: Position, seat: int, square: int, goal: int) -> bool:
    """POR-3, POR-4: whether the piece of the seat on the square may go to the goal, and would open a gate there."""
    kind = int(KIND[int(pos.occupant[square]) % PIECES])
    return may_land(pos, goal) and opens_gate(pos, seat, kind, goal, square)
