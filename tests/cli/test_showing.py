"""`show`: which position is drawn, for whom, and where the drawing goes."""

import json
from pathlib import Path

import msgspec
import pytest

import palissade
from palissade.match import Match, View
from palissade.scene import Scene
from palissade.svg import draw
from palissade.text import board
from tests.cli.conftest import Run, random_record


def boards(record: str) -> list[View]:
    """The match after each of its actions, as a spectator sees it."""
    match = Match.from_record(record)
    views = [match.view()]
    while match.ply:
        match.undo()
        views.append(match.view())
    return views[::-1]


def test_a_game_is_shown_at_its_start(run: Run) -> None:
    start = palissade.game("cul-de-sac").match().view()
    assert run("show", "cul-de-sac").stdout == f"{board(start.scene())}\nWhite to act.\n{start.position_text()}\n"


def test_a_position_is_shown_and_what_may_be_played_in_it(run: Run) -> None:
    text = "white:d10,h4/8h,9v black:d11,h11/9h,9v walls:- white pawn"
    match = palissade.game("cul-de-sac").match(position=text)
    shown = run("show", "cul-de-sac", "--position", text).stdout
    assert shown == f"{board(match.view().scene())}\nWhite to act.\n{text}\n"
    legal = run("legal", "cul-de-sac", "--position", text, "--json")
    assert json.loads(legal.stdout)["legal"] == match.legal()
    counted = run("perft", "cul-de-sac", "--position", text, "--depth", "1", "--json")
    assert json.loads(counted.stdout)["nodes"] == len(match.legal())
    refused = run("show", "cul-de-sac", "--position", "white:d4")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "two lists" in refused.stderr


def test_a_record_is_shown_at_its_end_or_after_some_actions(run: Run, finished: str, finished_file: str) -> None:
    views = boards(finished)
    end = run("show", finished_file).stdout
    assert end.startswith(f"{board(views[-1].scene())}\nWhite wins.")
    assert run("show", "-", given=finished).stdout == end
    told = f"{board(views[2].scene())}\nBlack to act.\n{views[2].position_text()}\n"
    assert run("show", finished_file, "--ply", "2").stdout == told
    assert run("show", finished_file, "--ply", "14").exit_code == 2


def test_a_seat_sees_it_from_its_own_side(run: Run, finished_file: str) -> None:
    start = palissade.game("cul-de-sac").match().view(1)
    shown = run("show", finished_file, "--seat", "1", "--ply", "0").stdout
    assert shown.startswith(board(start.scene()))
    assert run("show", finished_file, "--seat", "2").exit_code == 2


def test_the_drawing_goes_to_a_file_or_to_standard_output(
    run: Run, finished: str, finished_file: str, tmp_path: Path
) -> None:
    file = tmp_path / "board.svg"
    result = run("show", finished_file, "--svg", str(file), "--theme", "dark")
    assert result.stdout == ""
    assert file.read_text() == draw(boards(finished)[-1].scene(), "dark")
    start = palissade.game("cul-de-sac").match().view()
    assert run("show", "cul-de-sac", "--svg", "-").stdout == f"{draw(start.scene())}\n"
    nowhere = run("show", "cul-de-sac", "--svg", str(tmp_path / "no" / "board.svg"))
    assert nowhere.exit_code == 2
    assert "cannot be written: No such file or directory" in nowhere.stderr


def test_marks_can_be_turned_off(run: Run, finished: str, finished_file: str) -> None:
    scene = boards(finished)[-1].scene()
    assert scene.marks
    bare = run("show", finished_file, "--no-marks").stdout
    assert bare.startswith(board(scene.without_marks()))
    assert "[○]" in board(scene)
    assert "[○]" not in bare


def test_programs_read_the_scene(run: Run, finished: str, finished_file: str) -> None:
    shown = run("show", finished_file, "--json").stdout
    assert msgspec.json.decode(shown, type=Scene) == boards(finished)[-1].scene()


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
