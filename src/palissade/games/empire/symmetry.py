"""L'Empire turned: a quarter turn leads from each corner to the next, and two players also look alike in the mirror.

A symmetry turns the board by quarters, clockwise, and may first exchange the sides of the line from NW to SE; every
corner's army moves to another corner, and with it the seat. The order of play must stay: only two players have mirrors.
"""

import numpy as np

from palissade.boards.butehorn import SQUARES
from palissade.games.empire.army import MEN, turned
from palissade.games.empire.rules import NOBODY, OFF, PASS, clear, put
from palissade.kernel import Position, rule


def _mirrored(square: int) -> int:
    """The square across the line from NW to SE."""
    row, column = divmod(square, 12)
    return (11 - column) * 12 + 11 - row


# By quarter turns; then the same after the mirror.
TURNED = np.array(
    [[turned(square, quarters) for square in range(SQUARES)] for quarters in range(4)]
    + [[turned(_mirrored(square), quarters) for square in range(SQUARES)] for quarters in range(4)],
    np.int16,
)
MIRROR = 4  # the first of those


@rule
def symmetries(pos: Position) -> int:
    """Two players: half a turn, the mirror, and both. Three: none. Four: quarter turns; in teams, half a turn."""
    return 1 if pos.players == 3 else 2 if pos.teams else 4


@rule
def turn_of(pos: Position, symmetry: int) -> int:
    """The row of TURNED."""
    if pos.players == 2:
        return symmetry % 2 * 2 + symmetry // 2 * MIRROR
    return symmetry * 2 if pos.teams else symmetry


@rule
def turn_seat(pos: Position, seat: int, symmetry: int) -> int:
    """The seat in whose corner the seat's army comes to stand."""
    quarters = turn_of(pos, symmetry) % MIRROR
    return (seat + (quarters // 2 if pos.players == 2 else quarters)) % int(pos.players)


@rule
def turn_position(pos: Position, symmetry: int) -> None:
    """The position laid out anew, every army in the corner's colour it has turned to."""
    squares, takers, lords = pos.square.copy(), pos.taker.copy(), pos.lord.copy()
    mover, winner, reason, turn = int(pos.mover), int(pos.winner), int(pos.reason), turn_of(pos, symmetry)
    clear(pos)
    for colour in range(int(pos.players)):
        pos.lord[turn_seat(pos, colour, symmetry)] = turn_seat(pos, int(lords[colour]), symmetry)
    for piece in range(int(pos.players) * MEN):
        other = turn_seat(pos, piece // MEN, symmetry) * MEN + piece % MEN
        if squares[piece] != OFF:
            put(pos, other, int(TURNED[turn, int(squares[piece])]))
        if takers[piece] != NOBODY:
            pos.taker[other] = turn_seat(pos, int(takers[piece]), symmetry)
    pos.mover = turn_seat(pos, mover, symmetry)
    if winner != NOBODY:
        pos.winner = turn_seat(pos, winner, symmetry)
        pos.reason = reason


@rule
def turn_action(pos: Position, action: int, symmetry: int) -> int:
    """The action turned."""
    if action == PASS:
        return PASS
    turn = turn_of(pos, symmetry)
    return int(TURNED[turn, action // SQUARES]) * SQUARES + int(TURNED[turn, action % SQUARES])
