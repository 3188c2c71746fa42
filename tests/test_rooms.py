"""A game is whole: this fails when a registered game lacks a part, and says which and how to make it."""

import inspect
import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

from palissade import Game, games
from palissade.arena.words import CATALOGUE as ARENA
from palissade.contract import EliminatingRules, Puzzle, RepeatingRules, Secrecy, Symmetry
from palissade.messages import COMMON, LANGUAGES, Catalogue
from tests.records.write import FOLDER, name_of

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
ROOMS = pytest.mark.parametrize("game", games(), ids=str)


def numbered_rules(game: Game) -> list[str]:
    """The rule numbers that the docstring of the rules file lists."""
    text = inspect.getdoc(game.rules) or ""
    return sorted(set(re.findall(rf"{game.prefix}-\d+", text)), key=lambda number: int(number.partition("-")[2]))


def module(game: Game) -> str:
    return game.id.replace("-", "_")


@ROOMS
def test_every_numbered_rule_is_on_the_page_in_the_code_and_in_the_tests(game: Game) -> None:
    page = (DOCS / "rules" / f"{game.id}.md").read_text()
    numbers = numbered_rules(game)
    assert numbers == re.findall(rf"^- \*\*({game.prefix}-\d+)", page, re.MULTILINE)
    tests = (TESTS / "games" / f"test_{module(game)}.py").read_text()
    for number in numbers:
        begin = f"def test_{number.lower().replace('-', '_')}_"
        assert begin in tests, f"{number} has no test: write {begin}…() in tests/games/test_{module(game)}.py"


@ROOMS
def test_the_rules_read_every_option_and_no_other(game: Game) -> None:
    assert len(set(game.rules.OPTIONS)) == len(game.rules.OPTIONS)
    assert set(game.rules.OPTIONS) == {option.name for option in game.choices}


@ROOMS
def test_every_option_set_has_a_perft_table(game: Game) -> None:
    table = TESTS / "perft" / f"{game.id}.toml"
    assert table.exists(), f"write {table.name} with the output of `palissade perft {game.id} --depth N`"
    counted = [start.get("options", {}) for start in tomllib.loads(table.read_text())["start"]]
    for variant in game.variants():
        assert dict(variant.chosen) in counted, f"{table.name} lacks {variant}"


@ROOMS
def test_every_option_set_has_a_golden_record(game: Game) -> None:
    for variant in game.variants():
        told = FOLDER / f"{name_of(variant)}.txt"
        assert told.exists(), f"{variant} has no golden record: write it with `make golden`, and read it"


@ROOMS
def test_the_contract_is_kept(game: Game) -> None:
    parts = {
        RepeatingRules: game.rules,
        EliminatingRules: game.rules,
        Secrecy: game.secrecy,
        Symmetry: game.symmetry,
        Puzzle: game.puzzle,
    }
    for contract, part in parts.items():
        for name, promised in inspect.getmembers(contract, inspect.isfunction):
            function: Any = getattr(part, name, None)
            if name.startswith("_") or part is None or (name in ("identity", "is_in") and function is None):
                continue
            assert hasattr(function, "py_func"), f"{contract.__name__}.{name} is missing, or not a @rule"
            expected = list(inspect.signature(promised).parameters)[1:]
            assert list(inspect.signature(function.py_func).parameters) == expected, name


@ROOMS
def test_every_refusal_has_its_sentence_under_a_rule_of_the_game(game: Game) -> None:
    assert game.rules.REFUSALS[0] == ""
    for key in game.rules.REFUSALS[1:]:
        assert key in game.catalogue, f"messages.toml lacks {key}"
        assert key.partition(".")[0] in numbered_rules(game)
    assert "notation" in game.catalogue


@pytest.mark.parametrize(
    "catalogue", [COMMON, ARENA, *(game.catalogue for game in games())], ids=lambda c: c.path.parent.name
)
def test_every_sentence_is_there_in_every_language_with_the_same_places(catalogue: Catalogue) -> None:
    for key, sentences in catalogue.entries.items():
        assert set(sentences) == set(LANGUAGES), key
        places = [
            {place for _, place, _, _ in string.Formatter().parse(sentences[language]) if place}
            for language in LANGUAGES
        ]
        assert places[0] == places[1], key
        assert not any(re.search(r"[\w}]'\w", sentence) for sentence in sentences.values()), f"{key}: apostrophes"
        french = sentences["fr"].replace("Blockers!", "Blockers")  # the name is English
        assert not re.search(r"\w[;:!?»](\s|$)|[\s](?<!\u00a0)[;:!?»](\s|$)|«[^\u00a0]", french), f"{key}: spaces"


@ROOMS
def test_seats_have_colours_teams_and_a_side(game: Game) -> None:
    for variant in game.variants():
        assert variant.seats
        colours = [colour for seat in variant.seats for colour in seat.colours]
        assert len(colours) == len(set(colours))
        assert all(f"colour.{colour}" in COMMON for colour in colours)
