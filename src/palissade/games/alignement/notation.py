"""Alignement in writing: `e5` places the due kind, `e5-h5` moves a piece of it."""

import re

from palissade.boards import butehorn
from palissade.boards.keeping import kept_by_action
from palissade.errors import NoSuchAction
from palissade.games.alignement.circles import CIRCLES
from palissade.games.alignement.rules import FIRST_MOVE
from palissade.kernel import Position

NAMES = tuple(butehorn.NAMES.name(centre) for centre in butehorn.CENTRES)  # by the number of the circle

_MOVE = re.compile(r"(\w+)-(\w+)")


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action < FIRST_MOVE:
        return NAMES[action]
    circle, goal = ends(action)
    return f"{NAMES[circle]}-{NAMES[goal]}"


def action(pos: Position, text: str) -> int:
    if text == "pass":
        raise NoSuchAction("ALI-6.no-pass")
    if move := _MOVE.fullmatch(text):
        return FIRST_MOVE + _circle(move[1]) * CIRCLES + _circle(move[2])
    return _circle(text)


def ends(move: int) -> tuple[int, int]:
    """Where a move begins and ends."""
    return divmod(move - FIRST_MOVE, CIRCLES)


def _circle(name: str) -> int:
    """The number of a circle; other squares of the board are there, but not in this game."""
    if name in NAMES:
        return NAMES.index(name)
    butehorn.NAMES.square(name)
    raise NoSuchAction("ALI-1.circles")
