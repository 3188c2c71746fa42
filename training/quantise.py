"""Quantising: an ONNX file whose convolutions calculate with whole numbers of eight bits, for processors.

How large numbers get in between is learned from positions of games that the network itself plays. Weights keep seven
bits, which no processor's sums overflow. Needs onnx and onnxruntime.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from training.checkpoint import Checkpoint
from training.evaluator import Evaluator
from training.game import Game
from training.openings import Openings
from training.settings import OpeningSettings

POSITIONS, BATCH = 512, 16
PLIES = 30  # into games, at most
SEED = 1


class Positions(CalibrationDataReader):  # type: ignore[misc]
    """What the network sees of positions of its own games."""

    def __init__(self, game: Game, found: Checkpoint) -> None:
        torch.manual_seed(SEED)
        evaluator = Evaluator(game, found.size.channels, found.size.blocks, compiled=False)
        evaluator.load(found.network(game))
        seen = game.observe(Openings(evaluator, POSITIONS, OpeningSettings()).scatter(PLIES))
        self._planes, self._vector = seen.planes.float().cpu().numpy(), seen.vector.float().cpu().numpy()
        self._batches = self._divided()

    def _divided(self) -> Iterator[dict[str, np.ndarray]]:
        for begin in range(0, POSITIONS, BATCH):
            part = slice(begin, begin + BATCH)
            yield {"planes": self._planes[part], "vector": self._vector[part]}

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next batch."""
        return next(self._batches, None)


def quantise(game: Game, found: Checkpoint, exported: Path, to: Path) -> None:
    """Write what was exported from a checkpoint once more, quantised."""
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(exported), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(to),
            Positions(game, found),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv"],
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
