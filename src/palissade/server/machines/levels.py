"""The levels of machines as tables know them: which a game offers, and which one is there when nobody has chosen.

Players need the compiler, which takes long to load: they are imported where somebody asks for a machine.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from palissade.game import Game

if TYPE_CHECKING:
    from palissade.players import Level, Player, Solver
    from palissade.players.ladder import Ladder
    from palissade.server.machines.thinking import Thinking

STAND_IN = "birch"  # takes over for a person, and for a machine that there is no more
HINT_SECONDS = 2.0  # at most, for a hint
HIDDEN_SIMULATIONS = 6_000  # about a second of Blockers!


def offered(game: Game) -> list[str]:
    """The ids of the levels that this game offers, from soft to hard."""
    from palissade.players import levels_of  # noqa: PLC0415

    return [level.name for level in levels_of(game)]


def measured_ladders(game: Game) -> list[tuple[Game, "Ladder"]]:
    """What was measured of the levels as they are now, with the game of the same options."""
    from palissade.players.ladder import ladders  # noqa: PLC0415

    found = [(game.with_options(**ladder.options), ladder) for ladder in ladders(game.id)]
    return [(variant, ladder) for variant, ladder in found if ladder.is_fresh(variant)]


def who_plays(game: Game, level: str | None) -> str:
    """The level that plays a seat kept for this one, which an older or another Palissade may have known."""
    return level if level is not None and level in offered(game) else STAND_IN


def at_most(game: Game, level: str, most: str) -> str:
    """The softer of two levels of a game."""
    return min(level, most, key=offered(game).index)


def who_hints(game: Game, seconds: float = HINT_SECONDS) -> "Level | Solver":
    """The strongest machine of a game, as far as it comes in the time that somebody waits for it."""
    from palissade.players import Level, levels_of  # noqa: PLC0415

    strongest = levels_of(game)[-1]
    if game.is_hidden and isinstance(strongest, Level):
        # A thought that the clock ends could tell more than the seat knows.
        return replace(strongest, simulations=HIDDEN_SIMULATIONS, seconds=None)
    return replace(strongest, seconds=min(strongest.seconds or seconds, seconds))


def with_help(machine: "Player", game: Game, thinking: "Thinking") -> "Player":
    """The same machine; where it thinks for long, threads that are idle help it. Not so where seats know different
    things: with several threads what it says depends on chance, and there it may depend on nothing but what its seat
    knows, which nobody could show any more.
    """
    from palissade.players import Level  # noqa: PLC0415

    if game.is_hidden or not isinstance(machine, Level) or machine.is_quick:
        return machine
    return replace(machine, threads=thinking.most_at_once, crew=thinking)
