"""What a network sees: the mover's side of a position, no more than the mover may know, turned as it turns."""

import numpy as np
import pytest
from hypothesis import given

from palissade import Game
from palissade.arrays import Floats, Positions
from palissade.kernel import random_source
from tests.random_games import SEEDS, few, walk


def observed(variant: Game, positions: Positions) -> tuple[Floats, Floats]:
    batch, count = variant.batch, len(positions)
    planes, vectors = batch.planes(count), batch.vectors(count)
    planes[:], vectors[:] = np.nan, np.nan  # whatever was there is gone afterwards
    batch.observe(positions, planes, vectors)
    return planes, vectors


def test_every_number_has_a_name_of_its_own(variant: Game) -> None:
    observation = variant.batch.observation
    for names in (observation.PLANES, observation.VECTOR):
        assert len(set(names)) == len(names)
        assert all(name == name.strip() != "" for name in names)


@few
@given(seed=SEEDS)
def test_numbers_lie_between_0_and_1(variant: Game, seed: int) -> None:
    for match in walk(variant, seed, most=200):
        if match.ply % 10 == 0 and not match.outcome:
            for seen in observed(variant, match.position):
                assert np.isfinite(seen).all()
                assert seen.min(initial=0) >= 0
                assert seen.max(initial=1) <= 1


@few
@given(seed=SEEDS)
def test_positions_that_differ_for_the_rules_look_different(variant: Game, seed: int) -> None:
    """What is seen tells what is legal: equal observations never have different legal actions from the mover's side."""
    told: dict[bytes, tuple[str, ...]] = {}
    for match in walk(variant, seed, most=120):
        if match.outcome or match.mover != 0:
            continue
        seen = b"".join(array.tobytes() for array in observed(variant, match.position))
        assert told.setdefault(seen, tuple(sorted(match.legal()))) == tuple(sorted(match.legal()))


@few
@given(seed=SEEDS)
def test_what_the_mover_may_not_know_is_not_seen(variant: Game, seed: int) -> None:
    if not variant.is_hidden:
        pytest.skip("nothing is hidden")
    for match in walk(variant, seed):
        if match.ply % 5 or match.mover is None:
            continue
        concealed, dealt = match.view(match.mover).position, match.position.copy()
        variant.single.redeal(dealt, match.mover, random_source(seed))
        for seen, other, third in zip(
            *(observed(variant, positions) for positions in (match.position, concealed, dealt)), strict=True
        ):
            assert seen.tobytes() == other.tobytes() == third.tobytes()


@few
@given(seed=SEEDS)
def test_what_is_seen_turns_with_the_position(variant: Game, seed: int) -> None:
    if variant.symmetry is None:
        pytest.skip("no symmetries")
    for match in walk(variant, seed, most=100):
        if match.ply % 9 or match.outcome:
            continue
        planes, vectors = observed(variant, match.position)
        for number in range(variant.single.symmetries(match.position)):
            turned, expected = match.position.copy(), np.zeros_like(planes)
            variant.single.turn_position(turned, number)
            variant.single.turn_planes(match.position, number, planes[0], expected[0])
            seen, vector = observed(variant, turned)
            assert seen.tobytes() == expected.tobytes()
            assert vector.tobytes() == vectors.tobytes()
