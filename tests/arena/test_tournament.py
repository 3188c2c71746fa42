"""Who meets whom, where they sit, how games begin."""

from collections import Counter
from itertools import pairwise

import pytest

from palissade import Game, game, games
from palissade.arena import BadContestant, BadTournament, Contestant, Fixture, Tournament
from palissade.arena.opening import is_open, opened
from palissade.arena.result import points, sides
from palissade.errors import PalissadeError
from palissade.game import Outcome

SOME = ("random", "greedy", "random:seed=1", "random:seed=2", "random:seed=3")


def test_two_change_sides_from_every_opening() -> None:
    fixtures = list(Tournament(game("blocus"), SOME[:2], games=6).fixtures())
    assert [fixture.opening for fixture in fixtures] == [0, 0, 1, 1, 2, 2]
    for first, second in pairwise(fixtures):
        if first.opening == second.opening:
            assert first.seats == second.seats[::-1]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "table",
    [
        *(game("blockers", players=players) for players in (2, 3, 4, 5)),
        game("empire", players=4, teams=True),
    ],
    ids=str,
)
def test_all_sit_in_every_seat_as_often(table: Game, count: int) -> None:
    tournament = Tournament(table, SOME[:count], games=len(table.seats))
    sat: Counter[tuple[str, int]] = Counter()
    met: Counter[str] = Counter()
    for fixture in tournament.fixtures():
        sat.update((player, seat) for seat, player in enumerate(fixture.seats))
        met.update(set(fixture.seats))
    assert len(sat) == count * len(table.seats)
    for seat in range(len(table.seats)):
        assert len({sat[player, seat] for player in SOME[:count]}) == 1
    assert len(set(met.values())) == 1


def test_partners_are_one_player() -> None:
    teams = game("saute", players=4, teams=True)
    for fixture in Tournament(teams, SOME[:3], games=2).fixtures():
        for seats in sides(teams):
            assert len({fixture.seats[seat] for seat in seats}) == 1


def test_fewer_players_than_sides_share_them_as_evenly_as_can_be() -> None:
    three = Tournament(game("empire", players=3), ("random", "greedy"), games=3)
    assert three.meetings() == [("random", "random", "greedy"), ("random", "greedy", "greedy")]
    assert len(list(three.fixtures())) == 6
    alone = Tournament(game("empire", players=3), ("random",), games=3)
    assert [fixture.seats for fixture in alone.fixtures()] == [("random",) * 3] * 3


def test_only_the_first_meets_the_others_in_a_gauntlet() -> None:
    tournament = Tournament(game("blocus"), SOME[:4], games=2, has_gauntlet=True)
    assert tournament.meetings() == [("random", other) for other in SOME[1:4]]


def test_no_more_than_two_sit_together_in_pairs() -> None:
    four = Tournament(game("empire", players=4), SOME[:3], in_pairs=True)
    assert four.meetings() == [(a, a, b, b) for a, b in (SOME[:2], SOME[:3:2], SOME[1:3])]
    first = Tournament(game("empire", players=3), SOME[:3], in_pairs=True, has_gauntlet=True)
    assert len(first.meetings()) == 4
    assert all(SOME[0] in meeting and len(set(meeting)) == 2 for meeting in first.meetings())


def test_more_games_and_more_players_are_the_same_ones_and_more() -> None:
    short = list(Tournament(game("blocus"), SOME[:2], games=4).fixtures())
    assert list(Tournament(game("blocus"), SOME[:2], games=8).fixtures())[:4] == short
    assert {one.key for one in short} <= {one.key for one in Tournament(game("blocus"), SOME[:3], games=4).fixtures()}


@pytest.mark.parametrize("table", [one for one in games() if len(one.seats) > 1], ids=str)
def test_an_opening_is_the_same_for_all_seats_and_leaves_the_game_open(table: Game) -> None:
    seen = set()
    for fixtures in Tournament(table, SOME[:2], games=8).openings():
        matches = [opened(fixture) for fixture in fixtures]
        assert len({match.position.tobytes() for match in matches}) == 1
        assert all(is_open(match) for match in matches)
        seen.add(matches[0].position.tobytes())
    assert len(seen) > 2  # in Le Blocus few openings do not lose


def test_where_any_two_actions_lose_an_opening_is_shorter() -> None:
    """Le Blocus: whatever is placed carelessly, a king walks out."""
    matches = [opened(fixture) for fixture in Tournament(game("blocus"), ("random",), games=5).fixtures()]
    assert all(match.ply <= 2 and is_open(match) for match in matches)


def test_the_opening_may_be_left_out() -> None:
    fixture = next(Tournament(game("blocus"), ("random",), random_plies=0).fixtures())
    assert opened(fixture).ply == 0


def test_points_are_shared_by_who_wins() -> None:
    three, teams = game("empire", players=3), game("empire", players=4, teams=True)
    assert points(three, Outcome((1,), False, None, "EMP-10")) == [0, 1, 0]
    assert points(three, Outcome((0, 2), False, None, "illegal")) == [0.5, 0, 0.5]
    assert points(three, Outcome((), True, None, "COM-2")) == [1 / 3] * 3
    assert points(teams, Outcome((2, 3), False, None, "EMP-10")) == [0, 1]


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ((), "Name the players"),
        (("oak", "oak"), "named twice"),
        (("hal",), "no player “hal”. There are: uct, alphabeta, balsa"),
        (
            ("oak:speed=3",),
            "oak has no setting “speed”. It has: simulations, positions, evaluations, seconds, overlooks",
        ),
        (("oak:fast",), "key=value, not “fast”"),
        (("uct:simulations=0",), "simulations must be more than 0"),
        (("uct:simulations=many",), "uct cannot be set so: simulations=many"),
        (("uct:leaf=moon",), "leaf must be one of"),
        (("gtp:no-such-program --fast",), "No engine can be started by “no-such-program --fast”"),
        (("gtp:",), "No engine"),
        (("gtp:'",), "No engine"),
    ],
)
def test_what_cannot_be_held_is_refused(players: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(PalissadeError, match=sentence.replace("(", "\\(")):
        Tournament(game("blocus"), players)


def test_who_plays_alone_is_compared_with_nobody() -> None:
    with pytest.raises(BadTournament, match=r"Solitaire is played alone.*benchmarks\.ladder solitaire"):
        Tournament(game("solitaire"), ("random",))


def test_a_search_that_needs_what_the_room_lacks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "knowledge", None)
    with pytest.raises(BadContestant, match=r"has no knowledge\.evaluate"):
        Contestant("uct:simulations=5,leaf=static").warm_up(game("blocus"))


def test_a_contestant_may_have_a_name() -> None:
    named = Contestant("pentobi 1=gtp:pentobi-gtp -g duo --level=1")
    assert (named.name, named.is_external, named.command) == ("pentobi 1", True, "pentobi-gtp -g duo --level=1")
    plain = Contestant("uct:simulations=10")
    assert (plain.name, plain.is_external) == ("uct:simulations=10", False)
    assert Contestant("twin=oak:seed=2").written.settings == {"seed": 2}


def test_only_clocks_make_games_depend_on_the_machine() -> None:
    blocus = game("blocus")
    timed = {text: Contestant(text).is_timed(blocus) for text in ("oak", "oak:seconds=1", "uct", "uct:simulations=9")}
    assert timed == {"oak": False, "oak:seconds=1": True, "uct": True, "uct:simulations=9": False}


def test_seeds_of_a_fixture_differ_by_opening_and_purpose() -> None:
    first, _, second, _ = (Tournament(game("blocus"), SOME[:2], games=4)).fixtures()
    seeds = {one.seed_of(what) for one in (first, second) for what in ("deal", "players")}
    assert len(seeds) == 4
    assert isinstance(first, Fixture)
