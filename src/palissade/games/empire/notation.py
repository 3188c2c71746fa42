"""L'Empire in writing: `c11-c7` a move, `i8xe8` a capture, `pass`."""

import re

from palissade.boards.butehorn import NAMES, SQUARES
from palissade.boards.keeping import kept_by_action
from palissade.errors import NoSuchAction
from palissade.games.empire.rules import EMPTY, LEGAL, PASS, refusal
from palissade.kernel import Position

_MOVE = re.compile(r"([a-z]\d+)([-x])([a-z]\d+)")


def text(pos: Position, action: int) -> str:
    if action == PASS:
        return "pass"
    return _move(pos, action) if pos.man[action % SQUARES] == EMPTY else _capture(pos, action)


@kept_by_action
def _move(pos: Position, action: int) -> str:
    return f"{NAMES.name(action // SQUARES)}-{NAMES.name(action % SQUARES)}"


@kept_by_action
def _capture(pos: Position, action: int) -> str:
    return f"{NAMES.name(action // SQUARES)}x{NAMES.name(action % SQUARES)}"


def action(pos: Position, text: str) -> int:
    """A move that is written as a capture, or a capture as a move, is refused: it would not do what it says."""
    if text == "pass":
        return PASS
    move = _MOVE.fullmatch(text)
    if not move:
        raise ValueError(text)
    square, goal = NAMES.square(move[1]), NAMES.square(move[3])
    number = square * SQUARES + goal
    if move[2] == "x" and pos.man[goal] == EMPTY:
        raise NoSuchAction("EMP-5.nothing-to-take")
    if move[2] == "-" and pos.man[goal] != EMPTY and refusal(pos, number) == LEGAL:
        raise NoSuchAction("EMP-4.not-empty")
    return number
