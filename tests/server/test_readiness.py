"""Games are made ready in the background; whoever is wanted comes first, and nothing is left to compile."""

import asyncio
import math
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from palissade import Game, kernel
from palissade.players import LEVELS
from palissade.registry import GAMES
from palissade.search import leaves, tree
from palissade.server.machines import precompile, readiness
from palissade.server.machines.readiness import Readiness
from tests.machines import Offer
from tests.processes import run

SOON = 300.0  # seconds: only a test that fails waits so long, or one that compiles

WAIT = """
import os, time
def wait(file):
    while not os.path.exists(file):
        time.sleep(0.01)
"""


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def with_warmth(games: list[str], test: Callable[[Readiness], Awaitable[None]], *, eager: bool = True) -> None:
    async def begin() -> None:
        warming = Readiness(asyncio.get_running_loop(), games, eager=eager, at_once=1)
        try:
            await asyncio.wait_for(test(warming), SOON)
        finally:
            warming.close()

    asyncio.run(begin())


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The games that have been loaded, where compiling and loading cost nothing."""
    games: list[str] = []

    def steps(game: Game) -> list[Callable[[], object]]:
        return [lambda: games.append(game.id)]

    monkeypatch.setattr(precompile, "steps", steps)
    monkeypatch.setattr(precompile, "marker", lambda game: tmp_path / game)
    monkeypatch.setattr(readiness, "command", lambda game: [sys.executable, "-c", ""])
    return games


def child_says(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(readiness, "command", lambda game: [sys.executable, "-c", code])


def test_a_game_is_made_ready_for_real() -> None:
    async def test(warming: Readiness) -> None:
        assert not warming.is_ready("alignement")
        assert warming.progress("alignement") < 1
        await warming.ready("alignement")
        assert warming.is_ready("alignement")
        assert warming.progress("alignement") == 1

    with_warmth(["alignement"], test)
    assert precompile.is_compiled("alignement")


def test_machines_wait_a_little_for_the_compiler_and_then_think_by_interpreted_rules(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    child_says(monkeypatch, f"{WAIT}\nwait({str(tmp_path / 'go')!r})")
    called = list[str]()

    async def test(warming: Readiness) -> None:
        assert warming.patience("blocus") == math.inf  # where nothing runs interpreted
        monkeypatch.setattr(kernel, "is_patient", lambda: True)
        assert 0 < warming.patience("blocus") <= readiness.PATIENCE
        warming.when_ready("blocus", lambda: called.append("soon"), 0.001)
        warming.when_ready("blocus", lambda: called.append("compiled"))
        await until(lambda: called == ["soon"])
        monkeypatch.setattr(readiness, "PATIENCE", 0.0)
        assert warming.patience("blocus") == 0
        (tmp_path / "go").touch()
        await until(lambda: called == ["soon", "compiled"])
        assert warming.patience("blocus") == 0

    with_warmth(["blocus"], test)


def test_games_come_in_order_but_the_one_that_is_wanted_is_next(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    child_says(monkeypatch, f"{WAIT}\nprint('1/1', flush=True)\nwait({str(tmp_path / 'go')!r})")
    games = ["blocus", "empire", "saute", "barrier"]

    async def test(warming: Readiness) -> None:
        await until(lambda: warming.progress("blocus") > 0)
        warming.want("barrier")
        (tmp_path / "go").touch()
        await until(lambda: all(warming.is_ready(game) for game in games))
        warming.want("empire")  # ready already: nothing to do

    with_warmth(games, test)
    assert loaded == ["barrier", "empire", "saute", "blocus"]


def test_a_game_that_nobody_asked_for_gives_way_and_comes_again(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    child_says(monkeypatch, f"{WAIT}\nprint('1/1', flush=True)\nwait({str(tmp_path / 'go')!r})")

    async def test(warming: Readiness) -> None:
        await until(lambda: warming.progress("blocus") > 0)
        warming.want("barrier")
        await until(lambda: warming.progress("barrier") > 0)
        warming.want("empire")  # the one that is under way has been asked for
        (tmp_path / "go").touch()
        await until(lambda: all(warming.is_ready(game) for game in ("blocus", "empire", "barrier")))

    with capture_logs() as logs:
        with_warmth(["blocus", "empire", "barrier"], test)
    assert loaded == ["barrier", "empire", "blocus"]
    assert {log["event"] for log in logs} == {"a game is ready"}


def test_whoever_waits_for_a_game_wants_it(loaded: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    child_says(monkeypatch, f"{WAIT}\nprint('1/1', flush=True)\nwait({str(tmp_path / 'go')!r})")

    async def test(warming: Readiness) -> None:
        await until(lambda: warming.progress("blocus") > 0)
        waiting = asyncio.create_task(warming.ready("barrier"))
        await asyncio.sleep(0)
        (tmp_path / "go").touch()
        await waiting

    with_warmth(["blocus", "empire", "barrier"], test)
    assert loaded[0] == "barrier"


def test_where_nobody_is_eager_a_game_gets_ready_when_it_is_wanted(loaded: list[str]) -> None:
    with_warmth(["blocus", "empire", "saute"], lambda warming: warming.ready("saute"), eager=False)
    assert loaded == ["saute"]


def test_progress_is_what_the_compiling_process_tells(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    child_says(monkeypatch, f"{WAIT}\nprint('nothing of note')\nprint('1/2', flush=True)\nwait({str(go)!r})")

    async def test(warming: Readiness) -> None:
        await until(lambda: warming.progress("blocus") > 0)
        assert warming.progress("blocus") == pytest.approx(0.45)
        assert not warming.is_ready("blocus")
        go.touch()
        await warming.ready("blocus")

    with_warmth(["blocus"], test)


def test_a_game_that_is_in_the_cache_needs_no_other_process(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "blocus").touch()
    monkeypatch.setattr(readiness, "command", None)
    with_warmth(["blocus"], lambda warming: warming.ready("blocus"))
    assert loaded == ["blocus"]


def test_without_a_cache_or_when_compiling_fails_this_process_compiles(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    child_says(monkeypatch, "raise SystemExit('no room')")
    with capture_logs() as logs:
        with_warmth(["blocus"], lambda warming: warming.ready("blocus"))
    assert ("a game was not compiled beforehand", "no room\n") in [(log["event"], log.get("said")) for log in logs]
    monkeypatch.setattr(precompile, "marker", lambda game: None)
    monkeypatch.setattr(readiness, "command", None)
    with_warmth(["saute"], lambda warming: warming.ready("saute"))
    assert loaded == ["blocus", "saute"]


def test_a_game_that_cannot_be_loaded_keeps_no_other_from_it(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load = precompile.steps

    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(precompile, "steps", lambda game: [fail] if game.id == "blocus" else load(game))

    async def test(warming: Readiness) -> None:
        await until(lambda: "a game could not be made ready" in [log["event"] for log in logs])
        await warming.ready("saute")
        assert not warming.is_ready("blocus")
        assert warming.progress("blocus") < 1

    with capture_logs() as logs:
        with_warmth(["blocus", "saute"], test)


def test_closing_ends_the_compiling_process(loaded: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    child_says(monkeypatch, "import time\nprint('1/9', flush=True)\ntime.sleep(600)")
    began = Event()

    async def test(warming: Readiness) -> None:
        await until(lambda: warming.progress("blocus") > 0)
        began.set()

    with capture_logs() as logs:
        with_warmth(["blocus"], test)
    assert began.is_set()
    assert loaded == []
    assert logs == []  # nothing has failed


EVERYTHING = """
import sys
from dataclasses import replace
from random import Random
from numba.core.dispatcher import Dispatcher
from palissade import game, kernel, player
from palissade.kernel import Rule
from palissade.players import Level, levels_of
from palissade.server.machines import precompile

kernel.interpret_until_compiled()  # as the server does
interpreted, call = set(), Rule.__call__
LONG = ("palissade.search", "palissade.single")  # what takes long by interpreted rules; a glance at a board does not

def listen(rule, *arguments):
    function = rule.py_func
    if is_warm and kernel.is_interpreted(rule) and function.__module__.startswith(LONG):
        interpreted.add(f"{function.__module__}.{function.__name__}")
    return call(rule, *arguments)

Rule.__call__, kernel.is_patient, is_warm = listen, lambda: True, False

def compiled():
    functions = {
        f"{function.__module__}.{function.__name__}": function
        for name, module in list(sys.modules.items()) if name.startswith("palissade")
        for function in vars(module).values() if isinstance(function, Dispatcher)
    }
    return {(name, str(signature)) for name, function in functions.items() for signature in function.signatures}

def at_a_table(level):
    quick = replace(level, simulations=min(level.simulations, 2000), positions=min(level.positions, 400), seconds=None)
    return quick if quick.is_quick else quick.thinker()

for name in sys.argv[1:]:
    with kernel.compiling():
        for step in precompile.steps(game(name)):
            step()
    before, is_warm = compiled(), True
    for function in ("start", "legal_actions", "refusal", "apply", "result"):
        assert getattr(game(name).single, function).signatures, function
    for number, variant in enumerate(game(name).variants()):
        match, chance, machine = variant.match(seed=5), Random(number), player("balsa", game(name))
        while match.mover is not None and match.ply < 150:
            match.check(match.legal()[-1])
            match.play(machine.choose(match.view(match.mover)) if match.ply % 5 == 0 else chance.choice(match.legal()))
            precompile.look(match)
            if match.ply % 7 == 0:
                match.view(0, match.ply // 2).scene()
                match.has_taught(match.ply - 1)
                match.undo()
                match.play(chance.choice(match.legal()))
        type(match).from_record(match.record())
    for level in levels_of(game(name)):
        if isinstance(level, Level):
            match, machine = game(name).match(seed=5), at_a_table(level)
            while match.mover is not None and match.ply < 4:
                match.play(machine.choose(match.view(match.mover)))
    print(name, sorted(compiled() - before), sorted(interpreted))
"""


@pytest.mark.parametrize("game", GAMES)
def test_once_a_game_is_warm_nothing_is_left_to_compile(game: str) -> None:
    assert run(EVERYTHING, game) == f"{game} [] []"


def test_what_was_compiled_for_other_searches_is_compiled_anew(monkeypatch: pytest.MonkeyPatch, offer: Offer) -> None:
    before = precompile.marker("saute")
    offer("saute", *LEVELS[:2])  # other machines may search in other ways
    assert precompile.marker("saute") != before
    told = set[str]()
    monkeypatch.setattr(precompile, "digest", lambda *modules: told.update(modules))
    precompile.marker("blokus-duo")
    assert {"palissade.games.blokus_duo.network", tree.__name__, leaves.__name__} < told


@pytest.mark.slow
def test_two_processes_may_fill_one_cache_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALISSADE_CACHE", str(tmp_path))
    command = readiness.command("alignement")
    pair = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = sorted(process.communicate()[0].count("\n") for process in pair)
    assert [process.returncode for process in pair] == [0, 0]
    assert told[0] == 0 < told[1]  # one of them did the work
    again = subprocess.run(command, check=True, capture_output=True, text=True)
    assert (again.stdout, again.stderr) == ("", "")
    assert len(list(tmp_path.glob("rules-*/warm-alignement-*"))) == 1
