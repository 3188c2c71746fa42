"""The database itself: its URL, its file, its secrets, its troubles."""

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from palissade.server.store import database as database_module
from palissade.server.store.database import Database, remains_of_somebody
from palissade.server.store.schema import pulses
from palissade.server.store.trouble import (
    BadDatabaseURL,
    DatabaseInUse,
    DatabaseUnusable,
    DriverMissing,
    Reason,
    StorageTrouble,
)
from tests import processes
from tests.server.postgres import Postgres


def pulse_count(database: Database) -> int:
    with database.reading() as connection:
        return len(connection.execute(select(pulses)).all())


def test_what_is_written_is_there_when_opened_again(database_url: str) -> None:
    first = Database(database_url)
    with first.writing() as connection:
        connection.execute(pulses.insert().values(worker="a", at=1))
    first.close()
    second = Database(database_url)
    assert pulse_count(second) == 1
    second.close()


def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    twice = [{"worker": "a", "at": 1}, {"worker": "a", "at": 2}]
    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(pulses.insert(), twice)
    assert pulse_count(database) == 0


def test_a_reader_sees_one_moment_and_waits_for_no_writer(database: Database) -> None:
    with database.reading() as reader:
        assert reader.execute(select(pulses)).all() == []
        with database.writing() as writer:
            writer.execute(pulses.insert().values(worker="a", at=1))
        assert reader.execute(select(pulses)).all() == []
    assert pulse_count(database) == 1


def test_a_secret_is_made_once_and_the_same_for_all_workers(database_url: str) -> None:
    workers = [Database(database_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        secrets = list(pool.map(lambda worker: worker.secret("cookies"), workers))
    assert len(set(secrets)) == 1
    assert len(secrets[0]) == 32
    assert workers[0].secret("seats") != secrets[0]
    assert workers[0].secret("cookies") == secrets[0]
    for worker in workers:
        worker.close()


def test_a_database_is_alive_until_it_is_gone(postgres: Postgres) -> None:
    name = postgres.fresh()
    database = Database(postgres.url(name))
    assert database.is_alive()
    postgres.shut(name)
    assert not database.is_alive()
    with pytest.raises(StorageTrouble) as trouble:
        database.secret("cookies")
    assert trouble.value.reason == "gone"
    postgres.reopen(name)
    assert database.is_alive()
    database.close()
    postgres.drop(name)


def test_an_sqlite_file_that_cannot_be_opened_is_gone(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'missing' / 'palissade.db'}")
    assert not database.is_alive()
    database.close()


def test_an_sqlite_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "palissade.db"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    database.secret("cookies")
    files = list(path.parent.iterdir())
    assert {file.name for file in files} >= {"palissade.db", "palissade.db-wal"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    database.close()


def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'palissade.db'}")
    with database.reading() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
        }
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "secure_delete": 1}
    assert settings == expected
    database.close()


def test_an_sqlite_that_is_too_old_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.31.1")
    with pytest.raises(DatabaseUnusable, match=r"SQLite 3\.31\.1 < 3\.38\.0"):
        Database(f"sqlite:///{tmp_path}/tables.db")


def test_a_second_server_is_kept_off_an_sqlite_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'palissade.db'}"
    first, second = Database(url), Database(url)
    first.lock()
    first.lock()
    with pytest.raises(DatabaseInUse, match="already using the database") as refused:
        second.lock()
    assert "utilise déjà" in refused.value.say("fr")
    first.close()
    second.lock()
    second.close()


def test_a_second_process_is_kept_off_an_sqlite_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'palissade.db'}"
    first = Database(url)
    first.lock()
    code = """
import sys
from palissade.server.store.database import Database, remains_of_somebody
from palissade.server.store.trouble import DatabaseInUse
try:
    Database(sys.argv[1]).lock()
except DatabaseInUse:
    print("in use")
"""
    assert processes.run(code, url) == "in use"
    first.close()
    assert processes.run(code, url) == ""


def test_several_servers_may_share_a_postgresql(postgres: Postgres) -> None:
    name = postgres.fresh()
    first, second = Database(postgres.url(name)), Database(postgres.url(name))
    first.lock()
    second.lock()
    assert first.worker != second.worker
    first.close()
    second.close()
    postgres.drop(name)


@pytest.mark.parametrize("url", ["", "nothing", "sqlite://", "sqlite:///:memory:", "mysql://ann:secret@host/games"])
def test_another_url_is_refused(url: str) -> None:
    with pytest.raises(BadDatabaseURL, match="no database for Palissade") as refused:
        Database(url)
    assert "secret" not in str(refused.value)


def test_all_forms_of_a_postgresql_url_are_the_same() -> None:
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        database = Database(f"{scheme}://ann:p%40ss@host/games?connect_timeout=9")
        assert database.url.drivername == "postgresql+psycopg"
        assert database.url.query["connect_timeout"] == "9"
        parts = conninfo_to_dict(database.dsn)
        assert (parts["user"], parts["password"], parts["host"], parts["dbname"]) == ("ann", "p@ss", "host", "games")
        assert parts["options"] == "-c lock_timeout=5s"


def test_a_postgresql_without_its_driver_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "find_spec", lambda name: None)
    with pytest.raises(DriverMissing, match=r'pip install "palissade\[server,postgres\]"'):
        Database("postgresql://host/games")


def test_somebody_who_holds_an_sqlite_file_too_long_is_a_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 0.05)
    path = tmp_path / "palissade.db"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageTrouble) as trouble, database.writing():
        pass
    assert trouble.value.reason == "locked"
    other.rollback()
    other.close()
    with database.writing(), pytest.raises(StorageTrouble) as trouble, database.writing():
        pass
    assert trouble.value.reason == "locked"
    database.close()


# ---- what is left of rows that are gone


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def remove_somebody(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(pulses.insert().values(worker="Zebulon", at=1))
    with database.writing() as connection:
        connection.execute(pulses.delete())
        remains_of_somebody(connection)


def test_the_log_is_emptied_when_nobody_reads_it(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'palissade.db'}")
    database.migrate()
    with database.reading() as reader:
        reader.execute(select(pulses)).all()
        remove_somebody(database)
        assert not database.wipe()
        assert b"Zebulon" in bytes_of(tmp_path)
    assert database.wipe()
    assert b"Zebulon" not in bytes_of(tmp_path)
    database.close()


def test_the_file_is_written_anew_only_if_somebody_was_removed_and_it_is_small(tmp_path: Path) -> None:
    path = tmp_path / "palissade.db"
    database = Database(f"sqlite:///{path}")
    database.migrate()

    def remains() -> object:
        with database.reading() as connection:
            return connection.execute(text("PRAGMA user_version")).scalar()

    assert remains() == 0
    remove_somebody(database)
    assert remains() == 1
    assert database.wipe(most=path.stat().st_size - 1)
    assert remains() == 1
    assert database.wipe(most=path.stat().st_size)
    assert remains() == 0
    before = path.stat().st_mtime_ns
    assert database.wipe()
    assert path.stat().st_mtime_ns == before
    assert pulse_count(database) == 0
    database.close()


def test_a_file_that_others_hold_is_wiped_another_time(tmp_path: Path) -> None:
    path = tmp_path / "palissade.db"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    remove_somebody(database)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not database.wipe()
    other.close()
    assert database.wipe()
    assert b"Zebulon" not in bytes_of(tmp_path)
    database.close()


def test_what_postgresql_leaves_is_its_own_business(postgres: Postgres) -> None:
    name = postgres.fresh()
    database = Database(postgres.url(name))
    remove_somebody(database)
    assert database.wipe()
    database.close()
    postgres.drop(name)


@pytest.mark.parametrize("reason", get_args(Reason))
def test_a_trouble_is_told_in_both_languages(reason: Reason) -> None:
    trouble = StorageTrouble(reason)
    assert trouble.say("en") != trouble.say("fr")
