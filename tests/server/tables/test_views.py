"""What somebody at a table is told they may do, besides playing."""

import msgspec

from palissade.server.store.rows import SeatRow
from palissade.server.tables.decisions import ask_to_leave, may, time_up
from palissade.server.tables.table import GRACE, Table
from palissade.server.tables.views import TableViews, Viewer
from palissade.server.wire.socket import DeclineRematch, Now, OfferDraw, OfferRematch, Resign
from palissade.server.wire.tables import GameClock
from tests.server.tables.set_up import (
    EIGHT_ACTIONS,
    MADE_AT,
    alias_of,
    do,
    happen,
    machine,
    person,
    play,
    sit_down,
    table,
)


def told(of: Table, name: str) -> list[str]:
    return may(of, of.seats_of(name), is_host=name == "ann")


def now(of: Table, name: str, language: str = "en") -> Now:
    viewer = Viewer(of.seats_of(name), "program", "fr" if language == "fr" else "en")
    return TableViews(of).now(viewer, MADE_AT, whole=True, seats_changed=False)


def two(**more: object) -> Table:
    return table("blocus", person(0, "ann"), person(1, "bob"), **more)  # type: ignore[arg-type]


def test_only_the_host_may_put_a_table_away_and_only_before_the_game() -> None:
    waiting = table("blocus", person(0, "ann"), SeatRow(1, "friend"))
    assert told(waiting, "ann") == ["put-away"]
    assert told(waiting, "bob") == []
    assert "put-away" not in told(two(), "ann")


def test_before_the_game_who_came_may_leave_and_the_host_may_ask_them_to() -> None:
    of = table("empire", person(0, "ann"), SeatRow(1, "friend"), SeatRow(2, "anyone"), players=3)
    sit_down(of, 1, "bob")
    assert told(of, "ann") == ["put-away", "ask-to-leave"]
    assert told(of, "bob") == ["stand-up"]
    assert told(of, "eve") == []
    happen(of, ask_to_leave(of, 1, "ann", alias_of))
    assert told(of, "ann") == ["put-away"]
    assert told(of, "bob") == []


def test_a_host_who_sits_in_a_friends_seat_stands_up_from_it_and_asks_nobody() -> None:
    of = table("empire", person(0, "ann"), SeatRow(1, "friend"), SeatRow(2, "anyone"), players=3)
    sit_down(of, 1, "ann")
    assert told(of, "ann") == ["put-away", "stand-up"]


def test_players_may_resign_and_offer_and_the_mover_may_have_a_hint() -> None:
    of = two()
    assert told(of, "ann") == ["resign", "offer-draw", "hint"]
    assert told(of, "bob") == ["resign", "offer-draw"]
    play(of, of.match.legal()[0])
    assert told(of, "ann") == ["resign", "offer-draw", "ask-takeback"]
    do(of, "ann", OfferDraw(id="m", table=of.id, seen=of.number))
    assert told(of, "bob") == ["resign", "hint"]


def test_machines_draw_with_nobody_and_there_are_no_hints_in_rated_games() -> None:
    against = table("blocus", person(0, "ann"), machine(1))
    assert told(against, "ann") == ["resign", "hint"]
    rated = two(rated=True, takebacks=False, clock=GameClock(60))
    assert told(rated, "ann") == ["resign", "offer-draw"]


def test_who_watches_may_do_nothing_else() -> None:
    of = two()
    assert told(of, "eve") == []
    do(of, "ann", Resign(id="m", table=of.id, seen=of.number))
    assert told(of, "eve") == []


def test_when_it_is_over_a_rematch_may_be_offered_until_one_is() -> None:
    of = two()
    do(of, "ann", Resign(id="m", table=of.id, seen=of.number))
    assert told(of, "ann") == told(of, "bob") == ["offer-rematch"]
    do(of, "ann", OfferRematch(id="m", table=of.id, seen=of.number))
    assert told(of, "ann") == told(of, "bob") == []
    do(of, "bob", DeclineRematch(id="m", table=of.id, seen=of.number))
    assert told(of, "ann") == ["offer-rematch"]


def test_a_game_is_begun_by_a_moment_that_is_told_to_both() -> None:
    of = two(clock=GameClock(60))
    for name in ("ann", "bob", "eve"):
        assert now(of, name).begin_by == MADE_AT + GRACE
        assert now(of, name).left == [60_000, 60_000]
        assert now(of, name).runs is None


def test_that_a_game_was_called_off_is_said_in_the_readers_language() -> None:
    of = two(clock=GameClock(60))
    happen(of, time_up(of, MADE_AT + GRACE))
    english, french = now(of, "bob"), now(of, "bob", "fr")
    assert (english.status, english.called_off, english.outcome) == ("over", True, None)
    assert "called off" in (english.reason or "")
    assert "annulée" in (french.reason or "")


def test_a_rematch_that_would_count_is_offered_as_such() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), rated=True, takebacks=False, clock=GameClock(60))
    play(of, *EIGHT_ACTIONS)
    do(of, "ann", Resign(id="m", table=of.id, seen=of.number))
    do(of, "ann", OfferRematch(id="m", table=of.id, seen=of.number))
    offered = now(of, "bob").offer
    assert msgspec.to_builtins(offered) == {
        "kind": "rematch",
        "seat": 0,
        "waits_for": [1],
        "ply": None,
        "rated": True,
    }
