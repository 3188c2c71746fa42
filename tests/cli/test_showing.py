"""`show`: which position is drawn, for whom, and where the drawing goes."""

from pathlib import Path

import pytest

import palissade
from palissade.cli import show
from palissade.match import View
from tests.cli.conftest import Run, random_record


@pytest.fixture
def _drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawings that say what they were asked for."""
    monkeypatch.setattr(View, "scene", lambda view: view)
    monkeypatch.setattr(show, "board", lambda view, language: f"BOARD {told(view)}")
    monkeypatch.setattr(show, "draw", lambda view, theme: f"<svg>{theme} {told(view)}</svg>")


def told(view: View) -> str:
    return f"{view.game.id} seat {view.seat} ply {view.ply}"


@pytest.mark.usefixtures("_drawings")
def test_a_game_is_shown_at_its_start(run: Run) -> None:
    assert run("show", "cul-de-sac").stdout == "BOARD cul-de-sac seat -1 ply 0\nWhite to act.\n"


@pytest.mark.usefixtures("_drawings")
def test_a_record_is_shown_at_its_end_or_after_some_actions(run: Run, finished: str, finished_file: str) -> None:
    end = run("show", finished_file).stdout
    assert end.startswith("BOARD cul-de-sac seat -1 ply 13\nWhite wins.")
    assert run("show", "-", given=finished).stdout == end
    assert run("show", finished_file, "--ply", "2").stdout == "BOARD cul-de-sac seat -1 ply 2\nBlack to act.\n"
    assert run("show", finished_file, "--ply", "14").exit_code == 2


@pytest.mark.usefixtures("_drawings")
def test_a_seat_sees_it(run: Run, finished_file: str) -> None:
    assert "seat 1 ply 0" in run("show", finished_file, "--seat", "1", "--ply", "0").stdout


@pytest.mark.usefixtures("_drawings")
def test_the_drawing_goes_to_a_file_or_to_standard_output(run: Run, finished_file: str, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    result = run("show", finished_file, "--svg", str(file), "--theme", "dark")
    assert result.stdout == ""
    assert file.read_text() == "<svg>dark cul-de-sac seat -1 ply 13</svg>"
    assert run("show", "cul-de-sac", "--svg", "-").stdout == "<svg>light cul-de-sac seat -1 ply 0</svg>\n"
    nowhere = run("show", "cul-de-sac", "--svg", str(tmp_path / "no" / "board.svg"))
    assert nowhere.exit_code == 2
    assert "cannot be written: No such file or directory" in nowhere.stderr


def test_a_bad_record_is_not_shown(run: Run) -> None:
    result = run("show", "-", given="{}")
    assert result.exit_code == 1
    assert result.stderr.startswith("This is not a Palissade record")


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_every_game_can_be_shown(run: Run, game: palissade.Game) -> None:
    record = random_record(game)
    english, french = run("show", "-", given=record), run("show", "-", "--lang", "fr", given=record)
    assert english.exit_code == french.exit_code == 0
    assert english.stdout.count("\n") == french.stdout.count("\n") > 5
    assert english.stdout != french.stdout
    assert run("show", game.id, "--svg", "-").stdout.startswith("<svg")
    assert run("show", game.id, "--svg", "-").stdout != run("show", game.id, "--svg", "-", "--theme", "dark").stdout
