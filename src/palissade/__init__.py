"""Palissade: ten blocking board games with exact rules, fast enough for research, and someone to play them with.

>>> import palissade
>>> match = palissade.game("cul-de-sac").match()
>>> match.play("d4-d6", "e9h")
>>> match.mover
1
"""

from palissade.errors import BadDeal, BadNotation, BadOption, BadRecord, IllegalAction, PalissadeError, UnknownGame
from palissade.game import Game, Option, Outcome, Seat
from palissade.match import Match, View
from palissade.players import Player, player
from palissade.record import Record
from palissade.registry import game, games

__all__ = [
    "BadDeal",
    "BadNotation",
    "BadOption",
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
