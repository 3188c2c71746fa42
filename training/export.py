"""Export: the average weights as an ONNX file, for playing without PyTorch."""

from pathlib import Path

import torch
from torch import Tensor, nn

from training.checkpoint import Checkpoint
from training.device import DEVICE
from training.game import Game
from training.network import Network


class Playing(nn.Module):
    """The network without what only learning needs."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        guess = self.network(planes, vector)
        return guess.policy, guess.win, guess.margin


def write_onnx(game: Game, found: Checkpoint, path: Path) -> None:
    """Inputs `planes` and `vector`, outputs `policy` (logits over the grid), `win` and `margin`; any batch."""
    shape = game.shape
    example = (
        torch.zeros(2, shape.planes, shape.rows, shape.columns, device=DEVICE),
        torch.zeros(2, shape.vector, device=DEVICE),
    )
    names = ["planes", "vector", "policy", "win", "margin"]
    torch.onnx.export(
        Playing(found.network(game)).eval(),
        example,
        str(path),
        input_names=names[:2],
        output_names=names[2:],
        dynamic_axes={name: {0: "batch"} for name in names},
        dynamo=False,
    )
