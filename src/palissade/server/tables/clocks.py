"""How much time everybody has left, from what happened alone."""

from bisect import insort
from dataclasses import dataclass, field

from palissade.server.wire.tables import Clock, DaysClock, GameClock

DAY = 24 * 3600 * 1000


@dataclass
class Outages:
    """Times when no server was there: nobody's clock counts them."""

    spans: list[tuple[int, int]] = field(default_factory=list)
    begun_at: int | None = None  # of the one that has not ended, as far as this worker knows

    def add(self, begins_at: int, ends_at: int) -> None:
        if (begins_at, ends_at) not in self.spans:
            insort(self.spans, (begins_at, ends_at))

    def within(self, begin: int, end: int) -> int:
        """How long no server was there between two moments."""
        lost = 0
        for begins_at, ends_at in reversed(self.spans):
            if ends_at <= begin:
                break
            lost += max(min(end, ends_at) - max(begin, begins_at), 0)
        if self.begun_at is not None:
            lost += max(end - max(begin, self.begun_at), 0)
        return lost


class Clocks:
    """One clock a seat, of which one runs; none of them where people take their time."""

    def __init__(self, clock: Clock, seats: int, outages: Outages) -> None:
        self._outages = outages
        self._full = 0
        self._increment = 0
        self._is_per_turn = isinstance(clock, DaysClock)
        if isinstance(clock, GameClock):
            self._full, self._increment = clock.seconds * 1000, clock.increment * 1000
        elif isinstance(clock, DaysClock):
            self._full = clock.days * DAY
        self._left = [self._full] * seats
        self._since = 0
        self.runs: int | None = None  # the seat whose clock runs

    def run(self, seat: int | None, at: int, *, earned: bool = False) -> None:
        """From now on it is this seat's time; the one before has earned its increment if it has played its turn."""
        if self._full:
            self._count(at)
            if earned and self.runs is not None and self.runs != seat:
                self._left[self.runs] += self._increment
            if self._is_per_turn and seat is not None and seat != self.runs:
                self._left[seat] = self._full
            self.runs, self._since = seat, at

    def left(self, at: int) -> list[int] | None:
        """What each seat has left, in milliseconds; None where nobody counts."""
        if not self._full:
            return None
        left = list(self._left)
        if self.runs is not None:
            left[self.runs] = max(left[self.runs] - self._used(at), 0)
        return left

    def has_run_out(self, seat: int, at: int) -> bool:
        left = self.left(at)
        return left is not None and left[seat] == 0

    def _count(self, at: int) -> None:
        if self.runs is not None:
            self._left[self.runs] = max(self._left[self.runs] - self._used(at), 0)

    def _used(self, at: int) -> int:
        return max(at - self._since, 0) - self._outages.within(self._since, at)
