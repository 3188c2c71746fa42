"""What a person picks is what is meant: every legal action, and what is asked for and may not be."""

import random

import pytest
from hypothesis import given

from palissade import BadNotation, Game, IllegalAction, Match
from palissade.match import SPECTATOR, View
from palissade.scene import Choices, Pick
from tests.laws.conftest import VARIANTS
from tests.random_games import SEEDS, end_of, few, walk

WORDS = ("pass", "stop", "exit", "triangle", "square")  # buttons of one game or another
HIDDEN = [variant for variant in VARIANTS if variant.is_hidden]


def view_of_mover(match: Match) -> View:
    assert match.mover is not None
    return match.view(match.mover)


def asked_for(view: View, rng: random.Random) -> tuple[Pick, ...]:
    """Something that a person may come to pick: as a legal action is picked, but it ends on any place of the kind."""
    kinds = {spot.id: spot.kind for spot in view.scene().spots}
    placed = [picks for picks in view.picks().values() if picks[-1] in kinds]
    if not placed:
        return ("pass",)
    *begin, last = rng.choice(placed)
    return (*begin, rng.choice([spot for spot, kind in kinds.items() if kind == kinds[last]]))


def leaves(choices: Choices, *before: Pick) -> dict[tuple[Pick, ...], str]:
    """Every action of a tree, and what is picked to get there."""
    found: dict[tuple[Pick, ...], str] = {}
    for pick, after in choices.items():
        found |= {(*before, pick): after} if isinstance(after, str) else leaves(after, *before, pick)
    return found


@few
@given(seed=SEEDS)
def test_picks_mean_the_action_they_were_made_for(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        if match.outcome or match.ply % 3:
            continue
        view = view_of_mover(match)
        for action, picks in view.picks().items():
            assert variant.action_of(view.position, picks) == action
        assert view.why(picks) is None


@few
@given(seed=SEEDS)
def test_choices_are_the_legal_actions_as_a_tree_of_their_picks(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        if match.ply % 5 == 0 and not match.outcome:
            view = view_of_mover(match)
            assert leaves(view.choices()) == dict(zip(view.picks().values(), view.legal(), strict=True))


@few
@given(seed=SEEDS)
def test_what_may_not_be_picked_is_refused_with_its_rule(variant: Game, seed: int) -> None:
    """A piece that would stick out of the board has no rule: nobody needs one to see it."""
    rng = random.Random(seed)
    for match in walk(variant, seed):
        if match.outcome or match.ply % 3:
            continue
        view = view_of_mover(match)
        for picks in (asked_for(view, rng), asked_for(view, rng), (rng.choice(WORDS),)):
            refusal = view.why(picks)
            assert (refusal is None) == (picks in view.picks().values())
            if refusal is None:
                continue
            if variant.id != "blokus-duo" and picks[0] not in WORDS:
                assert isinstance(refusal, IllegalAction), picks
            if isinstance(refusal, IllegalAction):
                assert refusal.rule
                assert refusal.message.key.startswith(refusal.rule)


@pytest.mark.parametrize(
    "picks",
    [(), ("",), ("nowhere",), ("a1", "b2", "c3", "d4"), ("turn:1",), ("tray:1", "turn:9", "a1"), ("hand:", "a4")],
)
def test_picks_that_mean_nothing_are_answered_with_what_was_expected(variant: Game, picks: tuple[Pick, ...]) -> None:
    view = variant.match(seed=1).view(0)
    refusal = view.why(picks)
    assert isinstance(refusal, BadNotation)
    assert refusal.say("en") != refusal.say("fr")


def test_after_the_end_nothing_may_be_picked(variant: Game) -> None:
    match = end_of(variant, 4)
    action = match.played[-1]
    match.undo()
    picks = variant.scene.picks(match.position[0], action)
    assert match.view(match.mover or 0).why(picks) is None
    match.play(action)
    refusal = match.view(0).why(picks)
    assert refusal is not None
    assert match.view(SPECTATOR).choices() == {}


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
@few
@given(seed=SEEDS)
def test_the_mover_is_refused_by_what_it_may_know(variant: Game, seed: int) -> None:
    rng = random.Random(seed)
    for match in walk(variant, seed):
        if not match.outcome:
            view = view_of_mover(match)
            assert view.actions == tuple(match.actions())
            action = variant.action_of(view.position, asked_for(view, rng))
            assert variant.single.refusal(view.position, action) == variant.single.refusal(match.position, action)
