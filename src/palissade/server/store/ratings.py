"""Ratings, as they are kept. Each function is part of its caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from palissade.server.store.schema import people, rated_tables, ratings


@dataclass(frozen=True, slots=True)
class RatingRow:
    """What is believed about somebody's strength at a game: a middle, how far off it may be, after how many games."""

    game: str
    mu: float
    sigma: float
    games: int


_COLUMNS = (ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.games)


def mark_rated(connection: Connection, table: str) -> None:
    """Only once for each table: a second time breaks its uniqueness."""
    connection.execute(insert(rated_tables).values(table=table))


def hold_accounts(connection: Connection, persons: Sequence[str]) -> set[str]:
    """Those of them who have accounts, whose ratings nobody else changes until the end of this transaction."""
    # In one order, so that two games of the same two people do not wait for each other.
    accounts = (
        select(people.c.id)
        .where(people.c.id.in_(persons), people.c.account.is_not(None))
        .order_by(people.c.id)
        .with_for_update(key_share=True)
    )
    return set(connection.execute(accounts).scalars())


def ratings_at(connection: Connection, game: str, persons: Sequence[str]) -> dict[str, RatingRow]:
    """The ratings at one game of those who have one."""
    rows = connection.execute(
        select(ratings.c.person, *_COLUMNS).where(ratings.c.game == game, ratings.c.person.in_(persons))
    )
    return {person: RatingRow(*rating) for person, *rating in rows}


def ratings_of(connection: Connection, person: str) -> list[RatingRow]:
    """The ratings of one person at all games."""
    rows = connection.execute(select(*_COLUMNS).where(ratings.c.person == person).order_by(ratings.c.game))
    return [RatingRow(*row) for row in rows]


def write_rating(connection: Connection, person: str, rating: RatingRow, is_new: bool) -> None:
    values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    if is_new:
        connection.execute(insert(ratings).values(person=person, game=rating.game, **values))
    else:
        connection.execute(
            update(ratings).where(ratings.c.person == person, ratings.c.game == rating.game).values(values)
        )
