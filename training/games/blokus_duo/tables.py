"""Tables of Blokus Duo by cell of the policy's grid, from the library's pieces; NumPy only.

Actions are cells of the grid orientation × lower left corner: 91 × 196, of which 13 729 lie on the board. The last cell
never does; it stands for `pass`, which is played where nothing else is legal (BDU-4).
"""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np

_SOURCE = Path(__file__).parents[3] / "src" / "palissade" / "games" / "blokus_duo" / "pieces.py"


def _read_pieces() -> ModuleType:
    """The library's table of pieces, read from its file: it needs NumPy only, and a GPU machine may lack Numba."""
    spec = importlib.util.spec_from_file_location("blokus_duo_pieces", _SOURCE)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(_SOURCE)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


pieces = _read_pieces()
SIDE: int = pieces.SIDE
SQUARES = SIDE * SIDE
PIECES = len(pieces.PIECES)
KINDS = len(pieces.ORIENTATIONS)
GRID = KINDS * SQUARES
PASS = GRID - 1
STARTING_POINTS = (9 * SIDE + 4, 4 * SIDE + 9)  # e10, j5

# ---- Tables by cell of the grid


def on_board() -> np.ndarray:
    """Which cells of the grid are placements."""
    rows, columns = np.divmod(np.arange(SQUARES), SIDE)
    heights, widths = np.asarray(pieces.HEIGHT)[:, None], np.asarray(pieces.WIDTH)[:, None]
    return ((rows + heights <= SIDE) & (columns + widths <= SIDE)).reshape(GRID)


def cells() -> np.ndarray:
    """The squares of each placement: grid × 14 × 14; none for what is no placement."""
    cells = np.zeros((KINDS, SIDE, SIDE, SIDE, SIDE), np.uint8)
    for kind, orientation in enumerate(pieces.ORIENTATIONS):
        for row in range(SIDE + 1 - int(pieces.HEIGHT[kind])):
            for column in range(SIDE + 1 - int(pieces.WIDTH[kind])):
                for up, right in orientation:
                    cells[kind, row, column, row + up, column + right] = 1
    return cells.reshape(GRID, SIDE, SIDE)


def shifted(cells: np.ndarray, up: int, right: int) -> np.ndarray:
    """Every set of squares moved by one step."""
    padded = np.pad(cells, ((0, 0), (1, 1), (1, 1)))
    return padded[:, 1 - up : 1 - up + SIDE, 1 - right : 1 - right + SIDE]


def turned_squares() -> np.ndarray:
    """Where each square goes: as it is, mirror along a14–n1, mirror along a1–n14, half a turn (as the library's)."""
    row, column = np.divmod(np.arange(SQUARES), SIDE)
    last = SIDE - 1
    falling, half_turn = (last - column) * SIDE + last - row, (last - row) * SIDE + last - column
    return np.stack([row * SIDE + column, falling, column * SIDE + row, half_turn])


def turned_actions(on_board: np.ndarray) -> np.ndarray:
    """Where each cell of the grid goes; what is no placement stays."""
    kind, corner = np.divmod(np.arange(GRID), SQUARES)
    row, column = np.divmod(corner, SIDE)
    far_row = SIDE - np.asarray(pieces.HEIGHT, np.int64)[kind] - row
    far_column = SIDE - np.asarray(pieces.WIDTH, np.int64)[kind] - column
    corners = [(row, column), (far_column, far_row), (column, row), (far_row, far_column)]
    turned = [
        np.asarray(pieces.TURNED, np.int64)[kind, symmetry] * SQUARES + up * SIDE + right
        for symmetry, (up, right) in enumerate(corners)
    ]
    return np.where(on_board, np.stack(turned), np.arange(GRID))


def placements() -> np.ndarray:
    """The cell of the grid of each placement, in the library's numbering; its `pass`, the last, is ours."""
    return np.append(np.flatnonzero(on_board()), PASS)
