"""The servers of these tests are real processes, and so are the databases under them."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.server.conftest import postgres
from tests.server.postgres import Postgres

__all__ = ["own_postgres", "postgres", "shared_url"]


@pytest.fixture
def shared_url(postgres: Postgres) -> Iterator[str]:
    """An empty database on the PostgreSQL of all tests."""
    name = postgres.empty()
    yield postgres.url(name)
    postgres.drop(name)


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop."""
    # Not in pytest's own folder, which is closed to the user as whom the server runs when we are root.
    server = Postgres(Path(mkdtemp()))
    yield server
    server.close()
