"""Who is at a table, and from when on somebody may be missed."""

from palissade.messages import Language
from palissade.server.store.rows import SeatRow
from palissade.server.tables.attendance import Attendance, CloseReason
from palissade.server.tables.presence import AWAY_WITH_CLOCK, AWAY_WITHOUT, NOTE_HOLDS, PresenceNote, Presences
from palissade.server.tables.table import Table
from palissade.server.wire.socket import Away
from palissade.server.wire.tables import DaysClock, GameClock
from tests.server.tables.set_up import MADE_AT, machine, person, sit_down, table


class Quiet:
    """A connection to which nothing is sent."""

    address = ""
    language: Language = "en"

    def __init__(self, person: str | None) -> None:
        self.person = person

    def send(self, frame: bytes) -> None:
        raise AssertionError("nobody is told anything here")

    def close(self, reason: CloseReason) -> None:
        raise AssertionError("nobody is hung up on here")


class Room:
    """A table with who is there, and a clock that is set by hand."""

    def __init__(self, of: Table) -> None:
        self.table = of
        self.now = MADE_AT
        self.attendances: set[Attendance] = set()
        self.presences = Presences(lambda: self.now, self.attendances)

    def come(self, name: str | None) -> Attendance:
        attendance = Attendance(Quiet(name), "page")
        attendance.look(self.table)
        self.attendances.add(attendance)
        return attendance

    def leave(self, attendance: Attendance) -> None:
        self.attendances.discard(attendance)
        self.presences.left(attendance)

    @property
    def away(self) -> list[Away]:
        return self.presences.away(self.table)


def two(clock: GameClock | DaysClock | None = None) -> Table:
    return table("alignement", person(0, "ann"), person(1, "bob"), clock=clock)


def test_who_sits_is_here_and_who_does_not_watches() -> None:
    room = Room(two())
    room.come("ann")
    room.come("ann")  # on another device
    room.come("eve")
    room.come(None)
    assert (room.presences.here(), room.presences.watchers()) == ([0], 2)


def test_who_leaves_may_be_missed_after_a_while() -> None:
    for clock, patience in ((None, AWAY_WITHOUT), (GameClock(60), AWAY_WITH_CLOCK)):
        room = Room(two(clock))
        room.come("ann")
        bob = room.come("bob")
        assert room.away == []
        room.now += 10_000
        room.leave(bob)
        assert room.away == [Away(1, room.now + patience)]
        room.now += patience - 1
        assert not room.presences.is_absent(room.table, 1)
        room.now += 1
        assert room.presences.is_absent(room.table, 1)
        assert not room.presences.is_absent(room.table, 0)
        room.come("bob")
        assert room.away == []


def test_who_never_came_is_missed_from_when_the_worker_looked() -> None:
    room = Room(two())
    assert room.away == [Away(0, MADE_AT + AWAY_WITHOUT), Away(1, MADE_AT + AWAY_WITHOUT)]


def test_nobody_is_missed_from_before_the_game_began() -> None:
    room = Room(table("alignement", person(0, "ann"), SeatRow(1, "friend")))
    room.come("ann")
    room.now += 10 * AWAY_WITHOUT
    assert room.away == []
    sit_down(room.table, 1, "bob", at=room.now)
    assert room.away == [Away(1, room.now + AWAY_WITHOUT)]
    assert not room.presences.is_absent(room.table, 1)


def test_where_a_turn_may_take_days_and_where_a_machine_plays_nobody_is_missed() -> None:
    assert Room(two(DaysClock(1))).away == []
    against = Room(table("alignement", person(0, "ann"), machine(1)))
    assert [away.seat for away in against.away] == [0]


def test_who_is_at_another_worker_is_here_as_long_as_it_says_so() -> None:
    room = Room(two())
    room.come("ann")
    assert room.presences.overhear("other", PresenceNote("table", [1], 2))
    assert (room.presences.here(), room.presences.watchers()) == ([0, 1], 2)
    assert not room.presences.overhear("other", PresenceNote("table", [1], 2))
    room.now += NOTE_HOLDS
    assert (room.presences.here(), room.presences.watchers()) == ([0], 0)
    assert room.away == [Away(1, MADE_AT + AWAY_WITHOUT)]
    assert room.presences.note("table") == PresenceNote("table", [0], 0)
