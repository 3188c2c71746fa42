"""How fast the parts run: evaluation, play, a search, a step of learning."""

import json
import time
from collections.abc import Callable

import torch
from torch import Tensor

from training.device import DEVICE, ON_GPU
from training.evaluator import Evaluator
from training.game import Game
from training.learner import Learner
from training.replay import Sample
from training.settings import Effort, Settings
from training.shifts import search_of

PLIES = 60  # into random games: where rules may take longer than at the beginning


def _seconds(function: Callable[[], object], times: int) -> tuple[float, float]:
    """Of the first call, which compiles, and the mean of later ones."""
    marks = []
    for count in (1, 1, times):
        began = time.perf_counter()
        for _ in range(count):
            function()
        if ON_GPU:
            torch.cuda.synchronize()
        marks.append((time.perf_counter() - began) / count)
    return marks[0], marks[2]


def _drawn(game: Game, states: Tensor) -> Tensor:
    """A random action for each row."""
    legal = game.observe(states).legal
    return torch.where(legal.any(1), (torch.rand(legal.shape, device=DEVICE) * legal).argmax(1), game.forced)


def _later(game: Game, states: Tensor) -> Tensor:
    """The rows, each up to so many random plies later."""
    length = torch.randint(PLIES + 1, (len(states), 1), device=DEVICE)
    for ply in range(PLIES):
        states = torch.where(ply < length, game.play(states, _drawn(game, states)), states)
    return states


def measure(game: Game, settings: Settings, simulations: int) -> None:
    """Print a line for each part."""
    batch, size = settings.self_play.batch, settings.network
    learner = Learner(game, size, settings.learning)
    evaluator = Evaluator(game, size.channels, size.blocks, settings.search.compiled)
    evaluator.load(learner.average)
    search = search_of(evaluator, batch, Effort(simulations, 16), settings.search)
    states = game.start(batch)
    chosen = states[: settings.learning.batch]
    decision = search.run(states)
    count = len(chosen)
    margin = torch.zeros(count, device=DEVICE)
    sample = Sample(chosen, decision.actions[:count], decision.weights[:count], margin, margin, game.ending(chosen))
    with torch.no_grad():
        later = _later(game, states)
        actions = _drawn(game, later)
        parts = {
            "network": (batch, lambda: evaluator.network(*game.observe(states)[:2])),
            "evaluate": (batch, lambda: evaluator.evaluate(states)),
            "play": (batch, lambda: evaluator.play(states, decision.action)),
            "play later": (batch, lambda: evaluator.play(later, actions)),
            "turn later": (batch, lambda: game.turn(later, 1)),
            "observe later": (batch, lambda: game.observe(later)),
            "search": (batch * (simulations + 1), lambda: search.run(states)),
        }
        for name, (positions, function) in parts.items():
            _print(name, positions, *_seconds(function, 5))
    _print("learn", count, *_seconds(lambda: learner.learn(sample, 0.5), 10))
    learner.check()


def _print(name: str, positions: int, first: float, later: float) -> None:
    """One line."""
    figures = {
        "first_call_s": round(first, 2),
        "ms": round(later * 1e3, 2),
        "positions_per_s": round(positions / later),
    }
    print(json.dumps({"part": name, **figures}), flush=True)
