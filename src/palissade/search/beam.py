"""The beam search (Lowerre 1976) for what one plays alone: layer by layer of moves, the best positions of each.

Of all positions that follow from one layer those stay that look nearest to the end (`puzzle.cost`), as many as the beam
is wide. Equal ones (`puzzle.key`) are kept once, and none from which the moves that are left cannot be enough
(`puzzle.may_be_solved`).

A layer is made in two steps: `list_children` writes who comes from whom, for some parents at a time, so that a search
can be left; `choose_children` makes positions of the best.
"""

import numpy as np
import numpy.typing as npt

from palissade.contract import Puzzle, Rules
from palissade.kernel import PART, Actions, Ints, Positions, position_type, rule, signed

rules: Rules = PART  # of the game, put here by `kernel.load`; so is the next
puzzle: Puzzle = PART

COSTS = 10_000  # a cost is below
NONE = -1

CHILD = position_type([("parent", np.int32), ("action", np.int32), ("cost", np.int32)])

# The best end of all ways that were seen, and what has been listed.
BEAM = position_type(
    [
        ("nodes", np.int64),  # positions looked at
        ("listed", np.int32),  # children of this layer
        ("total", np.int32),  # the same, with those that were not kept
        ("rest", np.int32),  # what is left over at the end
        ("parent", np.int32),  # in this layer, of the best end; NONE if no end of this layer is the best
        ("action", np.int32),  # that leads to it
    ]
)

Keys = npt.NDArray[np.uint64]
ONE = np.uint64(1)


@rule
def list_children(
    beams: Positions,  # the BEAM, in an array of one
    parents: Positions,
    first: int,
    last: int,  # parents of these numbers
    moves: int,  # that may still be made after the one to the children
    weights: Ints,
    children: Positions,  # more than a parent can have, beyond the width of the beam
    width: int,
    keys: Keys,  # of positions seen lately; a power of two of them
    costs: Ints,  # room to count children by cost
    after: Positions,  # room for a position
    room: Actions,
) -> None:
    """List the children of some parents; what is over by the rules is an end."""
    beam, mask = beams[0], len(keys) - 1
    for parent in range(first, last):
        found = rules.legal_actions(parents[parent], room)
        if int(beam.listed) + found > len(children):
            beam.listed = keep_best(children, int(beam.listed), width, costs)
        for i in range(found):
            after[0] = parents[parent]
            rules.apply(after[0], int(room[i]))
            beam.nodes += 1
            if rules.is_over(after[0]):
                left = puzzle.rest(after[0])
                if left < beam.rest:
                    beam.rest, beam.parent, beam.action = left, parent, room[i]
            elif puzzle.may_be_solved(after[0], moves):
                key = puzzle.key(after[0])
                slot = signed(key >> ONE) & mask
                if keys[slot] != key and keys[slot ^ 1] != key:
                    keys[slot ^ 1] = keys[slot]
                    keys[slot] = key
                    child = children[beam.listed]
                    child.parent, child.action, child.cost = parent, room[i], puzzle.cost(after[0], weights)
                    beam.listed += 1
                    beam.total += 1


@rule
def choose_children(
    beams: Positions,
    parents: Positions,
    children: Positions,
    costs: Ints,
    chosen: Positions,  # room for the next layer, as wide as the beam
    origins: Ints,  # of each: the number of its parent, and the action
) -> int:
    """Make the next layer; return how many are in it."""
    count = keep_best(children, int(beams[0].listed), len(chosen), costs)
    for i in range(count):
        child = children[i]
        origins[i, 0], origins[i, 1] = child.parent, child.action
        chosen[i] = parents[child.parent]
        rules.apply(chosen[i], int(child.action))
    beams[0].listed, beams[0].total = 0, 0
    return count


@rule
def keep_best(children: Positions, count: int, width: int, costs: Ints) -> int:
    """Let the best of the children be the first of them, in the order in which they came; return how many are kept."""
    if count <= width:
        return count
    for cost in range(len(costs)):
        costs[cost] = 0
    for i in range(count):
        costs[children[i].cost] += 1
    limit, cheaper = 0, 0
    while cheaper + int(costs[limit]) <= width:
        cheaper += int(costs[limit])
        limit += 1
    at_limit, kept = width - cheaper, 0
    for i in range(count):
        cost = int(children[i].cost)
        if cost < limit or (cost == limit and at_limit > 0):
            at_limit -= int(cost == limit)
            children[kept] = children[i]
            kept += 1
    return kept
