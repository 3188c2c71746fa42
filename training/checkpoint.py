"""Checkpoints: the average weights and where they come from, a few megabytes; never the optimiser's state."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from training.device import DEVICE
from training.game import Game
from training.network import Network
from training.settings import NetworkSettings


@dataclass
class Experience:
    """What weights have gone through, over all stages."""

    games: int = 0
    positions: int = 0  # searched, fully or fast
    learned: int = 0  # positions that were searched fully and kept
    steps: int = 0
    seconds: float = 0.0


@dataclass
class Checkpoint:
    """Weights with their size and experience."""

    game: str
    size: NetworkSettings
    weights: dict[str, torch.Tensor]
    experience: Experience = field(default_factory=Experience)

    def network(self, game: Game) -> Network:
        """The network with these weights."""
        if game.name != self.game:
            raise ValueError(f"these weights play {self.game}, not {game.name}")
        network = Network(game.shape, self.size.channels, self.size.blocks).to(DEVICE)
        network.load_state_dict(self.weights)
        return network


def write(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint in one go. Matrices are kept in half precision, which is more than plays; the rest in full."""
    weights = {
        name: (weight.half() if weight.dim() > 1 else weight).cpu().contiguous()
        for name, weight in checkpoint.weights.items()
    }
    content: dict[str, Any] = {
        "game": checkpoint.game,
        "size": asdict(checkpoint.size),
        "experience": asdict(checkpoint.experience),
        "weights": weights,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    torch.save(content, unfinished)
    unfinished.replace(path)


def read(path: Path) -> Checkpoint:
    """Read a checkpoint; the file can hold nothing but tensors and numbers."""
    content = torch.load(path, map_location=DEVICE, weights_only=True)
    weights = {
        name: weight.float() if weight.is_floating_point() else weight for name, weight in content["weights"].items()
    }
    size, experience = NetworkSettings(**content["size"]), Experience(**content["experience"])
    return Checkpoint(content["game"], size, weights, experience)
