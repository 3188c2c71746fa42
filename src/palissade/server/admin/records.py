"""Tables as records, and records as tables."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from palissade.errors import BadRecord
from palissade.game import Game, Outcome
from palissade.match import Match
from palissade.record import Record
from palissade.server import events
from palissade.server.admin.opening import CATALOGUE
from palissade.server.admin.tables import load, play_through
from palissade.server.events import Acted, Ended, Event, Happened
from palissade.server.identity.names import good_name
from palissade.server.machines.levels import offered
from palissade.server.refused import IdentityRefused
from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, SeatRow, Summary, TableRow
from palissade.server.store.tables import Tables
from palissade.server.tables.making import table_id
from palissade.server.tables.table import Table
from palissade.server.tables.views import RULED


class Dates(msgspec.Struct):
    """When a game was begun and when it last went on, as records tell it."""

    begun: datetime
    last: datetime


# ---- out


def each_record(
    database: Database, ids: Iterable[str] = (), *, also_unfinished: bool = False, secrets: bool = False
) -> Iterator[Record]:
    """The records of these tables, or of all games, the oldest first. What chance has hidden in a game that goes on is
    in it only with `secrets`.
    """
    for id_ in ids or Tables(database).each_game(also_unfinished=also_unfinished):
        table, _ = play_through(database, load(database, id_))
        record = table.record()
        if secrets:
            record.deal = table.match.deal
            if table.row.position is not None:
                record.position = table.row.position
        record.dates = msgspec.to_builtins(Dates(_date(table.row.made_at), _date(table.changed_at)))
        yield record


def _date(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


# ---- in


def take_in(database: Database, record: Record, now: int) -> Table:
    """A table of nobody's with this game, over or to be gone on with; raises `BadRecord`.

    Machines are there again. Everybody else is a name in a game that is over; a seat of one that goes on waits for who
    has its link.
    """
    match = Match.from_record(record)
    outcome = record.outcome if match.outcome is None else None
    if outcome is not None:
        _check_outcome(match, outcome)
    begun, last = _dates(record.dates, now)
    seats = [
        _seat(match.game, number, name, is_over=match.outcome is not None or outcome is not None)
        for number, name in enumerate(_names(record.players, len(match.game.seats)))
    ]
    happened: list[Event] = [Acted(*played) for played in zip(match.movers, match.texts, strict=True)]
    if outcome is not None:
        happened.append(Ended(outcome))
    row = _row(match, begun)
    table = Table(row, seats, {})
    for number, event in enumerate(happened, start=1):
        table.fold(Happened(number, last, event))
    row = replace(row, number=table.number, changed_at=last, summary=table.summary())
    rows = [EventRow(row.id, number, last, None, events.write(event)) for number, event in enumerate(happened, start=1)]
    Tables(database).make(row, seats, rows)
    return table


def _check_outcome(match: Match, outcome: Outcome) -> None:
    if outcome.reason not in RULED or not set(outcome.winners) <= set(range(len(match.game.seats))):
        told = msgspec.json.encode(outcome).decode()
        raise BadRecord(CATALOGUE.message("import.outcome", outcome=told[:200]), ply=match.ply)


def _row(match: Match, begun: int) -> TableRow:
    return TableRow(
        id=table_id(),
        game=match.game.id,
        options=dict(match.game.chosen),
        deal=match.deal,
        position=match.begins_at,
        clock={"kind": "none"},
        listed=False,
        rated=False,
        takebacks=True,
        host=None,
        rematch_of=None,
        made_at=begun,
        number=0,
        changed_at=begun,
        summary=Summary("open", 0, None, False, None),
    )


def _names(players: Any, count: int) -> list[Any]:
    return players if isinstance(players, list) and len(players) == count else [None] * count


def _seat(game: Game, number: int, name: Any, *, is_over: bool) -> SeatRow:
    if name in offered(game):
        return SeatRow(number, "machine", level=name)
    if not is_over:
        return SeatRow(number, "friend")
    try:
        return SeatRow(number, "person", name=good_name(name) if isinstance(name, str) else None)
    except IdentityRefused:
        return SeatRow(number, "person")


def _dates(told: Any, now: int) -> tuple[int, int]:
    """When it was begun and when it last went on; now, where the record does not say so, or says what cannot be."""
    try:
        dates = msgspec.convert(told, Dates)
        begun, last = (int(date.timestamp() * 1000) for date in (dates.begun, dates.last))
    except (msgspec.ValidationError, OverflowError, ValueError):
        return now, now
    return (begun, last) if 0 <= begun <= last <= now else (now, now)
