"""A plain search by random games: UCT (Kocsis and Szepesvári 2006) for any game and any number of seats.

Where seats know different things, every simulation begins with a deal that the searching seat cannot tell from the
true one, and one tree is grown over all of them (single-observer information set search; Cowling, Powley and
Whitehouse 2012): an action's bonus then counts how often it was there to be chosen.

The search does not look at repetition (COM-1); it does count towards the limit (COM-2).
"""

import math

import numpy as np
import numpy.typing as npt

from palissade.contract import MOST_SCORES, MOST_SEATS, Rules, Secrecy
from palissade.kernel import PART, Actions, Ints, Position, Positions, Random, below, position_type, rule

rules: Rules = PART  # of the game, put here by `kernel.load`; so are the next two
secrecy: Secrecy = PART
IS_HIDDEN = False

ROOT, NONE = 0, -1
EXPLORATION = 0.7  # the weight of the bonus for what was tried little
DRAW = 0.5

NODE = position_type(
    [
        ("action", np.int32),  # that leads here
        ("first", np.int32),  # child, or NONE
        ("next", np.int32),  # sibling, or NONE
        ("visits", np.int32),
        ("offered", np.int32),  # how often the action was legal when its parent was visited
        ("total", np.float32),  # of the values for the seat that chooses this action
    ]
)

Nodes = npt.NDArray[np.void]
Values = npt.NDArray[np.float64]


@rule
def simulate(
    simulations: int,
    seat: int,  # that searches: what it may not know is dealt anew
    seats: int,
    most: int,  # actions left before COM-2
    positions: Positions,  # the root, and one to work in
    nodes: Nodes,
    used: Ints,  # how many nodes are in use, in used[0]
    path: Ints,  # room for the nodes of one descent
    choosers: Ints,  # and for the seats that chose them
    room: Actions,
    stamps: Ints,  # by action: the last visit at which it was legal, and the number of that visit at the end
    sums: Values,  # of the values of all simulations, by seat
    rng: Random,
) -> None:
    """Grow the tree by so many simulations."""
    values, won, scores = np.empty(MOST_SEATS), np.empty(MOST_SEATS, np.int32), np.empty(MOST_SCORES, np.int32)
    for _ in range(simulations):
        # 1. Begin at the root, with a deal of our own.
        positions[1] = positions[0]
        pos = positions[1]
        if IS_HIDDEN:
            secrecy.redeal(pos, seat, rng)
        node, depth = ROOT, 0
        path[0] = ROOT
        # 2. Descend by the best bound, down to an action that was never tried. Only when it is tried again does it
        #    get children: most leaves are seen once and need none.
        while depth < most and depth < len(path) - 1 and not rules.is_over(pos):
            if not offer(pos, nodes, used, node, room, stamps, rng):
                break
            chooser = rules.mover(pos)
            node = best_bound(nodes, node, stamps)
            depth += 1
            path[depth], choosers[depth] = node, chooser
            rules.apply(pos, int(nodes[node].action))
            if nodes[node].visits == 0:
                break
        # 3. Play on at random to the end.
        plies = depth
        while plies < most and not rules.is_over(pos):
            rules.apply(pos, rules.random_action(pos, rng, room))
            plies += 1
        # 4. Give every action on the path what it brought to the seat that chose it.
        value_seats(pos, seats, values, won, scores)
        for i in range(seats):
            sums[i] += values[i]
        nodes[ROOT].visits += 1
        for i in range(1, depth + 1):
            nodes[path[i]].visits += 1
            nodes[path[i]].total += values[choosers[i]]


@rule
def offer(pos: Position, nodes: Nodes, used: Ints, node: int, room: Actions, stamps: Ints, rng: Random) -> bool:
    """Give the node the children it lacks and stamp those that are legal now; False if there is no room for them."""
    if not IS_HIDDEN and nodes[node].first != NONE:
        return True  # in an open game the children are always the same
    count = rules.legal_actions(pos, room)
    if used[0] + count > len(nodes):
        return False
    visit = stamps[-1] + 1
    stamps[-1] = visit
    for i in range(count):
        stamps[room[i]] = visit
    child = int(nodes[node].first)
    while child != NONE:
        action = int(nodes[child].action)
        if stamps[action] == visit:
            nodes[child].offered += 1
            stamps[action] = -visit  # there already
        child = int(nodes[child].next)
    for i in range(count):  # children in random order, so that equal bounds are tried in no order of ours
        j = i + below(rng, count - i)
        room[i], room[j] = room[j], room[i]
        action = int(room[i])
        if stamps[action] == visit:
            child = int(used[0])
            used[0] = child + 1
            nodes[child].action = action
            nodes[child].first = NONE
            nodes[child].next = nodes[node].first
            nodes[child].visits = 0
            nodes[child].offered = 1
            nodes[child].total = 0
            nodes[node].first = child
        stamps[action] = visit
    return True


@rule
def best_bound(nodes: Nodes, node: int, stamps: Ints) -> int:
    """The child with the highest upper bound; one that was never tried comes first."""
    best, best_score = NONE, -1.0
    visit = stamps[-1]
    log_visits = math.log(nodes[node].visits + 1)
    child = int(nodes[node].first)
    while child != NONE:
        if not IS_HIDDEN or stamps[nodes[child].action] == visit:
            visits = int(nodes[child].visits)
            if visits == 0:
                return child
            if IS_HIDDEN:
                log_visits = math.log(nodes[child].offered + 1)
            score = nodes[child].total / visits + EXPLORATION * math.sqrt(log_visits / visits)
            if score > best_score:
                best, best_score = child, score
        child = int(nodes[child].next)
    return best


@rule
def lead(nodes: Nodes) -> tuple[int, int]:
    """The child of the root that was visited most, or NONE, and by how many visits it is ahead of the next."""
    best, most, next_most = NONE, 0, 0
    child = int(nodes[ROOT].first)
    while child != NONE:
        visits = int(nodes[child].visits)
        if visits > most:
            best, most, next_most = child, visits, most
        elif visits > next_most:
            next_most = visits
        child = int(nodes[child].next)
    return best, most - next_most


@rule
def value_seats(pos: Position, seats: int, values: Values, won: Ints, scores: Ints) -> None:
    """A win is worth 1 and a loss 0; a game drawn, cut short or won by everybody is worth half to each."""
    winners = 0
    for i in range(seats):
        won[i] = 0
    if rules.is_over(pos):
        rules.result(pos, won, scores)
    for i in range(seats):
        winners += won[i]
    for i in range(seats):
        values[i] = DRAW if winners == 0 or winners == seats > 1 else float(won[i])
