"""Searches in shifts, where the processor plays: while it does so for one part of the batch, the device evaluates
another. Everything is asked of the device in one stream; only the processor waits, and for what is its own.
"""

from itertools import pairwise

import torch
from torch import Tensor

from training.evaluator import Evaluator
from training.search import Decision, Search
from training.settings import Effort, SearchSettings


class Shifts:
    """As a `Search` of so many rows, in parts."""

    def __init__(self, evaluator: Evaluator, batch: int, effort: Effort, settings: SearchSettings) -> None:
        self.effort = effort
        bounds = [batch * number // settings.shifts for number in range(settings.shifts + 1)]
        self.sizes = [last - first for first, last in pairwise(bounds)]
        self.parts = [Search(evaluator, size, effort, settings) for size in self.sizes]

    @torch.no_grad()
    def run(self, states: Tensor, noise: float = 1.0) -> Decision:
        """Search every row."""
        for part, rows in zip(self.parts, states.split(self.sizes), strict=True):
            part.plant(rows, noise)
            part.begin()
        for _ in range(self.effort.simulations - 1):
            for part in self.parts:
                part.finish()
                part.begin()
        for part in self.parts:
            part.finish()
        found = [part.decide() for part in self.parts]
        return Decision(*(torch.cat(columns) for columns in zip(*found, strict=True)))


def search_of(evaluator: Evaluator, batch: int, effort: Effort, settings: SearchSettings) -> Search | Shifts:
    """A search of so many rows, in shifts where that helps."""
    is_apart = settings.shifts > 1 and not evaluator.game.on_device
    return (Shifts if is_apart else Search)(evaluator, batch, effort, settings)
