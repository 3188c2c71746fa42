"""What somebody at a table is told they may do, besides playing."""

from palissade.server.store.rows import SeatRow
from palissade.server.tables.table import Table
from palissade.server.tables.views import Viewer, may
from palissade.server.wire.tables import GameClock
from tests.server.tables.set_up import MADE_AT, asker, person, play, table


def told(of: Table, name: str, at: int = MADE_AT, absent: frozenset[int] = frozenset()) -> list[str]:
    return may(of, Viewer(of.seats_of(name), is_host=name == "ann"), asker(of, name, at, absent))


def test_a_claim_is_told_once_somebody_has_been_away_for_long_enough() -> None:
    of = table("blocus", person(0, "ann"), person(1, "bob"))
    assert "claim:1" not in told(of, "ann")
    assert "claim:1" in told(of, "ann", absent=frozenset({1}))
    assert "claim:1" not in told(of, "bob", absent=frozenset({1}))


def test_a_claim_is_told_once_somebody_has_run_out_of_time() -> None:
    of = table("blocus", person(0, "ann"), person(1, "bob"), clock=GameClock(10))
    play(of, of.match.legal()[0])
    assert of.mover == 1
    assert "claim:1" not in told(of, "ann", at=MADE_AT + 9_999)
    assert "claim:1" in told(of, "ann", at=MADE_AT + 10_000)


def test_only_the_host_may_put_a_table_away_and_only_before_the_game() -> None:
    waiting = table("blocus", person(0, "ann"), SeatRow(1, "friend"))
    assert told(waiting, "ann") == ["put-away"]
    assert told(waiting, "bob") == []
    assert "put-away" not in told(table("blocus", person(0, "ann"), person(1, "bob")), "ann")


def test_who_watches_may_do_nothing_else() -> None:
    of = table("blocus", person(0, "ann"), person(1, "bob"))
    assert told(of, "eve", absent=frozenset({0, 1})) == []
