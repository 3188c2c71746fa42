"""The shelf says everything in every language: this fails when a registered game lacks its words."""

import re
from pathlib import Path

import msgspec
import pytest

from palissade import Game, games
from palissade.game import written
from palissade.messages import LANGUAGES, Catalogue, Language
from palissade.players import LEVELS, Level
from palissade.server import shelf as shelf_module
from palissade.server.machines.levels import stand_in
from palissade.server.shelf import CATALOGUE, shelf
from palissade.server.wire.shelf import GameOnShelf, Shelf
from tests.machines import Offer

MOST_LETTERS = 60  # of the sentence under a game's name, so that it fits on a phone


def warm(game: str) -> float:
    """Every game is ready."""
    return 1.0


def on_shelf(name: str, language: Language = "en") -> GameOnShelf:
    return next(game for game in shelf(language, warm).games if game.id == name)


@pytest.mark.parametrize("game", games(), ids=str)
def test_every_game_has_the_words_of_the_shelf(game: Game) -> None:
    needed = ["shelf.sentence"]
    for option in game.choices:
        needed.append(f"option.{option.name}")
        needed += [f"option.{option.name}.{written(value)}" for value in option.values if type(value) is not int]
    lacking = [key for key in needed if key not in game.catalogue]
    assert not lacking, f"write {', '.join(lacking)} in {game.catalogue.path.parent.name}/messages.toml"
    for language in LANGUAGES:
        sentence = game.catalogue.message("shelf.sentence").say(language)
        assert len(sentence) <= MOST_LETTERS
        assert sentence.endswith(".")


@pytest.mark.parametrize("game", games(), ids=str)
def test_no_words_are_for_an_option_that_is_not_there(game: Game) -> None:
    known = {f"option.{option.name}" for option in game.choices}
    known |= {f"option.{option.name}.{written(value)}" for option in game.choices for value in option.values}
    assert {key for key in game.catalogue.entries if key.startswith("option.")} <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_has_every_game_and_every_level_once(language: Language) -> None:
    told = shelf(language, lambda game: 0.25 if game == "porte" else 1.0)
    assert [game.id for game in told.games] == [game.id for game in games()]
    assert {game.id: game.progress for game in told.games if game.progress < 1} == {"porte": 0.25}
    woods = [level.name for level in LEVELS]
    assert [level.id for level in told.levels] == woods
    assert all(game.levels == woods for game in told.games)
    assert [game.stand_in for game in told.games] == [stand_in(game) for game in games()]
    assert len({level.name for level in told.levels}) == len({level.sentence for level in told.levels}) == 9
    assert msgspec.json.decode(msgspec.json.encode(told), type=Shelf) == told


def test_the_woods_have_their_names_in_both_languages() -> None:
    assert shelf("en", warm).levels[6].name == "Oak"
    assert shelf("fr", warm).levels[6].name == "Chêne"


WILLOW = """
["level.willow"]
en = "Willow"
fr = "Saule"

["level.willow.sentence"]
en = "Bends."
fr = "Plie."
"""


def test_a_game_with_other_levels_tells_its_own_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offer: Offer
) -> None:
    (tmp_path / "shelf.toml").write_text(CATALOGUE.path.read_text("utf-8") + WILLOW, "utf-8")
    monkeypatch.setattr(shelf_module, "CATALOGUE", Catalogue(tmp_path / "shelf.toml"))
    offer("saute", Level("willow", 10), *LEVELS[3:])
    assert on_shelf("saute").levels == ["willow", "birch", "beech", "ash", "oak", "ebony", "ironwood"]
    assert on_shelf("porte").levels == [level.name for level in LEVELS]
    told = shelf("fr", warm).levels
    assert {level.id for level in told} == {"willow", *(level.name for level in LEVELS)}
    assert len(told) == 10
    assert [(level.name, level.sentence) for level in told if level.id == "willow"] == [("Saule", "Plie.")]


def test_french_is_written_with_its_spaces_and_both_languages_are_there() -> None:
    for key, sentences in CATALOGUE.entries.items():
        assert set(sentences) == set(LANGUAGES), key
        assert not re.search(r"(?<!\u00a0)[;:!?»]", sentences["fr"]), key


def test_a_game_tells_who_can_sit_where() -> None:
    empire = on_shelf("empire")
    assert empire.players == [2, 3, 4]
    assert [seat.team for seat in empire.seats["4"]] == [0, 1, 2, 3]  # teams are an option, not the default
    assert [seat.colours for seat in on_shelf("blockers").seats["2"]] == [["red"], ["green"]]
    assert (on_shelf("solitaire").players, on_shelf("solitaire").draws) == ([1], False)
    assert on_shelf("cul-de-sac").draws


def test_an_option_is_told_in_the_readers_words_with_what_it_needs() -> None:
    players, teams = on_shelf("empire", "fr").options
    assert [choice.label for choice in players.values] == ["2", "3", "4"]
    assert [(choice.value, choice.label) for choice in teams.values] == [
        (False, "Chacun pour soi"),
        (True, "Deux contre deux"),
    ]
    assert teams.only_with == {"players": 4}


def test_only_blockers_keeps_secrets() -> None:
    assert [game.id for game in shelf("en", warm).games if game.is_hidden] == ["blockers"]
