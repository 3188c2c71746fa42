"""What can be noticed in La Porte: which gates a seat could open, whose last piece could come in, which are crowded."""

from palissade.boards.butehorn import BLOCK, CENTRES, CROSSING
from palissade.boards.threats import note
from palissade.games.porte.pieces import BLOCKS, KIND, OFF, PIECES, SQUARE, TRIANGLE, partner
from palissade.games.porte.rules import NONE, WAYS, crowded_gates, has_finished, may_land, must_wait, opens_gate
from palissade.kernel import Actions, Ints, Position, rule

CAN_WIN, CROWDED, CAN_OPEN = range(3)  # kinds of threats
MOST_OPEN = 2  # gates of a seat that are told


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
    left = int(pos.reserve[seat, TRIANGLE]) + int(pos.reserve[seat, SQUARE])
    return left == 1 and (not pos.teams or has_finished(pos, partner(seat)))


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
