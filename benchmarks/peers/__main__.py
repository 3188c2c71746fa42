"""Random play beside OpenSpiel's: `python -m benchmarks.peers [--seconds S] [--json]`.

OpenSpiel is driven in two ways: through its Python interface, as a researcher's loop does, and by its own C++ loop, the
rollouts of its tree search. Those only count games, so their actions are the games times the mean length of a game that
the Python loop has measured.

Everybody plays in turn, round after round, and the best round counts: whatever else the machine does only slows down.
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
ROUNDS = 5


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
    """The rollouts of OpenSpiel's own tree search: its first simulation plays a hundred from the root, and no tree."""
    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS_A_CALL, seed=1)
    bot: Any = pyspiel.MCTSBot(
        game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
    )

    def roll_out() -> tuple[int, int]:
        root = bot.mcts_search(start)
        assert not root.children
        return ROLLOUTS_A_CALL, 0

    playouts, _ = rates(roll_out, seconds)
    return Result(f"OpenSpiel {name}, C++", playouts, playouts * mean_length)


def theirs(name: str, seconds: float) -> tuple[Result, Result]:
    """One game of OpenSpiel in both ways."""
    python = through_python(name, seconds)
    return python, in_cpp(name, seconds, python.actions_per_second / python.playouts_per_second)


def best(rounds: list[list[Result]]) -> list[Result]:
    """Of each player the fastest round."""
    return [max(results, key=lambda result: result.actions_per_second) for results in zip(*rounds, strict=True)]


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
    seconds: Annotated[float, typer.Option(min=0, metavar="S", help="For each player, in all rounds.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """Measure random play on one core, ours and OpenSpiel's."""
    our_rounds, their_rounds = [], []
    for _ in range(ROUNDS):
        our_rounds.append([ours(palissade.game(name), seconds / ROUNDS) for name in OURS])
        their_rounds.append([result for name in THEIRS for result in theirs(name, seconds / ROUNDS)])
    our_results, their_results = best(our_rounds), best(their_rounds)
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
