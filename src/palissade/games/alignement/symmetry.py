"""Alignement turned, in the mirror, and with the colours exchanged."""

import numpy as np

from palissade.boards.turns import WAYS, turned_squares
from palissade.games.alignement.circles import CIRCLES, SIDE
from palissade.games.alignement.rules import FIRST_MOVE, HELD, PHASES, PIECES
from palissade.kernel import Position, rule

# Beyond the eight ways to turn the board, bit 3 exchanges the colours: three actions later in the clock the other is to
# move, and the same kind is due.
EXCHANGED = WAYS


TURNED = np.tile(turned_squares(SIDE), (2, 1))


@rule
def symmetries(pos: Position) -> int:
    """Eight ways to look at the board, with the colours as they are or exchanged."""
    return 16


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """Every piece goes where its circle goes; what is held stays in hand."""
    before = pos.circle.copy()
    for seat in range(2):
        owner = 1 - seat if symmetry & EXCHANGED else seat
        pos.own[owner] = 0
        for piece in range(PIECES):
            circle = int(before[seat, piece])
            if circle != HELD:
                circle = int(TURNED[symmetry, circle])
                pos.own[owner] |= 1 << circle
            pos.circle[owner, piece] = circle
    if symmetry & EXCHANGED:
        pos.phase = (int(pos.phase) + PHASES // 2) % PHASES


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action on the circles where it goes."""
    goal = int(TURNED[symmetry, action % CIRCLES])
    if action < FIRST_MOVE:
        return goal
    circle = int(TURNED[symmetry, action // CIRCLES - 1])
    return FIRST_MOVE + circle * CIRCLES + goal
