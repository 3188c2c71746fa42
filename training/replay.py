"""Replay memory: the last fully searched positions of all games, and how those games ended, in GPU memory.

Positions lie in a ring, a ply of all games in each place. They do not hold their outcome but the number of their game
in its row; a second, smaller ring holds the last endings of each row. So nothing is copied when a game ends.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from training.device import DEVICE
from training.game import Game
from training.search import Decision

ENDINGS = 64  # of each row: more games than a row can finish while a position is kept


class Sample(NamedTuple):
    """Positions to learn from."""

    states: Tensor
    actions: Tensor
    weights: Tensor  # the improved policy over the actions
    value: Tensor  # that the search found
    margin: Tensor  # at the end, to the position's mover
    endings: Tensor


class Replay:
    """The memory of `batch` games side by side and of the last `plies` fully searched plies."""

    def __init__(self, game: Game, batch: int, plies: int, children: int) -> None:
        self.game, self.batch, self.plies = game, batch, plies
        self.place = 0

        def table(*shape: int, of: torch.dtype) -> Tensor:
            return torch.zeros(*shape, dtype=of, device=DEVICE)

        self.rows = torch.arange(batch, device=DEVICE)
        self.states = table(plies, batch, game.width, of=torch.uint8)
        self.actions = table(plies, batch, children, of=torch.int32)
        self.weights = table(plies, batch, children, of=torch.float16)
        self.value = table(plies, batch, of=torch.float32)
        self.game_of = torch.full((plies, batch), -1, dtype=torch.int64, device=DEVICE)
        self.number = table(batch, of=torch.int64)  # of the game that each row is playing
        self.margin = table(ENDINGS, batch, of=torch.float32)  # to the first seat
        self.endings = table(ENDINGS, batch, game.shape.rows * game.shape.columns, of=torch.uint8)
        self.usable = table(0, of=torch.int64)

    def add(self, states: Tensor, decision: Decision) -> None:
        """Keep a ply of all games."""
        place = self.place % self.plies
        self.states[place] = states
        self.actions[place] = decision.actions.int()
        self.weights[place] = decision.weights.half()
        self.value[place] = decision.value
        self.game_of[place] = self.number
        self.place += 1

    def finish(self, states: Tensor, is_over: Tensor) -> Tensor:
        """Keep how games ended; the rows where they did play the next. Return the margins to the first seat."""
        place = self.number % ENDINGS
        margin = self.game.margin(states) * (1 - 2 * self.game.seat(states).float())
        self.margin[place, self.rows] = torch.where(is_over, margin, self.margin[place, self.rows])
        endings = torch.where(is_over[:, None], self.game.ending(states), self.endings[place, self.rows])
        self.endings[place, self.rows] = endings
        self.number += is_over
        return margin

    def count(self) -> int:
        """How many positions can be learned from: those whose game has ended and whose ending is still kept."""
        is_known = (self.game_of >= 0) & (self.game_of < self.number) & (self.game_of >= self.number - ENDINGS)
        self.usable = is_known.view(-1).nonzero()[:, 0]
        return len(self.usable)

    def sample(self, count: int) -> Sample:
        """Draw positions from those that `count` found."""
        chosen = self.usable[torch.randint(len(self.usable), (count,), device=DEVICE)]
        row = chosen % self.batch
        place = self.game_of.view(-1)[chosen] % ENDINGS
        states = self.states.view(-1, self.game.width)[chosen]
        return Sample(
            states,
            self.actions.view(-1, self.actions.shape[2])[chosen].long(),
            self.weights.view(-1, self.weights.shape[2])[chosen].float(),
            self.value.view(-1)[chosen],
            self.margin[place, row] * (1 - 2 * self.game.seat(states).float()),
            self.endings[place, row],
        )


def turned(game: Game, sample: Sample, symmetry: int) -> Sample:
    """The sample in a mirror."""
    if symmetry == 0:
        return sample
    return sample._replace(
        states=game.turn(sample.states, symmetry),
        actions=game.turn_actions(sample.actions, symmetry),
        endings=game.turn_endings(sample.endings, symmetry),
    )
