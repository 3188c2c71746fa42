"""Ways that are known: those that took long to find are kept in a game's room, in `ways.toml`."""

import importlib
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from palissade.arrays import Positions
from palissade.game import Game
from palissade.registry import game as find_game


def known_way(game: Game, position: Positions) -> tuple[tuple[int, ...], int]:
    """The known way that leads on from this position, and how many moves are proven to be needed; none, and 0, where
    nothing is known.
    """
    return _known_ways(game.id).get(game.write(position), ((), 0))


@cache
def _known_ways(game_id: str) -> dict[str, tuple[tuple[int, ...], int]]:
    """By position as text, all that lie on a known way."""
    game = find_game(game_id)
    file = Path(str(importlib.import_module(game.room).__file__)).with_name("ways.toml")
    told = tomllib.loads(file.read_text("utf-8"))["way"] if file.exists() else []
    return {text: known for way in told for text, known in _along(game, **way)}


def _along(game: Game, position: str, actions: str, bound: int) -> Iterator[tuple[str, tuple[tuple[int, ...], int]]]:
    """Each position of a way with what is left of it. What is proven is so of the first alone."""
    match = game.match(position=position)
    match.play(*actions.split())
    played = tuple(match.played)
    for ply in range(len(played)):
        yield match.view(ply=ply).position_text(), (played[ply:], 0 if ply else bound)
