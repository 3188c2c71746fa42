"""Tables that begin from a position."""

from typing import Any

import pytest

from palissade import game, games
from palissade.game import Game
from palissade.lesson import Lesson
from palissade.match import Match
from palissade.server.refused import Refused
from palissade.server.tables import making
from palissade.server.tables.table import Table
from palissade.server.wire.people import Person
from palissade.server.wire.tables import Friend, GameClock, Machine, Mine, NewTable, SeatWish

ANN = Person("ann", "Ann", "guest")
SOUTH = "red:e2/h3 blue:h11/e9 red"


def table(wanted: Game, seed: int = 1, **wish: Any) -> Table:
    seats: list[SeatWish] = [Mine(), *[Machine("balsa")] * (len(wanted.seats) - 1)]
    asked = NewTable(game=wanted.id, options=dict(wanted.chosen), seats=seats, **wish)
    rows = making.seats_for(asked.seats, ANN)
    return Table(making.new_row(wanted, asked, rows, "ann", 1_000, seed), rows, {"ann": "Ann"})


def refused(wanted: Game, **wish: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        table(wanted, **wish)
    return caught.value


def test_a_game_begins_where_it_is_told_to() -> None:
    begun = table(game("blocus"), position=f" {SOUTH} ")
    assert begun.match.position_text() == begun.row.position == SOUTH
    assert begun.row.deal is None
    record = begun.record()
    assert (record.version, record.position) == (2, SOUTH)
    assert Match.from_record(str(record)).position_text() == SOUTH


def test_what_is_no_position_or_the_end_of_a_game_is_refused_with_its_sentence() -> None:
    bad = refused(game("blocus"), position="red:e2/h3 blue:h11/z9 red")
    assert (bad.code, bad.status) == ("bad-position", 422)
    assert "z9" in bad.message.say("fr")
    assert refused(game("blocus"), position="red:e2/a1 blue:-/- blue over:BLO-4").code == "position-over"


def test_a_game_from_a_position_is_never_rated() -> None:
    wish = NewTable(
        game="blocus",
        seats=[Mine(), Friend()],
        rated=True,
        takebacks=False,
        clock=GameClock(300),
        position=SOUTH,
    )
    with pytest.raises(Refused) as caught:
        making.wanted_game(wish)
    assert caught.value.code == "rated-position"


def test_the_same_people_play_again_from_the_start() -> None:
    row, _ = making.again(table(game("blocus"), position=SOUTH), "ann", 2_000, 3)
    assert row.position is None


def test_a_position_tells_nobody_a_secret_and_what_is_hidden_is_drawn_anew() -> None:
    blockers = game("blockers")
    truth = Match(blockers, seed=4)
    seen = truth.view(0).position_text()
    begun = [table(blockers, seed, position=told) for told in (seen, truth.position_text()) for seed in (1, 2)]
    texts = [one.match.position_text() for one in begun]
    assert texts[:2] == texts[2:]  # to know the truth beforehand changes nothing
    assert len(set(texts)) == 2
    assert all(one.match.view(0).position_text() == seen for one in begun)
    assert begun[0].record().position == truth.view().position_text()


@pytest.mark.parametrize("of", games(), ids=str)
def test_every_lesson_goes_on_at_a_table(of: Game) -> None:
    lesson = Lesson.of(of)
    begun = table(lesson.game, position=lesson.goes_on_at())
    assert begun.status == "running"
    assert begun.match.view(lesson.seat).position_text() == lesson.goes_on_at()
