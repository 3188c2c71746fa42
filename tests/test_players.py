"""Machines: the interface, the budget, and play that is better than chance."""

from threading import Event, Thread
from typing import Any

import pytest

from palissade import Game, Match, game, games, player
from palissade.kernel import random_source
from palissade.players import Hint, UnknownPlayer
from palissade.players.tree import Budget, Tree
from palissade.players.uct import Uct
from palissade.search import tree as words
from tests.laws.conftest import VARIANTS
from tests.random_games import random_action, walk


def near_the_goal(square: str = "d9") -> Match:
    """White is on the way to d11; from d9 it can win at once."""
    return game("cul-de-sac").match(position=f"white:{square},h4/9h,9v black:d11,h11/9h,9v walls:- white pawn")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_machine_plays_a_whole_game_in_every_seat(variant: Game) -> None:
    match, machine, rng = variant.match(seed=4), player("uct", simulations=8), random_source(4)
    while match.mover is not None and match.ply < 120:
        if match.ply % 3 == 0:
            action = machine.choose(match)
            assert action in match.actions()
            match.play(action)
        else:
            match.play(random_action(match, rng))
    assert match.ply > 2  # a careless game of Le Blocus ends as soon


def test_a_machine_takes_a_win_in_one() -> None:
    match = near_the_goal()
    match.play(player("uct", simulations=500).choose(match))
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_a_hint_says_what_each_seat_may_expect() -> None:
    hint = player("uct", simulations=500).hint(near_the_goal())
    assert isinstance(hint, Hint)
    assert hint.values[0] > 0.7
    assert sum(hint.values) == pytest.approx(1)
    assert hint.choices[0].action == hint.action
    assert sum(choice.share for choice in hint.choices) == pytest.approx(1)
    assert [choice.share for choice in hint.choices] == sorted((choice.share for choice in hint.choices), reverse=True)


def test_equal_positions_and_seeds_give_equal_answers() -> None:
    match = game("cul-de-sac").match()
    first = player("uct", simulations=300, seed=1).hint(match)
    assert player("uct", simulations=300, seed=1).hint(match) == first
    assert player("uct", simulations=300, seed=2).hint(match) != first


def test_thinking_leaves_the_match_alone() -> None:
    match = game("cul-de-sac").match()
    before = match.position.tobytes()
    player("uct", simulations=100).choose(match)
    assert (match.position.tobytes(), match.ply) == (before, 0)


def test_a_forced_action_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    shut_in = "white:a1,b1/0h,0v black:c1,d1/9h,9v walls:a1h,c1h white pawn"
    match = game("cul-de-sac").match(position=shut_in)
    assert match.legal() == ["pass"]
    monkeypatch.setattr(Uct, "think", None)
    assert player("uct").choose(match) == match.check("pass")


def test_a_thought_can_be_cut_short() -> None:
    match, cancel, answers = game("cul-de-sac").match(), Event(), list[int]()
    machine = player("uct", seconds=600)
    thread = Thread(target=lambda: answers.append(machine.choose(match, cancel)), daemon=True)
    thread.start()
    cancel.set()
    thread.join(120)
    assert not thread.is_alive()
    assert answers[0] in match.actions()


def test_a_thought_tells_how_far_it_has_come() -> None:
    match, told = game("cul-de-sac").match(), list[tuple[float, int | None]]()
    player("uct", simulations=20_000).choose(match, None, lambda *progress: told.append(progress))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1
    assert {best for _, best in told} <= set(match.actions())


def test_progress_is_told_by_whichever_budget_is_further_spent() -> None:
    match, cancel = game("cul-de-sac").match(), Event()
    told = list[float]()

    def progress(share: float, best: int | None) -> None:
        told.append(share)
        if share > 0.5:
            cancel.set()

    player("uct", simulations=10**9, seconds=0.2).choose(match, cancel, progress)
    assert told[-1] > 0.5


@pytest.mark.parametrize("budget", [20, 600, 3_000])
@pytest.mark.parametrize("variant", games(), ids=str)
def test_a_choice_that_is_settled_is_the_one_of_the_whole_thought(variant: Game, budget: int) -> None:
    for ply, match in enumerate(walk(variant, budget, 20)):
        if ply % 10 == 0 and match.mover is not None:
            machine = player("uct", simulations=budget, seed=ply)
            assert machine.choose(match) == machine.hint(match).action


def watch_trees(monkeypatch: pytest.MonkeyPatch) -> list[Tree]:
    """The trees of the thoughts to come."""
    grown, grow = list[Tree](), Tree.grow

    def watch(tree: Tree, *budget: Any) -> None:
        grown.append(tree)
        grow(tree, *budget)

    monkeypatch.setattr(Tree, "grow", watch)
    return grown


def test_a_choice_that_is_settled_needs_no_more_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """White is nearly there: long before the end no other action can be visited as often."""
    grown, match, machine = watch_trees(monkeypatch), near_the_goal("d8"), player("uct", simulations=20_000)
    machine.choose(match)
    assert grown[0].simulations < 19_000
    assert not grown[0].is_proven
    monkeypatch.setattr(Tree, "lead", lambda tree: (None, 10**9))
    machine.hint(match)  # tells shares and values: it thinks to the end
    assert grown[1].simulations == 20_000


def test_a_choice_is_settled_by_the_clock_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the pace so far: 800 simulations took eight of ten seconds."""
    monkeypatch.setattr("palissade.players.tree.time.monotonic", lambda: 108.0)
    budgets = [Budget(simulations, 10.0, 100.0, None, until_settled=True) for simulations in (None, 10_000, 900)]
    assert [budget.is_settled(800, 201) for budget in budgets] == [True, True, True]
    assert [budget.is_settled(800, 150) for budget in budgets] == [False, False, True]
    assert not Budget(900, 10.0, 100.0, None).is_settled(800, 10**6)


def test_what_is_no_choice_any_more_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    grown, match, machine = watch_trees(monkeypatch), near_the_goal("d8"), player("uct", simulations=20_000)
    monkeypatch.setattr(Tree, "lead", lambda tree: (None, words.FOR_EVER))  # all others are lost
    machine.choose(match)
    assert grown[0].simulations == 1


def test_a_proven_win_needs_no_more_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    grown, match, machine = watch_trees(monkeypatch), near_the_goal(), player("uct", simulations=100_000)
    hint = machine.hint(match)
    assert grown[0].is_proven
    assert grown[0].simulations < 100
    assert (hint.values, hint.choices[0].value) == ((1, 0), 1)
    assert machine.choose(match) == hint.action


def test_a_tree_that_is_full_goes_on_without_growing() -> None:
    match = game("cul-de-sac").match()
    assert player("uct", simulations=2_000, nodes=1).choose(match) in match.actions()


def test_more_thought_plays_better() -> None:
    """Ten games of Cul-de-Sac between 150 simulations and 1, colours changing: chance would give five."""
    points = 0
    for number in range(10):
        thinker, dabbler = (player("uct", simulations=budget, seed=number) for budget in (150, 1))
        match = game("cul-de-sac").match()
        while match.mover is not None and match.ply < 150:
            machine = thinker if match.mover == number % 2 else dabbler
            match.play(machine.choose(match))
        points += match.outcome is not None and match.outcome.winners == (number % 2,)
    assert points >= 8


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownPlayer, match="uct"):
        player("hal")
    with pytest.raises(ValueError, match="seconds must be more than 0"):
        player("uct", seconds=0)


def test_nobody_thinks_about_a_game_that_is_over() -> None:
    match = near_the_goal()
    match.play("d9-d11")
    with pytest.raises(ValueError, match="over"):
        player("uct").choose(match)


def test_every_game_is_on_the_shelf_once() -> None:
    assert len({shelved.id for shelved in games()}) == len(games())
