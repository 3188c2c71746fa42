"""A game that was played in the arena: a line of its results."""

from palissade.arena.fixture import Fixture
from palissade.game import Game, Outcome
from palissade.record import Record


class Result(Fixture, frozen=True, kw_only=True):
    """How a fixture ended, and what it took each player."""

    outcome: Outcome
    fault: str | None = None  # what an engine did that lost it the game
    plies: int  # actions in all, those of the opening among them
    actions: tuple[int, ...]  # that each seat chose
    cpu_seconds: tuple[float | None, ...]  # of each seat; None where an engine does not say
    wall_seconds: tuple[float, ...]
    version: str  # of Palissade
    record: Record

    @property
    def fixture(self) -> Fixture:
        return Fixture(**{name: getattr(self, name) for name in Fixture.__struct_fields__})


def sides(game: Game) -> list[list[int]]:
    """The seats of every side: of each team, which is one seat where all play for themselves."""
    teams: dict[int, list[int]] = {}
    for seat, place in enumerate(game.seats):
        teams.setdefault(place.team, []).append(seat)
    return list(teams.values())


def points(game: Game, outcome: Outcome) -> list[float]:
    """What each side has of a game: one point in all, shared by who has won, or by all if it is a draw."""
    teams = sides(game)
    won = [outcome.draw or any(seat in outcome.winners for seat in seats) for seats in teams]
    return [has_won / sum(won) for has_won in won]
