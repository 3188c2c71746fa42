"""Palissade: ten blocking board games with exact rules, fast enough for research, and someone to play them with.

>>> import palissade
>>> match = palissade.game("cul-de-sac").match()
>>> match.play("d4-d6", "e9h")
>>> match.mover
1
"""

import importlib
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
    from palissade.solving import Finding, solve

__all__ = [
    "BadDeal",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Finding",
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
    "solve",
]


_FETCHED = {"Player": "players", "player": "players", "Finding": "solving", "solve": "solving"}


def __getattr__(name: str) -> Any:
    """Players and the solver are fetched when they are first asked for: searches need the compiler, which takes long to
    load.
    """
    if name not in _FETCHED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_FETCHED[name]}"), name)
