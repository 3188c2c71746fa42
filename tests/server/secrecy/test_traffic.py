"""BKR-10 on the wire: two deals that somebody cannot tell apart give them the same bytes, whatever is asked and when."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from palissade import Game, Match
from palissade.match import SPECTATOR
from palissade.registry import GAMES
from tests.random_games import end_of
from tests.server.secrecy.deals import other_deal
from tests.server.secrecy.overheard import Overheard, Play, at_random, following, overhear

HIDDEN = [variant for variant in GAMES["blockers"].variants() if variant.is_hidden]
FolderMaker = Callable[[], Path]


@pytest.fixture
def new_folder(tmp_path_factory: pytest.TempPathFactory) -> FolderMaker:
    """A folder for each server."""
    return lambda: tmp_path_factory.mktemp("house")


def replayed(match: Match, plies: int) -> Match:
    """The match as it was after so many actions."""
    earlier = Match(match.game, deal=match.deal)
    for action in match.texts[:plies]:
        earlier.play(action)
    return earlier


def first_difference(one: Overheard, other: Overheard, seat: int, ply: int) -> str | None:
    """Where what a seat receives of two games up to this ply is not the same; None if it is."""
    heard, too = one.by(seat, ply), other.by(seat, ply)
    for first, second in zip(heard, too, strict=False):
        if first != second:
            return f"{first[:2000]!r}\n{second[:2000]!r}"
    return None if len(heard) == len(too) else f"{len(heard)} and {len(too)} answers"


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_deals_that_look_the_same_to_somebody_sound_the_same_to_them(variant: Game, new_folder: FolderMaker) -> None:
    rng = random.Random(str(variant))
    whole = end_of(variant, rng.getrandbits(32))
    seat, half, last = rng.randrange(len(variant.seats)), whole.ply // 2, whole.ply - 1
    first = asyncio.run(overhear(Play(variant, whole.deal, following(whole.texts), whole.ply, observer=seat), new_folder()))
    assert first.record["deal"] == whole.deal  # it is over, and open
    for observer, plies in ((seat, half), (SPECTATOR, half), (seat, last)):
        deal = other_deal(replayed(whole, plies), {observer} - {SPECTATOR}, rng)
        second = asyncio.run(overhear(Play(variant, deal, following(whole.texts), plies, observer=seat), new_folder()))
        assert first_difference(first, second, observer, plies) is None
