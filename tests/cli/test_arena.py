"""`arena` and `engine` as they are called."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from palissade.arena import Here
from palissade.cli import arena as command
from tests.cli.conftest import Run, lines_of

SMALL = ("arena", "alignement", "greedy", "random", "--games", "4")


@pytest.fixture(autouse=True)
def _played_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes take long to begin; they have tests of their own."""
    monkeypatch.setattr(command, "crew_of", lambda ray, jobs: Here())


def test_people_read_a_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run(*SMALL)
    assert result.stdout.startswith("Alignement · 4 games\n")
    assert "greedy" in result.stdout
    assert "Elo  games  won  drawn  lost  points" in result.stdout
    assert "Draws: 0. A game has" in result.stdout
    tables = result.stdout.partition("Draws")[0]
    assert max(map(len, tables.splitlines())) <= 80
    french = run(*SMALL, "--lang", "fr").stdout
    assert "gagnées" in french
    assert "Nulles" in french


def test_three_and_more_are_told_against_each_other(run: Run) -> None:
    told = run("arena", "empire", "greedy", "random", "random:seed=1", "--games", "2").stdout.splitlines()
    heading = next(number for number, line in enumerate(told) if line.startswith("against"))
    assert told[heading + 1].split() == ["1", "greedy", "·", "2–0", "2–0"]
    assert told[heading + 2].split()[-3] == "0–2"


def test_programs_read_json(run: Run, tmp_path: Path) -> None:
    results = str(tmp_path / "results.jsonl")
    (told,) = lines_of(run(*SMALL, "--json", "--results", results))
    assert (told["game"], told["games"]) == ("alignement", 4)
    lines = Path(results).read_text().splitlines()
    assert len(lines) == 4
    assert {"seed", "seats", "outcome", "plies", "cpu_seconds", "wall_seconds", "record"} <= set(
        msgspec.json.decode(lines[0])
    )
    (again,) = lines_of(run(*SMALL, "--json", "--results", results))
    (only_told,) = lines_of(run("arena", "alignement", "--json", "--results", results))
    assert again == only_told == told
    assert len(Path(results).read_text().splitlines()) == 4


def test_a_test_stops_by_itself_and_says_what_it_found(run: Run) -> None:
    better = ("arena", "empire", "greedy", "random", "--sprt", "0 300")
    (told,) = lines_of(run(*better, "--json"))
    verdict = told["sprt"]
    assert isinstance(verdict, dict)
    assert verdict["answer"] == "better"
    worse = run("arena", "empire", "random", "greedy", "--sprt", "0 300")
    assert "The first player is not better: " in worse.stdout
    undecided = run("arena", "empire", "random", "greedy", "--sprt", "0 30", "--games", "2", "--lang", "fr")
    assert "Pas encore tranché" in undecided.stdout


def test_the_ladder_is_drawn(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ladder.svg"
    run(*SMALL, "--svg", str(file), "--theme", "dark")
    assert "<title>Alignement · 4 games</title>" in file.read_text("utf-8")


def test_a_clock_is_warned_of(run: Run) -> None:
    result = run("arena", "alignement", "slow=uct:seconds=0.01", "random", "--games", "2")
    assert result.stderr.startswith("A clock ends the thoughts of slow: ")
    assert "clock" not in run(*SMALL).stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["arena", "go"], "There is no game “go”"),
        (["arena", "blocus"], "Name the players"),
        (["arena", "blocus", "oak", "oak"], "named twice"),
        (["arena", "blocus", "hal"], "There is no player “hal”"),
        (["arena", "solitaire", "oak"], "played alone"),
        (["arena", "blocus", "random", "greedy", "--sprt", "30"], "two Elo differences"),
        (["arena", "blocus", "random", "--sprt", "0 30"], "between two players, not 1"),
        (["arena", "blocus", "random", "greedy", "--sprt", "0 30", "--alpha", "0"], "between 0 and 0.5"),
        (["arena", "blocus", "random", "--games", "0"], "Invalid value for '--games'"),
        (["arena", "blocus", "random", "--results", "/"], "cannot hold results"),
        (["engine", "go"], "There is no game “go”"),
        (["engine", "blocus", "--player", "hal"], "There is no player “hal”"),
        (["engine"], "GAME is missing"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_one_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_ray_one_is_told_how_to_get_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run(*SMALL, "--ray", "auto", "--lang", "en")
    assert result.stderr == 'Ray is not installed: pip install "palissade[ray]".\n'


def test_a_cluster_that_is_not_there_is_told_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens
        result = run(*SMALL, "--ray", f"ray://127.0.0.1:{taken.getsockname()[1]}", "--lang", "en")
    assert result.stderr.startswith("No Ray cluster can be reached there: ")
    assert result.exit_code == 2


def test_the_engine_answers_line_by_line(run: Run) -> None:
    said = run(
        *("engine", "blokus-duo", "-o", "start=fixed", "--player", "random"),
        given="1 name\nplay b e8,d9,e9,f9,e10\ngenmove w\nfly\nquit\n",
    )
    answers = said.stdout.split("\n\n")
    assert answers[:2] == ["=1 Palissade", "= "]
    assert answers[2].count(",") in range(5)
    assert answers[3:] == ["? unknown command", "= ", ""]
    assert said.exit_code == 0


def test_control_c_loses_nothing_that_is_finished(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    call = [sys.executable, "-m", "palissade", "arena", "alignement", "random", "--games", "100000", "--jobs", "1"]
    with subprocess.Popen(
        [*call, "--results", str(results)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while process.poll() is None and (not results.exists() or not results.read_text()):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate()
    assert process.returncode == 130
    lines = results.read_text().splitlines()
    assert told.startswith(f"Alignement · {len(lines)} games")
    assert "The same command goes on with what is in" in complaint
    assert "Traceback" not in complaint
