"""Levels as tables know them: those that a game offers, and those that are there when nobody has chosen."""

from dataclasses import replace

import msgspec
import pytest

from palissade import Game, games
from palissade.players import LEVELS, Level, levels
from palissade.server.machines.levels import HIDDEN_SIMULATIONS, HINT_SECONDS, STAND_IN, offered, who_hints, who_plays
from palissade.server.shelf import CATALOGUE
from palissade.server.wire.tables import Machine
from tests.machines import Offer


@pytest.mark.parametrize("game", games(), ids=str)
def test_every_game_has_who_stands_in(game: Game) -> None:
    assert STAND_IN in offered(game)


@pytest.mark.parametrize("game", games(), ids=str)
def test_hints_come_from_the_strongest_level_within_two_seconds(game: Game) -> None:
    strongest, hints = levels.levels_of(game)[-1], who_hints(game)
    if game.is_hidden:  # there the clock may not decide
        assert isinstance(strongest, Level)
        assert hints == replace(strongest, simulations=HIDDEN_SIMULATIONS, seconds=None)
    else:
        assert hints == replace(strongest, seconds=hints.seconds)
        assert 0 < (hints.seconds or 0) <= HINT_SECONDS


def test_a_strongest_level_that_is_quicker_stays_so(offer: Offer) -> None:
    saute = next(game for game in games() if game.id == "saute")
    offer("saute", *LEVELS[:2])
    assert who_hints(saute) == LEVELS[1]


@pytest.mark.parametrize("game", games(), ids=str)
def test_every_level_has_its_words_and_may_be_asked_for(game: Game) -> None:
    ids = offered(game)
    assert len(set(ids)) == len(ids) > 0
    lacking = [key for id_ in ids for key in (f"level.{id_}", f"level.{id_}.sentence") if key not in CATALOGUE]
    assert not lacking, f"write {', '.join(lacking)} in server/shelf.toml"
    for id_ in ids:
        assert msgspec.convert({"who": "machine", "level": id_}, Machine).level == id_


def test_a_seat_is_played_by_its_level_or_by_the_stand_in(offer: Offer) -> None:
    saute, porte = (game for game in games() if game.id in ("saute", "porte"))
    offer("saute", *LEVELS[3:])
    assert [who_plays(porte, level) for level in ("balsa", "oak", "granite", "uct", None)] == [
        *("balsa", "oak", STAND_IN, STAND_IN, STAND_IN)
    ]
    assert [who_plays(saute, level) for level in ("balsa", "oak")] == [STAND_IN, "oak"]
