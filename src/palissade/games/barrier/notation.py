"""Barrier in writing: `E+S@h4` lay a tile, `a3-b4` a step, `b4xd6` a jump, `stop`, `pass`."""

import re

from palissade.boards.keeping import kept_by_action
from palissade.boards.squares import Squares
from palissade.errors import NoSuchAction
from palissade.games.barrier.board import COLUMNS, DIRECTIONS, FIRST_PLACE, ONWARD, PLACES, ROWS, STEPS, TILE_NAMES
from palissade.games.barrier.rules import FIRST_JUMP, FIRST_STEP, PASS, STOP
from palissade.kernel import Position

SQUARES = Squares(COLUMNS, ROWS)

_LAYING = re.compile(r"([NESW]{1,2}\+[NESW]{1,2})@([a-z]\d+)")
_MOVE = re.compile(r"([a-z]\d+)([-x])([a-z]\d+)")


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action in (STOP, PASS):
        return "stop" if action == STOP else "pass"
    if action < FIRST_STEP:
        tile, place = divmod(action, PLACES)
        return f"{TILE_NAMES[tile]}@{SQUARES.name(FIRST_PLACE + place)}"
    square, goal = ends(action)
    return f"{SQUARES.name(square)}{'-' if action < FIRST_JUMP else 'x'}{SQUARES.name(goal)}"


def action(pos: Position, text: str) -> int:
    if text in ("stop", "pass"):
        return STOP if text == "stop" else PASS
    if laying := _LAYING.fullmatch(text):
        place = SQUARES.square(laying[2]) - FIRST_PLACE
        if laying[1] not in TILE_NAMES:
            raise NoSuchAction("BAR-2.no-such-tile")
        if place not in range(PLACES):
            raise NoSuchAction("BAR-3.off-barrier")
        return TILE_NAMES.index(laying[1]) * PLACES + place
    if move := _MOVE.fullmatch(text):
        square, goal = SQUARES.square(move[1]), SQUARES.square(move[3])
        far = (goal % COLUMNS - square % COLUMNS, goal // COLUMNS - square // COLUMNS)
        if move[2] == "-":
            if far not in STEPS:
                raise NoSuchAction("BAR-4.one-square")
            return FIRST_STEP + square * DIRECTIONS + STEPS.index(far)
        half = (far[0] // 2, far[1] // 2)
        if far[0] % 2 or far[1] % 2 or half not in STEPS:
            raise NoSuchAction("BAR-5.over-one")
        return FIRST_JUMP + square * DIRECTIONS + STEPS.index(half)
    raise ValueError(text)


def ends(move: int) -> tuple[int, int]:
    """Where a step or a jump begins and ends."""
    is_jump = move >= FIRST_JUMP
    square, direction = divmod(move - (FIRST_JUMP if is_jump else FIRST_STEP), DIRECTIONS)
    return square, square + int(ONWARD[direction]) * (2 if is_jump else 1)
