"""BKR-10 for every game with secrets: what a seat is shown does not depend on what it may not know."""

import msgspec
import pytest
from hypothesis import given

from palissade import Game, Match, player
from palissade.kernel import random_source
from palissade.match import SPECTATOR
from tests.laws.conftest import VARIANTS
from tests.random_games import SEEDS, few, walk

HIDDEN = [variant for variant in VARIANTS if variant.is_hidden]


def other_truth(match: Match, seat: int, seed: int) -> Match:
    """A match that the seat cannot tell from this one."""
    other = Match(match.game, deal=match.deal)
    other.__dict__.update(match.__dict__)
    position = match.position.copy()
    match.game.single.redeal(position, seat, random_source(seed))
    other._positions = [position]
    return other


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
@few
@given(seed=SEEDS)
def test_two_truths_that_a_seat_cannot_tell_apart_look_the_same_to_it(variant: Game, seed: int) -> None:
    differences = 0
    for match in walk(variant, seed):
        for seat in (SPECTATOR, *range(len(variant.seats))):
            if match.outcome:
                continue
            other = other_truth(match, seat, seed + match.ply)
            differences += other.position.tobytes() != match.position.tobytes()
            one, two = match.view(seat), other.view(seat)
            assert one.position.tobytes() == two.position.tobytes()
            assert one.actions == two.actions
            assert one.legal() == two.legal()
            assert one.texts == two.texts
            assert msgspec.json.encode(one.scene()) == msgspec.json.encode(two.scene())
            assert one.picks() == two.picks()
    assert differences > 0


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
@few
@given(seed=SEEDS)
def test_what_a_seat_can_work_out_is_the_truth(variant: Game, seed: int) -> None:
    """As soon as it says that it can, and in every game it can before the end; but not in the beginning."""
    said = []
    for match in walk(variant, seed):
        for seat in range(len(variant.seats)):
            if match.outcome is None:
                said.append(variant.single.has_worked_out(match.view(seat).position, seat))
                if said[-1]:
                    assert other_truth(match, seat, seed).position.tobytes() == match.position.tobytes()
    assert said[-1]
    assert not said[0]


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
def test_a_machine_chooses_by_what_its_seat_knows(variant: Game) -> None:
    machine = player("uct", simulations=40)
    for match in walk(variant, 3):
        if match.mover is None or match.ply % 6:
            continue
        other = other_truth(match, match.mover, match.ply)
        assert machine.hint(match) == machine.hint(other)


@pytest.mark.parametrize("variant", HIDDEN, ids=str)
@few
@given(seed=SEEDS)
def test_a_deal_made_anew_hides_to_the_same_view(variant: Game, seed: int) -> None:
    """Dealing anew from what is seen gives the same as from the truth, and hiding it again gives what was seen."""
    for match in walk(variant, seed):
        if match.outcome:
            continue
        for seat in (SPECTATOR, *range(len(variant.seats))):
            seen = match.view(seat).position
            from_truth, from_view = match.position.copy(), seen.copy()
            variant.single.redeal(from_truth, seat, random_source(seed))
            variant.single.redeal(from_view, seat, random_source(seed))
            assert from_truth.tobytes() == from_view.tobytes()
            variant.single.conceal(from_view, seat)
            assert from_view.tobytes() == seen.tobytes()


def test_after_the_end_everything_is_open() -> None:
    for variant in HIDDEN:
        *_, match = walk(variant, 1)
        assert match.view(SPECTATOR).position.tobytes() == match.position.tobytes()
