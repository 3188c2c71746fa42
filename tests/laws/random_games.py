"""Random games for the laws: a failure names its seed and leaves a record that replays it."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from hypothesis import note, settings
from hypothesis import strategies as st

from palissade import Game, Match
from palissade.kernel import Random, random_source

SEEDS = st.integers(0, 2**32)
few = settings(max_examples=4, deadline=None)
some = settings(max_examples=10, deadline=None)


@contextmanager
def told(match: Match) -> Iterator[Match]:
    """If a law is broken, say where: Hypothesis prints the seed, and this the record."""
    try:
        yield match
    except BaseException:
        note(f"{match.game!r}, replay with: {match.record()}")
        raise


def random_action(match: Match, rng: Random) -> int:
    """A legal action at random, as the compiled playouts choose it."""
    room = np.empty(match.game.rules.MOST_LEGAL, np.int32)
    return int(match.game.batch.random_action(match.position, rng, room))


def walk(game: Game, seed: int) -> Iterator[Match]:
    """A match at each ply of a random game, the end included."""
    match, rng = game.match(seed=seed), random_source(seed)
    with told(match):
        yield match
        while not match.outcome:
            match.play(random_action(match, rng))
            yield match


def end_of(game: Game, seed: int) -> Match:
    """A random game played to its end."""
    *_, match = walk(game, seed)
    return match
