"""What helps to play Blockers! well: where groups of a colour can be joined, and what is better not captured.

What an action costs at first sight is counted around its square alone: the search tries cheap ones first, and playouts
take the cheapest of a few. Groups that hang together farther away are left to the search.
"""

import math

import numpy as np

from palissade.games.blockers.groups import RING, count_groups
from palissade.games.blockers.rules import PASS, colours, first_colour, random_action
from palissade.games.blockers.tiles import COLUMNS, NO_COLOUR, SQUARES, TILES, bits
from palissade.kernel import Actions, Floats, Ints, Position, Random, rule

# 500 simulations beat 1 500 with playouts at random, in the same time, 19 games to 0 with 5 shared, between two.
LEAF = "guided"
USES_PRIOR = True

# A win by much is worth a little more than a close one, which luck may turn; few points win.
MARGIN, POINTS = 0.3, -3.0

GROUP, CAPTURE, OTHERS = 1.0, 0.7, 0.3  # what a point costs: a group, a tile of the colour captured most, and of others
GIFT = 0.5  # what it costs to take a tile away that was a group by itself: a point less for its owner
DRAWS = 3  # actions of which a playout takes the cheapest

JOINS = 0  # kind of threat; its seat is the number of a colour


def _groups_beside(around: int) -> int:
    """How many groups the tiles beside a square belong to, as far as the eight squares around tell."""
    ring = [bool(around >> place & 1) for place in RING]
    beside = [i for i in (0, 2, 4, 6) if ring[i]]
    joined = [i for i in (0, 2, 4, 6) if ring[i] and ring[i + 1] and ring[(i + 2) % 8]]
    return max(len(beside) - len(joined), min(len(beside), 1))


BESIDE = np.array([_groups_beside(around) for around in range(512)], np.int8)


# ---- actions


@rule
def prior(pos: Position, actions: Actions, count: int, weights: Floats) -> None:
    """Weights fall with the cost."""
    for i in range(count):
        weights[i] = math.exp(-cost(pos, int(actions[i])))


@rule
def playout_action(pos: Position, rng: Random, out: Actions) -> int:
    """The cheapest of a few actions drawn at random."""
    best = random_action(pos, rng, out)
    if best == PASS:
        return PASS
    least = cost(pos, best)
    for _ in range(DRAWS - 1):
        other = random_action(pos, rng, out)
        worth = cost(pos, other)
        if worth < least:
            best, least = other, worth
    return best


@rule
def cost(pos: Position, action: int) -> float:
    """About how many points an action costs the mover, what it spares the others included (BKR-8)."""
    if action == PASS:
        return 0.0
    square, mover = action % SQUARES, int(pos.mover)
    total = GROUP * (1 - groups_beside(pos, first_colour(pos) + action // SQUARES // TILES, square))
    owner = int(pos.colour[square])
    if owner != NO_COLOUR:
        captured, most = bits(int(pos.captured[mover, owner])), 0
        for colour in range(colours(pos)):
            most = max(most, bits(int(pos.captured[mover, colour])))
        total += CAPTURE if captured == most else OTHERS
        if groups_beside(pos, owner, square) == 0:
            total += GIFT
    return total


@rule
def groups_beside(pos: Position, colour: int, square: int) -> int:
    """How many groups of the colour are beside the square, as far as the squares around it tell."""
    row, column = square // COLUMNS, square % COLUMNS
    above = int(pos.rows[colour, row]) >> column & 7
    level = int(pos.rows[colour, row + 1]) >> column & 7
    below_it = int(pos.rows[colour, row + 2]) >> column & 7
    return int(BESIDE[above | level << 3 | below_it << 6])


# ---- threats


@rule
def threats(pos: Position, out: Ints) -> int:
    """JOINS: an empty square where a tile of a colour makes its groups fewer."""
    count = 0
    for colour in range(colours(pos)):
        groups = count_groups(pos, colour)
        if groups < 2:
            continue
        for square in range(SQUARES):
            if pos.colour[square] == NO_COLOUR and groups_with(pos, colour, square) < groups:
                out[3 * count], out[3 * count + 1], out[3 * count + 2] = JOINS, square, colour
                count += 1
    return count


@rule
def groups_with(pos: Position, colour: int, square: int) -> int:
    """How many groups the colour would have with a tile on this empty square."""
    row, bit = square // COLUMNS + 1, 2 << square % COLUMNS
    pos.rows[colour, row] |= bit
    groups = count_groups(pos, colour)
    pos.rows[colour, row] ^= bit
    return groups
