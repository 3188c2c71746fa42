"""Everything in one file, and back; or nothing."""

import gzip
import shutil
import threading
from itertools import takewhile
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, select, text

from palissade.cli.admin.parameters import now
from palissade.server.store import migrations, schema
from palissade.server.store.backup import back_up
from palissade.server.store.database import Database
from palissade.server.store.migrations import NEWEST
from tests.cli.conftest import Run
from tests.server.furnished import contents, take_in_secrets
from tests.server.postgres import Postgres


def test_a_backup_restores_everything_in_either_kind_of_database(
    run: Run,
    furnished: Database,
    database_url: str,
    postgres: Postgres,
    tmp_path: Path,
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
    run: Run, furnished: Database, database_url: str, tmp_path: Path
) -> None:
    """Lists are found by what is NULL: a JSON null would be something."""
    back_up(furnished, tmp_path / "backup.gz", now())
    furnished.close()  # SQLite has one server at a time
    run("admin", "restore", str(tmp_path / "backup.gz"), "--replace", "--yes", "--database", database_url)
    with furnished.reading() as connection:
        unfinished = connection.scalars(select(schema.tables.c.id).where(schema.tables.c.outcome.is_(None))).all()
    assert sorted(unfinished) == ["again", "waiting"]


def test_a_backup_is_of_one_moment(furnished: Database, tmp_path: Path) -> None:
    """While tables with an event each are made, no backup has one without the other."""
    stop, has_played = threading.Event(), threading.Event()

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
            has_played.set()

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            has_played.clear()
            assert has_played.wait(60)
            back_up(furnished, tmp_path / f"{number}.gz", now())
    finally:
        stop.set()
        player.join()
    seen = set()
    for number in range(5):
        lines = gzip.decompress((tmp_path / f"{number}.gz").read_bytes()).splitlines()
        rows = [msgspec.json.decode(line) for line in lines]
        begin = {row["name"]: place for place, row in reversed(list(enumerate(rows))) if "columns" in row}
        made, played = (
            {
                row[0]
                for row in takewhile(lambda row: isinstance(row, list), rows[begin[name] + 1 :])
                if row[0][0] == "t"
            }
            for name in ("tables", "events")
        )
        assert made == played
        seen.add(len(made))
    assert len(seen) == 5  # there was play all the time


def test_restoring_over_something_is_asked_about(
    run: Run, furnished: Database, database_url: str, tmp_path: Path
) -> None:
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
    newest = b'"version":"%s"' % NEWEST.encode()
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
        "of a newer Palissade": gzip.compress(text_.replace(newest, b'"version":"9999"', 1)),
    }


def test_a_damaged_backup_is_refused_and_changes_nothing(
    run: Run,
    furnished: Database,
    database_url: str,
    tmp_path: Path,
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
    back_up(furnished, tmp_path / "old.gz", now())
    shutil.copytree(migrations.FOLDER, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "migrations" / "versions" / "future.py").write_text(
        f"import sqlalchemy as sa\nfrom alembic import op\nrevision = '9999'\ndown_revision = '{NEWEST}'\n"
        "def upgrade():\n    op.add_column('people', sa.Column('wood', sa.Text, server_default='oak'))\n"
    )
    monkeypatch.setattr(migrations, "FOLDER", tmp_path / "migrations")
    monkeypatch.setattr(migrations.bring_up_to_date, "__defaults__", ("9999",))
    url = f"sqlite:///{tmp_path / 'future.db'}"
    assert run("admin", "restore", str(tmp_path / "old.gz"), "--database", url).exit_code == 0
    future = Database(url)
    with future.reading() as connection:
        assert connection.scalars(text("SELECT wood FROM people")).all() == ["oak"] * 3
        assert migrations.version_of(connection) == "9999"
    assert contents(future) == contents(furnished)
    future.close()


def test_nothing_is_restored_beside_a_running_server(
    run: Run,
    furnished: Database,
    database_url: str,
    tmp_path: Path,
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
