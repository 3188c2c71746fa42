"""Opponents by name."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from palissade.errors import PalissadeError
from palissade.messages import COMMON
from palissade.players.levels import LEVELS, Level
from palissade.players.protocol import Choice, Hint, Player, Progress
from palissade.players.thinker import Thinker
from palissade.players.uct import Uct

PLAYERS: Mapping[str, Callable[..., Player]] = {
    "uct": Uct,
    **{level.name: partial(replace, level) for level in LEVELS},
}
ALIASES = {f"level-{number}": level.name for number, level in enumerate(LEVELS, start=1)}


class UnknownPlayer(PalissadeError):
    """No opponent of that name."""


def player(name: str, **settings: Any) -> Player:
    """The opponent of this name, as in `player("oak")`, `player("level-7")` or `player("uct", seconds=1)`."""
    name = ALIASES.get(name, name)
    if name not in PLAYERS:
        raise UnknownPlayer(COMMON.message("player.unknown", player=name[:60], possible=", ".join(PLAYERS)))
    return PLAYERS[name](**settings)


__all__ = [
    "LEVELS",
    "PLAYERS",
    "Choice",
    "Hint",
    "Level",
    "Player",
    "Progress",
    "Thinker",
    "Uct",
    "UnknownPlayer",
    "player",
]
