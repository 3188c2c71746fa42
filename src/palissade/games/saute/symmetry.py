"""Saute with its rows exchanged, and with everybody one place further.

A column does not tell in which rows its pieces stand, so the three rows of a lane may change places; and lanes are
alike, so all players may move up together. The rows of all lanes change places alike here: each lane for itself would
be a symmetry too, but 5 184 of them are more than anyone looks at.
"""

import numpy as np

from palissade.boards.butehorn import COLUMNS, ROWS
from palissade.games.saute.rules import IN_ROW, LANE, MOST_SEATS, NOWHERE, PIECES, STOP, row_of, seat_of
from palissade.kernel import Position, rule

ORDERS = np.array([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)], np.int8)  # of a lane's rows


@rule
def symmetries(pos: Position) -> int:
    """Six orders of the rows, for each number of places that players move up; teams stay together."""
    return 6 * (2 if pos.teams else int(pos.seats))


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every row with its pieces moves to its new place."""
    rows, odd, square = pos.rows.copy(), pos.odd.copy(), pos.square.copy()
    for row in range(ROWS):
        pos.rows[turn_row(pos, row, symmetry)] = rows[row]
    for seat in range(MOST_SEATS):
        place = turn_seat(pos, seat, symmetry)
        pos.odd[place] = odd[seat]
        for piece in range(PIECES):
            number = int(ORDERS[symmetry % 6, piece // IN_ROW]) * IN_ROW + piece % IN_ROW
            pos.square[place, number] = turn_square(pos, int(square[seat, piece]), symmetry)
    pos.runner = turn_square(pos, int(pos.runner), symmetry)
    pos.mover = turn_seat(pos, int(pos.mover), symmetry)


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The same hop in the row's new place."""
    if action >= STOP:
        return action
    return turn_square(pos, action // COLUMNS, symmetry) * COLUMNS + action % COLUMNS


@rule
def turn_seat(pos: Position, seat: int, symmetry: int) -> int:
    """Where the seat moves up to; empty lanes stay."""
    if seat >= pos.seats:
        return seat
    places = symmetry // 6 * (2 if pos.teams else 1)
    return (seat + places) % int(pos.seats)


@rule
def turn_row(pos: Position, row: int, symmetry: int) -> int:
    """Where the row moves to."""
    return row_of(turn_seat(pos, seat_of(row), symmetry), int(ORDERS[symmetry % 6, (ROWS - 1 - row) % LANE]))


@rule
def turn_square(pos: Position, square: int, symmetry: int) -> int:
    """The same column in the row's new place."""
    if square == NOWHERE:
        return NOWHERE
    return turn_row(pos, square // COLUMNS, symmetry) * COLUMNS + square % COLUMNS
