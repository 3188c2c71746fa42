"""Records: what is written, what replays, and what is refused, saying where."""

import json
from typing import Any

import pytest

from palissade import BadRecord, Match, Record, game

GOOD: dict[str, Any] = {
    "palissade": 1,
    "game": "cul-de-sac",
    "options": {},
    "deal": None,
    "actions": ["d4-d6", "e9h", "d11-d9"],
    "outcome": None,
}
WIN = [
    "d4-d6",
    "a1h",
    "d11-b11",
    "a3h",
    "d6-d8",
    "a5h",
    "b11-d11",
    "a7h",
    "d8-d10",
    "a9h",
    "h11-j11",
    "a11h",
    "d10-d11",
]


def refusal(**changes: Any) -> BadRecord:
    """How the good record is refused once changed; a change to `...` leaves the field out."""
    record = {key: value for key, value in {**GOOD, **changes}.items() if value is not ...}
    with pytest.raises(BadRecord) as refused:
        Match.from_record(json.dumps(record))
    assert refused.value.say("en") != refused.value.say("fr")
    return refused.value


def test_a_record_tells_the_whole_game() -> None:
    match = game("cul-de-sac").match()
    match.play("d4-d6", "e9h", "d11-d9")
    assert json.loads(str(match.record())) == GOOD


def test_a_record_replays_with_what_people_add_to_it() -> None:
    added = {**GOOD, "players": ["Maud", "Inès"], "dates": "1975-06-01", "comments": {"1": "!"}, "table": 7}
    match = Match.from_record(json.dumps(added))
    assert match.texts == GOOD["actions"]
    record = Record.read(json.dumps(added))
    assert (record.players, record.dates, record.comments) == (added["players"], added["dates"], added["comments"])
    assert json.loads(str(record)) == {key: value for key, value in added.items() if key != "table"}


def test_options_deal_and_outcome_may_be_left_out() -> None:
    least = {"palissade": 1, "game": "cul-de-sac", "actions": []}
    assert Match.from_record(json.dumps(least)).ply == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"text"', "{}", b"\xff\xfe", "[" * 2000])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord, match="not a Palissade record"):
        Match.from_record(text)


def test_a_missing_or_mistaken_field_is_named() -> None:
    assert "game" in refusal(game=...).say()
    assert "actions" in refusal(actions=...).say()
    assert "actions" in refusal(actions="d4-d6").say()
    assert "actions[1]" in refusal(actions=["d4-d6", 7]).say()
    assert "options" in refusal(options=[]).say()
    assert "version 3" in refusal(palissade=3).say()


def test_an_unknown_game_or_option_is_refused_with_what_there_is() -> None:
    assert "cul-de-sac" in refusal(game="chess").say()
    assert "players" in refusal(options={"players": 2}).say()


def test_a_deal_for_a_game_without_chance_is_refused() -> None:
    assert "deal" in refusal(deal={"red": []}).say()


def test_a_missing_deal_is_refused_and_not_drawn() -> None:
    assert "deal" in refusal(game="blockers", actions=[]).say()
    assert "deal" in refusal(game="blockers", actions=[], deal=...).say()


def test_an_illegal_action_is_refused_with_its_ply_and_its_rule() -> None:
    error = refusal(actions=["d4-d6", "e9h", "d11-d12"])
    assert (error.ply, error.rule) == (2, "CDS-5")
    assert error.say().startswith("CDS-5: ply 2, “d11-d12”: a single step")
    error = refusal(actions=["d4-d6", "rubbish"])
    assert (error.ply, error.rule) == (1, None)
    assert "rubbish" in error.say()


def test_an_action_after_the_end_is_refused() -> None:
    assert Match.from_record(json.dumps({**GOOD, "actions": WIN})).outcome
    error = refusal(actions=[*WIN, "d11-d9"])
    assert (error.ply, error.rule) == (13, None)
    assert "over" in error.say()


def test_a_wrong_outcome_is_refused_and_a_right_one_accepted() -> None:
    won = {"winners": [0], "draw": False, "scores": None, "reason": "CDS-6"}
    assert Match.from_record(json.dumps({**GOOD, "actions": WIN, "outcome": won})).outcome
    assert refusal(actions=WIN, outcome={**won, "winners": [1]}).ply == len(WIN)
    assert refusal(outcome=won).ply == 3


def test_a_game_may_end_at_the_table_by_resignation() -> None:
    resigned = {"winners": [0], "draw": False, "scores": None, "reason": "resignation"}
    assert Match.from_record(json.dumps({**GOOD, "outcome": resigned})).outcome is None


def test_a_position_that_is_none_is_refused_by_name_and_so_is_one_beside_a_deal() -> None:
    assert "two lists" in refusal(palissade=2, position="white:d4").say()
    start = game("cul-de-sac").match().position_text()
    assert "deal" in refusal(palissade=2, position=start, deal=[1]).say()
    assert json.loads(str(Match.from_record(json.dumps({**GOOD, "palissade": 2, "position": start})).record())) == {
        **GOOD,
        "palissade": 2,
        "position": start,
    }
