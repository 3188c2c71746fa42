"""What the ledger does when the database fails: nothing half-written, nothing twice, and on with it afterwards."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import pytest
from sqlalchemy import event

from palissade.server.store import database as database_module
from palissade.server.store import ledger as ledger_module
from palissade.server.store.database import Database
from palissade.server.store.ledger import Ledger
from palissade.server.store.rows import Entry, EventRow, Receipt, SeatRow, Summary
from palissade.server.store.tables import Tables
from tests.server.postgres import Postgres
from tests.server.store.samples import RUNNING, entry, make_table, numbers, submit, write

WRITTEN = Receipt.WRITTEN


@pytest.fixture
def shared(postgres: Postgres) -> Iterator[tuple[str, Database]]:
    """A database on PostgreSQL, and its name there."""
    name = postgres.fresh()
    database = Database(postgres.url(name))
    yield name, database
    database.close()
    postgres.drop(name)


def test_a_full_disk_is_told_at_once_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'palissade.db'}")
    database.migrate()
    for id_ in ("t", "u"):
        make_table(database, id_)
    with database.reading() as connection:
        pages: int = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    largest = pages + 2

    def limit(connection: Any, _record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {largest}")

    event.listen(database._engine, "connect", limit)
    database._engine.dispose()
    later = Summary("running", 9, 1, True, None)
    long = Entry(EventRow("u", 1, 5, None, b"{" + b" " * 50_000 + b"}"), later, SeatRow(0, "machine", level="oak"))
    before = [Tables(database).load(id_) for id_ in ("t", "u")]
    assert write(database, entry("t", 1, summary=later), long) == [Receipt.FULL] * 2
    assert [Tables(database).load(id_) for id_ in ("t", "u")] == before
    largest = pages + 1_000
    database._engine.dispose()
    assert write(database, entry("t", 1, summary=later), long) == [WRITTEN] * 2
    database.close()


def test_somebody_who_holds_sqlite_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 0.05)
    path = tmp_path / "palissade.db"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    make_table(database, "t")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert write(database, entry("t", 1)) == [Receipt.LOCKED]
    other.rollback()
    other.close()
    assert write(database, entry("t", 1)) == [WRITTEN]
    database.close()


def test_somebody_who_holds_postgresql_too_long_is_told(
    shared: tuple[str, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module, "PATIENCE", 0.2)
    _, unhurried = shared
    url = unhurried.url.update_query_dict({"options": "-c lock_timeout=50ms"})
    database = Database(url.render_as_string(hide_password=False))
    make_table(database, "t")
    with psycopg.connect(unhurried.dsn) as other:
        other.execute("LOCK TABLE events")
        assert write(database, entry("t", 1)) == [Receipt.LOCKED]
    assert write(database, entry("t", 1)) == [WRITTEN]
    database.close()


def test_a_postgresql_that_does_not_come_back_is_gone(
    shared: tuple[str, Database], postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module, "PATIENCE", 0.3)
    name, database = shared
    make_table(database, "t")
    postgres.shut(name)
    assert write(database, entry("t", 1)) == [Receipt.GONE]
    postgres.reopen(name)
    assert write(database, entry("t", 1)) == [WRITTEN]


def test_entries_wait_for_a_postgresql_that_comes_back(shared: tuple[str, Database], postgres: Postgres) -> None:
    name, database = shared
    make_table(database, "t")
    make_table(database, "u")

    async def run() -> None:
        ledger = Ledger(database, asyncio.get_running_loop())
        assert await submit(ledger, entry("t", 1)) == [WRITTEN]
        postgres.shut(name)
        waiting = asyncio.ensure_future(submit(ledger, entry("t", 2, "ann:2"), entry("u", 1)))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        postgres.reopen(name)
        assert await waiting == [WRITTEN] * 2
        await asyncio.to_thread(ledger.close)

    asyncio.run(run())
    assert numbers(Tables(database).events_after("t", 0)) == [1, 2]


@pytest.mark.parametrize("another", [False, True])
def test_an_entry_whose_writing_was_not_confirmed_is_looked_for(shared: tuple[str, Database], another: bool) -> None:
    """The connection is lost just after the commit: ours is found again, or if it never came, another's."""
    _, database = shared
    for id_ in ("t", "u"):
        make_table(database, id_)
    tries = 0

    def lose_the_answer(connection: Any) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raw = connection.connection.driver_connection
            if another:
                raw.rollback()
                raw.execute("""INSERT INTO events VALUES ('t', 1, 1, 'bob:1', '{}')""")
            raw.commit()
            raw.close()

    event.listen(database._engine, "commit", lose_the_answer)
    receipts = write(database, entry("t", 1, "ann:1"), entry("u", 1))
    event.remove(database._engine, "commit", lose_the_answer)
    assert receipts == [Receipt.TAKEN if another else WRITTEN, WRITTEN]
    assert tries >= 2
    assert numbers(Tables(database).events_after("t", 0)) == numbers(Tables(database).events_after("u", 0)) == [1]


def test_entries_survive_a_restart_of_postgresql_exactly_once() -> None:
    server = Postgres(Path(mkdtemp()))
    database = Database(server.url(server.fresh()))
    ids = [f"t{number}" for number in range(5)]
    for id_ in ids:
        make_table(database, id_)

    async def play(ledger: Ledger, id_: str) -> list[Receipt]:
        return [(await submit(ledger, entry(id_, number, f"ann:{number}")))[0] for number in range(1, 41)]

    async def run() -> list[list[Receipt]]:
        ledger = Ledger(database, asyncio.get_running_loop())
        games = asyncio.gather(*(play(ledger, id_) for id_ in ids))
        while Tables(database).events_after(ids[0], 4) == []:
            await asyncio.sleep(0.005)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.restart)
        receipts = await games
        await asyncio.to_thread(ledger.close)
        return receipts

    assert asyncio.run(run()) == [[WRITTEN] * 40] * 5
    for id_ in ids:
        kept = Tables(database).load(id_)
        assert kept is not None
        assert numbers(kept.events) == list(range(1, 41))
        assert kept.row.number == 40
        assert kept.row.summary == RUNNING
    database.close()
    server.close()


def test_whatever_goes_wrong_everybody_gets_a_receipt(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    make_table(database, "t")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "_write", fail)
        assert write(database, entry("t", 1)) == [Receipt.GONE]
    assert "could not write 1 entries" in caplog.text
    assert write(database, entry("t", 1)) == [WRITTEN]
