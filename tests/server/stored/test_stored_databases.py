"""A database that an older version wrote, and its backup, are taken over: every table stands as it stood."""

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import func, select

from palissade.server.identity.passwords import Passwords
from palissade.server.store import schema
from palissade.server.store.backup import back_up
from palissade.server.store.database import Database
from palissade.server.store.heartbeat import outages_kept
from palissade.server.store.migrations import NEWEST, version_of
from palissade.server.store.people import account_and_password
from palissade.server.store.restore import restore
from palissade.server.store.tables import Tables
from palissade.server.tables.clocks import Outages
from palissade.server.tables.table import Table
from tests.server.stored.samples import HERE

if TYPE_CHECKING:
    from tests.server.postgres import Postgres

NOW = 1_763_100_000_000
SAID: dict[str, dict[str, Any]] = msgspec.json.decode((HERE / "palissade-0001.json").read_bytes())


def migrated(path: Path) -> Database:
    """The old file, as a server of today finds it."""
    path.write_bytes(gzip.decompress((HERE / "palissade-0001.sqlite3.gz").read_bytes()))
    database = Database(f"sqlite:///{path}")
    database.migrate()
    return database


def restored(url: str) -> Database:
    database = Database(url)
    assert restore(database, HERE / "palissade-0001.backup.gz", NOW) == 202
    return database


@pytest.fixture(params=["migrated", "restored", "restored in PostgreSQL"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "restored in PostgreSQL":
        server: Postgres = request.getfixturevalue("postgres")
        name = server.empty()
        database = restored(server.url(name))
        yield database
        database.close()
        server.drop(name)
        return
    path = tmp_path / "palissade.sqlite3"
    database = migrated(path) if request.param == "migrated" else restored(f"sqlite:///{path}")
    yield database
    database.close()


def table_of(database: Database, id_: str) -> Table:
    kept = Tables(database).load(id_)
    assert kept is not None
    return Table.from_kept(kept, Outages(outages_kept(database)))


def test_it_is_brought_to_the_newest_version(old: Database) -> None:
    with old.reading() as connection:
        assert version_of(connection) == NEWEST
        assert sorted(connection.scalars(select(schema.tables.c.id))) == sorted(SAID)


def test_every_table_stands_as_it_stood(old: Database) -> None:
    for id_, then in SAID.items():
        table = table_of(old, id_)
        now = {
            "game": table.game.id,
            "status": table.status,
            "number": table.number,
            "changed_at": table.changed_at,
            "texts": list(table.match.texts),
            "movers": list(table.match.movers),
            "mover": table.mover,
            "legal": len(table.match.legal()) if table.status == "running" else 0,
            "outcome": msgspec.to_builtins(table.outcome),
            "seats": [[seat.who, seat.level, seat.name, table.names.get(seat.person or "")] for seat in table.seats],
            "runs": table.clocks.runs,
            "offer": _offer(table),
            "rematch": table.rematch,
            "kept_for": {str(seat): was for seat, was in table.kept_for.items()},
            "closed": table.is_closed,
        }
        assert plain(now) == {name: then[name] for name in now}, id_


def plain(value: object) -> object:
    """As JSON has it: a tuple is a list."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _offer(table: Table) -> list[object] | None:
    offer = table.offer
    return [offer.kind, offer.seat, sorted(offer.waits_for), offer.ply] if offer else None


def test_clocks_show_what_they_showed_but_for_first_turns_which_are_free_now(old: Database) -> None:
    for id_, then in SAID.items():
        left, free = then["left"], then["free"] or [0] * len(then["seats"])
        wanted = None if left is None else [a + b for a, b in zip(left, free, strict=True)]
        table = table_of(old, id_)
        assert (table.clocks.left(table.changed_at), table.lasted) == (wanted, then["lasted"]), id_


def test_what_lists_show_agrees_with_the_events(old: Database) -> None:
    for id_ in SAID:
        kept = Tables(old).load(id_)
        assert kept is not None
        now = table_of(old, id_).summary()
        assert plain(msgspec.structs.replace(kept.row.summary, due_at=now.due_at)) == plain(now)


def test_people_are_who_they_were(old: Database) -> None:
    with old.reading() as connection:
        names = sorted(connection.scalars(select(schema.people.c.name)))
        assert names == ["Ann", "Bob", "Cléo", "Dan"]
        assert connection.scalar(select(func.count()).select_from(schema.sessions)) == 5
        assert connection.scalar(select(func.count()).select_from(schema.ratings)) == 2
        assert list(connection.scalars(select(schema.rated_tables.c.table))) == ["rated"]
        found = account_and_password(connection, "ann")
    assert found is not None
    assert asyncio.run(Passwords().is_right("a long password of Ann", found[1]))


def test_no_message_names_anybody(old: Database) -> None:
    with old.reading() as connection:
        assert list(connection.scalars(select(schema.events.c.message).distinct())) == [None]


def test_its_backup_of_today_is_restored_too(old: Database, tmp_path: Path) -> None:
    back_up(old, tmp_path / "backup.gz", NOW)
    again = Database(f"sqlite:///{tmp_path / 'again.sqlite3'}")
    restore(again, tmp_path / "backup.gz", NOW)
    for id_ in SAID:
        assert table_of(again, id_).summary() == table_of(old, id_).summary()
    again.close()
