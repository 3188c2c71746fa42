"""BKR-10 on the wire: two deals that somebody cannot tell apart give them the same bytes, whatever they ask."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from palissade import Game, Match
from palissade.match import SPECTATOR
from palissade.registry import GAMES
from palissade.server.tables.table import Table
from palissade.server.tables.views import Viewer
from tests.random_games import end_of
from tests.server.secrecy.deals import other_deal
from tests.server.secrecy.overheard import PROBES_EVERY, OtherCourse, Overheard, Play, at_random, following, overhear

BLOCKERS = GAMES["blockers"]
HIDDEN = [variant for game in GAMES.values() if game.is_hidden for variant in game.variants()]
FolderMaker = Callable[[], Path]


@pytest.fixture
def new_folder(tmp_path_factory: pytest.TempPathFactory) -> FolderMaker:
    """A folder for each server."""
    return lambda: tmp_path_factory.mktemp("worker")


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
            return f"{first.decode()}\n{second.decode()}"
    return None if len(heard) == len(too) else f"{len(heard)} and {len(too)} answers"


# ---- people


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_deals_that_look_the_same_to_somebody_sound_the_same_to_them(variant: Game, new_folder: FolderMaker) -> None:
    rng = random.Random(str(variant))
    whole = end_of(variant, rng.getrandbits(32))
    script, seat = following(whole.texts), rng.randrange(len(variant.seats))
    first = asyncio.run(overhear(Play(variant, whole.deal, script, whole.ply, observer=seat), new_folder()))
    for observer, plies in ((seat, whole.ply - 1), (SPECTATOR, whole.ply // 2)):
        deal = other_deal(replayed(whole, plies), {observer} - {SPECTATOR}, rng)
        second = asyncio.run(overhear(Play(variant, deal, script, plies, observer=seat), new_folder()))
        assert first_difference(first, second, observer, plies) is None
    assert first.record["deal"] == whole.deal  # in the end all is open
    assert second.record["deal"] is None
    told = b"".join(first.by(seat, whole.ply) + first.by(SPECTATOR, whole.ply))
    assert not any(str(seed).encode() in told for seed in first.seeds)


# ---- machines


@pytest.mark.parametrize("players", [2, 3])
def test_a_machine_that_knows_no_more_plays_no_differently(players: int, new_folder: FolderMaker) -> None:
    """Somebody plays against a machine; the deals differ in what neither of them knows."""
    variant, rng, plies = BLOCKERS.with_options(players=players), random.Random(players), 24
    deal = variant.deal(players)
    first = asyncio.run(overhear(Play(variant, deal, at_random(rng), plies, {1: "pine"}), new_folder()))
    match = Match(variant, deal=deal)
    for action in first.actions:
        match.play(action)
    other = other_deal(match, {0, 1}, rng)
    second = asyncio.run(overhear(Play(variant, other, following(first.actions), plies, {1: "pine"}), new_folder()))
    assert first_difference(first, second, 0, plies) is None
    assert second.actions == first.actions


# ---- these tests can fail


def look_over_the_movers_shoulder(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Viewer, "seat", lambda self, table: 0 if table.mover is None else table.mover)


def tell_the_deal_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "record", lambda self: self.match.record())


def show_the_machine_everything(patch: pytest.MonkeyPatch) -> None:
    conceal = Match._concealed
    patch.setattr(Match, "_concealed", lambda self, *told: told[0] if told[1] == 1 else conceal(self, *told))


@pytest.mark.parametrize(
    "sabotage", [look_over_the_movers_shoulder, tell_the_deal_too_early, show_the_machine_everything]
)
def test_a_server_that_tells_too_much_is_caught(
    sabotage: Callable[[pytest.MonkeyPatch], None], new_folder: FolderMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    plies, rng, deal = 16, random.Random(5), BLOCKERS.deal(5)
    machines = {1: "pine"} if sabotage is show_the_machine_everything else {}
    sabotage(monkeypatch)
    first = asyncio.run(overhear(Play(BLOCKERS, deal, at_random(rng), plies, machines), new_folder()))
    match = Match(BLOCKERS, deal=deal)
    for action in first.actions:
        match.play(action)
    monkeypatch.undo()
    other = other_deal(match, {0, *machines}, rng)
    sabotage(monkeypatch)
    try:
        play = Play(BLOCKERS, other, following(first.actions), plies, machines)
        second = asyncio.run(overhear(play, new_folder()))
    except OtherCourse:
        return  # the machine played otherwise
    assert first_difference(first, second, 0, plies) is not None


# ---- taking back


def test_no_takeback_crosses_a_tile_that_was_drawn(new_folder: FolderMaker) -> None:
    play = Play(BLOCKERS, BLOCKERS.deal(1), at_random(random.Random(1)), 2 * PROBES_EVERY)
    heard = asyncio.run(overhear(play, new_folder()))
    asked = [frame for frame in map(msgspec.json.decode, heard.ears[0].line.raw) if "refused" in frame]
    refusals = [frame["refused"] for frame in asked if frame["refused"]["code"] == "taught"]
    assert len(refusals) == 2  # at the start there was nothing to take back
    assert {refusal["rule"] for refusal in refusals} == {"BKR-10"}
    assert len(heard.actions) == 2 * PROBES_EVERY
    offered = [frame["now"]["may"] for frame in map(msgspec.json.decode, heard.ears[0].line.raw) if "news" in frame]
    assert offered
    assert not any("ask-takeback" in may for may in offered)
