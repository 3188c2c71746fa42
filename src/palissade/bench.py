"""How fast a game's rules are, how small its records, how soon it is ready: every figure of the `bench` command."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from palissade.arrays import Positions, Random
from palissade.batch import Batch, cores
from palissade.game import Game
from palissade.match import Match

SEED = 1
ROWS = 131_072  # of a batch: so many that handing them to threads costs little
OBSERVED_ROWS = 4_096  # planes take ten times the memory of positions
_ON_THE_WAY = 2_000  # positions of which all these are made: one of the longest games, many short ones
_CALL_SECONDS = 0.02  # a call into compiled code should last about so long: enough that calling costs nothing

Play = Callable[[Any, int, Random, Any, int], int]  # (positions, games, rng, room, most) -> how many of what it counts


class Rate(msgspec.Struct, frozen=True):
    """Random games from start to end."""

    playouts_per_second: float
    actions_per_second: float


class VectorRate(msgspec.Struct, frozen=True):
    """Random games in many rows at once, each begun anew when it ends: actions a second."""

    one_core: float
    all_cores: float
    observations_on_all_cores: float  # a second


class Speed(msgspec.Struct, frozen=True):
    """One game with one set of options."""

    game: str
    options: dict[str, str | int | bool]
    one_core: Rate
    all_cores: Rate
    cores: int
    vector: VectorRate
    legal_lists_per_second: float
    record_bytes: int  # of one random game


class Start(msgspec.Struct, frozen=True):
    """What a game costs whatever its options, from the start of the interpreter to the first list of legal actions."""

    cold_seconds: float  # nothing compiled before
    warm_seconds: float  # compiled code found on disk
    peak_memory_bytes: int  # of the warm process
    position_bytes: int


def speed(game: Game, seconds: float) -> Speed:
    """Measure each speed for so many seconds, after the code is compiled."""
    playout = game.compiled("palissade.search.playout")
    one_core = random_play(game, seconds)
    lists, _, elapsed = repeat(game, playout.list_often, seconds, SEED)
    return Speed(
        game=game.id,
        options=dict(game.chosen),
        one_core=one_core,
        all_cores=random_play_on_all_cores(game, seconds),
        cores=cores(),
        vector=VectorRate(
            vector_play(game, seconds, 1), vector_play(game, seconds, cores()), observations(game, seconds, cores())
        ),
        legal_lists_per_second=lists / elapsed,
        record_bytes=len(str(random_match(game).record()).encode()),
    )


# ---- random play


def random_play(game: Game, seconds: float) -> Rate:
    """Random games one after the other in this thread."""
    playout = game.compiled("palissade.search.playout")
    actions, games, elapsed = repeat(game, playout.play_out_many, seconds, SEED)
    return Rate(games / elapsed, actions / elapsed)


def random_play_on_all_cores(game: Game, seconds: float) -> Rate:
    """The same in a thread for each core, each with its own positions and its own random source."""
    playout = game.compiled("palissade.search.playout")
    began = time.perf_counter()
    with ThreadPoolExecutor(cores()) as threads:
        done = list(
            threads.map(lambda thread: repeat(game, playout.play_out_many, seconds, SEED + thread), range(cores()))
        )
    elapsed = time.perf_counter() - began
    return Rate(sum(games for _, games, _ in done) / elapsed, sum(actions for actions, _, _ in done) / elapsed)


def vector_play(game: Game, seconds: float, threads: int) -> float:
    """Actions a second of random play in many rows at once."""
    batch, positions, fresh = Batch(game, threads), positions_on_the_way(game, ROWS), game.start(game.deal(SEED))
    rngs, actions, plies = batch.random_sources(ROWS, SEED), batch.actions(ROWS), batch.actions(ROWS)
    rewards, done = batch.rewards(ROWS), batch.flags(ROWS)
    return ROWS * calls_per_second(
        lambda: batch.random_step(positions, rngs, actions, rewards, done, plies, fresh), seconds
    )


def observations(game: Game, seconds: float, threads: int) -> float:
    """Positions a second that are written down for a network."""
    batch, positions = Batch(game, threads), positions_on_the_way(game, OBSERVED_ROWS)
    planes, vectors = batch.planes(OBSERVED_ROWS), batch.vectors(OBSERVED_ROWS)
    return OBSERVED_ROWS * calls_per_second(lambda: batch.observe(positions, planes, vectors), seconds)


def positions_on_the_way(game: Game, count: int) -> Positions:
    """So many positions as random games come to them, from their starts to their ends: what a batch that has played for
    a while is made of.
    """
    batch, start = game.batch, game.start(game.deal(SEED))
    rngs, actions, rewards, done = batch.random_sources(1, SEED), batch.actions(1), batch.rewards(1), batch.flags(1)
    positions = np.repeat(start, _ON_THE_WAY)
    for row in range(1, _ON_THE_WAY):
        positions[row] = positions[row - 1]
        batch.random_step(positions[row : row + 1], rngs, actions, rewards, done, fresh=start)
    return np.resize(positions, count)


def calls_per_second(call: Callable[[], None], seconds: float) -> float:
    call()  # compiles
    calls, began, elapsed = 0, time.perf_counter(), 0.0
    while elapsed < seconds or not calls:
        call()
        calls += 1
        elapsed = time.perf_counter() - began
    return calls / elapsed


def repeat(game: Game, play: Play, seconds: float, seed: int) -> tuple[int, int, float]:
    """Play random games for so long: how many things `play` counted, in how many games, in what time."""
    positions = np.zeros(2, game.rules.POSITION)
    positions[0] = game.start(game.deal(seed))[0]
    rng, room = game.batch.random_sources(1, seed), np.empty(game.rules.MOST_LEGAL, np.int32)
    most = game.rules.MOST_PLIES
    play(positions, 1, rng, room, most)  # compiles
    counted, games, at_once = 0, 0, 1
    began = last = time.perf_counter()
    while last - began < seconds or not games:
        counted += play(positions, at_once, rng, room, most)
        games += at_once
        now = time.perf_counter()
        if now - last < _CALL_SECONDS / 2:
            at_once *= 2
        last = now
    return counted, games, last - began


def random_match(game: Game) -> Match:
    """One random game, the same for everybody."""
    match = game.match(seed=SEED)
    rng, room = game.batch.random_sources(1, SEED), np.empty(game.rules.MOST_LEGAL, np.int32)
    while not match.outcome:
        match.play(int(game.single.random_action(match.position, rng, room)))
    return match


# ---- starting

_FIRST_LIST = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
import palissade
palissade.game(sys.argv[1]).match(seed=1).actions()
ready = time.monotonic()
from palissade.bench import peak_memory
print(ready, peak_memory())
"""


def start(game: Game) -> Start:
    """Start twice in fresh processes: with an empty cache of compiled code, then with what the first one left."""
    with tempfile.TemporaryDirectory() as folder:
        cold_seconds, _ = _start_once(game, folder)
        warm_seconds, peak = _start_once(game, folder)
    return Start(cold_seconds, warm_seconds, peak, game.rules.POSITION.itemsize)


def _start_once(game: Game, cache: str) -> tuple[float, int]:
    package = str(Path(__file__).parents[1])
    paths = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PALISSADE_CACHE": cache, "PYTHONPATH": paths}
    began = time.monotonic()  # one clock for all processes of a machine
    answer = subprocess.run(
        [sys.executable, "-c", _FIRST_LIST, game.id], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    ready, peak = answer.stdout.split()
    return float(ready) - began, int(peak)


def peak_memory() -> int:
    """The most memory this process has had, in bytes; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux `getrusage` counts the memory of the parent before the child became itself
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(fields["VmHWM"].split()[0]) * 1024
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
