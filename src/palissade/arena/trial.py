"""A test under way: what the games between two players have shown so far."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from palissade.arena.fixture import Fixture
from palissade.arena.result import Result, points
from palissade.arena.sprt import Answer, Sprt
from palissade.arena.tournament import BadTournament, Tournament
from palissade.arena.words import CATALOGUE


class Verdict(msgspec.Struct, frozen=True):
    """What a test has found so far."""

    answer: Answer
    ratio: float  # the logarithm of the likelihood ratio
    bounds: tuple[float, float]  # at which it is decided
    openings: int  # that were looked at
    score: float | None  # what the first player has of their points


class Trial:
    """Openings are looked at in their order, each when all its games are finished, until the test is decided: so the
    answer does not depend on how many games are played at once.
    """

    def __init__(self, tournament: Tournament, sprt: Sprt, results: Iterable[Result] = ()) -> None:
        if len(tournament.players) != 2:
            raise BadTournament(CATALOGUE.message("sprt.two", count=len(tournament.players)))
        self._sprt, self._tournament = sprt, tournament
        self._openings = tournament.openings()
        self._awaited = next(self._openings, [])
        self._lineups = [self._lineup(fixture) for fixture in self._awaited]
        self._points: dict[tuple[object, ...], float] = {}  # of the first player, in games of openings to come
        self._scores: list[float] = []
        self._ratio = 0.0
        for result in results:
            self.hear(result)

    @property
    def is_decided(self) -> bool:
        return self._sprt.answer(self._ratio) != "open"

    @property
    def verdict(self) -> Verdict:
        return Verdict(
            answer=self._sprt.answer(self._ratio),
            ratio=round(self._ratio, 3),
            bounds=self._sprt.bounds,
            openings=len(self._scores),
            score=sum(self._scores) / len(self._scores) if self._scores else None,
        )

    def hear(self, result: Result) -> None:
        """Take a game into account, once its opening is complete; not one of other players."""
        if not self._tournament.includes(result):
            return
        shares = zip(self._sides(result), points(self._tournament.game, result.outcome), strict=True)
        first = self._tournament.players[0]
        self._points[result.key] = sum(share for player, share in shares if player == first)
        while self._awaited and not self.is_decided and all(game.key in self._points for game in self._awaited):
            self._scores.append(sum(self._points.pop(game.key) for game in self._awaited) / len(self._awaited))
            self._ratio = self._sprt.ratio(self._scores, self._lineups)
            self._awaited = next(self._openings, [])

    def _sides(self, fixture: Fixture) -> list[str]:
        """Who plays each side."""
        return [fixture.seats[seats[0]] for seats in self._tournament.sides]

    def _lineup(self, fixture: Fixture) -> tuple[int, int]:
        """At how many sides each of the two sits."""
        seated = Counter(self._sides(fixture))
        first, second = self._tournament.players
        return seated[first], seated[second]
