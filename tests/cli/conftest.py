"""The command as tests call it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import palissade
from palissade.cli import app

# White walks up the d column and takes the base d11; Black goes to and fro.
SHORT_GAME = [
    *("d4-d6 a1h", "h11-h13 c1h", "d6-d8 e1h", "h13-h11 g1h", "d8-d10 a2h", "h11-h13 c2h"),
    "d10-d11",
]

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def run() -> Run:
    """Call the command: `run("games", "--json").stdout`."""

    def call(*arguments: str, given: str | bytes = "") -> Result:
        return CliRunner().invoke(app, list(arguments), input=given)

    return call


@pytest.fixture
def finished() -> str:
    """The record of a short game that White has won."""
    return record_of(" ".join(SHORT_GAME).split())


@pytest.fixture
def finished_file(finished: str, tmp_path: Path) -> str:
    file = tmp_path / "game.palissade.json"
    file.write_text(finished, "utf-8")
    return str(file)


def record_of(actions: Sequence[str]) -> str:
    match = palissade.game("cul-de-sac").match()
    match.play(*actions)
    return str(match.record())


def random_record(game: palissade.Game, most: int = 40) -> str:
    """The beginning of a game in which everybody plays the first action of the list."""
    match = game.match(seed=3)
    while match.ply < most and match.mover is not None:
        match.play(match.actions()[match.ply % len(match.actions())])
    return str(match.record())


def lines_of(result: Result) -> list[dict[str, object]]:
    """Standard output as JSON lines; nothing else may be there."""
    return [msgspec.json.decode(line, type=dict[str, object]) for line in result.stdout.split("\n") if line]
