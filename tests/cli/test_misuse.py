"""Wrong usage: one sentence on the error stream in the chosen language, status 2, nothing on standard output."""

from pathlib import Path

import pytest

import palissade
from palissade.cli.words import CATALOGUE, language_of
from tests.cli.conftest import Run

MISUSES = [
    (["perft", "go", "--depth", "1"], "There is no game “go”. The collection has: "),
    (["perft", "cul-de-sac", "--depth", "1", "-o", "players=4"], "Cul-de-Sac has no options"),
    (["perft", "cul-de-sac", "--depth", "1", "-o", "players"], "key=value, not “players”"),
    (["perft", "cul-de-sac"], "--depth is missing; see `palissade perft --help`."),
    (["perft", "cul-de-sac", "--depth", "deep"], "Invalid value for '--depth'"),
    (["perft", "cul-de-sac", "--depth", "-1"], "Invalid value for '--depth'"),
    (["perft", "cul-de-sac", "--depth", "0", "--divide"], "--divide needs a depth"),
    (["perft", "cul-de-sac", "--deep", "1"], "`palissade perft` has no --deep"),
    (["perft"], "GAME is missing"),
    (["chess"], "There is no command “chess”. The commands: serve, play, games"),
    (["replay", "nowhere.json"], "“nowhere.json” cannot be read: No such file or directory."),
    (["legal", "nowhere.json"], "“nowhere.json” cannot be read"),
    (["legal", "no\0where.json"], "cannot be read"),
    (["show", "nowhere.json"], "“nowhere.json” cannot be read"),
    (["show", "go"], "There is no game “go”"),
    (["show", "cul-de-sac", "--ply", "3"], "The record has 0 actions"),
    (["show", "cul-de-sac", "--seat", "2"], "There is no seat 2; they are numbered from 0 to 1."),
    (["show", "cul-de-sac", "--theme", "pink"], "Invalid value for '--theme'"),
    (["show", "-", "-o", "players=4"], "A record has its own options"),
    (["play", "cul-de-sac", "--seat", "you", "--seat", "you", "--seat", "you"], "has 2 seats, but --seat is given 3"),
    (["play", "-o", "players=4"], "Name the game"),
    (["play", "cul-de-sac", "--seconds", "0"], "Invalid value for '--seconds'"),
    (["solve", "--deal", "1", "--position", "x"], "One start at a time: --deal, --position or --record."),
    (["solve", "--position", "x"], "Eight rows are expected"),
    (["solve", "--deal", "0"], "Invalid value for '--deal'"),
    (["bench", "go"], "There is no game “go”"),
    (["games", "--lang", "de"], "Invalid value for '--lang'"),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISUSES, ids=[" ".join(arguments) for arguments, _ in MISUSES])
def test_a_mistake_is_one_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert result.exit_code == 2


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in MISUSES if "de" not in arguments])
def test_a_mistake_is_told_in_french(run: Run, arguments: list[str]) -> None:
    english, french = run(*arguments), run("--lang", "fr", *arguments)
    assert french.exit_code == 2
    assert french.stderr.count("\n") == 1
    assert french.stderr != english.stderr


def test_an_unknown_game_is_answered_with_the_games_there_are(run: Run) -> None:
    answer = run("perft", "go", "--depth", "1").stderr
    assert all(game.id in answer for game in palissade.games())


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_an_unknown_option_or_value_is_answered_with_what_is_possible(run: Run, game: palissade.Game) -> None:
    answer = run("perft", game.id, "--depth", "1", "-o", "colour=pink")
    assert answer.exit_code == 2
    assert all(option.name in answer.stderr for option in game.choices)
    for option in game.choices:
        answer = run("perft", game.id, "--depth", "1", "-o", f"{option.name}=pink")
        assert answer.exit_code == 2
        assert all(str(value).lower() in answer.stderr for value in option.values)


def test_an_error_that_quotes_a_file_keeps_its_control_characters_away(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evil.json"
    file.write_text('{"palissade": 1, "game": "\\u001b[2J\\n", "actions": []}')
    answer = run("replay", str(file))
    assert answer.exit_code == 1
    assert "\x1b" not in answer.stderr
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_the_environment_is_asked_and_the_option_has_the_last_word(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Il n’y a pas de jeu" in run("show", "go").stderr
    assert "There is no game" in run("show", "go", "--lang", "en").stderr
    assert "There is no game" in run("show", "go", "--lang=en").stderr


def test_every_sentence_is_there_in_both_languages_with_the_same_places() -> None:
    for key, sentences in CATALOGUE.entries.items():
        assert set(sentences) == {"en", "fr"}, key
