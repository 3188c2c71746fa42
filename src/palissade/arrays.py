"""The arrays that rules and searches work on: what they are called."""

from typing import Any

import numpy as np
import numpy.typing as npt

Position = np.record  # one position; from Python always reached through an array of one or more
Positions = npt.NDArray[Any]
Actions = npt.NDArray[np.int32]
Random = npt.NDArray[np.uint64]  # the state of a random source: one word
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]
