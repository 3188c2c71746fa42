"""States of Cul-de-Sac: the library's position with what is asked of it again and again, worked out once.

What may be played and what a network sees take ten times as long to find out as an action takes to play, and a state
is looked at more often than it is made: at a leaf of the search, in openings, and whenever it is learned from. So it
carries both, packed, and everything but playing and turning can be done where the state is.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from palissade.games.cul_de_sac import observation, rules, symmetry
from palissade.games.cul_de_sac.board import COLUMNS, ROWS, SQUARES, bit_of, word_of
from palissade.kernel import Floats, Position, Positions, position_type, rule
from training.games.cul_de_sac.grid import ACTION, CELL, GAME, GRID

States = npt.NDArray[Any]  # of STATE
Numbers = npt.NDArray[np.int32]

STEPS = observation.NEARNESS  # the planes whose values are shares, 1/1, 1/2, 1/3 …; all others are 0 or 1
FLAT = tuple(plane for plane in range(len(observation.PLANES)) if plane not in (STEPS, STEPS + 1))

STATE = position_type(
    [
        ("plies", np.uint16),  # since the game began: COM-2, or sooner, makes it a draw
        ("legal", np.uint8, (-(-GRID // 8),)),  # the cells that may be played, a bit each; none in a game that is over
        ("flat", np.uint8, (-(-len(FLAT) * SQUARES // 8),)),  # planes of 0 and 1 as the mover sees them, a bit a square
        ("steps", np.uint8, (2, SQUARES)),  # the two others: 1/value; 0 for 0
        # the position comes last: a record that begins like another is taken for it by Numba, with a warning
        *((name, rules.POSITION[name]) for name in rules.POSITION.names or ()),
    ]
)
_POSITION = slice(STATE.itemsize - rules.POSITION.itemsize, STATE.itemsize)
_FLAT = np.array(FLAT, np.int32)
_VECTOR = len(observation.VECTOR)


def start(longest: int) -> States:
    """The first state, as an array of one."""
    states = np.zeros(1, STATE)
    position_of(states)[:] = GAME.start()
    describe_all(states, longest)
    return states


def position_of(states: States) -> Positions:
    """The library's positions in the states; a view."""
    rows = states.view(np.uint8).reshape(len(states), STATE.itemsize)
    positions: Positions = rows[:, _POSITION].view(rules.POSITION)[:, 0]
    return positions


@rule
def play(states: States, cells: Numbers, longest: int) -> None:
    """Play a legal cell of the grid in each state; one that is over stays as it is."""
    planes, vector = np.zeros((_FLAT.size + 2, ROWS, COLUMNS), np.float32), np.zeros(_VECTOR, np.float32)
    room = np.empty(rules.MOST_LEGAL, np.int32)
    for i in range(len(states)):
        state = states[i]
        if not is_over(state, longest):
            rules.apply(state, int(ACTION[int(state.mover), cells[i]]))
            state.plies += 1
            describe(state, longest, room, planes, vector)


@rule
def turn(states: States, symmetries: Numbers, longest: int) -> None:
    """Turn each state by its symmetry."""
    for i in range(len(states)):
        symmetry.turn_position(states[i], int(symmetries[i]))
    describe_all(states, longest)


@rule
def describe_all(states: States, longest: int) -> None:
    """Work out again what the states carry beside their positions."""
    planes, vector = np.zeros((_FLAT.size + 2, ROWS, COLUMNS), np.float32), np.zeros(_VECTOR, np.float32)
    room = np.empty(rules.MOST_LEGAL, np.int32)
    for i in range(len(states)):
        describe(states[i], longest, room, planes, vector)


@rule
def describe(state: Position, longest: int, room: Numbers, planes: Floats, vector: Floats) -> None:
    """What may be played, and what the mover sees. The vector is not kept: it is quickly read from the position."""
    state.legal[:] = 0
    if not is_over(state, longest):
        seat = int(state.mover)
        for i in range(rules.legal_actions(state, room)):
            action = int(room[i])
            if action != rules.PASS:
                cell = int(CELL[seat, action])
                state.legal[cell >> 3] = int(state.legal[cell >> 3]) | 1 << (cell & 7)
    planes[:] = 0
    observation.observe(state, planes, vector)
    state.flat[:] = 0
    bit = 0
    for plane in _FLAT:
        for row in range(ROWS):
            for column in range(COLUMNS):
                if planes[plane, row, column] > 0:
                    state.flat[bit >> 3] = int(state.flat[bit >> 3]) | 1 << (bit & 7)
                bit += 1
    for whose in range(2):
        for square in range(SQUARES):
            value = planes[STEPS + whose, square // COLUMNS, square % COLUMNS]
            state.steps[whose, square] = int(1 / value + 0.5) if value > 0 else 0


@rule
def is_over(state: Position, longest: int) -> bool:
    """By the rules, or by the number of actions."""
    return bool(rules.is_over(state) or state.plies >= longest)


# ---- for those who read states as bytes


def edge_bits() -> tuple[np.ndarray, np.ndarray]:
    """In which byte of `up` and `right` the bit of each square is, and which of its bits it is."""
    bits = [[64 * word_of(square), int(bit_of(square)).bit_length() - 1] for square in range(SQUARES)]
    byte, bit = np.divmod(np.array(bits).sum(1), 8)
    return byte, bit.astype(np.uint8)
