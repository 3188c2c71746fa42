"""Games out of the server and into it."""

from pathlib import Path

from palissade.cli.admin.parameters import now
from palissade.game import Outcome
from palissade.record import Record
from palissade.server.identity.tokens import SeatKeys
from palissade.server.store.database import Database
from palissade.server.store.tables import Tables
from tests.cli.conftest import Run, lines_of, record_of
from tests.server.furnished import take_in_secrets


def test_finished_games_are_exported(run: Run, furnished: Database, database_url: str) -> None:
    exported = lines_of(run("admin", "export", "--database", database_url))
    assert len(exported) == 1
    assert exported[0]["actions"] == ["d4-d6"]
    assert exported[0]["players"] == ["Ann", "Gus"]
    assert exported[0]["outcome"] == {"winners": [0], "draw": False, "scores": None, "reason": "resignation"}
    assert len(lines_of(run("admin", "export", "--all", "--database", database_url))) == 2
    assert len(lines_of(run("admin", "export", "--table", "again", "--database", database_url))) == 1


def test_the_deal_of_a_game_under_way_is_exported_only_with_secrets(
    run: Run,
    furnished: Database,
    database_url: str,
) -> None:
    id_ = take_in_secrets(furnished, now())
    assert lines_of(run("admin", "export", "--table", id_, "--database", database_url))[0]["deal"] is None
    with_deal = lines_of(run("admin", "export", "--table", id_, "--secrets", "--database", database_url))
    assert with_deal[0]["deal"]


def test_what_is_exported_can_be_imported(
    run: Run,
    furnished: Database,
    database_url: str,
    tmp_path: Path,
) -> None:
    take_in_secrets(furnished, now())
    file, again = tmp_path / "games.jsonl", tmp_path / "again.jsonl"
    wanted = ["--all", "--secrets", "--database", database_url]
    assert "Records in" in run("admin", "export", *wanted, "-o", str(file)).stdout
    assert run("admin", "import", str(file), "--database", database_url).exit_code == 0
    run("admin", "export", *wanted, "-o", str(again))
    before = [Record.read(line) for line in file.read_bytes().splitlines()]
    after = [Record.read(line) for line in again.read_bytes().splitlines()]
    assert len(before) == 3
    assert len(after) == 6
    for record in before:
        twins = [
            twin
            for twin in after
            if (twin.game, twin.outcome, twin.dates) == (record.game, record.outcome, record.dates)
        ]
        assert [(twin.actions, twin.deal) for twin in twins] == [(record.actions, record.deal)] * 2


def test_an_imported_game_is_over_or_waits_for_who_has_its_links(
    run: Run,
    database: Database,
    database_url: str,
    finished: str,
) -> None:
    begun = Record.read(record_of(["d4-d6"]))
    begun.players = ["Ann", "oak"]
    over = Record.read(finished)
    over.players = ["Ann", "\u202eevil"]
    made = lines_of(run("admin", "import", "-", "--database", database_url, "--json", given=f"{over}\n\n{begun}\n"))
    assert [(line["line"], line["status"]) for line in made] == [(1, "over"), (3, "open")]
    first, second = (Tables(database).load(str(line["table"])) for line in made)
    assert first
    assert second
    assert [(seat.who, seat.name) for seat in first.seats] == [("person", "Ann"), ("person", None)]
    assert [(seat.who, seat.level) for seat in second.seats] == [("friend", None), ("machine", "oak")]
    assert made[0]["links"] == []
    assert made[1]["links"] == [SeatKeys(database.secret("seats")).link(second.row.id, 0, 0)]
    assert not any(kept.row.listed or kept.row.rated or kept.row.host for kept in (first, second))
    assert Tables(database).lobby("open") == ([], None)


def test_a_bad_record_is_told_with_its_line_and_the_rest_go_on(
    run: Run,
    database: Database,
    database_url: str,
    finished: str,
) -> None:
    forged = finished.replace('"actions":["d4-d6"', '"actions":["d4-d5"')
    by_magic = Record.read(record_of(["d4-d6"]))
    by_magic.outcome = Outcome((0,), draw=False, scores=None, reason="magic")
    given = f"{finished}\nnonsense\n{forged}\n{by_magic}\n{finished}\n"
    answer = run("admin", "import", "-", "--database", database_url, given=given)
    assert answer.exit_code == 1
    assert [line.partition(":")[0] for line in answer.stderr.splitlines()] == ["Line 2", "Line 3", "Line 4"]
    assert "Tables made: 2; bad records: 3." in answer.stdout
    assert len(Tables(database).newest()) == 2
    as_json = run("admin", "import", "-", "--database", database_url, "--json", given="nonsense\n")
    assert as_json.exit_code == 1
    assert lines_of(as_json)[0]["line"] == 1
