"""Opponents by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from palissade.errors import PalissadeError
from palissade.game import Game
from palissade.messages import COMMON
from palissade.players.alphabeta import AlphaBeta
from palissade.players.dice import Dice
from palissade.players.greedy import Greedy
from palissade.players.levels import LEVELS, Level, first_opponent, levels_of, who_hints, with_help, with_memory
from palissade.players.protocol import Choice, Hint, Player, Progress
from palissade.players.solver import Solver
from palissade.players.thinker import Thinker
from palissade.players.uct import Uct


def _by_name(levels: Iterable[Level | Solver]) -> dict[str, Callable[..., Player]]:
    woods = {level.name: partial(replace, level) for level in levels}
    return {"uct": Uct, "alphabeta": AlphaBeta, **woods, "random": Dice, "greedy": Greedy}


PLAYERS: Mapping[str, Callable[..., Player]] = _by_name(LEVELS)


class UnknownPlayer(PalissadeError):
    """No opponent of that name."""


def player(name: str, game: Game | None = None, **settings: Any) -> Player:
    """The opponent of this name, as in `player("oak")`, `player("level-7")` or `player("uct", seconds=1)`; with a game,
    one of those that it offers.
    """
    levels = LEVELS if game is None else levels_of(game)
    possible = PLAYERS if game is None else _by_name(levels)
    aliases = {f"level-{number}": level.name for number, level in enumerate(levels, start=1)}
    name = aliases.get(name, name)
    if name not in possible:
        raise UnknownPlayer(COMMON.message("player.unknown", player=name[:60], possible=", ".join(possible)))
    return possible[name](**settings)


__all__ = [
    "LEVELS",
    "PLAYERS",
    "AlphaBeta",
    "Choice",
    "Dice",
    "Greedy",
    "Hint",
    "Level",
    "Player",
    "Progress",
    "Solver",
    "Thinker",
    "Uct",
    "UnknownPlayer",
    "first_opponent",
    "levels_of",
    "player",
    "who_hints",
    "with_help",
    "with_memory",
]
