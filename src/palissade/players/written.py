"""A player as text: `oak`, `level-7`, `random`, `greedy`, `uct:simulations=1000,leaf=static`, `oak:seed=3`."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from palissade.errors import PalissadeError
from palissade.game import Game
from palissade.messages import COMMON
from palissade.players import UnknownPlayer, player
from palissade.players.protocol import Player

MEMORY = "memory"  # a setting of our own: whether a machine keeps its tree between its moves
_WORDS = {"true": True, "false": False, "none": None}
_UNWRITABLE = ("evaluator", "crew", "name")  # what only Python can give, and the player itself


class BadPlayer(PalissadeError):
    """A player with settings that it does not have."""


@dataclass(frozen=True)
class Written:
    """A player's name and its settings, apart from any game."""

    name: str
    settings: Mapping[str, Any]

    @classmethod
    def read(cls, text: str) -> "Written":
        """The player that a person wrote."""
        name, _, rest = text.partition(":")
        settings = {}
        for setting in filter(None, rest.split(",")):
            key, equals, value = setting.partition("=")
            if not equals:
                raise BadPlayer(COMMON.message("player.form", setting=setting[:60]))
            settings[key.strip()] = _value(value.strip())
        return cls(name.strip(), settings)

    def player(self, game: Game, seed: int = 0, *, is_timed: bool = True) -> Player:
        """The player, new at a table of this game; the seed is added to its own. Not timed, a machine that has so many
        simulations for a thought takes whatever time they need, unless its seconds were written down: so what it plays
        does not depend on the computer.
        """
        machine = self._machine(game)
        changes: dict[str, Any] = {}
        if seed and _has(machine, "seed"):
            changes["seed"] = machine.seed + seed
        if not is_timed and not self._is_timed(machine) and _has(machine, "seconds"):
            changes["seconds"] = None
        if changes:
            machine = replace(machine, **changes)
        remembers = self.settings.get(MEMORY, False) and hasattr(machine, "thinker")
        made: Player = machine.thinker() if remembers else machine
        return made

    def is_timed(self, game: Game) -> bool:
        """Whether the clock ends its thoughts, so that what it plays depends on the computer."""
        return self._is_timed(self._machine(game))

    def _is_timed(self, machine: Any) -> bool:
        if getattr(machine, "seconds", None) is None:
            return False
        return "seconds" in self.settings or getattr(machine, "simulations", None) is None

    def _machine(self, game: Game) -> Any:
        settings = {key: value for key, value in self.settings.items() if key != MEMORY}
        try:
            return player(self.name, game, **settings)
        except UnknownPlayer:
            raise
        except TypeError:
            raise self._refused(game, settings) from None
        except ValueError as error:
            raise BadPlayer(COMMON.message("player.value", player=self.name[:60], problem=str(error))) from None

    def _refused(self, game: Game, settings: Mapping[str, Any]) -> BadPlayer:
        """Which settings there are, instead of one that there is not or that is of another kind."""
        plain: Any = player(self.name, game)
        known = [field.name for field in fields(plain) if field.name not in _UNWRITABLE]
        if unknown := next((key for key in settings if key not in known), None):
            possible = ", ".join([*known, MEMORY])
            return BadPlayer(
                COMMON.message("player.setting", player=self.name, setting=unknown[:60], possible=possible)
            )
        written = ", ".join(f"{key}={value}" for key, value in settings.items())
        return BadPlayer(COMMON.message("player.value", player=self.name, problem=written[:60]))


def _has(machine: Any, setting: str) -> bool:
    return is_dataclass(machine) and setting in {field.name for field in fields(machine)}


def _value(text: str) -> Any:
    """A number, a truth value, nothing, or a word."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
