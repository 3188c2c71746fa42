"""Blockers! in writing: `7@C7`, `G@G2`, `moon@G2`, `!@E5` a tile and its square, `red:7@C7` for experts, `pass`."""

import re

from palissade.errors import NoSuchAction
from palissade.games.blockers.colours import COLOURS
from palissade.games.blockers.rules import PASS
from palissade.games.blockers.tiles import COLUMNS, SQUARES, TILES
from palissade.kernel import Position

TILE_NAMES = (
    *"123456789",
    *"ABCDEFGHI",
    *("sun", "star", "heart", "circle", "diamond", "triangle", "moon", "cross", "square"),
    "!",
)

_PLAY = re.compile(r"(?:([a-z]+):)?([1-9A-I!]|[a-z]+)@([A-I])([1-9])")


def text(pos: Position, action: int) -> str:
    if action == PASS:
        return "pass"
    rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
    play = f"{TILE_NAMES[tile]}@{square_name(square)}"
    return f"{COLOURS[2 * int(pos.mover) + rack]}:{play}" if pos.expert else play


def action(pos: Position, text: str) -> int:
    if text == "pass":
        return PASS
    play = _PLAY.fullmatch(text)
    if not play:
        raise ValueError(text)
    tile = TILE_NAMES.index(play[2])
    square = "ABCDEFGHI".index(play[3]) * COLUMNS + int(play[4]) - 1
    return (_rack(pos, play[1]) * TILES + tile) * SQUARES + square


def square_name(square: int) -> str:
    """The row's letter from the top, the column's number from the left."""
    row, column = divmod(square, COLUMNS)
    return f"{'ABCDEFGHI'[row]}{column + 1}"


def _rack(pos: Position, colour: str | None) -> int:
    """BKR-9: experts say from which of their two racks they play; nobody else does."""
    if colour is None:
        if pos.expert:
            raise NoSuchAction("BKR-9.which-rack")
        return 0
    place = COLOURS.index(colour)
    if not pos.expert:
        raise NoSuchAction("BKR-9.one-rack")
    rack = place - 2 * int(pos.mover)
    if rack not in (0, 1):
        raise NoSuchAction("BKR-9.not-your-colour")
    return rack
