"""Opponents by name."""

from collections.abc import Callable, Mapping
from typing import Any

from palissade.errors import PalissadeError
from palissade.messages import COMMON
from palissade.players.protocol import Choice, Hint, Player
from palissade.players.uct import Uct

PLAYERS: Mapping[str, Callable[..., Player]] = {
    "uct": Uct,
}


class UnknownPlayer(PalissadeError):
    """No opponent of that name."""


def player(name: str, **settings: Any) -> Player:
    """The opponent of this name, as in `player("uct", seconds=1)`."""
    if name not in PLAYERS:
        raise UnknownPlayer(COMMON.message("player.unknown", player=name[:60], possible=", ".join(PLAYERS)))
    return PLAYERS[name](**settings)


__all__ = ["PLAYERS", "Choice", "Hint", "Player", "UnknownPlayer", "player"]
