"""Listings: a table as it is told in lists and to programs, from what is kept of it."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from palissade.game import Outcome
from palissade.server.identity.people import People
from palissade.server.store.rows import Kept, SeatRow
from palissade.server.tables.table import seats_of
from palissade.server.wire import tables as wire


def seat_now(seat: SeatRow, names: dict[str, str], ratings: dict[str, int]) -> wire.SeatNow:
    """A seat as everybody may know it."""
    return wire.SeatNow(
        who=seat.who,
        name=seat.name if seat.who == "screen" else names.get(seat.person or ""),
        person=seat.person if seat.who == "person" else None,
        level=seat.level,
        rating=ratings.get(seat.person or ""),
    )


def listing(kept: Kept, mine: frozenset[int], ratings: dict[str, int]) -> wire.Table:
    row, summary = kept.row, kept.row.summary
    return wire.Table(
        id=row.id,
        game=row.game,
        options=row.options,
        status=summary.status,
        seats=[seat_now(seat, kept.names, ratings) for seat in kept.seats],
        mine=sorted(mine),
        mover=summary.mover,
        ply=summary.ply,
        clock=msgspec.convert(row.clock, wire.Clock),
        rated=row.rated,
        takebacks=row.takebacks,
        listed=row.listed,
        outcome=msgspec.convert(summary.outcome, Outcome | None),
        rematch=kept.rematch,
        made_at=row.made_at,
        changed_at=row.changed_at,
    )


async def listings(people: People, page: Sequence[Kept], person: str | None) -> list[wire.Table]:
    """Tables with the ratings of who plays for them."""
    rated: defaultdict[str, set[str]] = defaultdict(set)
    for kept in page:
        if kept.row.rated:
            rated[kept.row.game] |= {seat.person for seat in kept.seats if seat.person}
    ratings = {game: await people.ratings.at_game(game, sorted(ids)) for game, ids in rated.items()}
    return [
        listing(kept, seats_of(kept.seats, person), ratings.get(kept.row.game, {}) if kept.row.rated else {})
        for kept in page
    ]
