"""Clocks, from what happened alone."""

from palissade.server.events import Closed, Happened, RematchMade, Seated, TakenBack
from palissade.server.store.heartbeat import SILENCE
from palissade.server.store.rows import SeatRow
from palissade.server.tables.clocks import DAY, Clocks, Outages
from palissade.server.tables.table import Table
from palissade.server.wire.socket import Resign
from palissade.server.wire.tables import Clock, DaysClock, GameClock, NoClock
from tests.server.tables.set_up import EIGHT_ACTIONS, MADE_AT, do, machine, person, play, table

SECOND = 1000


def test_without_a_clock_nobody_counts() -> None:
    clocks = Clocks(NoClock(), 2, Outages())
    clocks.run(0, 0)
    assert clocks.left(10 * SECOND) is None
    assert clocks.runs is None


def begun(clock: Clock) -> Table:
    """A game in which both have played once: from now on, clocks run."""
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=clock)
    play(of, *EIGHT_ACTIONS[:2])
    return of


def test_the_movers_clock_runs_and_earns_its_increment_with_the_turn() -> None:
    of = begun(GameClock(seconds=60, increment=5))
    play(of, EIGHT_ACTIONS[2], at=MADE_AT + 20 * SECOND)
    assert of.clocks.left(MADE_AT + 20 * SECOND) == [45 * SECOND, 60 * SECOND]
    assert of.clocks.runs == 1
    assert of.clocks.left(MADE_AT + 30 * SECOND) == [45 * SECOND, 50 * SECOND]


def test_an_increment_comes_after_the_whole_turn() -> None:
    of = table("cul-de-sac", person(0, "ann"), person(1, "bob"), clock=GameClock(seconds=60, increment=5))
    play(of, "d4-d6", at=MADE_AT + 10 * SECOND)
    assert of.clocks.left(MADE_AT + 20 * SECOND) == [50 * SECOND, 60 * SECOND]
    play(of, "e9h", at=MADE_AT + 20 * SECOND)
    assert of.clocks.left(MADE_AT + 20 * SECOND) == [55 * SECOND, 60 * SECOND]


def test_a_takeback_earns_nobody_anything() -> None:
    of = begun(GameClock(seconds=60, increment=5))
    play(of, EIGHT_ACTIONS[2], at=MADE_AT)
    of.fold(Happened(of.number + 1, MADE_AT + 10 * SECOND, TakenBack(seat=0, ply=2)))
    assert of.clocks.left(MADE_AT + 10 * SECOND) == [65 * SECOND, 50 * SECOND]
    assert of.clocks.runs == 0


def test_time_never_goes_below_nothing() -> None:
    of = begun(GameClock(seconds=10))
    assert of.clocks.left(MADE_AT + 60 * SECOND) == [0, 10 * SECOND]
    assert of.clocks.has_run_out(0, MADE_AT + 60 * SECOND)


def test_a_machines_clock_never_runs() -> None:
    of = table("alignement", person(0, "ann"), machine(1), clock=GameClock(seconds=60))
    play(of, "b2", at=MADE_AT)
    assert of.clocks.runs is None
    assert of.clocks.left(MADE_AT + 40 * SECOND) == [60 * SECOND, 60 * SECOND]


def test_days_begin_anew_with_every_turn() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=DaysClock(days=2))
    play(of, "b2", at=MADE_AT + DAY)
    play(of, "e2", at=MADE_AT + 2 * DAY)
    assert of.clocks.left(MADE_AT + 2 * DAY) == [2 * DAY, DAY]


def test_no_clock_runs_before_the_last_seat_is_taken() -> None:
    of = table("alignement", person(0, "ann"), SeatRow(1, "friend"), clock=GameClock(seconds=60))
    assert of.clocks.left(MADE_AT + 30 * SECOND) == [60 * SECOND, 60 * SECOND]
    of.fold(Happened(1, MADE_AT + 40 * SECOND, Seated(seat=1, was="friend")), person(1, "bob"))
    play(of, *EIGHT_ACTIONS[:2], at=MADE_AT + 50 * SECOND)
    assert of.clocks.left(MADE_AT + 60 * SECOND) == [50 * SECOND, 60 * SECOND]


def test_time_when_no_server_was_there_is_nobodys() -> None:
    outages = Outages()
    clocks = Clocks(GameClock(seconds=60), 2, outages)
    clocks.run(0, 0)
    outages.add(10 * SECOND, 30 * SECOND)
    outages.add(40 * SECOND, 45 * SECOND)
    assert clocks.left(50 * SECOND) == [35 * SECOND, 60 * SECOND]
    outages.add(10 * SECOND, 30 * SECOND)  # told twice
    clocks.run(1, 50 * SECOND)
    assert clocks.left(50 * SECOND) == [35 * SECOND, 60 * SECOND]


def test_an_outage_counts_only_where_it_overlaps() -> None:
    outages = Outages()
    outages.add(0, 10)
    outages.add(20, 30)
    assert outages.within(5, 25) == 10
    assert outages.within(10, 20) == 0
    assert outages.within(30, 40) == 0


def test_an_outage_that_has_not_ended_is_nobodys_already() -> None:
    outages = Outages(beaten_at=20)
    assert outages.within(0, 20 + SILENCE) == 0
    assert outages.within(0, 21 + SILENCE) == 1 + SILENCE
    assert outages.within(30, 21 + SILENCE) == SILENCE - 9
    assert outages.within(0, 10) == 0
    assert outages.open_for(20 + SILENCE) == 0
    assert outages.open_for(21 + SILENCE) == 1 + SILENCE


def test_outages_that_overlap_are_lost_once() -> None:
    outages = Outages([(0, 10), (5, 20), (30, 40)])
    assert outages.spans == [(0, 20), (30, 40)]
    outages.add(20, 30)
    assert outages.spans == [(0, 40)]
    outages.add(10, 15)
    assert outages.within(0, 100) == 40
    outages.beaten_at = 20
    assert outages.within(0, 10 * SECOND) == 10 * SECOND


def test_nobody_gets_time_back() -> None:
    outages = Outages([(0, 60 * SECOND), (20 * SECOND, 90 * SECOND)])
    clocks = Clocks(GameClock(seconds=120), 2, outages)
    clocks.run(0, 30 * SECOND)
    assert clocks.left(40 * SECOND) == [120 * SECOND, 120 * SECOND]
    clocks.run(1, 10 * SECOND)  # by the clock of another machine, it is earlier
    assert clocks.left(5 * SECOND) == [120 * SECOND, 120 * SECOND]
    assert clocks.left(100 * SECOND) == [120 * SECOND, 110 * SECOND]


def test_a_clock_tells_when_it_will_have_run_out() -> None:
    outages = Outages()
    clocks = Clocks(GameClock(seconds=60, increment=5), 2, outages)
    assert clocks.runs_out_at() is None
    clocks.run(0, 10 * SECOND)
    assert clocks.runs_out_at() == 70 * SECOND
    outages.add(0, 20 * SECOND)
    outages.add(30 * SECOND, 40 * SECOND)
    outages.add(89 * SECOND, 95 * SECOND)
    runs_out_at = clocks.runs_out_at()
    assert runs_out_at == 96 * SECOND
    assert not clocks.has_run_out(0, runs_out_at - 1)
    assert clocks.has_run_out(0, runs_out_at)
    clocks.run(1, 50 * SECOND, earned=True)
    assert clocks.left(50 * SECOND) == [45 * SECOND, 60 * SECOND]
    assert clocks.runs_out_at() == 116 * SECOND
    clocks.run(None, 60 * SECOND)
    assert clocks.runs_out_at() is None
    assert Clocks(NoClock(), 2, outages).runs_out_at() is None


def test_a_game_lasts_from_when_everybody_sits_to_its_end() -> None:
    of = table("alignement", person(0, "ann"), SeatRow(1, "friend"))
    of.fold(Happened(1, MADE_AT + 40 * SECOND, Seated(1, "friend")), person(1, "bob"))
    play(of, of.match.legal()[0], at=MADE_AT + 50 * SECOND)
    assert of.lasted is None
    do(of, "bob", Resign(id="m", table=of.id, seen=of.number), at=MADE_AT + 70 * SECOND)
    assert of.lasted == 30 * SECOND
    of.fold(Happened(of.number + 1, MADE_AT + 90 * SECOND, RematchMade("again")))
    assert of.lasted == 30 * SECOND


def test_a_game_that_never_began_lasted_for_no_time() -> None:
    of = table("alignement", person(0, "ann"), SeatRow(1, "friend"))
    of.fold(Happened(1, MADE_AT + 40 * SECOND, Closed()))
    assert of.status == "over"
    assert of.lasted is None
