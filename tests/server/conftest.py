"""Every test of the server's store runs on both databases: SQLite, and a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest

from palissade.server.store.database import Database
from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> Iterator[Postgres]:
    """One server for the whole run: whichever of its processes comes first starts it."""
    # Not in pytest's own folder, which is closed to the user as whom the server runs when we are root.
    server = Postgres(Path(gettempdir()) / f"palissade-{testrun_uid}")
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh database with all its tables, of either kind."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'palissade.db'}"
        database = Database(url)
        database.migrate()
        database.close()
        yield url
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = server.fresh()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()
