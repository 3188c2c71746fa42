"""How strong people have shown to be, in rated games of two accounts.

What is kept of a person is a middle `mu` and a deviation `sigma`. What is shown is

    rating = 1500 + 30 (mu - 25)        deviation = 30 sigma

so that everybody begins at 1500 ± 250, and a difference of 30 · 25/6 · √2 · ln 10 ≈ 400 points between two people who
are well known means ten wins to one, as it does for Elo.
"""

import asyncio
from collections.abc import Sequence

from openskill.models import PlackettLuce
from sqlalchemy.exc import IntegrityError

from palissade.game import Outcome
from palissade.server.store import ratings as store
from palissade.server.store.database import Database
from palissade.server.store.ratings import RatingRow
from palissade.server.wire.people import Rating

# Between two players Plackett-Luce is Elo's logistic curve with a deviation, and a tie is a result like another.
MODEL = PlackettLuce()


def shown_rating(mu: float) -> int:
    """A rating as people see it."""
    return round(1500 + 30 * (mu - 25))


def shown_deviation(sigma: float) -> int:
    """How far off the rating may be."""
    return round(30 * sigma)


class Ratings:
    """The ratings of all accounts at all games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rate(self, table: str, game: str, seats: Sequence[str | None], outcome: Outcome) -> bool:
        """Let the result count, once: False if it has counted already, or is not one between two accounts."""
        return await asyncio.to_thread(self._rate, table, game, seats, outcome)

    async def of_person(self, person: str) -> list[Rating]:
        """Somebody's ratings, by game."""

        def read() -> list[RatingRow]:
            with self._database.reading() as connection:
                return store.ratings_of(connection, person)

        return [
            Rating(row.game, shown_rating(row.mu), shown_deviation(row.sigma), row.games)
            for row in await asyncio.to_thread(read)
        ]

    async def at_game(self, game: str, persons: Sequence[str]) -> dict[str, int]:
        """The ratings, as shown, of several people at one game: 1500 for who has not yet played it."""

        def read() -> dict[str, RatingRow]:
            with self._database.reading() as connection:
                return store.ratings_at(connection, game, persons)

        found = await asyncio.to_thread(read)
        return {person: shown_rating(found[person].mu if person in found else MODEL.mu) for person in persons}

    def _rate(self, table: str, game: str, seats: Sequence[str | None], outcome: Outcome) -> bool:
        persons = [person for person in seats if person is not None]
        if len(seats) != 2 or len(set(persons)) != 2:
            return False
        try:
            with self._database.writing() as connection:
                if store.hold_accounts(connection, persons) != set(persons):
                    return False
                store.mark_rated(connection, table)
                before = store.ratings_at(connection, game, persons)
                for person, after in zip(persons, _after(game, persons, before, outcome), strict=True):
                    store.write_rating(connection, person, after, is_new=person not in before)
        except IntegrityError:  # it has counted already, or the table is no more
            return False
        return True


def _after(game: str, persons: Sequence[str], before: dict[str, RatingRow], outcome: Outcome) -> list[RatingRow]:
    """What the outcome makes of the ratings of the two who played."""
    known = [before.get(person, RatingRow(game, MODEL.mu, MODEL.sigma, 0)) for person in persons]
    sides = [[MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in known]
    ranks = [0.0 if outcome.draw or seat in outcome.winners else 1.0 for seat in range(2)]
    rated = MODEL.rate(sides, ranks=ranks)
    return [RatingRow(game, new.mu, new.sigma, row.games + 1) for row, (new,) in zip(known, rated, strict=True)]
