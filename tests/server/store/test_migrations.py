"""Databases of every age are brought to the tables that this version expects."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from palissade.server.store.database import Database
from palissade.server.store.schema import metadata
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


def test_a_newer_database_is_refused_and_left_alone(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseTooNew, match=r"newer Palissade .* 9999") as refused:
        database.migrate()
    assert "plus récente" in refused.value.say("fr")
    with database.reading() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
