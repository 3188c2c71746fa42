"""Letting go of what nobody comes back to, and helping who has an account."""

import msgspec
import psycopg
from argon2 import PasswordHasher

from palissade.cli.admin.parameters import now
from palissade.server import events
from palissade.server.admin.people import new_password
from palissade.server.events import Closed
from palissade.server.store.database import Database
from palissade.server.store.people import account_and_password
from palissade.server.store.tables import Tables
from tests.cli.conftest import Run, lines_of
from tests.server.furnished import Contents, contents, furnish
from tests.server.postgres import Postgres


def test_pruning_closes_tables_that_wait_and_removes_guests_who_are_gone(
    run: Run,
    furnished: Database,
    database_url: str,
) -> None:
    before = contents(furnished)
    dry = run("admin", "prune", "--dry-run", "--json", "--database", database_url)
    assert lines_of(dry) == [{"tables": 1, "guests": 1, "dry_run": True}]
    assert contents(furnished) == before
    assert lines_of(run("admin", "prune", "--json", "--database", database_url)) == [
        {"tables": 1, "guests": 1, "dry_run": False}
    ]
    after = contents(furnished)
    assert [row[0] for row in after["people"]] == ["ann", "gus"]  # Gus is long gone too, but plays
    waiting = Tables(furnished).load("waiting")
    assert waiting
    assert waiting.row.summary.status == "over"
    assert [event.event for event in waiting.events] == [events.write(Closed())]
    assert [seat.person for seat in waiting.seats] == [None, None]
    assert _others(after) == _others(before)
    again = run("admin", "prune", "--database", database_url).stdout
    assert "Tables closed: 0; guests removed: 0." in again


def _others(kept: Contents) -> list[tuple[object, ...]]:
    return [row for row in kept["tables"] if row[0] != "waiting"]


def test_pruning_is_as_patient_as_it_is_told_to_be(run: Run, furnished: Database, database_url: str) -> None:
    patient = ["--guests-idle", "400", "--open-idle", "90", "--json", "--database", database_url]
    assert lines_of(run("admin", "prune", *patient))[0]["tables"] == 0
    # Old's table stays, and with it Old, however long ago that was.
    strict = ["--guests-idle", "1", "--open-idle", "90", "--json", "--database", database_url]
    assert lines_of(run("admin", "prune", *strict)) == [{"tables": 0, "guests": 0, "dry_run": False}]


def test_somebody_is_signed_out_everywhere(run: Run, furnished: Database, database_url: str) -> None:
    answer = run("admin", "sign-out", "ANN", "--database", database_url)
    assert "Ann is signed out; sessions ended: 1." in answer.stdout
    assert contents(furnished)["sessions"] == []
    assert ("loaded anew" in answer.stdout) == (not furnished.is_shared)


def test_a_new_password_is_told_once_and_works(run: Run, furnished: Database, database_url: str) -> None:
    answer = lines_of(run("admin", "reset-password", "ann", "--json", "--database", database_url))[0]
    with furnished.reading() as connection:
        found = account_and_password(connection, "ann")
    assert found
    assert PasswordHasher().verify(found[1], str(answer["password"]))
    assert str(answer["password"]) not in str(contents(furnished))
    assert contents(furnished)["sessions"] == []
    assert new_password() != new_password()


def test_servers_that_share_a_database_hear_whom_they_are_to_hang_up_on(run: Run, postgres: Postgres) -> None:
    name = postgres.fresh()
    shared = Database(postgres.url(name))
    furnish(shared, now())
    with psycopg.connect(shared.dsn, autocommit=True) as listener:
        listener.execute("LISTEN palissade_words")
        assert run("admin", "sign-out", "ann", "--database", postgres.url(name)).exit_code == 0
        heard = next(listener.notifies(timeout=30, stop_after=1))
    (words,) = msgspec.json.decode(heard.payload, type=tuple[str, list[bytes]])[1]
    assert msgspec.json.decode(words)[2] == "ann"
    shared.close()
    postgres.drop(name)
