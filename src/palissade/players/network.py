"""A game's network, learned by self-play: who is asked about the leaves of a search, in batches.

It is a file beside its provenance in `networks/`, run by ONNX Runtime (the extra `machines`). All searches of a process
ask the same one, each on its own thread.
"""

import hashlib
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from palissade.arrays import Actions, Floats, Ints, Positions
from palissade.contract import Network as Part
from palissade.game import Game

NETWORKS = Path(__file__).with_name("networks")
RUNTIME = "onnxruntime"
_INPUTS, _OUTPUTS = ("planes", "vector"), ("policy", "win", "margin")


class NoNetwork(ValueError):
    """A network that is not there, or that nothing here can run."""


@cache
def has_runtime() -> bool:
    """Whether there is something to run networks with."""
    return find_spec(RUNTIME) is not None


def network_of(game: Game) -> "Network":
    """The network of a game; raises `NoNetwork`."""
    if game.network is None:
        raise NoNetwork(f"no network has learned {game.name}")
    if not has_runtime():
        raise NoNetwork("networks need ONNX Runtime: pip install palissade[machines]")
    return Network(game.network, NETWORKS / f"{game.id}.onnx")


class Network:
    """An evaluator of leaves (`players/tree.py`) that any number of threads may ask at once."""

    def __init__(self, part: Part, file: Path) -> None:
        self.part = part
        self._session = _session(file)

    def __call__(self, game: Game, leaves: Positions, actions: Actions, counts: Ints) -> tuple[Floats, Floats]:
        """What each seat may expect of each leaf, and the weights of its actions."""
        part, rows = self.part, len(leaves)
        compiled = game.compiled("palissade.search.leaves")
        planes = np.empty((rows, part.PLANES, *part.SHAPE), np.float32)
        vectors = np.empty((rows, part.VECTOR), np.float32)
        values = np.empty((rows, len(game.seats)), np.float32)
        weights = np.empty(actions.shape, np.float32)
        compiled.describe(leaves, actions, counts, np.empty(game.rules.MOST_LEGAL, np.int32), planes, vectors)
        answers = self._session.run(_OUTPUTS, dict(zip(_INPUTS, (planes, vectors), strict=True)))
        compiled.understand(leaves, actions, counts, *answers, values, weights)
        return values, weights


@cache
def _session(file: Path) -> Any:
    """The network, read once and ready to be asked. Each question is answered on the thread that asks it: who asks
    decides how many threads think.
    """
    import onnxruntime  # noqa: PLC0415  (an extra, and slow to load)

    content = file.read_bytes()
    if hashlib.sha256(content).hexdigest() != provenance(file)["sha256"]:
        raise NoNetwork(f"{file.name} is not the network that {file.stem}.toml describes")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def provenance(file: Path) -> dict[str, Any]:
    """Where a network comes from."""
    return tomllib.loads(file.with_suffix(".toml").read_text("utf-8"))
