"""Iterative deepening for what one plays alone: all ways of at most so many moves, then of one more (Korf 1985).

Depth first, on a stack that is kept between calls, so that a search can be left and taken up again. No position is
gone into from which the moves that are left cannot be enough (`puzzle.may_be_solved`), or which a table remembers to
have been searched in vain with as many moves or more. What is searched through without a way is proven: there is none.
"""

import numpy as np
import numpy.typing as npt

from palissade.contract import Puzzle, Rules
from palissade.kernel import PART, Actions, Ints, Positions, position_type, rule, signed

rules: Rules = PART  # of the game, put here by `kernel.load`; so is the next
puzzle: Puzzle = PART

GOING_ON, FOUND, IN_VAIN = 0, 1, 2

DIVE = position_type(
    [
        ("nodes", np.int64),  # positions looked at
        ("depth", np.int32),  # of the top of the stack
        ("moves", np.int32),  # no way may be longer
    ]
)

Keys = npt.NDArray[np.uint64]
ONE = np.uint64(1)


@rule
def begin(dives: Positions, moves: int, positions: Positions, actions: Actions, counts: Ints) -> None:
    """Look for ways of so many moves from the first position."""
    dives[0].depth, dives[0].moves = 0, moves
    counts[0, 0], counts[0, 1] = rules.legal_actions(positions[0], actions[0]), 0


@rule
def dive(
    dives: Positions,  # the DIVE, in an array of one
    nodes: int,  # to look at before it comes back
    positions: Positions,  # the stack: one for each move, and one more
    actions: Actions,  # their legal actions, a row for each
    counts: Ints,  # how many they are, and how many have been gone into
    stacked: Keys,  # their keys
    keys: Keys,  # the table: a power of two of them
    vain: Ints,  # with how many moves each was searched in vain
) -> int:
    """Search on. A way that is FOUND is, at each depth, the action gone into last."""
    search, mask = dives[0], len(keys) - 1
    depth, last = int(search.depth), int(search.nodes) + nodes
    while search.nodes < last:
        if counts[depth, 1] == counts[depth, 0]:
            if depth == 0:
                return IN_VAIN
            slot = signed(stacked[depth] >> ONE) & mask
            keys[slot], vain[slot] = stacked[depth], int(search.moves) - depth
            depth -= 1
            continue
        action = int(actions[depth, counts[depth, 1]])
        counts[depth, 1] += 1
        search.nodes += 1
        positions[depth + 1] = positions[depth]
        rules.apply(positions[depth + 1], action)
        if puzzle.rest(positions[depth + 1]) == puzzle.SOLVED:
            search.depth = depth
            return FOUND
        moves = int(search.moves) - depth - 1
        if moves == 0 or not puzzle.may_be_solved(positions[depth + 1], moves):
            continue
        key = puzzle.key(positions[depth + 1])
        slot = signed(key >> ONE) & mask
        if keys[slot] == key and vain[slot] >= moves:
            continue
        depth += 1
        stacked[depth] = key
        counts[depth, 0], counts[depth, 1] = rules.legal_actions(positions[depth], actions[depth]), 0
    search.depth = depth
    return GOING_ON
