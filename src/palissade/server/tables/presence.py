"""Who is at a table, here and at the other workers, and for how long somebody has been away."""

from typing import TYPE_CHECKING

import msgspec

from palissade.server.tables.attendance import Attendance
from palissade.server.wire.socket import Presence
from palissade.server.wire.tables import DaysClock, GameClock

if TYPE_CHECKING:
    from palissade.server.tables.live_table import LiveTable

AWAY_WITH_CLOCK, AWAY_WITHOUT = 60_000, 600_000  # milliseconds after which somebody has left
WORD_HOLDS = 30_000  # what another worker said of who is there, unless it says so again


class Word(msgspec.Struct, array_like=True):
    """What a worker tells the others about one table."""

    table: str
    here: list[int]
    watchers: int


class Presences:
    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._elsewhere: dict[str, tuple[Word, int]] = {}  # by worker, and when it said so
        self._seen_at: dict[int, int] = {}  # when somebody of the seat was last here
        self._since = live.worker.clock()

    # ---- who is here

    def here(self) -> list[int]:
        seats = {seat for attendance in self._live.attendances for seat in attendance.viewer.seats}
        for word in self._words():
            seats |= set(word.here)
        return sorted(seats)

    def watchers(self) -> int:
        here = sum(not attendance.viewer.seats for attendance in self._live.attendances)
        return here + sum(word.watchers for word in self._words())

    def is_absent(self, seat: int) -> bool:
        """Whether the player of the seat has been away for too long; where a turn may take days nobody is."""
        clock = self._live.table.clock
        if isinstance(clock, DaysClock) or seat in self.here():
            return False
        now = self._live.worker.clock()
        away = AWAY_WITH_CLOCK if isinstance(clock, GameClock) else AWAY_WITHOUT
        return now - self._seen_at.get(seat, self._since) >= away

    def _words(self) -> list[Word]:
        now = self._live.worker.clock()
        return [word for word, at in self._elsewhere.values() if now - at < WORD_HOLDS]

    # ---- coming and going

    def came(self, attendance: Attendance) -> None:
        self._tell(but=attendance)

    def left(self, attendance: Attendance) -> None:
        now = self._live.worker.clock()
        for seat in attendance.viewer.seats:
            self._seen_at[seat] = now
        self._tell()

    def overhear(self, worker: str, word: Word) -> None:
        """Another worker says who is there."""
        before, now = self.here(), self._live.worker.clock()
        self._elsewhere[worker] = (word, now)
        for seat in set(before) | set(word.here):
            self._seen_at[seat] = now
        if self.here() != before:
            self._tell(aloud=False)

    def word(self) -> Word:
        """Who is at this worker."""
        seats = {seat for attendance in self._live.attendances for seat in attendance.viewer.seats}
        watchers = sum(not attendance.viewer.seats for attendance in self._live.attendances)
        return Word(self._live.id, sorted(seats), watchers)

    def _tell(self, but: Attendance | None = None, *, aloud: bool = True) -> None:
        presence = msgspec.json.encode(Presence(self._live.id, self.here(), self.watchers()))
        for attendance in self._live.attendances:
            if attendance is not but:
                attendance.send(presence)
        if aloud:
            self._live.worker.live_tables.say([self.word()])
