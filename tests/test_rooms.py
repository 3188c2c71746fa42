"""A game is whole: this fails when a registered game lacks a part, and says which and how to make it."""

import inspect
import re
import string
from pathlib import Path

import pytest

from palissade import Game, games
from palissade.game import OptionalRules, Rules
from palissade.messages import COMMON, LANGUAGES, Catalogue

TESTS = Path(__file__).parent
ROOMS = pytest.mark.parametrize("game", games(), ids=str)


def numbered_rules(game: Game) -> list[str]:
    """The rule numbers that the docstring of the rules file lists."""
    text = inspect.getdoc(game.rules) or ""
    return sorted(set(re.findall(rf"{game.prefix}-\d+", text)), key=lambda number: int(number.partition("-")[2]))


def module(game: Game) -> str:
    return game.id.replace("-", "_")


@ROOMS
def test_every_numbered_rule_is_listed_cited_and_tested(game: Game) -> None:
    numbers = numbered_rules(game)
    assert numbers == [f"{game.prefix}-{n + 1}" for n in range(len(numbers))]
    assert numbers
    tests = (TESTS / "games" / f"test_{module(game)}.py").read_text()
    for number in numbers:
        name = f"def test_{number.lower().replace('-', '_')}_"
        assert name in tests, f"{number} has no test: write {name}…() in tests/games/test_{module(game)}.py"


@ROOMS
def test_every_option_set_has_a_perft_table(game: Game) -> None:
    table = TESTS / "perft" / f"{game.id}.toml"
    assert table.exists(), f"write {table.name} with the output of `palissade perft {game.id} --depth N`"


@ROOMS
def test_every_game_has_a_golden_record(game: Game) -> None:
    record = TESTS / "records" / f"{game.id}.txt"
    assert record.exists(), "write it with `make golden`, and read it"


@ROOMS
def test_the_contract_is_kept(game: Game) -> None:
    for name in [name for name in vars(Rules) if not name.startswith("_")]:
        assert hasattr(game.rules, name), f"rules.py lacks {name}"
    compiled = {name for name in vars(game.rules) if hasattr(getattr(game.rules, name), "py_func")}
    for name in compiled & {*vars(Rules), *vars(OptionalRules)}:
        contract = vars(Rules).get(name) or vars(OptionalRules)[name]
        expected = list(inspect.signature(contract).parameters)[1:]
        assert list(inspect.signature(getattr(game.rules, name).py_func).parameters) == expected, name


@ROOMS
def test_every_refusal_has_its_sentence_under_a_rule_of_the_game(game: Game) -> None:
    assert game.rules.REFUSALS[0] == ""
    for key in game.rules.REFUSALS[1:]:
        assert key in game.catalogue, f"messages.toml lacks {key}"
        assert key.partition(".")[0] in numbered_rules(game)
    assert "notation" in game.catalogue


@pytest.mark.parametrize("catalogue", [COMMON, *(game.catalogue for game in games())], ids=lambda c: c.path.parent.name)
def test_every_sentence_is_there_in_every_language_with_the_same_places(catalogue: Catalogue) -> None:
    for key, sentences in catalogue.entries.items():
        assert set(sentences) == set(LANGUAGES), key
        places = [
            {place for _, place, _, _ in string.Formatter().parse(sentences[language]) if place}
            for language in LANGUAGES
        ]
        assert places[0] == places[1], key
        french = sentences["fr"]
        assert not re.search(r"[^\u00a0][;:!?»]|«[^\u00a0]", french), f"{key}: a space is missing"


@ROOMS
def test_seats_have_colours_teams_and_a_side(game: Game) -> None:
    for variant in game.variants():
        assert variant.seats
        colours = [colour for seat in variant.seats for colour in seat.colours]
        assert len(colours) == len(set(colours))
        assert all(f"colour.{colour}" in COMMON for colour in colours)
