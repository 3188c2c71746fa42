"""Every law is tested on every game of the registry with every set of options."""

import pytest

from palissade import Game, games

VARIANTS = [variant for game in games() for variant in game.variants()]


@pytest.fixture(params=VARIANTS, ids=str, scope="session")
def variant(request: pytest.FixtureRequest) -> Game:
    """A game with its options chosen."""
    chosen: Game = request.param
    return chosen
