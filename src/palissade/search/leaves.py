"""Leaves of a search as a game's network is asked about them, and what it answers: the compiled half of
`players/network.py`, built per game by `kernel.load`.
"""

import math

import numpy as np
import numpy.typing as npt

from palissade.contract import Network, Rules
from palissade.kernel import PART, Actions, Floats, Ints, Positions, rule

rules: Rules = PART
network: Network = PART

Answers = npt.NDArray[np.float32]


@rule
def describe(leaves: Positions, actions: Actions, counts: Ints, room: Actions, planes: Floats, vectors: Floats) -> None:
    """What the network is asked, a row for each leaf."""
    for i in range(len(leaves)):
        network.describe(leaves[i], actions[i], int(counts[i]), room, planes[i], vectors[i])


@rule
def understand(
    leaves: Positions,
    actions: Actions,
    counts: Ints,
    policies: Answers,
    wins: Answers,
    margins: Answers,
    values: Floats,
    weights: Floats,
) -> None:
    """What each seat may expect, and the weights of the actions: of the cells' logits, e to their power."""
    for i in range(len(leaves)):
        seat = rules.mover(leaves[i])
        values[i, seat] = network.worth(float(wins[i]), float(margins[i]))
        values[i, 1 - seat] = 1 - values[i, seat]
        greatest = -math.inf
        for j in range(int(counts[i])):
            cell = network.cell(int(actions[i, j]))
            weights[i, j] = 0.0 if cell < 0 else policies[i, cell]
            greatest = max(greatest, float(weights[i, j]))
        for j in range(int(counts[i])):
            weights[i, j] = math.exp(float(weights[i, j]) - greatest)
