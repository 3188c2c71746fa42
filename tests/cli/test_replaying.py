"""`replay`: many records, good and bad."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import palissade
from tests.cli.conftest import Run, lines_of, random_record, record_of

OUTCOME = {"winners": [0], "draw": False, "scores": None, "reason": "CDS-6"}


def test_each_action_is_one_line_with_what_was_legal_before_it(run: Run, finished: str) -> None:
    result = run("replay", "-", "--json", given=finished)
    assert result.exit_code == 0
    *steps, last = lines_of(result)
    assert last == {"outcome": OUTCOME}
    match = palissade.game("cul-de-sac").match()
    for ply, step in enumerate(steps):
        assert list(step) == ["ply", "mover", "legal", "action"]
        assert (step["ply"], step["mover"], step["legal"]) == (ply, match.mover, match.legal())
        match.play(str(step["action"]))
    assert match.outcome is not None


def test_a_game_that_goes_on_has_no_outcome(run: Run) -> None:
    *_, last = lines_of(run("replay", "-", "--json", given=record_of(["d4-d6", "e9h"])))
    assert last == {"outcome": None}


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_every_game_replays(run: Run, game: palissade.Game) -> None:
    for variant in game.variants():
        record = random_record(variant)
        *steps, last = lines_of(run("replay", "-", "--json", given=record))
        match = palissade.Match.from_record(record)
        assert [step["action"] for step in steps] == match.texts
        assert [step["mover"] for step in steps] == match.movers
        assert last == {"outcome": msgspec.json.decode(msgspec.json.encode(match.outcome))}
        assert run("replay", "-", given=record).exit_code == 0
        assert run("replay", "-", "--lang", "fr", given=record).exit_code == 0


BAD = [
    ("{", None, None, "This is not a Palissade record"),
    ("[" * 100_000, None, None, "This is not a Palissade record"),
    ("[]", None, None, "This is not a Palissade record"),
    ("\xff", None, None, "This is not a Palissade record"),
    ('{"palissade": 1}', None, None, "This is not a Palissade record"),
    ('{"palissade": 3, "game": "cul-de-sac", "actions": []}', None, None, "This record has version 3"),
    ('{"palissade": 1, "game": "go", "actions": []}', None, None, "There is no game “go”"),
    ('{"palissade": 1, "game": "cul-de-sac", "options": {"id": "x"}, "actions": []}', None, None, "has no options"),
    ('{"palissade": 1, "game": "cul-de-sac", "options": {"self": 1}, "actions": []}', None, None, "has no options"),
    ('{"palissade": 1, "game": "cul-de-sac", "deal": 3, "actions": []}', None, None, "has no chance in it"),
    ('{"palissade": 1, "game": "cul-de-sac", "actions": ["d4-d6", "d6-d8"]}', 1, "CDS-3", "now a wall must be laid"),
    ('{"palissade": 1, "game": "cul-de-sac", "actions": ["castle"]}', 0, None, "is not an action of Cul-de-Sac"),
    (
        '{"palissade": 1, "game": "cul-de-sac", "actions": [], '
        '"outcome": {"winners": [1], "draw": false, "scores": null, "reason": "CDS-6"}}',
        *(0, None, "but its actions lead to null"),
    ),
]


@pytest.mark.parametrize(("text", "ply", "rule", "message"), BAD, ids=[text[:60] for text, *_ in BAD])
def test_a_bad_record_is_one_line_in_its_place_and_the_rest_go_on(
    run: Run, finished: str, *, text: str, ply: int | None, rule: str | None, message: str
) -> None:
    good = lines_of(run("replay", "-", "--json", given=finished))
    given = b"\n".join([finished.encode(), b"", text.encode("latin-1"), b"  ", finished.encode()])
    result = run("replay", "-", "--json", given=given)
    assert result.exit_code == 1
    assert result.stderr == ""
    lines = lines_of(result)
    assert lines[: len(good)] == good
    assert lines[len(good) + 1 :] == good
    error = msgspec.convert(lines[len(good)]["error"], dict[str, object])
    assert list(error) == ["ply", "rule", "message"]
    assert (error["ply"], error["rule"]) == (ply, rule)
    assert message in str(error["message"])


def test_a_bad_record_is_told_in_french(run: Run) -> None:
    bad = '{"palissade": 1, "game": "cul-de-sac", "actions": ["d4-d6", "d6-d8"]}'
    (line,) = lines_of(run("replay", "-", "--json", "--lang", "fr", given=bad))
    error = msgspec.convert(line["error"], dict[str, object])
    assert "il faut maintenant poser un mur" in str(error["message"])
    assert "il faut maintenant poser un mur" in run("replay", "-", "--lang", "fr", given=bad).stderr


def test_a_file_may_hold_one_record_over_several_lines_or_one_per_line(run: Run, finished: str, tmp_path: Path) -> None:
    once = lines_of(run("replay", "-", "--json", given=finished))
    pretty, many, listed = tmp_path / "a.palissade.json", tmp_path / "b.jsonl", tmp_path / "c.txt"
    pretty.write_text(json.dumps(json.loads(finished), indent=2))
    many.write_text(f"\ufeff{finished}\n\n{finished}\n", "utf-8")
    listed.write_text(f"{finished}\r\n{finished}")
    assert lines_of(run("replay", str(pretty), "--json")) == once
    assert lines_of(run("replay", str(many), "--json")) == once * 2
    assert lines_of(run("replay", str(listed), "--json")) == once * 2


def test_a_resignation_is_the_outcome_that_the_record_tells(run: Run) -> None:
    record = json.loads(record_of(["d4-d6"]))
    record["outcome"] = {"winners": [1], "draw": False, "scores": None, "reason": "resigned"}
    given = json.dumps(record)
    assert lines_of(run("replay", "-", "--json", given=given))[-1] == {"outcome": record["outcome"]}
    assert "Black wins. Decided at the table. (resigned)" in run("replay", "-", given=given).stdout


def test_the_turns_stand_in_columns_with_who_played(run: Run, finished_file: str) -> None:
    text = run("replay", finished_file).stdout
    assert text.split("\n")[1].split() == ["White", "Black"]
    assert ["1.", "d4-d6", "a1h", "h11-h13", "c1h"] in [line.split() for line in text.splitlines()]
    assert ["4.", "d10-d11"] in [line.split() for line in text.splitlines()]
    assert "White wins. A pawn has reached an enemy base. (CDS-6)" in text
    assert (
        "Blanc gagne. Un pion a atteint une base adverse. (CDS-6)"
        in run("replay", finished_file, "--lang", "fr").stdout
    )


def test_an_unfinished_game_says_who_is_to_act(run: Run) -> None:
    assert "Black to act." in run("replay", "-", given=record_of(["d4-d6", "e9h"])).stdout
    assert "À Noir de jouer." in run("replay", "-", "--lang", "fr", given=record_of(["d4-d6", "e9h"])).stdout


def test_the_legal_actions_are_printed_when_asked_for(run: Run) -> None:
    record = record_of(["d4-d6", "e9h"])
    text = run("replay", "-", "--legal", given=record).stdout
    assert "0  White: d4-d6  (one of 16)" in text
    assert "j13v" in text.split()
    assert "j13v" not in run("replay", "-", given=record).stdout


def test_no_record_at_all_is_nothing_to_tell(run: Run) -> None:
    result = run("replay", "-", "--json", given="\n \n")
    assert (result.stdout, result.exit_code) == ("", 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)
FIELDS = ("palissade", "game", "options", "deal", "actions", "outcome", "players", "dates", "comments")


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_no_record_however_strange_is_answered_with_a_traceback(run: Run, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(palissade.games()))
    record = json.loads(random_record(game, most=4))
    record |= data.draw(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=2))
    deal = record.get("deal")
    if deal and isinstance(deal, dict) and data.draw(st.booleans()):
        deal[data.draw(st.sampled_from(sorted(deal)) | st.text(max_size=5))] = data.draw(JSON)
    result = run("replay", "-", "--json", given=json.dumps(record))
    assert result.stderr == ""
    *_, last = lines_of(result)
    assert (result.exit_code, list(last)) in [(0, ["outcome"]), (1, ["error"])]
