"""Engines of others: driven through a pipe, and what happens when they do not behave."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from palissade import Game, game
from palissade.arena import Result, Tournament, play, run
from palissade.arena.engines import ENGINES
from palissade.gtp import Engine, External, Fault, Pipe
from palissade.players.written import Written
from tests.gtp.direct import Direct
from tests.laws.conftest import VARIANTS

OURS = f"gtp:{shlex.quote(sys.executable)} -m palissade engine"
BEHAVES = """
import sys
for line in sys.stdin:
    name, *rest = line.split()
    if name == "quit":
        break
    print("= " + {"list_commands": "quit"}.get(name, ""), end="\\n\\n", flush=True)
"""


def engine_that(tmp_path: Path, answers: str) -> str:
    """A program of its own that answers `genmove` as the code says."""
    file = tmp_path / "engine.py"
    file.write_text(
        BEHAVES.replace("    print(", f"    if name == 'genmove':\n        {answers}\n        continue\n    print(")
    )
    return f"gtp:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


@pytest.fixture(autouse=True)
def _engines_end() -> object:
    yield
    ENGINES.close()


@pytest.mark.parametrize(
    "table", [game("blokus-duo", start="fixed"), game("cul-de-sac"), game("empire", players=4, teams=True)], ids=str
)
def test_our_engine_is_played_by_our_arena_over_a_pipe(table: Game) -> None:
    options = "".join(f" -o {key}={str(value).lower()}" for key, value in table.chosen.items())
    engine = f"engine={OURS} {table.id}{options} --player random"
    fixtures = list(Tournament(table, (engine, "greedy"), games=2).fixtures())
    result = play(fixtures[0])
    assert (result.fault, result.outcome.reason.partition("-")[0]) == (None, table.prefix)
    assert all(seconds is not None for seconds in result.cpu_seconds)
    assert play(fixtures[0]).record == result.record  # the same engine, asked again


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if len(variant.seats) > 1], ids=str)
def test_an_engine_plays_what_the_same_player_plays_by_itself(variant: Game) -> None:
    """In every game and at every seat: what goes over the line is all that counts."""
    match, alone = variant.match(seed=5), variant.match(seed=5)
    written = Written.read("random")
    engines = [External(Direct(Engine(variant, written.player)), match, seat, 9) for seat in range(len(variant.seats))]
    player = written.player(variant, 9)
    while match.mover is not None and match.ply < 60:
        match.play(engines[match.mover].choose())
        alone.play(player.choose(alone))
    assert match.texts == alone.texts


def fault_of(engine: str, table: Game | None = None) -> Result:
    table = table or game("cul-de-sac")
    result = next(run(Tournament(table, (engine, "random"), games=2, random_plies=0)))
    seat = result.seats.index(engine)
    team = table.seats[seat].team
    assert result.outcome.winners == tuple(s for s, place in enumerate(table.seats) if place.team != team)
    return result


@pytest.mark.parametrize(
    ("answers", "reason", "story"),
    [
        ("print('= d4-d9\\n', flush=True)", "illegal", "plays 'd4-d9': CDS-"),
        ("print('= nonsense\\n', flush=True)", "illegal", "plays 'nonsense': “nonsense” is not an action"),
        ("print('=\\n', flush=True)", "illegal", "plays nothing"),
        ("print('= resign\\n', flush=True)", "resignation", "resigns"),
        ("print('? no idea\\n', flush=True)", "engine", "answers 'genmove [bw]' with an error: no idea"),
        ("print('hello\\n', flush=True)", "engine", "says what the protocol does not know: 'hello'"),
        ("sys.exit('out of wood')", "engine", "has left with status 1: out of wood"),
    ],
)
def test_an_engine_that_misbehaves_loses_for_a_clear_reason(
    tmp_path: Path, answers: str, reason: str, story: str
) -> None:
    engine = engine_that(tmp_path, answers)
    result = fault_of(f"rogue={engine}")
    assert result.outcome.reason == reason
    assert result.fault is not None
    assert result.fault.startswith("rogue ")
    assert re.search(story, result.fault)
    assert result.record.outcome == result.outcome


def test_an_engine_that_is_silent_loses(tmp_path: Path) -> None:
    engine = engine_that(tmp_path, "import time; time.sleep(600)")
    pipe = Pipe(engine.removeprefix("gtp:"))
    external = External(pipe, game("cul-de-sac").match(), 0, 1)
    pipe._patience = 0.1
    with pytest.raises(Fault, match=r"does not answer 'genmove w' within 0\.1 s"):
        external.choose()
    pipe._process.kill()
    pipe.close()


def test_an_engine_that_cannot_be_started_loses_its_games() -> None:
    result = fault_of(f"gtp:{shlex.quote(sys.executable)} -c 'import no_such_module'")
    assert result.outcome.reason == "engine"
    assert "no_such_module" in str(result.fault)
    with pytest.raises(Fault, match="cannot be started"):
        Pipe("no-such-program")


def test_an_engine_that_refuses_a_legal_action_loses() -> None:
    match = game("cul-de-sac").match()
    pipe = Direct(Engine(game("alignement"), Written.read("random").player))
    external = External(pipe, match, 1, 1)
    match.play("d4-d6", "e9h")
    with pytest.raises(Fault, match="refuses 'd4-d6 e9h'"):
        external.choose()


def test_a_pass_that_an_engine_will_not_hear_of_is_no_fault() -> None:
    """Pentobi knows no passes in `play`."""
    table = game("blokus-duo")
    match = table.match()
    pipe = Direct(Engine(table, Written.read("random").player))
    external = External(pipe, match, 0, 1)
    player = Written.read("random").player(table)
    hears = pipe.try_to

    def without_passes(command: str) -> tuple[bool, str]:
        return (False, "invalid move") if command.endswith(" pass") else hears(command)

    pipe.try_to = without_passes  # type: ignore[method-assign]
    while match.mover is not None:
        match.play(external.choose() if match.mover == 0 else player.choose(match))
    assert "pass" in match.texts
