"""Random play beside OpenSpiel's: `python -m benchmarks.peers [--seconds S] [--json]`.

OpenSpiel is driven in two ways: through its Python interface, as a researcher's loop does, and by its own C++ loop, the
rollouts of its tree search. Those only count games, so their actions are the games times the mean length of a game that
the Python loop has measured.
"""

import random
import time
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import pyspiel
import typer
from rich.console import Console
from rich.table import Table

import palissade
from palissade.bench import random_play

OURS = ("cul-de-sac", "blokus-duo")
THEIRS = ("quoridor", "connect_four")
ROLLOUTS_A_CALL = 100


class Result(msgspec.Struct, frozen=True):
    """How fast somebody plays at random."""

    player: str
    playouts_per_second: float
    actions_per_second: float


def ours(game: palissade.Game, seconds: float) -> Result:
    rate = random_play(game, seconds)
    return Result(f"Palissade {game.id}", rate.playouts_per_second, rate.actions_per_second)


def through_python(name: str, seconds: float) -> Result:
    """Random legal actions, one call from Python for each list and each action."""
    game, draw = pyspiel.load_game(name), random.Random(1)

    def play_one() -> tuple[int, int]:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            actions += 1
        return 1, actions

    return Result(f"OpenSpiel {name}, Python", *rates(play_one, seconds))


def in_cpp(name: str, seconds: float, mean_length: float) -> Result:
    """The rollouts of OpenSpiel's own tree search, a hundred in each call."""
    start = pyspiel.load_game(name).new_initial_state()
    evaluator: Any = pyspiel.RandomRolloutEvaluator(ROLLOUTS_A_CALL, 1)

    def roll_out() -> tuple[int, int]:
        evaluator.evaluate(start)
        return ROLLOUTS_A_CALL, 0

    playouts, _ = rates(roll_out, seconds)
    return Result(f"OpenSpiel {name}, C++", playouts, playouts * mean_length)


def rates(play: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Playouts and actions per second of something that plays a few games and counts both."""
    play()  # not measured: tables are filled by the first call
    playouts = actions = 0
    began = now = time.perf_counter()
    while now - began < seconds or not playouts:
        more_playouts, more_actions = play()
        playouts, actions = playouts + more_playouts, actions + more_actions
        now = time.perf_counter()
    return playouts / (now - began), actions / (now - began)


def main(
    seconds: Annotated[float, typer.Option(min=0, metavar="S", help="For each measurement.")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """Measure random play on one core, ours and OpenSpiel's."""
    our_results = [ours(palissade.game(name), seconds) for name in OURS]
    their_results = []
    for name in THEIRS:
        python = through_python(name, seconds)
        mean_length = python.actions_per_second / python.playouts_per_second
        their_results += [python, in_cpp(name, seconds, mean_length)]
    if as_json:
        typer.echo(msgspec.json.encode({"ours": our_results, "theirs": their_results}))
        return
    table = Table("", "Playouts/s", "Actions/s", *(f"{name} is × faster" for name in OURS), box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for result in our_results + their_results:
        ratios = [f"{our.actions_per_second / result.actions_per_second:.1f}" for our in our_results]
        table.add_row(result.player, f"{result.playouts_per_second:,.0f}", f"{result.actions_per_second:,.0f}", *ratios)
    Console(width=140).print(table)


if __name__ == "__main__":
    typer.run(main)
