"""What holds for every game with symmetries: turning a game changes nothing but how it looks."""

import numpy as np
import pytest
from hypothesis import given

from palissade import Game
from palissade.kernel import Positions, random_source
from palissade.match import outcome
from tests.laws.conftest import VARIANTS
from tests.random_games import SEEDS, random_action, some, walk

SYMMETRIC = pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.symmetry], ids=str)


def turned(variant: Game, position: Positions, symmetry: int) -> Positions:
    """The position under the symmetry."""
    copy = position.copy()
    variant.single.turn_position(copy, symmetry)
    return copy


def legal(variant: Game, position: Positions) -> list[int]:
    room = np.empty(variant.rules.MOST_LEGAL, np.int32)
    return [int(action) for action in room[: variant.single.legal_actions(position, room)]]


@SYMMETRIC
@some
@given(seed=SEEDS)
def test_symmetric_positions_have_symmetric_legal_actions(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        if match.ply % 5 == 0:
            actions = legal(variant, match.position)
            for symmetry in range(variant.single.symmetries(match.position)):
                expected = [variant.single.turn_action(match.position, action, symmetry) for action in actions]
                assert sorted(legal(variant, turned(variant, match.position, symmetry))) == sorted(expected)


@SYMMETRIC
@some
@given(seed=SEEDS)
def test_turning_and_playing_come_to_the_same_in_either_order(variant: Game, seed: int) -> None:
    rng = random_source(seed)
    for match in walk(variant, seed):
        if match.outcome or match.ply % 4:
            continue
        action = random_action(match, rng)
        for symmetry in range(1, variant.single.symmetries(match.position)):
            first = match.position.copy()
            variant.single.apply(first, action)
            then_turned = turned(variant, first, symmetry)
            then_played = turned(variant, match.position, symmetry)
            turned_action = variant.single.turn_action(match.position, action, symmetry)
            variant.single.apply(then_played, turned_action)
            assert sorted(legal(variant, then_turned)) == sorted(legal(variant, then_played))
            assert variant.single.mover(then_turned) == variant.single.mover(then_played)
            assert variant.single.is_over(then_turned) == variant.single.is_over(then_played)
            if variant.single.is_over(then_turned):
                assert outcome(variant, then_turned) == outcome(variant, then_played)


@SYMMETRIC
@some
@given(seed=SEEDS)
def test_symmetry_0_changes_nothing(variant: Game, seed: int) -> None:
    for match in walk(variant, seed, most=60):
        for action in match.actions()[:10]:
            assert variant.single.turn_action(match.position, action, 0) == action
        assert sorted(legal(variant, turned(variant, match.position, 0))) == sorted(legal(variant, match.position))
