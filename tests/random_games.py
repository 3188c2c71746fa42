"""Random games for the laws, and for tests that look at tables.

A law that fails says which seed broke it (Hypothesis) and leaves a record that replays the game (`conftest`).
"""

from collections.abc import Iterator

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from palissade import Game, Match
from palissade.contract import LIMIT
from palissade.kernel import Random, random_source

SEEDS = st.integers(0, 2**32)
few = settings(max_examples=4, deadline=None)
some = settings(max_examples=10, deadline=None)

last_walked: Match | None = None


def random_action(match: Match, rng: Random) -> int:
    """A legal action at random, as the compiled playouts choose it."""
    room = np.empty(match.game.rules.MOST_LEGAL, np.int32)
    return int(match.game.single.random_action(match.position, rng, room))


def walk(game: Game, seed: int, most: int = LIMIT) -> Iterator[Match]:
    """A match at each ply of a random game, the end included if it comes within so many plies."""
    global last_walked  # noqa: PLW0603  (for the report of a failure)
    match, rng = game.match(seed=seed), random_source(seed)
    last_walked = match
    yield match
    while not match.outcome and match.ply < most:
        match.play(random_action(match, rng))
        yield match


def end_of(game: Game, seed: int) -> Match:
    """A random game played to its end."""
    *_, match = walk(game, seed)
    return match
