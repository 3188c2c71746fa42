"""How a game of the arena begins: some actions at random, which leave it open."""

from palissade.arena.fixture import Fixture
from palissade.foresight import Sight
from palissade.match import Match
from palissade.players import Dice

_TRIES = 50  # until an opening is made of fewer actions


def opened(fixture: Fixture) -> Match:
    """The match after its opening: neither over, nor to be won by who acts next before anybody else does."""
    game = fixture.played()
    deal = game.deal(fixture.seed_of("deal"))
    for plies in range(fixture.random_plies, 0, -1):
        for attempt in range(_TRIES):
            match, dice = game.match(deal=deal), Dice(fixture.seed_of(f"opening {attempt}"))
            while match.mover is not None and match.ply < plies:
                match.play(dice.choose(match))
            if is_open(match):
                return match
    return game.match(deal=deal)


def is_open(match: Match) -> bool:
    """Whether there is still something to play for."""
    return match.mover is not None and not Sight(match.game).winning_turn(match.position, match.mover)
