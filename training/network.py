"""The network: a residual tower over the board, with what lies beside the board added to it.

Four heads: the policy over the grid of actions, who wins, by how much, and what becomes of each square. The last two
are no use to the search, or little, but they teach the tower much sooner than one bit a game does.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.game import Shape

MARGIN_UNIT = 10  # the margin's head works in these


class Guess(NamedTuple):
    """What the network says of a batch, from the mover's side."""

    policy: Tensor  # batch × actions: logits, legal or not
    win: Tensor  # from -1 to 1
    margin: Tensor
    marks: Tensor  # batch × marks × squares: logits


def pooled(x: Tensor) -> Tensor:
    """Each channel's mean and greatest value over the board."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """Two convolutions and a shortcut; in some blocks every square also learns of the whole board in between."""

    def __init__(self, channels: int, sees_all: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.whole = nn.Linear(2 * channels, channels) if sees_all else None

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.first_norm(self.first(x)))
        if self.whole is not None:
            y = y + self.whole(pooled(y))[:, :, None, None]
        return functional.relu(x + self.second_norm(self.second(y)))


class Network(nn.Module):
    """The tower and its heads."""

    def __init__(self, shape: Shape, channels: int, blocks: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(shape.planes, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.beside = nn.Linear(shape.vector, channels)
        self.blocks = nn.Sequential(*[Block(channels, i % 2 == 1) for i in range(blocks)])
        self.policy_mix = nn.Conv2d(channels, channels, 1, bias=False)
        self.policy_norm = nn.BatchNorm2d(channels)
        self.policy = nn.Conv2d(channels, shape.kinds, 1)
        self.value_mix = nn.Linear(2 * channels, 96)
        self.value = nn.Linear(96, 2)
        self.marks = nn.Conv2d(channels, shape.marks, 1)

    def forward(self, planes: Tensor, vector: Tensor) -> Guess:
        x = functional.relu(self.stem_norm(self.stem(planes)) + self.beside(vector)[:, :, None, None])
        x = self.blocks(x)
        policy = self.policy(functional.relu(self.policy_norm(self.policy_mix(x)))).flatten(1)
        value = self.value(functional.relu(self.value_mix(pooled(x))))
        return Guess(policy, torch.tanh(value[:, 0]), value[:, 1] * MARGIN_UNIT, self.marks(x).flatten(2))
