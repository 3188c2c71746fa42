"""How many sequences of actions there are: the check that a game's rules are whole."""

import numpy as np

from palissade.contract import Rules
from palissade.game import Game
from palissade.kernel import PART, Actions, Positions, rule

rules: Rules = PART  # of the game, put here by `kernel.load`


def perft(game: Game, position: Positions, depth: int) -> int:
    """The number of sequences of `depth` actions by the game's own rules from this position."""
    if depth == 0:
        return 1
    positions = np.zeros(depth, game.rules.POSITION)
    positions[0] = position[0]
    actions = np.empty((depth, game.rules.MOST_LEGAL), np.int32)
    return int(game.compiled("palissade.search.perft").count(positions, actions, depth))


def divide(game: Game, position: Positions, depth: int) -> dict[str, int]:
    """The same number, told apart by the first action."""
    actions = np.empty(game.rules.MOST_LEGAL, np.int32)
    found = {}
    for action in actions[: game.single.legal_actions(position, actions)].copy():
        after = position.copy()
        game.single.apply(after, action)
        found[game.text(position, int(action))] = perft(game, after, depth - 1)
    return found


@rule
def count(positions: Positions, actions: Actions, depth: int) -> int:
    """The sequences from the first position; each ply has a row of its own to work in."""
    found = rules.legal_actions(positions[0], actions[0])
    if depth == 1:
        return found
    total = 0
    for i in range(found):
        positions[1] = positions[0]
        rules.apply(positions[1], int(actions[0, i]))
        total += count(positions[1:], actions[1:], depth - 1)
    return total
