"""Random games for tests that look at tables."""

from collections.abc import Iterator

from palissade import Game, Match
from palissade.kernel import random_source
from tests.laws.random_games import random_action


def plies(game: Game, seed: int, most: int = 200) -> Iterator[Match]:
    """A match at each ply of a random game: its beginning, and its end if that comes soon enough."""
    match, rng = game.match(seed=seed), random_source(seed)
    yield match
    while not match.outcome and match.ply < most:
        match.play(random_action(match, rng))
        yield match
