"""Who is told what has happened at a table they have left."""

from palissade.server.events import Acted, MachineTookOver
from palissade.server.store.rows import SeatRow
from palissade.server.tables.noticing import Due, due_after, in_words, is_still_due
from palissade.server.tables.table import Table
from palissade.server.wire.socket import AskTakeback, OfferDraw, OfferRematch, Resign
from tests.server.tables.set_up import EIGHT_ACTIONS, do, machine, person, play, sit_down, table

FIRST, SECOND = EIGHT_ACTIONS[:2]
SOMETHING = Acted(0, FIRST)


def two() -> Table:
    return table("alignement", person(0, "ann"), person(1, "bob"))


def test_whose_turn_it_is_may_want_to_know_and_nothing_of_the_position_is_told() -> None:
    of = two()
    play(of, FIRST)
    (due,) = due_after(of, SOMETHING)
    assert due == Due("bob", "turn", "turn", 1)
    assert is_still_due(of, due)
    assert in_words(of, due).say("en") == "Alignement: it is your turn"
    play(of, SECOND)
    assert not is_still_due(of, due)
    assert due_after(of, SOMETHING) == [Due("ann", "turn", "turn", 0)]


def test_machines_are_told_nothing_and_nobody_is_told_of_a_game_with_machines_alone() -> None:
    against = table("alignement", person(0, "ann"), machine(1))
    assert due_after(against, SOMETHING) == []
    play(against, FIRST)
    assert due_after(against, MachineTookOver(1, "oak", "time")) == []


def test_two_at_one_screen_tell_each_other() -> None:
    assert due_after(table("alignement", person(0, "ann"), SeatRow(1, "screen", "ann")), SOMETHING) == []


def test_offers_are_told_to_those_whom_they_wait_for_as_long_as_they_do() -> None:
    of = two()
    play(of, FIRST)
    (due,) = due_after(of, do(of, "ann", OfferDraw(id="m", table=of.id, seen=of.number)))
    assert due == Due("bob", "offer", "draw", 0)
    assert is_still_due(of, due)
    assert in_words(of, due).say("en") == "Alignement: ann offers a draw"
    assert in_words(of, due).say("fr") == "Alignement\u00a0: ann propose la nulle"
    (other,) = due_after(of, do(of, "ann", AskTakeback(id="m", table=of.id, seen=of.number)))
    assert (other.person, other.kind, other.what) == ("bob", "offer", "takeback")
    assert not is_still_due(of, due)


def test_a_rematch_is_told_when_the_game_is_over() -> None:
    of = two()
    assert due_after(of, do(of, "ann", Resign(id="m", table=of.id, seen=of.number))) == []
    assert due_after(of, SOMETHING) == []
    (due,) = due_after(of, do(of, "ann", OfferRematch(id="m", table=of.id, seen=of.number)))
    assert (due.person, due.what, is_still_due(of, due)) == ("bob", "rematch", True)


def test_the_host_is_told_who_sat_down_and_the_other_whose_turn_it_is() -> None:
    of = table("alignement", SeatRow(0, "friend"), person(1, "ann"))
    told = due_after(of, sit_down(of, 0, "bob"))
    assert told == [Due("ann", "friend", "friend", 0), Due("bob", "turn", "turn", 0)]
    of.names["bob"] = "Bob"
    assert in_words(of, told[0]).say("en") == "Alignement: Bob has sat down at your table"


def test_a_host_who_is_to_move_is_told_once() -> None:
    of = table("alignement", person(0, "ann"), SeatRow(1, "friend"))
    assert due_after(of, sit_down(of, 1, "bob")) == [Due("ann", "friend", "friend", 1)]
