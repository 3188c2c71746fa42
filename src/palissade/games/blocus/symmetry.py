"""Le Blocus from the other side: kings that stand offset change places by half a turn, facing kings in the mirror."""

import numpy as np

from palissade.boards.butehorn import COLUMNS, CROSSING, ROWS
from palissade.games.blocus.rules import (
    EXIT,
    FIRST_SLIDE,
    GOALS,
    GUARDS_EACH,
    NOBODY,
    OFF,
    begin_turn,
    first_of,
    goal_of,
    lift,
    put,
)
from palissade.games.blocus.ways import GUARDS, NORTH, SOUTH
from palissade.kernel import Position, rule


@rule
def symmetries(pos: Position) -> int:
    """As it is, and with the colours exchanged (1)."""
    return 2


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """The position from the other side: every guard lifted, and put down for the other player."""
    if symmetry == 0:
        return
    guards, held, winner = pos.guards.copy(), pos.held.copy(), int(pos.winner)
    for guard in range(GUARDS):
        if guards[guard] != OFF:
            lift(pos, int(guards[guard]))
    for guard in range(GUARDS):
        other, square = (guard + GUARDS_EACH) % GUARDS, int(guards[guard])
        pos.guards[other] = OFF
        if square != OFF:
            pos.guards[other] = turn_square(pos, square)
            put(pos, other, int(pos.guards[other]))
    pos.held[SOUTH], pos.held[NORTH] = held[NORTH], held[SOUTH]
    pos.winner = NOBODY if winner == NOBODY else 1 - winner
    begin_turn(pos, 1 - int(pos.mover))


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action from the other side."""
    if symmetry == 0 or action >= EXIT:
        return action
    if action < FIRST_SLIDE:
        return turn_square(pos, action)
    square, goal = turn_square(pos, first_of(action)), turn_square(pos, goal_of(action))
    return FIRST_SLIDE + square * GOALS + int(np.searchsorted(CROSSING[square], goal))


@rule
def turn_square(pos: Position, square: int) -> int:
    """The square that takes this one's place when the kings change theirs."""
    row, column = ROWS - 1 - square // COLUMNS, square % COLUMNS
    if pos.kings[SOUTH] % COLUMNS != pos.kings[NORTH] % COLUMNS:
        column = COLUMNS - 1 - column
    return row * COLUMNS + column
