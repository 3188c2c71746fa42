"""Help at a table: what is asked, what threatens, and a word before an action that loses at once."""

from palissade.server.store.rows import SeatRow
from palissade.server.wire.socket import Act, AskAdvice, AskTurningPoint
from palissade.server.wire.tables import GameClock
from tests.server.tables.fakes import Json, Visitor, World
from tests.server.tables.set_up import machine, person
from tests.server.tables.set_up import table as made

ANN, BOB = person(0, "ann"), person(1, "bob")


def blocus(*, rated: bool = False) -> World:
    clock = GameClock(60, 0) if rated else None
    return World(made("blocus", ANN, BOB, clock=clock, rated=rated, takebacks=not rated))


def advice(visitor: Visitor) -> Json:
    id_ = f"advice for {visitor.connection.person} at {visitor.live.table.number}"
    visitor.live.advise(visitor.attendance, AskAdvice(id=id_, table=visitor.live.id, threats=True))
    answer = visitor.answers(id_)[0]
    told: Json = answer.get("advice") or answer["refused"]
    return told


def test_the_mover_is_told_what_is_asked_in_their_language() -> None:
    world = blocus()
    ann, bob = world.come("ann"), world.come("bob", language="fr")
    assert advice(ann)["says"] == "Place a guard: the blue king is about to leave by column h."
    assert advice(ann)["rule"] == "BLO-5"
    assert advice(bob)["code"] == "not-your-turn"
    world.plays("h3")
    assert advice(bob)["says"] == "Posez un garde\N{NO-BREAK SPACE}: le roi rouge va sortir par la colonne e."
    assert advice(ann)["code"] == "not-your-turn"


def test_what_loses_at_once_is_refused_to_who_is_careful_and_changes_nothing() -> None:
    world = blocus()
    ann = world.come("ann")
    careful = ann.do(Act, action="f7", careful=True)
    assert ann.refused(careful) == "careless"
    refused = ann.answers(careful)[0]["refused"]
    assert refused["message"] == "Then Blue plays exit and wins: a king has got off the far edge."
    assert refused["rule"] == "BLO-4"
    assert {mark["kind"] for mark in refused["marks"]} == {"threat"}
    assert not world.ledger.waiting
    safe = ann.do(Act, action="h3", careful=True)
    assert not ann.refused(safe)
    assert len(world.ledger.waiting) == 1


def test_who_means_it_may_play_it() -> None:
    world = blocus()
    ann = world.come("ann")
    ann.do(Act, action="f7")
    assert len(world.ledger.waiting) == 1


def test_at_one_screen_danger_is_marked_on_the_board_that_is_shown() -> None:
    """It stays as the first seat sees it, whoever is to move."""
    world = World(made("blocus", ANN, SeatRow(1, "screen", person="ann")))
    ann = world.come("ann")
    world.plays("h3")
    (threat,) = advice(ann)["threats"]
    careful = ann.do(Act, action="a1", careful=True)
    assert ann.answers(careful)[0]["refused"]["marks"] == threat["marks"]


def test_threats_are_the_others() -> None:
    world = blocus()
    ann = world.come("ann")
    (threat,) = advice(ann)["threats"]
    assert threat["seat"] == 1
    assert threat["says"] == "The blue king has a way out by column h."


def test_there_is_no_help_in_rated_games() -> None:
    world = blocus(rated=True)
    ann = world.come("ann")
    assert "threats" not in advice(ann)
    ann.do(Act, action="f7", careful=True)
    assert len(world.ledger.waiting) == 1


def test_what_decided_it_is_the_thinkers_to_find() -> None:
    world = World(made("blocus", ANN, machine(1)))
    ann = world.come("ann")
    message = AskTurningPoint(id="point", table=world.live.id)
    world.live.turning_point(ann.attendance, message)
    assert world.thinker.turning_points == [message]
