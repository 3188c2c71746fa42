"""`solve`."""

from pathlib import Path

import palissade
from tests.cli.conftest import Run, lines_of

SMALL = "......../......../..RBG.../......../......../......../......../........ moves:0"
NO_WAY = "......../.RB...../......../....G.../......../......../......../........ moves:0"


def test_every_finding_is_a_line_for_programs(run: Run) -> None:
    (found,) = lines_of(run("solve", "--position", SMALL, "--json"))
    assert found.pop("nodes")
    assert found == {"moves": 1, "rest": 1, "bound": 1, "settled": True, "way": ["3C-3F"]}


def test_a_deal_has_its_number(run: Run) -> None:
    last = lines_of(run("solve", "--deal", "1", "--nodes", "500000", "--json"))[-1]
    match = palissade.game("solitaire", deal="shuffled").match(seed=1)
    assert isinstance(last["way"], list)
    match.play(*last["way"])
    assert match.outcome is not None
    assert match.outcome.scores == (1, last["moves"])


def test_people_are_told_in_words(run: Run) -> None:
    told = run("solve", "--position", SMALL).stdout.splitlines()
    assert told[-2:] == ["3C-3F", "Moves: 1. No way is shorter."]
    assert "at least 1." in told[0]
    assert "Aucun chemin ne mène au dernier pion" in run("solve", "--position", NO_WAY, "--lang", "fr").stdout
    assert "not in fewer than 12" in run("solve", "--nodes", "1").stdout


def test_a_record_is_solved_from_where_it_ends(run: Run, tmp_path: Path) -> None:
    match = palissade.game("solitaire").match(position=SMALL)
    file = tmp_path / "game.palissade.json"
    file.write_text(str(match.record()), "utf-8")
    (found,) = lines_of(run("solve", "--record", str(file), "--json"))
    assert found["way"] == ["3C-3F"]
