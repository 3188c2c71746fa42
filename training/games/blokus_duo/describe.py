"""Positions that the library's searches look at, in the words of its `knowledge`. Needs Palissade, and no PyTorch.

`python -m training.games.blokus_duo.describe positions.npz 1600`: games of our own search at mixed strengths, begun by
some drawn actions, both starts; of every position also one an action off the line and one two off.
"""

import sys
from typing import Any

import numpy as np

import palissade
from palissade.games.blokus_duo import ground, knowledge, lie, rules
from palissade.games.blokus_duo.pieces import BIT, ORIENTATION, PIECE
from palissade.kernel import rule
from palissade.players.uct import Uct
from training.games.blokus_duo.library import _squares

SIMULATIONS = (30, 100, 300, 600)
MOST_DRAWN = 8  # actions at the beginning of a game
WILD = 0.2  # the share of drawn actions that may be any
# The numbers of what merits are the sums of: three tables of lies, then these.
AWAY, OF_PIECE, NOTHING = 3 * lie.LIES, 3 * lie.LIES + knowledge.AWAY.shape[1], 255
MOST_POLICIES = 40_000  # positions whose actions are described: they are a hundred times the others


def positions(games: int, seed: int) -> tuple[Any, Any]:
    """The positions, and the number of the game each is from."""
    random = np.random.default_rng(seed)
    room, weights = np.zeros(rules.MOST_LEGAL, np.int32), np.zeros(rules.MOST_LEGAL, np.float32)
    found, numbers = [], []

    def drawn(position: Any, heat: float) -> int:
        actions = room[: rules.legal_actions(position[0], room)].copy()
        if random.random() < WILD:
            return int(random.choice(actions))
        knowledge.prior(position[0], actions, len(actions), weights)
        chances = weights[: len(actions)].astype(float) ** heat
        return int(random.choice(actions, p=chances / chances.sum()))

    for number in range(games):
        match = palissade.game("blokus-duo", start="fixed" if random.random() < 0.6 else "free").match()
        simulations, first = int(random.choice(SIMULATIONS)), int(random.integers(MOST_DRAWN + 1))
        seats = [Uct(simulations=simulations, leaf="advised", seed=int(random.integers(1 << 30))) for _ in range(2)]
        while match.mover is not None:
            seen = []
            for off in range(3 if len(match.actions()) > 1 else 0):
                position = match.position.copy()
                for _ in range(off):
                    if not rules.is_over(position[0]):
                        rules.apply(position[0], drawn(position, 0.7))
                if not rules.is_over(position[0]):
                    seen.append(position[0].copy())
            found += seen
            numbers += [number] * len(seen)
            match.play(drawn(match.position, 0.8) if match.ply < first else seats[match.ply % 2].choose(match))
    order = random.permutation(len(found))
    return np.array(found)[order], np.array(numbers, np.int32)[order]


@rule
def count_lies(positions: Any, counts: Any, ahead: Any, lies: Any) -> None:
    """How many squares of each lie a position has, and how far ahead the mover is."""
    for i in range(len(positions)):
        lie.write_lies(positions[i], lies)
        for j in range(lie.SQUARES):
            counts[i, lies[j]] += 1
        ahead[i] = ground.ahead(positions[i], int(positions[i].mover))


@rule
def find(pos: Any, actions: Any, count: int, found: Any, lies: Any) -> None:
    """Which weights the merit of each action is the sum of."""
    lie.write_lies(pos, lies)
    for i in range(count):
        action = int(actions[i])
        orientation, bit = int(ORIENTATION[action]), int(BIT[action])
        for j in range(knowledge.LOOKS):
            table, square = divmod(bit + int(knowledge.FOUND[orientation, j]), lie.SQUARES)
            found[i, j] = lie.LIES * table + lies[square] if table < 3 else NOTHING
        found[i, knowledge.LOOKS] = AWAY + knowledge.HALVES_AWAY[action]
        found[i, knowledge.LOOKS + 1] = OF_PIECE + PIECE[orientation]


def describe(path: str, games: int, seed: int) -> None:
    """Write the positions, as `library.read_states` reads them, and their descriptions."""
    found, numbers = positions(games, seed)
    lies, room = np.zeros(lie.SQUARES, np.int32), np.zeros(rules.MOST_LEGAL, np.int32)
    counts, ahead = np.zeros((len(found), lie.LIES), np.int16), np.zeros(len(found), np.int16)
    count_lies(found, counts, ahead, lies)
    actions, terms, lengths = [], [], []
    for position in found[:MOST_POLICIES]:
        legal = room[: rules.legal_actions(position, room)].copy()
        if legal[0] == rules.PASS:
            legal = legal[:0]
        actions.append(legal.astype(np.int16))
        terms.append(np.zeros((len(legal), knowledge.LOOKS + 2), np.uint8))
        find(position, legal, len(legal), terms[-1], lies)
        lengths.append(len(legal))
    squares = {name: [np.packbits(_squares(row)) for row in found[name]] for name in ("laid", "closed", "anchors")}
    np.savez(
        path,
        **{name: np.array(rows) for name, rows in squares.items()},
        **{name: found[name] for name in ("left", "last", "passed", "mover")},
        **{"game": numbers, "counts": counts, "ahead": ahead},
        **{"action": np.concatenate(actions), "terms": np.concatenate(terms), "length": np.array(lengths)},
    )
    sys.stdout.write(f"{len(found)} positions\n")


if __name__ == "__main__":
    describe(sys.argv[1], int(sys.argv[2]), seed=7)
