"""The evaluator: the playing copy of a network in half precision, and what the search asks of it.

Evaluation is compiled; the training step never is, because compiled it gave gradients that were not finite.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from training.device import DEVICE, HALF, ON_GPU
from training.game import Game
from training.network import Network

ILLEGAL = -1e9  # the logit of what may not be played
LOWEST_LEGAL = -1e8  # every legal logit is above


class Evaluator:
    """Logits over the grid and a value for each row of a batch."""

    def __init__(self, game: Game, channels: int, blocks: int, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled and ON_GPU
        self.network = Network(game.shape, channels, blocks).to(DEVICE, HALF).to(memory_format=torch.channels_last)
        self.network.eval().requires_grad_(False)
        self.evaluate = self.quick(self._evaluate)
        self.play = self.quick(game.play) if game.on_device else game.play

    def quick(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function compiled, where that is wanted."""
        return torch.compile(function, dynamic=False) if self.compiled else function

    @torch.no_grad()
    def load(self, network: Network) -> None:
        """Take over the weights of a network."""
        for own, new in zip(self.network.state_dict().values(), network.state_dict().values(), strict=True):
            own.copy_(new)

    def _evaluate(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """Logits, ILLEGAL where an action is, and the value to the mover, exact where the game is over."""
        game = self.game
        planes, vector, legal = game.observe(states)
        guess = self.network(planes.contiguous(memory_format=torch.channels_last), vector)
        margin = game.margin(states)
        exact = game.utility(torch.sign(margin), margin)
        value = torch.where(game.is_over(states), exact, game.utility(guess.win.float(), guess.margin.float()))
        return torch.where(legal, guess.policy, ILLEGAL), value
