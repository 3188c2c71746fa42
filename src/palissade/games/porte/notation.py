"""La Porte in writing: `e1-e4` a move, `+t` and `+s` a triangle or a square brought in, `stop`, `pass`."""

import re

from palissade.boards.butehorn import CROSSING, NAMES
from palissade.boards.keeping import kept_by_action
from palissade.errors import NoSuchAction
from palissade.games.porte.rules import FIRST_ENTRY, WAYS
from palissade.kernel import Position

WORDS = ("+t", "+s", "stop", "pass")  # the actions from FIRST_ENTRY on

_MOVE = re.compile(r"([a-z]\d+)-([a-z]\d+)")


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action >= FIRST_ENTRY:
        return WORDS[action - FIRST_ENTRY]
    square, goal = ends(action)
    return f"{NAMES.name(square)}-{NAMES.name(goal)}"


def action(pos: Position, text: str) -> int:
    if text in WORDS:
        return FIRST_ENTRY + WORDS.index(text)
    move = _MOVE.fullmatch(text)
    if not move:
        raise ValueError(text)
    square, goal = NAMES.square(move[1]), NAMES.square(move[2])
    ways: list[int] = CROSSING[square].tolist()
    if goal not in ways:
        raise NoSuchAction("POR-3.straight")
    return square * WAYS + ways.index(goal)


def ends(move: int) -> tuple[int, int]:
    """Where a move begins and ends."""
    square, place = divmod(move, WAYS)
    return square, int(CROSSING[square, place])
