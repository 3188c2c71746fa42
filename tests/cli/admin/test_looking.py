"""Tables and people as the host sees them."""

import pytest

from palissade.cli.admin.parameters import now
from palissade.server.identity.tokens import SeatKeys
from palissade.server.store.database import Database
from palissade.server.store.tables import Tables
from tests.cli.admin.conftest import told
from tests.cli.conftest import Run
from tests.server.furnished import take_in_secrets


def test_tables_are_listed_the_last_changed_first(run: Run, furnished: Database, database_url: str) -> None:
    listed = told(run("admin", "tables", "--database", database_url, "--json"))["tables"]
    assert [table["id"] for table in listed] == ["again", "first", "waiting"]
    shown = run("admin", "tables", "--database", database_url).stdout
    assert shown.index("again") < shown.index("first") < shown.index("waiting")
    assert "Ann, Gus" in shown
    assert "friend" in shown


@pytest.mark.parametrize(
    ("chosen", "ids"),
    [
        (["--status", "running"], ["again"]),
        (["--status", "over"], ["first"]),
        (["--game", "empire"], []),
        (["--game", "cul-de-sac", "--limit", "2"], ["again", "first"]),
    ],
)
def test_tables_are_chosen(
    run: Run,
    furnished: Database,
    database_url: str,
    chosen: list[str],
    ids: list[str],
) -> None:
    listed = told(run("admin", "tables", "--database", database_url, "--json", *chosen))["tables"]
    assert [table["id"] for table in listed] == ids


def test_a_table_is_shown_whole(run: Run, furnished: Database, database_url: str) -> None:
    shown = run("admin", "table", "first", "--database", database_url)
    assert shown.exit_code == 0, shown.output
    assert "Cul-de-Sac · over · no clock" in shown.stdout
    assert "White: Ann" in shown.stdout
    assert "White played d4-d6" in shown.stdout
    assert "[○]" in shown.stdout  # on the board, where the pawn went
    french = run("admin", "table", "first", "--database", database_url, "--lang", "fr").stdout
    assert "Blanc a joué d4-d6" in french


def test_what_players_may_not_see_is_told_only_when_asked_for(
    run: Run,
    furnished: Database,
    database_url: str,
) -> None:
    id_ = take_in_secrets(furnished, now())
    kept = Tables(furnished).load(id_)
    assert kept is not None
    key = SeatKeys(furnished.secret("seats")).seat_key(id_, 0, 0)
    hidden = kept.row.deal["red"][20]  # far down in the pile
    for form in ([], ["--json"]):
        plain = run("admin", "table", id_, "--database", database_url, *form).stdout
        secret = run("admin", "table", id_, "--database", database_url, "--secrets", *form).stdout
        assert key in secret
        assert f'"{hidden}"' in secret
        assert key not in plain
        assert "deal" not in plain.casefold()
    assert "rack 5" in run("admin", "table", id_, "--database", database_url).stdout
    assert "rack 5" not in run("admin", "table", id_, "--secrets", "--database", database_url).stdout


def test_people_are_listed_the_last_seen_first(run: Run, furnished: Database, database_url: str) -> None:
    listed = told(run("admin", "people", "--database", database_url, "--json"))["people"]
    assert [person["name"] for person in listed] == ["Ann", "Gus", "Old"]
    assert [person["kind"] for person in listed] == ["account", "guest", "guest"]
    assert [person["unfinished"] for person in listed] == [1, 1, 1]
    assert [person["sessions"] for person in listed] == [1, 0, 0]
    assert "password" not in str(listed)
    found = run("admin", "people", "--name", "NN", "--database", database_url).stdout
    assert "Ann" in found
    assert "Gus" not in found
