"""`bench` and what it measures."""

import os
import subprocess
import sys

import msgspec
import pytest

import palissade
from palissade import bench
from tests.cli.conftest import Run, lines_of


@pytest.fixture
def _instant_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "start", lambda game: bench.Start(4.0, 0.5, 2**27, 352))


def test_one_game_is_measured(run: Run) -> None:
    result = run("bench", "cul-de-sac", "--seconds", "0.05", "--json")
    (line,) = lines_of(result)
    assert list(line) == [
        *("game", "options", "one_core", "all_cores", "cores", "vector", "legal_lists_per_second"),
        *("record_bytes", "start"),
    ]
    speed = msgspec.convert({key: value for key, value in line.items() if key != "start"}, bench.Speed)
    start = msgspec.convert(line["start"], bench.Start)
    assert speed.game == "cul-de-sac"
    assert speed.options == {}
    assert speed.one_core.actions_per_second > speed.one_core.playouts_per_second > 0
    assert speed.all_cores.actions_per_second > 0
    assert min(speed.vector.one_core, speed.vector.all_cores, speed.vector.observations_on_all_cores) > 0
    assert speed.legal_lists_per_second > 0
    assert speed.record_bytes == len(str(bench.random_match(palissade.game("cul-de-sac")).record()))
    assert start.cold_seconds > 0
    assert start.warm_seconds > 0
    assert start.position_bytes == palissade.game("cul-de-sac").rules.POSITION.itemsize
    assert start.peak_memory_bytes > 2**20


@pytest.mark.usefixtures("_instant_start")
@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_every_set_of_options_is_measured(run: Run, game: palissade.Game) -> None:
    lines = lines_of(run("bench", game.id, "--seconds", "0", "--json"))
    assert [line["options"] for line in lines] == [variant.chosen for variant in game.variants()]


@pytest.mark.usefixtures("_instant_start")
def test_people_read_a_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run("bench", "cul-de-sac", "--seconds", "0")
    assert "Cul-de-Sac" in result.stdout
    assert "playouts/s" in result.stdout
    assert "128" in result.stdout
    assert "…" not in result.stdout
    assert "observations/s" in result.stdout
    assert "à froid s" in run("bench", "cul-de-sac", "--seconds", "0", "--lang", "fr").stdout


def test_the_random_match_is_the_same_for_everybody() -> None:
    game = palissade.game("cul-de-sac")
    assert bench.random_match(game).texts == bench.random_match(game).texts
    assert bench.random_match(game).outcome is not None


def test_the_peak_is_that_of_the_process_itself() -> None:
    room = bytearray(300 * 2**20)
    room[:: 2**12] = b"x" * (len(room) // 2**12)  # touch every page, so that this process has had much memory
    code = "from palissade.bench import peak_memory; print(peak_memory())"
    answer = subprocess.run([sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=True)
    assert 2**20 < int(answer.stdout) < len(room)
