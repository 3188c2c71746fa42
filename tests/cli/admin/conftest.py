"""A database of a host, of either kind, in which something of everything is kept."""

import msgspec
import pytest
from typer.testing import Result

from palissade.cli.admin.parameters import now
from palissade.server.store.database import Database
from tests.server.conftest import database, database_url, postgres
from tests.server.furnished import furnish

__all__ = ["database", "database_url", "postgres"]  # the same fixtures as the server's tests have


@pytest.fixture
def furnished(database: Database) -> Database:
    furnish(database, now())
    return database


def told(result: Result) -> dict[str, list[dict[str, object]]]:
    """What a command says in JSON."""
    assert result.exit_code == 0, result.output
    return msgspec.json.decode(result.stdout, type=dict[str, list[dict[str, object]]])
