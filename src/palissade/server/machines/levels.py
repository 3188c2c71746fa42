"""The levels of machines as tables know them: which a game offers, and which one is there when nobody has chosen.

Players need the compiler, which takes long to load: they are imported where somebody asks for a machine.
"""

from palissade.game import Game

STAND_IN = "birch"  # takes over for a person, and for a machine that there is no more
HINTS_FROM = "beech"  # is asked for hints


def offered(game: Game) -> list[str]:
    """The ids of the levels that this game offers, from soft to hard."""
    from palissade.players import levels_of  # noqa: PLC0415

    return [level.name for level in levels_of(game)]


def who_plays(game: Game, level: str | None) -> str:
    """The level that plays a seat kept for this one, which an older or another Palissade may have known."""
    return level if level is not None and level in offered(game) else STAND_IN
