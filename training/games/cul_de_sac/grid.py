"""The policy's grid of Cul-de-Sac: the library's actions, as the mover sees them, by kind and square.

    kinds 0, 1      a horizontal, a vertical wall, on the lower left of the four squares round its middle
    kinds 2 ‥ 13    a pawn, on the square where it stands: the library's twelve ways to go

Black sees the board by the mirror that exchanges the colours, so both seats have the same cells for the same thing.
The upper right square of kind 0 is no wall's; it stands for `pass`, which is played where nothing else is legal.
"""

import numpy as np

import palissade
from palissade.games.cul_de_sac.board import COLUMNS, SLOT_COLUMNS, SLOTS, SQUARES
from palissade.games.cul_de_sac.observation import LEFT_RIGHT, TOP_BOTTOM
from palissade.games.cul_de_sac.rules import ACTIONS, FIRST_MOVE
from palissade.games.cul_de_sac.rules import PASS as LIBRARY_PASS

GAME = palissade.game("cul-de-sac")
KINDS = 2 + 12
GRID = KINDS * SQUARES
PASS = SQUARES - 1
SYMMETRIES = 2  # as it is, left for right; the two others exchange the colours, which nobody sees


def _cells() -> np.ndarray:
    """The cell of each of the library's actions, as White sees it."""
    cells = np.full(ACTIONS, PASS, np.int16)
    wall, slot = np.divmod(np.arange(FIRST_MOVE), SLOTS)
    cells[:FIRST_MOVE] = wall * SQUARES + slot // SLOT_COLUMNS * COLUMNS + slot % SLOT_COLUMNS
    square, step = np.divmod(np.arange(LIBRARY_PASS - FIRST_MOVE), KINDS - 2)
    cells[FIRST_MOVE:LIBRARY_PASS] = (2 + step) * SQUARES + square
    return cells


def turned(symmetry: int) -> np.ndarray:
    """Each of the library's actions in the mirror."""
    actions = np.arange(ACTIONS, dtype=np.int32)
    GAME.batch.turn_actions(GAME.batch.start(ACTIONS), actions, np.full(ACTIONS, symmetry, np.int32))
    return actions


def _actions(cells: np.ndarray) -> np.ndarray:
    """The library's action in each cell; `pass` where there is none."""
    actions = np.full(GRID, LIBRARY_PASS, np.int16)
    actions[cells] = np.arange(ACTIONS)
    return actions


CELL = np.stack([_cells(), _cells()[turned(TOP_BOTTOM)]])  # [seat of the mover, action]
ACTION = np.stack([_actions(cells) for cells in CELL])  # [seat of the mover, cell]
TURNED = np.stack([np.arange(GRID), CELL[0][turned(LEFT_RIGHT)][ACTION[0]]])  # [symmetry, cell]
