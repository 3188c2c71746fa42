"""Saute in writing: `a11-d11` for each hop, `stop`, `pass`."""

import re

from palissade.boards.butehorn import COLUMNS, NAMES
from palissade.boards.keeping import kept_by_action
from palissade.errors import NoSuchAction
from palissade.games.saute.rules import PASS, STOP
from palissade.kernel import Position

_HOP = re.compile(r"([a-z]\d+)-([a-z]\d+)")


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action >= STOP:
        return "stop" if action == STOP else "pass"
    square, goal = ends(action)
    return f"{NAMES.name(square)}-{NAMES.name(goal)}"


def action(pos: Position, text: str) -> int:
    if text in ("stop", "pass"):
        return STOP if text == "stop" else PASS
    hop = _HOP.fullmatch(text)
    if not hop:
        raise ValueError(text)
    square, goal = NAMES.square(hop[1]), NAMES.square(hop[2])
    if square // COLUMNS != goal // COLUMNS:
        raise NoSuchAction("SAU-3.own-row")
    return square * COLUMNS + goal % COLUMNS


def ends(hop: int) -> tuple[int, int]:
    """The squares where a hop begins and ends."""
    square, column = divmod(hop, COLUMNS)
    return square, square // COLUMNS * COLUMNS + column
