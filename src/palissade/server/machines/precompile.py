"""Compile all that the server calls for a game: `python -m palissade.server.machines.precompile GAME`.

In a process of its own it fills the cache on disk, telling on standard output how far it is; the server's then finds
everything there. One process at a time compiles a game: another waits, and finds the work done.
"""

import gc
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite.binding
import numba
import numpy as np

from palissade import single as single_template
from palissade.cache import cache_folder, digest
from palissade.contract import LIMIT, MOST_SCORES, MOST_SEATS
from palissade.foresight import Sight
from palissade.game import Game
from palissade.kernel import random_source
from palissade.match import SPECTATOR, Match
from palissade.players import Level, Solver, levels_of
from palissade.players.ladder import digest as digest_of_levels
from palissade.players.network import has_runtime
from palissade.registry import game as find_game
from palissade.search import alphabeta, beam, deepening, leaves, tactics, tree
from palissade.server.filelock import FileLock
from palissade.server.machines.thinking import NICENESS
from palissade.solving import solve

_PLIES = 64  # enough of a game with other options, whose compiled functions are the same
_SIMULATIONS = 1_000  # enough for something to grow from the action that is chosen
_GAMES = 20  # at random: one of them ends by the game's own rules
_PAUSE = 0.1  # seconds between two tries to get the lock
_numba_config: Any = numba.config
_typeof: Any = numba.typeof


def steps(game: Game) -> list[Callable[[], object]]:
    """What is to be called once: each function by itself, a search, and games as the server plays them."""
    single, rules = game.single, game.rules
    position, room = np.zeros(1, rules.POSITION), np.empty(rules.MOST_LEGAL, np.int32)
    functions: list[Callable[[], object]] = [
        lambda: single.start(position, game.setup(game.deal(0))),
        lambda: single.mover(position),
        lambda: single.is_over(position),
        lambda: single.legal_actions(position, room),
        lambda: single.refusal(position, int(room[0])),
        lambda: single.apply(position, int(room[0])),
        lambda: compile_only(single.result, position, np.zeros(MOST_SEATS, np.int32), np.zeros(MOST_SCORES, np.int32)),
    ]
    if game.may_repeat:
        functions.append(lambda: single.identity(position, np.empty(rules.POSITION.itemsize, np.uint8)))
    if game.is_hidden:
        functions.append(lambda: single.has_learned(position, position))
        functions.append(lambda: single.conceal(position, SPECTATOR))
        functions.append(lambda: single.has_worked_out(position, 0))
        functions.append(lambda: single.redeal(position, 0, random_source(0)))
    return [
        *functions,
        *(partial(think_a_little, game, level) for level in (levels_of(game)[0], levels_of(game)[-1])),
        *([lambda: list(solve([*game.variants()][-1].match(seed=0), nodes=1))] if game.puzzle else []),
        lambda: look_ahead(game),
        lambda: play_to_the_end(game),
        *(partial(play_through, variant, _PLIES) for variant in game.variants()),
    ]


def plays_without_network(game: Game) -> bool:
    """Whether a network has learned the game and nothing here can run it."""
    return game.network is not None and not has_runtime()


def think_a_little(game: Game, level: Level | Solver) -> None:
    """As this machine thinks, and thinks on at its table: a game's soft and hard ones may search in different ways."""
    if isinstance(level, Level):
        simulations, evaluations = (min(many, _SIMULATIONS) for many in (level.simulations, level.evaluations))
        positions = min(level.positions, 2)
        little = replace(level, simulations=simulations, positions=positions, evaluations=evaluations, seconds=None)
        match, thinker = game.match(seed=0), little.thinker()
        little.hint(match)
        for _ in range(2):
            match.play(thinker.choose(match.view(match.mover or 0)))


def look_ahead(game: Game) -> None:
    """Whether an action loses at once."""
    position = game.start(game.deal(0))
    Sight(game).holds(position, game.legal_actions(position)[0])


def compile_only(function: Any, *arguments: Any) -> None:
    """Compile without calling: a result is of a game that is over, and one at random may not get so far."""
    if hasattr(function, "compile"):  # without a compiler it is the function itself
        function.compile(tuple(_typeof(argument) for argument in arguments))


def play_to_the_end(game: Game) -> None:
    """A game at random, and another, until one ends by the game's own rules."""
    for seed in range(_GAMES):
        outcome = play_through(game, LIMIT, seed).outcome
        if outcome and not outcome.reason.startswith("COM"):
            return


def play_through(game: Game, most: int, seed: int = 0) -> Match:
    """A game at random of so many actions at most, looked at now and then from every side."""
    match, chance = game.match(seed=seed), random.Random(seed)
    while match.mover is not None and match.ply < most:
        if match.ply.bit_count() <= 1:  # often in the beginning, seldom later: after 0, 1, 2, 4, 8 … actions
            look(match)
        match.play(game.text(match.position, chance.choice(match.actions())))
    look(match)
    return match


def look(match: Match) -> None:
    """All that is told of a table."""
    for seat in (SPECTATOR, *range(len(match.game.seats))):
        view = match.view(seat)
        view.scene()
        view.picks()
        view.legal()
        view.threats()
    if match.mover is not None:
        view = match.view(match.mover)
        view.advice()
        view.about()


# ---- what has been done


def marker(game: str) -> Path | None:
    """The file that tells that a game is compiled for this processor; None where nothing can be kept on disk."""
    folder = cache_folder()
    if folder is None or _numba_config.DISABLE_JIT:
        return None
    parts = [part.__name__ for part in find_game(game).parts.values() if isinstance(part, ModuleType)]
    templates = (single_template, tree, leaves, alphabeta, tactics, beam, deepening)
    code = digest(*parts, *(template.__name__ for template in templates))
    machines = digest_of_levels(levels_of(find_game(game)))  # they say which searches are compiled
    return folder / f"warm-{game}-{code}-{machines}-{llvmlite.binding.get_host_cpu_name()}"


def is_compiled(game: str) -> bool:
    """Whether the cache has the game already."""
    mark = marker(game)
    return mark is not None and mark.exists()


def main(name: str) -> None:
    """Fill the cache for one game."""
    with suppress(OSError, AttributeError):  # Windows has no such priorities
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    mark = marker(name)
    if mark is None:
        sys.exit("compiled rules cannot be kept")
    lock = FileLock(mark.with_suffix(".lock"))
    while not lock.take():
        time.sleep(_PAUSE)
    if mark.exists():
        return
    gc.disable()  # what the compiler leaves behind is gone with this process
    todo = steps(find_game(name))
    for done, step in enumerate(todo, start=1):
        step()
        print(f"{done}/{len(todo)}", flush=True)
    mark.touch()


if __name__ == "__main__":
    main(sys.argv[1])
