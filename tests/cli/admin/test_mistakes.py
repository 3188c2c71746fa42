"""Wrong usage of what is for hosts: one sentence, status 2, and nothing changes."""

from pathlib import Path

import pytest
from sqlalchemy import text

from palissade.server.store.database import Database
from tests.cli.conftest import Run
from tests.processes import run as run_python

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
    assert "pas de base de données Palissade" in french.stderr
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
    sentence: str,
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
    sentence: str,
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
