"""The games that can be learned: a folder each, with `rules.build`, `check.compare` and `library.export_games`."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    from training.game import Game


def part(name: str, what: str) -> "ModuleType":
    """A part of a game's folder; only the one asked for is imported, because each needs other libraries."""
    return importlib.import_module(f"training.games.{name}.{what}")


def build(name: str, options: dict[str, Any]) -> "Game":
    """The game of this name on the device, with the options of its settings."""
    game: Game = part(name, "rules").build(**options)
    return game
