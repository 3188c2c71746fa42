"""What holds for every game (DESIGN: tests are laws)."""

import numpy as np
import pytest
from hypothesis import given

from palissade import BadNotation, Game, IllegalAction, Match
from palissade.contract import LIMIT
from palissade.kernel import random_source
from tests.random_games import SEEDS, end_of, few, random_action, some, walk


@few
@given(seed=SEEDS)
def test_every_listed_action_is_playable_and_nothing_else_passes(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        if match.ply % 7 or match.outcome:
            continue
        listed = match.actions()
        assert len(listed) == len(set(listed))
        allowed = [
            action for action in range(variant.rules.ACTIONS) if not variant.single.refusal(match.position, action)
        ]
        assert sorted(listed) == allowed


@some
@given(seed=SEEDS)
def test_text_and_action_convert_both_ways(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        texts = match.legal()
        assert [variant.action(match.position, text) for text in texts] == match.actions()
        assert len(set(texts)) == len(texts)
        assert not any(" " in text for text in texts)  # a turn is its actions joined by a space


@some
@given(seed=SEEDS)
def test_a_record_replays_to_the_same_match(variant: Game, seed: int) -> None:
    match = end_of(variant, seed)
    again = Match.from_record(str(match.record()))
    assert again.outcome == match.outcome
    assert again.position.tobytes() == match.position.tobytes()
    assert str(again.record()) == str(match.record())


@some
@given(seed=SEEDS)
def test_a_game_is_over_exactly_when_nothing_is_legal(variant: Game, seed: int) -> None:
    room = np.empty(variant.rules.MOST_LEGAL, np.int32)
    for match in walk(variant, seed):
        assert bool(match.outcome) == (match.legal() == [])
        count = variant.single.legal_actions(match.position, room)
        assert count <= variant.rules.MOST_LEGAL
        assert bool(variant.single.is_over(match.position)) == (count == 0)


@some
@given(seed=SEEDS)
def test_a_game_ends_within_its_bound_with_a_whole_outcome(variant: Game, seed: int) -> None:
    match = end_of(variant, seed)
    assert match.ply <= min(variant.rules.MOST_PLIES, LIMIT)
    outcome = match.outcome
    assert outcome is not None
    assert outcome.draw == (outcome.winners == ())
    assert list(outcome.winners) == sorted(set(outcome.winners) & set(range(len(variant.seats))))
    assert outcome.reason.partition("-")[0] in (variant.prefix, "COM")
    if outcome.reason.startswith(variant.prefix):
        expected = variant.score_count(variant.options)
        assert outcome.scores is None if expected == 0 else len(outcome.scores or ()) == expected


@some
@given(seed=SEEDS)
def test_playing_on_a_copy_and_asking_leave_the_position_alone(variant: Game, seed: int) -> None:
    room, rng = np.empty(variant.rules.MOST_LEGAL, np.int32), random_source(seed)
    for match in walk(variant, seed):
        before = match.position.tobytes()
        for action in match.actions()[:20]:
            variant.single.apply(match.position.copy(), action)
            variant.single.refusal(match.position, action)
        variant.single.legal_actions(match.position, room)
        variant.single.is_over(match.position)
        if not match.outcome:
            variant.single.random_action(match.position, rng, room)
        assert match.position.tobytes() == before


@some
@given(seed=SEEDS)
def test_undo_goes_back_all_the_way(variant: Game, seed: int) -> None:
    match, positions, movers = None, [], []
    for match in walk(variant, seed):
        positions.append(match.position.tobytes())
        movers.append(match.mover)
    assert match is not None
    legal_at_start = variant.match(deal=match.deal).legal()
    while match.ply:
        assert match.position.tobytes() == positions.pop()
        assert match.mover == movers.pop()
        match.undo()
        assert match.outcome is None
    assert match.legal() == legal_at_start
    assert match.texts == []


@some
@given(seed=SEEDS)
def test_random_actions_are_legal(variant: Game, seed: int) -> None:
    rng = random_source(seed + 1)
    for match in walk(variant, seed):
        if not match.outcome:
            assert random_action(match, rng) in match.actions()


def test_random_actions_are_equally_likely(variant: Game) -> None:
    """A chi-square test in two positions of a fixed game, far beyond what chance would do."""
    for plies in (0, 18):
        match, rng = variant.match(seed=11), random_source(11)
        while match.ply < plies and not match.outcome:
            match.play(random_action(match, rng))
        if match.outcome:  # some random games are short
            match.undo()
        actions = match.actions()
        draws = 40 * len(actions)
        counts = dict.fromkeys(actions, 0)
        for _ in range(draws):
            counts[random_action(match, rng)] += 1
        expected = draws / len(actions)
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        freedom = len(actions) - 1
        assert chi_square < freedom + 6 * (2 * freedom) ** 0.5 + 1, match.record()


def test_setting_up_leaves_nothing_of_what_was_there_before(variant: Game) -> None:
    match = end_of(variant, 6)
    used, setup = match.position.copy(), variant.setup(match.deal)
    variant.single.start(used, setup)
    assert used.tobytes() == variant.start(match.deal).tobytes()


def test_the_same_seed_gives_the_same_game(variant: Game) -> None:
    assert str(end_of(variant, 5).record()) == str(end_of(variant, 5).record())


@pytest.mark.parametrize("text", ["", "nonsense", "zz99-a1", "e9h e9h", "☃", "-1", "a" * 500])
def test_what_is_no_action_is_refused_with_what_was_expected(variant: Game, text: str) -> None:
    match = variant.match(seed=1)
    with pytest.raises((BadNotation, IllegalAction)) as refusal:
        match.play(text)
    assert len(refusal.value.say("en")) < 400
    assert refusal.value.say("en") != refusal.value.say("fr")
    assert match.ply == 0


@pytest.mark.parametrize("action", [-1, 10**6])
def test_a_number_that_is_no_action_is_refused(variant: Game, action: int) -> None:
    with pytest.raises(IllegalAction):
        variant.match(seed=1).play(action)
