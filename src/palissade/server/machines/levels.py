"""The levels of machines as tables know them: which a game offers, and which one is there when nobody has chosen.

Players need the compiler, which takes long to load: they are imported where somebody asks for a machine.
"""

from typing import TYPE_CHECKING

from palissade.game import Game

if TYPE_CHECKING:
    from palissade.players.ladder import Ladder

MIDDLING = "birch"  # stands in wherever a game offers it


def offered(game: Game) -> list[str]:
    """The ids of the levels that this game offers, from soft to hard."""
    from palissade.players import levels_of  # noqa: PLC0415

    return [level.name for level in levels_of(game)]


def stand_in(game: Game) -> str:
    """The level that takes over for a person, and for a machine that there is no more: one in the middle."""
    levels = offered(game)
    return MIDDLING if MIDDLING in levels else levels[(len(levels) - 1) // 2]


def measured_ladders(game: Game) -> list[tuple[Game, "Ladder"]]:
    """What was measured of the levels as they are now, with the game of the same options."""
    from palissade.players.ladder import ladders  # noqa: PLC0415

    found = [(game.with_options(**ladder.options), ladder) for ladder in ladders(game.id)]
    return [(variant, ladder) for variant, ladder in found if ladder.is_fresh(variant)]


def who_plays(game: Game, level: str | None) -> str:
    """The level that plays a seat kept for this one, which an older or another Palissade may have known."""
    return level if level is not None and level in offered(game) else stand_in(game)


def at_most(game: Game, level: str, most: str) -> str:
    """The softer of two levels of a game."""
    return min(level, most, key=offered(game).index)
