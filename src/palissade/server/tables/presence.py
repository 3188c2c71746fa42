"""Presence: who is at a table, here and at the other workers, and since when somebody has been away."""

from collections.abc import Callable, Collection

import msgspec

from palissade.server.tables.attendance import Attendance
from palissade.server.tables.table import PEOPLE, Table
from palissade.server.wire.socket import Away, Presence
from palissade.server.wire.tables import DaysClock, GameClock

AWAY_WITH_CLOCK, AWAY_WITHOUT = 60_000, 600_000  # milliseconds after which somebody has left
NOTE_HOLDS = 30_000  # what another worker said of who is there, unless it says so again


class PresenceNote(msgspec.Struct, array_like=True):
    """What a worker tells the others about one table."""

    table: str
    here: list[int]
    watchers: int


class Presences:
    """Those at one table. It is asked with the table as it stands, and with who attends it at this worker."""

    def __init__(self, clock: Callable[[], int], attendances: Collection[Attendance]) -> None:
        self._clock = clock
        self._attendances = attendances
        self._elsewhere: dict[str, tuple[PresenceNote, int]] = {}  # by worker, and when it said so
        self._seen_at: dict[int, int] = {}  # when somebody of the seat was last here
        self._since = clock()

    # ---- who is here

    def here(self) -> list[int]:
        seats = {seat for attendance in self._attendances for seat in attendance.viewer.seats}
        for note in self._notes():
            seats |= set(note.here)
        return sorted(seats)

    def watchers(self) -> int:
        here = sum(not attendance.viewer.seats for attendance in self._attendances)
        return here + sum(note.watchers for note in self._notes())

    def away(self, table: Table) -> list[Away]:
        """Who is not here, and from when on that may be claimed; where a turn may take days nobody is missed."""
        if table.status != "running" or isinstance(table.clock, DaysClock):
            return []
        patience = AWAY_WITH_CLOCK if isinstance(table.clock, GameClock) else AWAY_WITHOUT
        here = self.here()
        missing = [seat.seat for seat in table.seats if seat.who in PEOPLE and seat.seat not in here]
        begun = table.began_at or 0  # nobody is missed before the game begins
        return [Away(seat, max(self._seen_at.get(seat, self._since), begun) + patience) for seat in missing]

    def is_absent(self, table: Table, seat: int) -> bool:
        """Whether the player of the seat has been away for too long."""
        now = self._clock()
        return any(away.seat == seat and away.claim_at <= now for away in self.away(table))

    def frame(self, table: Table) -> bytes:
        return msgspec.json.encode(Presence(table.id, self.here(), self.watchers(), self.away(table)))

    def note(self, table: str) -> PresenceNote:
        """Who is at this worker."""
        seats = {seat for attendance in self._attendances for seat in attendance.viewer.seats}
        watchers = sum(not attendance.viewer.seats for attendance in self._attendances)
        return PresenceNote(table, sorted(seats), watchers)

    def _notes(self) -> list[PresenceNote]:
        now = self._clock()
        return [note for note, at in self._elsewhere.values() if now - at < NOTE_HOLDS]

    # ---- coming and going

    def left(self, attendance: Attendance) -> None:
        for seat in attendance.viewer.seats:
            self._seen_at[seat] = self._clock()

    def overhear(self, worker: str, note: PresenceNote) -> bool:
        """Another worker says who is there; whether that changes who is here."""
        before, now = self.here(), self._clock()
        self._elsewhere[worker] = (note, now)
        for seat in set(before) | set(note.here):
            self._seen_at[seat] = now
        return self.here() != before
