"""Databases of every age are brought to the tables that this version expects."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData, delete, insert, select, text

from palissade.server.skeleton import skeleton
from palissade.server.store.database import Database
from palissade.server.store.migrations import NEWEST, bring_up_to_date, version_of, versions
from palissade.server.store.schema import device_links, events, metadata, people, seats, tables
from palissade.server.store.trouble import DatabaseTooNew
from tests.server.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'palissade.db'}"
        return
    name = postgres.empty()
    yield postgres.url(name)
    postgres.drop(name)


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def indexes(connection: Connection) -> dict[str, str]:
    """The statements that made the indexes, which the comparison above does not see whole."""
    where = "name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    if connection.dialect.name == "postgresql":
        where = "indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
    return {name: " ".join(sql.split()) for name, sql in connection.execute(text(f"SELECT {where}"))}


def test_the_versions_lead_to_the_schema(empty_url: str) -> None:
    database = Database(empty_url)
    database.migrate()
    with database.writing() as connection:
        assert differences(connection) == []
        migrated = indexes(connection)
        metadata.drop_all(connection)
        metadata.create_all(connection)
        assert indexes(connection) == migrated
    database.close()


def test_the_newest_version_is_what_is_expected() -> None:
    assert versions() == ["0007", "0006", "0005", "0004", "0003", "0002", "0001"]
    assert NEWEST == "0007"


def fill_first_version(connection: Connection) -> None:
    """Two accounts that look alike, a guest, and a game in which a message tells who sent it."""
    then = MetaData()
    then.reflect(connection)
    person = {"language": "en", "made_at": 1, "seen_at": 2, "account": None, "password": None}
    connection.execute(
        insert(then.tables["people"]),
        [
            person | {"id": "ann", "name": "Ann", "account": "ann", "password": "hash"},
            person | {"id": "cyr", "name": "Аnn", "account": "аnn", "password": "hash"},
            person | {"id": "gus", "name": "Gus"},
        ],
    )
    table = {
        "id": "t", "game": "alignement", "options": {}, "clock": {}, "listed": False, "rated": False,
        "takebacks": True, "host": "ann", "made_at": 1, "number": 2, "status": "running", "ply": 2, "mover": 0,
        "machine_moves": False, "changed_at": 3, "for_anyone": False,
    }  # fmt: skip
    connection.execute(insert(then.tables["tables"]).values(table))
    event = {"table": "t", "at": 1, "event": b"{}"}
    connection.execute(
        insert(then.tables["events"]),
        [event | {"number": 1, "message": "ann:m1"}, event | {"number": 2, "message": "gus:m1"}],
    )


def test_a_database_of_the_first_version_becomes_one_of_today(empty_url: str) -> None:
    database = Database(empty_url)
    with database.writing() as connection:
        bring_up_to_date(connection, "0001")
        fill_first_version(connection)
    database.migrate()
    database.migrate()
    with database.reading() as connection:
        assert version_of(connection) == NEWEST
        named = connection.execute(select(people.c.id, people.c.name, people.c.skeleton).order_by(people.c.id)).all()
        assert named == [("ann", "Ann", "ann"), ("cyr", "Аnn", "ann"), ("gus", "Gus", skeleton("Gus"))]
        kept = connection.execute(select(events.c.number, events.c.message, events.c.event).order_by(events.c.number))
        assert kept.all() == [(1, None, b"{}"), (2, None, b"{}")]
        assert connection.execute(select(tables.c.host, tables.c.ply, tables.c.due_at)).all() == [("ann", 2, 3)]
        assert connection.execute(select(device_links)).all() == []
    with database.writing() as connection:
        assert differences(connection) == []
    database.close()


def test_seats_of_the_second_version_stay_as_they_are_and_take_longer_levels(empty_url: str) -> None:
    database = Database(empty_url)
    seat = {"table": "t", "person": None, "level": None, "name": None, "over_at": None}
    with database.writing() as connection:
        bring_up_to_date(connection, "0002")
        fill_first_version(connection)
        rows = [
            seat | {"seat": 0, "who": "person", "person": "ann", "over_at": 5},
            seat | {"seat": 1, "who": "machine", "level": "birch"},
            seat | {"seat": 2, "who": "screen", "person": "ann", "name": "Zoé"},
        ]
        connection.execute(insert(seats), rows)
        before = connection.execute(select(seats).order_by(seats.c.seat)).all()
        indexed = indexes(connection)
    database.migrate()
    with database.writing() as connection:
        assert differences(connection) == []
        assert indexed.items() <= indexes(connection).items()  # later versions may have added some
        assert connection.execute(select(seats).order_by(seats.c.seat)).all() == before
        connection.execute(insert(seats).values(seat | {"seat": 3, "who": "machine", "level": "w" * 40}))
        connection.execute(delete(people).where(people.c.id == "ann"))  # who seats refer to, as before
        left = connection.execute(select(seats.c.person, seats.c.level).order_by(seats.c.seat)).all()
        assert left == [(None, None), (None, "birch"), (None, None), (None, "w" * 40)]
        connection.execute(delete(tables))
        assert connection.execute(select(seats)).all() == []
    database.close()


def test_nothing_that_was_deleted_before_is_left_in_the_pages_of_an_old_file(tmp_path: Path) -> None:
    path = tmp_path / "palissade.db"
    database = Database(f"sqlite:///{path}")
    with database.writing() as connection:
        bring_up_to_date(connection, "0001")
        fill_first_version(connection)
        connection.exec_driver_sql("UPDATE people SET name = 'Zebulon' WHERE id = 'gus'")
    database.close()
    old = sqlite3.connect(path)
    old.execute("PRAGMA secure_delete = OFF")
    old.execute("DELETE FROM people WHERE id = 'gus'")
    old.commit()
    old.close()
    assert b"Zebulon" in path.read_bytes()
    database = Database(f"sqlite:///{path}")
    database.migrate()
    assert not any(b"Zebulon" in file.read_bytes() for file in tmp_path.iterdir())
    database.close()


def test_migrating_twice_changes_nothing(empty_url: str) -> None:
    database = Database(empty_url)
    database.migrate()
    secret = database.secret("cookies")
    database.migrate()
    assert database.secret("cookies") == secret
    database.close()


def test_workers_may_start_at_once(empty_url: str) -> None:
    workers = [Database(empty_url) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(Database.migrate, workers))
    assert len({worker.secret("cookies") for worker in workers}) == 1
    for worker in workers:
        worker.close()


def test_who_opens_a_file_that_somebody_else_begins_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own patience does not hold while a file that is not WAL yet is being written."""
    other = sqlite3.connect(tmp_path / "palissade.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waits = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        other.rollback()

    monkeypatch.setattr("palissade.server.store.database.time.sleep", wait)
    database = Database(f"sqlite:///{tmp_path / 'palissade.db'}")
    database.migrate()
    assert len(waits) == 1
    with database.reading() as connection:
        assert version_of(connection) == NEWEST
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    database.close()
    other.close()


def test_a_newer_database_is_refused_and_left_alone(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseTooNew, match=r"newer Palissade .* 9999") as refused:
        database.migrate()
    assert "plus récente" in refused.value.say("fr")
    with database.reading() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
