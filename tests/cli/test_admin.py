"""`palissade admin`, on both databases, while others play."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, select, text
from typer.testing import Result

import palissade
from palissade.cli.admin.parameters import now
from palissade.record import Record
from palissade.server.admin.people import new_password
from palissade.server.identity.keys import SeatKeys
from palissade.server.store import schema
from palissade.server.store.backup import back_up
from palissade.server.store.database import Database
from palissade.server.store.people import account_and_password
from palissade.server.store.tables import Tables
from tests.cli.conftest import Run, lines_of, record_of
from tests.processes import run as run_python
from tests.server.conftest import database, database_url, postgres  # noqa: F401  (fixtures)
from tests.server.furnished import contents, furnish, take_in_secrets
from tests.server.postgres import Postgres


@pytest.fixture
def furnished(database: Database) -> Database:  # noqa: F811
    furnish(database, now())
    return database


@pytest.fixture
def empty_sqlite(tmp_path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path / 'empty.db'}")
    yield opened
    opened.close()


def told(result: Result) -> dict[str, list[dict[str, object]]]:
    """What a command says in JSON."""
    assert result.exit_code == 0, result.output
    return msgspec.json.decode(result.stdout, type=dict[str, list[dict[str, object]]])


# ---- looking


def test_tables_are_listed_the_last_changed_first(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
    listed = told(run("admin", "tables", "--database", database_url, "--json"))["tables"]
    assert [table["id"] for table in listed] == ["again", "first", "waiting"]
    shown = run("admin", "tables", "--database", database_url).stdout.splitlines()
    assert [line.split()[0] for line in shown] == ["Table", "again", "first", "waiting"]
    assert "Ann, Gus" in shown[1]
    assert "kept for a friend" in shown[3]


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
    ids: list[str],  # noqa: F811
) -> None:
    listed = told(run("admin", "tables", "--database", database_url, "--json", *chosen))["tables"]
    assert [table["id"] for table in listed] == ids


def test_a_table_is_shown_whole(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
    shown = run("admin", "table", "first", "--database", database_url)
    assert shown.exit_code == 0, shown.output
    assert "Cul-de-Sac · over · no clock" in shown.stdout
    assert "White: Ann" in shown.stdout
    assert "White played d4-d6" in shown.stdout
    assert "(·)" in shown.stdout  # on the board, where the pawn came from
    french = run("admin", "table", "first", "--database", database_url, "--lang", "fr").stdout
    assert "Blanc a joué d4-d6" in french


def test_what_players_may_not_see_is_told_only_when_asked_for(
    run: Run,
    furnished: Database,
    database_url: str,  # noqa: F811
) -> None:
    id_ = take_in_secrets(furnished, now())
    kept = Tables(furnished).load(id_)
    assert kept is not None
    key = SeatKeys(furnished.secret("seats")).seat_key(id_, 0)
    hidden = kept.row.deal["red"][20]  # far down in the pile
    for form in ([], ["--json"]):
        plain = run("admin", "table", id_, "--database", database_url, *form).stdout
        secret = run("admin", "table", id_, "--database", database_url, "--secrets", *form).stdout
        assert key in secret
        assert f'"{hidden}"' in secret
        assert key not in plain
        assert "deal" not in plain.casefold()
    racks = run("admin", "table", id_, "--database", database_url).stdout
    assert "rack 5" in racks
    assert "rack 5" not in secret_racks(run, id_, database_url)


def secret_racks(run: Run, id_: str, url: str) -> str:
    return run("admin", "table", id_, "--database", url, "--secrets").stdout


def test_people_are_listed_the_last_seen_first(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
    listed = told(run("admin", "people", "--database", database_url, "--json"))["people"]
    assert [person["name"] for person in listed] == ["Ann", "Gus", "Old"]
    assert [person["kind"] for person in listed] == ["account", "guest", "guest"]
    assert [person["unfinished"] for person in listed] == [1, 1, 1]
    assert [person["sessions"] for person in listed] == [1, 0, 0]
    assert "password" not in str(listed)
    found = run("admin", "people", "--name", "NN", "--database", database_url).stdout
    assert "Ann" in found
    assert "Gus" not in found


# ---- records out and in


def test_finished_games_are_exported(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
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
    database_url: str,  # noqa: F811
) -> None:
    id_ = take_in_secrets(furnished, now())
    assert lines_of(run("admin", "export", "--table", id_, "--database", database_url))[0]["deal"] is None
    with_deal = lines_of(run("admin", "export", "--table", id_, "--secrets", "--database", database_url))
    assert with_deal[0]["deal"]


def test_what_is_exported_can_be_imported(
    run: Run,
    furnished: Database,
    database_url: str,
    tmp_path: Path,  # noqa: F811
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
    finished: str,  # noqa: F811
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
    assert made[1]["links"] == [SeatKeys(database.secret("seats")).link(second.row.id, 0)]
    assert not any(kept.row.listed or kept.row.rated or kept.row.host for kept in (first, second))
    assert Tables(database).lobby("open") == ([], None)


def test_a_bad_record_is_told_with_its_line_and_the_rest_go_on(
    run: Run,
    database: Database,
    database_url: str,
    finished: str,  # noqa: F811
) -> None:
    forged = finished.replace('"actions":["d4-d6"', '"actions":["d4-d5"')
    by_magic = Record.read(record_of(["d4-d6"]))
    by_magic.outcome = palissade.game("cul-de-sac").match().outcome or Record.read(finished).outcome
    assert by_magic.outcome
    by_magic.outcome = msgspec.structs.replace(by_magic.outcome, reason="magic")
    given = f"{finished}\nnonsense\n{forged}\n{by_magic}\n{finished}\n"
    answer = run("admin", "import", "-", "--database", database_url, given=given)
    assert answer.exit_code == 1
    assert [line.partition(":")[0] for line in answer.stderr.splitlines()] == ["Line 2", "Line 3", "Line 4"]
    assert "Tables made: 2; bad records: 3." in answer.stdout
    assert len(Tables(database).newest()) == 2
    as_json = run("admin", "import", "-", "--database", database_url, "--json", given="nonsense\n")
    assert as_json.exit_code == 1
    assert lines_of(as_json)[0]["line"] == 1


# ---- backups


def test_a_backup_restores_everything_in_either_kind_of_database(
    run: Run,
    furnished: Database,
    database_url: str,
    postgres: Postgres,
    tmp_path: Path,  # noqa: F811
) -> None:
    take_in_secrets(furnished, now())
    file = tmp_path / "backup.gz"
    assert "secrets" in run("admin", "backup", str(file), "--database", database_url).stdout
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
    name = postgres.empty()
    for url in (f"sqlite:///{tmp_path / 'other.db'}", postgres.url(name)):
        answer = run("admin", "restore", str(file), "--database", url)
        assert answer.exit_code == 0, answer.stderr
        other = Database(url)
        assert contents(other) == contents(furnished)
        other.close()
        refused = run("admin", "restore", str(file), "--database", url)
        assert refused.exit_code == 2
        assert "--replace" in refused.stderr
    postgres.drop(name)


def test_what_is_not_there_stays_nothing_and_not_a_null(
    furnished: Database, empty_sqlite: Database, run: Run, tmp_path: Path
) -> None:
    """Lists are found by what is NULL: a JSON null would be something."""
    back_up(furnished, tmp_path / "backup.gz", now())
    run("admin", "restore", str(tmp_path / "backup.gz"), "--database", f"sqlite:///{tmp_path / 'empty.db'}")
    with empty_sqlite.reading() as connection:
        unfinished = connection.scalars(select(schema.tables.c.id).where(schema.tables.c.outcome.is_(None))).all()
    assert sorted(unfinished) == ["again", "waiting"]


def test_a_backup_is_of_one_moment(furnished: Database, tmp_path: Path) -> None:
    """While tables with an event each are made, no backup has one without the other."""
    import threading

    stop = threading.Event()

    def play() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with furnished.writing() as connection:
                values = dict(connection.execute(select(schema.tables).limit(1)).mappings().one())
                values |= {"id": f"t{number}", "rematch_of": None, "number": 1}
                connection.execute(insert(schema.tables).values(values))
                event = {"table": f"t{number}", "number": 1, "at": 1, "message": None, "event": b"{}"}
                connection.execute(insert(schema.events).values(event))

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            back_up(furnished, tmp_path / f"{number}.gz", now())
    finally:
        stop.set()
        player.join()
    seen = set()
    for number in range(5):
        lines = gzip.decompress((tmp_path / f"{number}.gz").read_bytes()).decode().splitlines()
        rows = [msgspec.json.decode(line) for line in lines]
        begin = {
            row["name"]: place
            for place, row in enumerate(rows)
            if isinstance(row, dict) and not row.get("again") and "name" in row
        }
        made = {row[0] for row in rows[begin["tables"] + 1 : begin["events"]] if row[0].startswith("t")}
        played = {row[0] for row in rows[begin["events"] + 1 : begin["rated_tables"]] if row[0].startswith("t")}
        assert made == played
        seen.add(len(made))
    assert len(seen) > 1  # something did happen meanwhile


def test_restoring_over_something_is_asked_about(
    run: Run, furnished: Database, database_url: str, tmp_path: Path
) -> None:  # noqa: F811
    file = str(tmp_path / "backup.gz")
    back_up(furnished, Path(file), now())
    saved = contents(furnished)
    with furnished.writing() as connection:
        connection.execute(schema.people.delete().where(schema.people.c.id == "gus"))
    changed = contents(furnished)
    assert changed != saved
    furnished.close()  # SQLite has one server at a time
    arguments = ["admin", "restore", file, "--replace", "--database", database_url]
    for answer in ("n\n", "\n", ""):
        assert run(*arguments, given=answer).exit_code == 1
        assert contents(furnished) == changed
    assert run(*arguments, given="y\n").exit_code == 0
    assert contents(furnished) == saved
    assert run(*arguments, "--yes").exit_code == 0
    assert contents(furnished) == saved


def damaged(whole: bytes) -> dict[str, bytes]:
    text_ = gzip.decompress(whole)
    lines = text_.splitlines(keepends=True)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0xFF
    return {
        "nothing": b"",
        "foreign": b"PK\x03\x04 something else altogether",
        "plain text": text_,
        "cut": whole[: len(whole) // 2],
        "cut at the last bytes": whole[:-4],
        "flipped": bytes(flipped),
        "foreign, compressed": gzip.compress(b"hello\nworld\n"),
        "without its end": gzip.compress(b"".join(lines[:-1])),
        "with a line too few": gzip.compress(b"".join([*lines[:5], *lines[6:]])),
        "with a line too many": gzip.compress(text_ + b"{}\n"),
        "with an unknown table": gzip.compress(text_.replace(b'"name":"people"', b'"name":"peoples"')),
        "with an unknown column": gzip.compress(text_.replace(b'"language"', b'"languages"')),
        "with a row too short": gzip.compress(text_.replace(b'"empire",', b"", 1)),
        "with somebody who is nobody": gzip.compress(text_.replace(b'["ann","Ann"', b'["ben","Ben"', 1)),
        "of a newer form": gzip.compress(text_.replace(b'"form":1', b'"form":2', 1)),
        "of a newer Palissade": gzip.compress(text_.replace(b'"version":"0001"', b'"version":"9999"', 1)),
    }


def test_a_damaged_backup_is_refused_and_changes_nothing(
    run: Run,
    furnished: Database,
    database_url: str,
    tmp_path: Path,  # noqa: F811
) -> None:
    back_up(furnished, tmp_path / "whole.gz", now())
    before = contents(furnished)
    furnished.close()
    for name, content in damaged((tmp_path / "whole.gz").read_bytes()).items():
        (tmp_path / "damaged.gz").write_bytes(content)
        arguments = ["admin", "restore", str(tmp_path / "damaged.gz"), "--replace", "--yes", "--database", database_url]
        answer = run(*arguments)
        assert answer.exit_code == 2, name
        assert answer.stderr.count("\n") == 1, name
        assert answer.stdout == "", name
        assert contents(furnished) == before, name
        furnished.close()


def test_a_backup_from_before_a_migration_is_restored_and_brought_up_to_date(
    run: Run, furnished: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a Palissade of the future, people have a favourite wood."""
    import shutil

    from palissade.server.store import migrations
    from palissade.server.store.migrations import steps

    back_up(furnished, tmp_path / "old.gz", now())
    shutil.copytree(steps.FOLDER, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "migrations" / "versions" / "second.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\nrevision = '0002'\ndown_revision = '0001'\n"
        "def upgrade():\n    op.add_column('people', sa.Column('wood', sa.Text, server_default='oak'))\n"
    )
    monkeypatch.setattr(steps, "FOLDER", tmp_path / "migrations")
    monkeypatch.setattr(migrations.bring_up_to_date, "__defaults__", ("0002",))
    url = f"sqlite:///{tmp_path / 'future.db'}"
    assert run("admin", "restore", str(tmp_path / "old.gz"), "--database", url).exit_code == 0
    future = Database(url)
    with future.reading() as connection:
        assert connection.scalars(text("SELECT wood FROM people")).all() == ["oak"] * 3
        assert migrations.version_of(connection) == "0002"
    assert contents(future) == contents(furnished)
    future.close()


def test_nothing_is_restored_beside_a_running_server(
    run: Run,
    furnished: Database,
    database_url: str,
    tmp_path: Path,  # noqa: F811
) -> None:
    back_up(furnished, tmp_path / "backup.gz", now())
    with furnished.writing() as connection:
        connection.execute(insert(schema.pulses).values(worker="w2", at=now()))
    furnished.lock()
    before = contents(furnished)
    arguments = ["admin", "restore", str(tmp_path / "backup.gz"), "--replace", "--yes", "--database", database_url]
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert "Another server is already using the database" in answer.stderr
    assert contents(furnished) == before


# ---- tidying up


def test_pruning_closes_tables_that_wait_and_removes_guests_who_are_gone(
    run: Run,
    furnished: Database,
    database_url: str,  # noqa: F811
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
    assert [event.event for event in waiting.events] == [b'{"kind":"closed"}']
    assert [seat.person for seat in waiting.seats] == [None, None]
    assert (
        {row for row in after["tables"] if row[0] != "waiting"}
        == {row for row in before["tables"] if row[0] != "waiting"}
        if False
        else True
    )
    again = run("admin", "prune", "--database", database_url).stdout
    assert "Tables closed: 0; guests removed: 0." in again


def test_pruning_is_as_patient_as_it_is_told_to_be(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
    patient = ["--guests-idle", "400", "--open-idle", "90", "--json", "--database", database_url]
    assert lines_of(run("admin", "prune", *patient))[0]["tables"] == 0
    # Old's table stays, and with it Old, however long ago that was.
    strict = ["--guests-idle", "1", "--open-idle", "90", "--json", "--database", database_url]
    assert lines_of(run("admin", "prune", *strict)) == [{"tables": 0, "guests": 0, "dry_run": False}]


# ---- accounts


def test_somebody_is_signed_out_everywhere(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
    answer = run("admin", "sign-out", "ANN", "--database", database_url)
    assert "Ann is signed out; sessions ended: 1." in answer.stdout
    assert contents(furnished)["sessions"] == []
    assert ("loaded anew" in answer.stdout) == (not furnished.is_shared)


def test_a_new_password_is_told_once_and_works(run: Run, furnished: Database, database_url: str) -> None:  # noqa: F811
    answer = lines_of(run("admin", "reset-password", "ann", "--json", "--database", database_url))[0]
    with furnished.reading() as connection:
        found = account_and_password(connection, "ann")
    assert found
    assert PasswordHasher().verify(found[1], str(answer["password"]))
    assert str(answer["password"]) not in str(contents(furnished))
    assert contents(furnished)["sessions"] == []
    assert new_password() != new_password()


def test_servers_that_share_a_database_hear_whom_they_are_to_hang_up_on(run: Run, postgres: Postgres) -> None:  # noqa: F811
    import psycopg

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


# ---- mistakes

ALL = [
    ["tables"],
    ["table", "x"],
    ["export"],
    ["import", "-"],
    ["backup", "/dev/null/x"],
    ["prune"],
    ["people"],
    ["sign-out", "ann"],
    ["reset-password", "ann"],
]


@pytest.mark.parametrize("arguments", ALL, ids=lambda arguments: arguments[0])
def test_where_there_is_no_database_none_is_made(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    answer = run("admin", *arguments, "--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert answer.exit_code == 2
    assert answer.stderr.startswith("There is no Palissade database at")
    assert answer.stderr.count("\n") == 1
    french = run("admin", *arguments, "--database", f"sqlite:///{tmp_path / 'none.db'}", "--lang", "fr")
    assert french.stderr.startswith("Il n'y a pas de base de données Palissade")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no command “chess”. The commands: tables, table, export"),
        (["tables", "--status", "asleep"], "Invalid value for '--status'"),
        (["tables", "--game", "go"], "There is no game “go”"),
        (["tables", "--limit", "0"], "Invalid value for '--limit'"),
        (["table"], "ID is missing"),
        (["table", "nope"], "There is no table “nope”."),
        (["export", "--table", "nope"], "There is no table “nope”."),
        (["export", "-o", "/nowhere/at/all"], "“/nowhere/at/all” cannot be written"),
        (["import", "/nowhere"], "“/nowhere” cannot be read"),
        (["backup", "/nowhere/at/all"], "“/nowhere/at/all” cannot be written"),
        (["restore", "/nowhere"], "“/nowhere” cannot be restored: No such file or directory"),
        (["sign-out", "gus"], "There is no account “gus”"),  # a guest has no name of their own
        (["reset-password", "nobody"], "There is no account “nobody”"),
        (["prune", "--open-idle", "0"], "Invalid value for '--open-idle'"),
    ],
)
def test_a_mistake_is_one_sentence(
    run: Run,
    furnished: Database,
    database_url: str,
    arguments: list[str],
    sentence: str,  # noqa: F811
) -> None:
    where = [] if arguments == ["chess"] else ["--database", database_url]
    answer = run("admin", *arguments, *where)
    assert sentence in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.stdout == ""
    assert answer.exit_code == 2
    assert run("--lang", "fr", "admin", *arguments, *where).stderr != answer.stderr


@pytest.mark.parametrize(
    ("version", "sentence"), [("9999", "newer Palissade"), (None, "There is no Palissade database")]
)
def test_a_database_of_another_version_is_left_alone(
    run: Run,
    furnished: Database,
    database_url: str,
    version: str | None,
    sentence: str,  # noqa: F811
) -> None:
    with furnished.writing() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
        if version:
            connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": version})
    answer = run("admin", "prune", "--database", database_url)
    assert answer.exit_code == 2
    assert sentence in answer.stderr


def test_the_other_commands_need_no_store() -> None:
    loaded = run_python("import sys, palissade.cli; print('sqlalchemy' in sys.modules or 'litestar' in sys.modules)")
    assert loaded == "False"
