"""Cul-de-Sac in writing: `d4-d6` a pawn, `e9h` and `e9v` a wall, `pass`."""

import re

from palissade.boards.keeping import kept_by_action
from palissade.boards.squares import Squares
from palissade.errors import NoSuchAction
from palissade.games.cul_de_sac.board import COLUMNS, ROWS, SLOT_COLUMNS, SLOT_ROWS, SLOTS, STEPS
from palissade.games.cul_de_sac.rules import FIRST_MOVE, PASS
from palissade.kernel import Position

SQUARES = Squares(COLUMNS, ROWS)
CORNERS = Squares(SLOT_COLUMNS, SLOT_ROWS)  # a wall is named after the square below and left of its middle

_MOVE = re.compile(r"([a-z]\d+)-([a-z]\d+)")
_WALL = re.compile(r"([a-z]\d+)([hv])")
_STEP = {(int(columns), int(rows)): step for step, (columns, rows) in enumerate(STEPS)}


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action == PASS:
        return "pass"
    if action < FIRST_MOVE:
        upright, slot = divmod(action, SLOTS)
        return CORNERS.name(slot) + "hv"[upright]
    square, goal = ends(action)
    return f"{SQUARES.name(square)}-{SQUARES.name(goal)}"


def action(pos: Position, text: str) -> int:
    if text == "pass":
        return PASS
    if wall := _WALL.fullmatch(text):
        return "hv".index(wall[2]) * SLOTS + CORNERS.square(wall[1])
    if move := _MOVE.fullmatch(text):
        square, goal = SQUARES.square(move[1]), SQUARES.square(move[2])
        step = (goal % COLUMNS - square % COLUMNS, goal // COLUMNS - square // COLUMNS)
        if step not in _STEP:
            raise NoSuchAction("CDS-4.two-steps")
        return FIRST_MOVE + square * 12 + _STEP[step]
    raise ValueError(text)


def ends(move: int) -> tuple[int, int]:
    """Where a pawn's move begins and ends."""
    square, step = divmod(move - FIRST_MOVE, 12)
    columns, rows = STEPS[step]
    return square, square + int(rows) * COLUMNS + int(columns)
