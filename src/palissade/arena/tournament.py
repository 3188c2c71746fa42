"""What is to be played: every set of players that can meet, from the same openings, in all seats."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, count

from palissade.arena.contestant import Contestant
from palissade.arena.fixture import Fixture
from palissade.arena.result import sides
from palissade.arena.words import CATALOGUE
from palissade.errors import PalissadeError
from palissade.game import Game


class BadTournament(PalissadeError):
    """A tournament that cannot be held."""


@dataclass(frozen=True)
class Tournament:
    """Players of one game. Partners are one player.

    Where there are fewer players than sides, each sits at several, as evenly as can be: of three sides two belong to
    one player, and to the other the next time. One player alone meets itself, which tells how even the seats are.
    """

    game: Game
    players: tuple[str, ...]  # as `Contestant` reads them
    games: int = 100  # at least so many of each set of players; the last opening is played from all seats
    seed: int = 1  # another one plays other games
    random_plies: int = 2  # actions that are played at random first
    has_gauntlet: bool = False  # whether only the first player meets all others
    in_pairs: bool = False  # whether no more than two players sit at one table, however many sides it has

    def __post_init__(self) -> None:
        if len(self.sides) < 2:
            raise BadTournament(CATALOGUE.message("tournament.alone", game=str(self.game), id=self.game.id))
        if not self.players:
            raise BadTournament(CATALOGUE.message("tournament.nobody"))
        if twice := next((text for text in self.players if self.players.count(text) > 1), None):
            raise BadTournament(CATALOGUE.message("tournament.twice", player=twice[:60]))
        for contestant in self.contestants:
            contestant.check(self.game)

    @property
    def contestants(self) -> list[Contestant]:
        return [Contestant(text) for text in self.players]

    @property
    def sides(self) -> list[list[int]]:
        """The seats of every side."""
        return sides(self.game)

    def includes(self, fixture: Fixture) -> bool:
        """Whether it is a game of this tournament, or would be if that were longer."""
        mine = (self.game.id, dict(self.game.chosen), self.seed, self.random_plies)
        theirs = (fixture.game, fixture.options, fixture.seed, fixture.random_plies)
        return mine == theirs and set(fixture.seats) <= set(self.players)

    def meetings(self) -> list[tuple[str, ...]]:
        """The sets of players that meet: a player for each side."""
        circles = combinations(self.players, 2) if self.in_pairs and len(self.players) > 1 else [self.players]
        found = [meeting for circle in circles for meeting in self._meetings_of(circle)]
        if self.has_gauntlet:
            found = [meeting for meeting in found if self.players[0] in meeting]
        return found

    def _meetings_of(self, players: tuple[str, ...]) -> list[tuple[str, ...]]:
        """All ways to share the sides evenly among these."""
        each, more = divmod(len(self.sides), len(players))
        return [tuple(sorted(players * each + others, key=players.index)) for others in combinations(players, more)]

    def openings(self) -> Iterator[list[Fixture]]:
        """All games, opening by opening: whoever stops between two has met everybody as often, in every seat."""
        played = dict.fromkeys(self.meetings(), 0)
        for number in count():
            fixtures = []
            for meeting in played:
                if played[meeting] < self.games:
                    lineups = self._rotations(meeting, number)
                    played[meeting] += len(lineups)
                    fixtures += [self._fixture(number, lineup) for lineup in lineups]
            if not fixtures:
                return
            yield fixtures

    def fixtures(self) -> Iterator[Fixture]:
        """All games in this order."""
        return chain.from_iterable(self.openings())

    def _fixture(self, number: int, lineup: tuple[str, ...]) -> Fixture:
        return Fixture(
            game=self.game.id,
            options=dict(self.game.chosen),
            seed=self.seed,
            random_plies=self.random_plies,
            opening=number,
            seats=self._seated(lineup),
        )

    def _rotations(self, meeting: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
        """Round the table from every seat, in an order that changes from opening to opening."""
        order = list(meeting)
        random.Random(f"{self.seed} {number} {meeting}").shuffle(order)
        turned = [tuple(order[turn:] + order[:turn]) for turn in range(len(order))]
        return list(dict.fromkeys(turned))

    def _seated(self, lineup: tuple[str, ...]) -> tuple[str, ...]:
        """A player for each seat, of a player for each side."""
        by_seat = {seat: player for player, seats in zip(lineup, self.sides, strict=True) for seat in seats}
        return tuple(by_seat[seat] for seat in range(len(self.game.seats)))
