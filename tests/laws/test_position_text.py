"""A position can be written down as one line, and read back to the last byte."""

import pytest
from hypothesis import given

from palissade import BadPosition, Game
from palissade.contract import LIMIT
from palissade.kernel import random_source
from palissade.match import SPECTATOR
from tests.random_games import SEEDS, few, random_action, some, walk


@some
@given(seed=SEEDS)
def test_positions_and_texts_convert_both_ways(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        text = match.position_text()
        assert text == " ".join(text.split()) != ""
        assert variant.read(text).tobytes() == match.position.tobytes(), text
        assert variant.write(variant.read(text)) == text


@few
@given(seed=SEEDS)
def test_a_match_from_a_position_in_the_middle_plays_like_the_one_that_came_there(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        if match.ply % 5:
            continue
        again = variant.match(position=match.position_text())
        if match.outcome and match.outcome.reason.startswith("COM"):
            continue  # what was before is not in a position
        assert (again.mover, again.legal(), again.outcome) == (match.mover, match.legal(), match.outcome)
        assert again.ply == 0
        if match.ply % 20:
            continue
        rng, other, plies = random_source(seed), random_source(seed), 0
        there = variant.match(position=match.position)
        while not (again.outcome or there.outcome) and plies < min(60, LIMIT):
            again.play(random_action(again, rng))
            there.play(random_action(there, other))
            plies += 1
            assert again.position.tobytes() == there.position.tobytes()
        assert again.outcome == there.outcome


@few
@given(seed=SEEDS)
def test_a_record_may_begin_with_a_position(variant: Game, seed: int) -> None:
    *_, match = walk(variant, seed, most=9)
    begun = variant.match(position=match.position_text())
    if begun.outcome is None:
        begun.play(begun.actions()[0])
    record = begun.record()
    again = type(begun).from_record(str(record))
    assert (record.version, record.position) == (2, match.position_text())
    assert str(again.record()) == str(record)
    assert again.position.tobytes() == begun.position.tobytes()


@few
@given(seed=SEEDS)
def test_what_a_seat_may_not_know_is_written_as_unknown(variant: Game, seed: int) -> None:
    for match in walk(variant, seed):
        for seat in (SPECTATOR, *range(len(variant.seats))):
            view = match.view(seat)
            text = view.position_text()
            assert ("?" in text) <= variant.is_hidden
            assert variant.read(text).tobytes() == view.position.tobytes()
            if "?" in text:
                with pytest.raises(BadPosition):
                    variant.match(position=text)


@pytest.mark.parametrize(
    "text", ["", "x", "red", "- - - - - - - - - - - - - - - - - -", "?", "é:ß", "red:" + 200 * "a1,"]
)
def test_what_is_no_position_is_refused_with_a_sentence(variant: Game, text: str) -> None:
    with pytest.raises(BadPosition) as refused:
        variant.read(text)
    assert refused.value.say("en") != refused.value.say("fr")


@few
@given(seed=SEEDS)
def test_a_text_that_lost_a_part_or_gained_one_is_refused(variant: Game, seed: int) -> None:
    *_, match = walk(variant, seed, most=12)
    parts = match.position_text().split()
    for i in range(len(parts)):
        with pytest.raises(BadPosition):
            variant.read(" ".join(parts[:i] + parts[i + 1 :]))
    with pytest.raises(BadPosition):
        variant.read(" ".join([*parts, "more"]))
