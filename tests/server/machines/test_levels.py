"""Levels as tables know them: those that a game offers, and those that are there when nobody has chosen."""

import msgspec
import pytest

from palissade import Game, game, games
from palissade.players import LEVELS
from palissade.server.machines.levels import MIDDLING, offered, stand_in, who_plays
from palissade.server.shelf import CATALOGUE
from palissade.server.wire.tables import Machine
from tests.machines import Offer


def test_a_level_in_the_middle_stands_in(offer: Offer) -> None:
    saute = game("saute")
    for offered_there, middle in (
        (LEVELS, MIDDLING),
        (LEVELS[3:], MIDDLING),
        (LEVELS[:3], LEVELS[1].name),
        (LEVELS[4:8], LEVELS[5].name),
        (LEVELS[:1], LEVELS[0].name),
    ):
        offer("saute", *offered_there)
        assert stand_in(saute) == middle


@pytest.mark.parametrize("each", games(), ids=str)
def test_every_level_has_its_words_and_may_be_asked_for(each: Game) -> None:
    ids = offered(each)
    assert len(set(ids)) == len(ids) > 0
    lacking = [key for id_ in ids for key in (f"level.{id_}", f"level.{id_}.sentence") if key not in CATALOGUE]
    assert not lacking, f"write {', '.join(lacking)} in server/shelf.toml"
    for id_ in ids:
        assert msgspec.convert({"who": "machine", "level": id_}, Machine).level == id_


def test_a_seat_is_played_by_its_level_or_by_the_stand_in(offer: Offer) -> None:
    saute, porte = game("saute"), game("porte")
    offer("saute", *LEVELS[3:])
    assert [who_plays(porte, level) for level in ("balsa", "oak", "granite", "uct", None)] == [
        *("balsa", "oak", MIDDLING, MIDDLING, MIDDLING)
    ]
    assert [who_plays(saute, level) for level in ("balsa", "oak")] == [MIDDLING, "oak"]
    offer("saute", *LEVELS[:3])
    assert who_plays(saute, "oak") == "poplar"
