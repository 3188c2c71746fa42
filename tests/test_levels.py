"""Levels: strengths whose choices depend on nothing but what is seen, and on the clock only when it is late."""

import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from threading import Event

import pytest

from palissade import Game, Match, game, games, player
from palissade.players import LEVELS, Solver, Uct, UnknownPlayer, levels_of, who_hints
from palissade.players.levels import HIDDEN_SIMULATIONS, HINT_SECONDS, MACHINES, Level
from tests.laws.test_secrecy import HIDDEN, other_truth
from tests.machines import Offer
from tests.random_games import walk

WOODS = ["balsa", "poplar", "pine", "birch", "beech", "ash", "oak", "ebony", "ironwood"]


def play_out(first: Level, second: Level) -> Match:
    match = game("alignement").match()
    while match.mover is not None:
        match.play((first, second)[match.mover].choose(match))
    return match


def is_rising(numbers: Iterable[float]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


@pytest.mark.parametrize("each", games(), ids=str)
def test_levels_of_a_game_see_more_and_more_and_answer_in_time(each: Game) -> None:
    offered = levels_of(each)
    levels = [level for level in offered if isinstance(level, Level)]
    if not levels:
        assert each.puzzle is not None
        return
    assert tuple(levels) == offered
    # Trees first, then a search to a depth, where there are both.
    growing = [level for level in levels if not level.positions]
    deepening = levels[len(growing) :]
    assert is_rising(level.simulations for level in growing)
    assert is_rising(level.positions for level in deepening)
    asking = [level for level in levels if level.evaluations]
    assert is_rising(level.evaluations for level in asking)
    assert asking == levels[len(levels) - len(asking) :]
    assert all(bool(level.simulations) != bool(level.positions) for level in levels)
    blindness = [level.overlooks for level in levels]
    assert blindness == sorted(blindness, reverse=True)
    assert blindness[0] < 1
    assert blindness[-1] == 0
    heeding = [level.heeds for level in levels]
    assert heeding == sorted(heeding)
    assert all(heeds == 1 for heeds in heeding[2:])  # from the third on nothing is given away at once
    ceilings = [level.seconds or 0 for level in levels]
    assert ceilings == sorted(ceilings)
    assert 0 < ceilings[0] <= ceilings[2] < 0.5 < ceilings[-1] <= 5


def test_levels_for_who_plays_alone_see_more_and_more_and_answer_in_time() -> None:
    (levels,) = (levels_of(each) for each in games() if each.puzzle is not None)
    solvers = [level for level in levels if isinstance(level, Solver)]
    assert len(solvers) == len(levels)
    short = [solver for solver in solvers if solver.sight is not None]
    assert solvers[: len(short)] == short
    assert [solver.is_naive for solver in short] == [True] + [False] * (len(short) - 1)
    sights = [solver.sight or 0 for solver in short]
    assert sights == sorted(sights)
    assert is_rising((solver.sight or 0) * solver.width for solver in short[1:] if solver.width != Solver.width)
    assert is_rising(solver.nodes for solver in solvers[len(short) :])
    assert all(solver.is_quick for solver in solvers[:3])
    assert all(0 < (solver.seconds or 0) <= 5 for solver in solvers[len(short) :])


def test_a_level_is_found_by_its_wood_and_by_its_number() -> None:
    assert player("oak") == player("level-7") == LEVELS[6]
    assert player("level-1") == LEVELS[0]
    assert player("oak", seed=5) != player("oak")
    with pytest.raises(UnknownPlayer, match="balsa"):
        player("level-10")


def test_every_game_offers_the_woods() -> None:
    for each in games():
        offered = levels_of(each)
        assert [level.name for level in offered] == WOODS
        assert (offered == LEVELS) == (not (MACHINES / f"{each.id}.toml").exists())
        assert player("oak", each) == player("level-7", each) == offered[6]


def test_a_game_may_offer_others(offer: Offer) -> None:
    willow, net = Level("willow", 10), Level("net", 20)
    offer("saute", willow, net, LEVELS[7])
    saute = game("saute", players=4)
    assert levels_of(saute) == (willow, net, LEVELS[7])
    assert player("net", saute, seed=3) == replace(net, seed=3)
    assert player("level-3", saute) == LEVELS[7]
    assert player("uct", saute) == player("uct")
    for unknown in ("oak", "level-4"):
        with pytest.raises(UnknownPlayer, match="There are: uct, alphabeta, willow, net, ebony"):
            player(unknown, saute)
    with pytest.raises(UnknownPlayer):
        player("net", game("porte"))


@pytest.mark.parametrize("name", ["balsa", "pine", "birch"])
def test_equal_views_and_seeds_give_equal_choices(name: str) -> None:
    choices = set[tuple[int, ...]]()
    for seed in range(6):
        one, two = (player(name, seed=seed, seconds=None) for _ in range(2))
        matches = list[tuple[int, ...]]()
        for machine in (one, two):
            match = game("cul-de-sac").match()
            for _ in range(4):
                match.play(machine.choose(match))
            matches.append(tuple(match.played))
        assert matches[0] == matches[1]
        choices.add(matches[0])
    assert len(choices) > 1  # another seed is another game


def test_a_level_chooses_by_what_its_seat_knows() -> None:
    for variant in HIDDEN:
        for match in walk(variant, 3):
            if match.mover is None or match.ply % 9:
                continue
            other = other_truth(match, match.mover, match.ply)
            for level in (replace(level, seconds=None) for level in LEVELS[:2]):
                assert level.choose(match) == level.choose(other)
                assert level.choose(match.view(match.mover)) == level.choose(match)


def test_a_soft_level_does_not_think_of_everything_and_of_something_else_each_time() -> None:
    match = game("cul-de-sac").match()
    thought_of = [
        {choice.action for choice in Uct(simulations=400, overlooks=0.5, seed=seed).hint(match).choices}
        for seed in range(8)
    ]
    assert len({frozenset(actions) for actions in thought_of}) > 1
    assert all(0 < len(actions) < len(match.actions()) for actions in thought_of)
    assert set().union(*thought_of) == set(match.actions())


def test_a_level_says_what_it_expects() -> None:
    match = game("alignement").match()
    assert sum(player("birch").evaluate(match)) == pytest.approx(1)


def test_a_harder_level_beats_a_softer_one() -> None:
    """Ten games of Alignement, the first move changing: chance would give five."""
    points = 0
    for seed in range(10):
        hard, soft = Level("hard", 300, seed=seed), Level("soft", 30, overlooks=0.5, heeds=0.5, seed=seed)
        pair = (hard, soft) if seed % 2 == 0 else (soft, hard)
        outcome = play_out(*pair).outcome
        points += outcome is not None and outcome.winners == (seed % 2,)
    assert points >= 8


def test_a_long_thought_can_be_cut_short() -> None:
    match, cancel = game("cul-de-sac").match(), Event()
    cancel.set()
    assert Level("endless", 10**9).choose(match, cancel) in match.actions()


def test_seconds_are_a_ceiling() -> None:
    match = game("cul-de-sac").match()
    Level("hasty", 1).choose(match)  # compiles
    begun = time.monotonic()
    assert Level("hasty", 10**9, seconds=0.1).choose(match) in match.actions()
    assert time.monotonic() - begun < 60  # without a ceiling it would be hours


@pytest.mark.parametrize("seed", [0, 2**31, 2**63 - 1])
def test_any_seed_of_63_bits_will_do(seed: int) -> None:
    match = game("cul-de-sac").match()
    level = player("poplar", seed=seed, seconds=None)
    assert level.choose(match) == level.choose(match)
    assert level.choose(match) in match.actions()


# ---- hints


@pytest.mark.parametrize("each", games(), ids=str)
def test_hints_come_from_the_strongest_level_within_two_seconds(each: Game) -> None:
    strongest, hints = levels_of(each)[-1], who_hints(each)
    if each.is_hidden:  # there the clock may not decide
        assert isinstance(strongest, Level)
        assert hints == replace(strongest, simulations=HIDDEN_SIMULATIONS, seconds=None)
    else:
        assert hints == replace(strongest, seconds=hints.seconds)
        assert 0 < (hints.seconds or 0) <= HINT_SECONDS


def test_a_strongest_level_that_is_quicker_stays_so(offer: Offer) -> None:
    offer("saute", *LEVELS[:2])
    assert who_hints(game("saute")) == LEVELS[1]


@pytest.mark.parametrize("each", [each for each in games() if len(each.seats) > 1 and not each.is_hidden], ids=str)
def test_a_hint_tells_how_the_game_is_expected_to_go_on(each: Game) -> None:
    adviser = who_hints(each)
    assert isinstance(adviser, Level)
    if adviser.positions:
        adviser, ply = replace(adviser, positions=4_000, seconds=None), 0
    else:  # so few see some way ahead once a game is under way
        adviser, ply = replace(adviser, simulations=4_000, seconds=None), 20
    match = next(match for match in walk(each, seed=1) if match.ply == ply)
    hint = adviser.hint(match)
    assert hint.line[0] == hint.action
    assert len(hint.line) > 1
    match.play(*hint.line)  # each is legal after those before it
