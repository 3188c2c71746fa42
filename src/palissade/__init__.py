"""Palissade: ten blocking board games with exact rules, fast enough for research, and someone to play them with.

>>> import palissade
>>> match = palissade.game("cul-de-sac").match()
>>> match.play("d4-d6", "e9h")
>>> match.mover
1
"""

from typing import TYPE_CHECKING, Any

from palissade.errors import (
    BadDeal,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalAction,
    PalissadeError,
    UnknownGame,
)
from palissade.game import Game, Option, Outcome, Seat
from palissade.match import Match, View
from palissade.record import Record
from palissade.registry import game, games

if TYPE_CHECKING:
    from palissade.players import Player, player

__all__ = [
    "BadDeal",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalAction",
    "Match",
    "Option",
    "Outcome",
    "PalissadeError",
    "Player",
    "Record",
    "Seat",
    "UnknownGame",
    "View",
    "game",
    "games",
    "player",
]


def __getattr__(name: str) -> Any:
    """Players are fetched when they are first asked for: their searches need the compiler, which takes long to load."""
    if name not in ("Player", "player"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from palissade import players  # noqa: PLC0415

    return getattr(players, name)
