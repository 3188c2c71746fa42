"""A database in which something of everything is kept."""

from dataclasses import replace

import msgspec
from sqlalchemy import insert

import palissade
from palissade.game import Outcome
from palissade.record import Record
from palissade.server import events
from palissade.server.admin.records import take_in
from palissade.server.events import Acted, Ended
from palissade.server.identity.tokens import digest_of
from palissade.server.store import schema
from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, SeatRow, Summary
from palissade.server.store.tables import Tables
from tests.server.store.samples import table_row

DAY = 86_400_000
ANNS_SECRET = bytes(range(32))
Contents = dict[str, list[tuple[object, ...]]]  # the rows of each table


def furnish(database: Database, now: int) -> None:
    """Ann has an account; Gus and Old are guests, of whom Old was last seen a year ago and plays nowhere.

    `first` is over, `again` the rematch of it, which goes on; `waiting` has waited for a friend of Old for two months.
    """
    for name in ("cookies", "seats", "aliases", "dice"):
        database.secret(name)
    with database.writing() as connection:
        connection.execute(
            insert(schema.people),
            [
                _person("ann", now, account="ann", password="$argon2id$no-hash"),
                _person("gus", now - 300 * DAY),
                _person("old", now - 365 * DAY),
            ],
        )
        connection.execute(
            insert(schema.sessions).values(digest=digest_of(ANNS_SECRET), person="ann", made_at=now, seen_at=now)
        )
        connection.execute(insert(schema.ratings).values(person="ann", game="empire", mu=25.1, sigma=1 / 3, games=2))
        connection.execute(insert(schema.outages).values(begins_at=now - 5 * DAY, ends_at=now - 4 * DAY))
        connection.execute(insert(schema.pulses).values(worker="w1", at=now - DAY))
    friends = [SeatRow(0, "person", "ann"), SeatRow(1, "person", "gus")]
    plays_on = table_row("again", game="cul-de-sac", options={}, made_at=now - DAY, changed_at=now, host="gus")
    over = Summary("over", 1, None, False, {"winners": [0], "draw": False, "scores": None, "reason": "resignation"})
    resigned = Ended(msgspec.convert(over.outcome, Outcome))
    tables = Tables(database)
    played = EventRow("first", 1, now - 2 * DAY, "ann:m1", events.write(Acted(0, "d4-d6")))
    ended = EventRow("first", 2, now - 2 * DAY, "gus:m1", events.write(resigned))
    first = replace(plays_on, id="first", made_at=now - 3 * DAY, number=2, changed_at=now - 2 * DAY, summary=over)
    tables.make(first, friends, [played, ended])
    again = replace(plays_on, rematch_of="first", number=1, summary=Summary("running", 1, 0, False, None))
    tables.make(again, friends, [msgspec.structs.replace(played, table="again", at=now)])
    with database.writing() as connection:
        connection.execute(insert(schema.rated_tables).values(table="first"))
    waits = replace(plays_on, id="waiting", host="old", changed_at=now - 60 * DAY, made_at=now - 60 * DAY)
    waits = replace(waits, summary=Summary("open", 0, None, False, None))
    tables.make(waits, [SeatRow(0, "person", "old"), SeatRow(1, "friend")], [])


def _person(id_: str, seen_at: int, account: str | None = None, password: str | None = None) -> dict[str, object]:
    kept = {"id": id_, "name": id_.title(), "language": "fr", "made_at": seen_at, "seen_at": seen_at}
    return {**kept, "account": account, "password": password}


def take_in_secrets(database: Database, now: int) -> str:
    """The id of a table at which Blockers!, where players hide their tiles, is under way."""
    match = palissade.game("blockers").match(seed=5)
    match.play(match.actions()[0])
    return take_in(database, Record.read(str(match.record())), now).id


def contents(database: Database) -> Contents:
    """Everything that is kept."""
    with database.reading() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(table.select().order_by(*table.primary_key.columns))]
            for table in schema.metadata.sorted_tables
        }
