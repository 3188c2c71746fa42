"""Game clocks: how much time everybody has left, from what happened alone."""

from dataclasses import dataclass, field

from palissade.server.store.heartbeat import SILENCE, Beat
from palissade.server.wire.tables import Clock, DaysClock, GameClock

DAY = 24 * 3600 * 1000


@dataclass
class Outages:
    """Times when no server was there: nobody's clock counts them.

    The one that may be going on is known by the worker's last heartbeat: from the first moment when time has gone on
    without one, be it that the machine slept, that time was set forward, or that the database is away.
    """

    spans: list[tuple[int, int]] = field(default_factory=list)  # when they begin and end: apart, the oldest first
    beaten_at: int | None = None  # the last heartbeat; None where no worker beats

    def __post_init__(self) -> None:
        spans, self.spans = self.spans, []
        for begins_at, ends_at in spans:
            self.add(begins_at, ends_at)

    def add(self, begins_at: int, ends_at: int) -> None:
        """One that is over. It may overlap others, or be known already: no moment is lost twice."""
        joined = [span for span in self.spans if span[0] <= ends_at and begins_at <= span[1]]
        apart = [span for span in self.spans if span not in joined]
        begins_at, ends_at = (
            min([begins_at, *(span[0] for span in joined)]),
            max([ends_at, *(span[1] for span in joined)]),
        )
        self.spans = sorted([*apart, (begins_at, ends_at)])

    def learn(self, beat: Beat) -> None:
        """The worker's heart has beaten. For the event loop's thread: in no moment is neither the silence known nor the
        outage that it was.
        """
        for begins_at, ends_at in beat.outages:
            self.add(begins_at, ends_at)
        self.beaten_at = beat.at

    def within(self, begin: int, end: int) -> int:
        """How long no server was there between two moments."""
        lost = 0
        open_since = end - self.open_for(end)
        for begins_at, ends_at in reversed(self.spans):
            if ends_at <= begin:
                break
            lost += max(min(open_since, ends_at) - max(begin, begins_at), 0)
        return lost + max(end - max(begin, open_since), 0)

    def open_for(self, at: int) -> int:
        """For how long, at this moment, an outage goes on that has not ended."""
        silent_for = 0 if self.beaten_at is None else at - self.beaten_at
        return silent_for if silent_for > SILENCE else 0

    def after(self, begin: int, duration: int) -> int:
        """The moment when so much time has gone by since another, without the outages that are over."""
        end = begin + duration
        for begins_at, ends_at in self.spans:
            if ends_at > begin and begins_at < end:
                end += ends_at - max(begin, begins_at)
        return end


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

    def runs_out_at(self) -> int | None:
        """When the clock that runs will be at nought."""
        return None if self.runs is None else self._outages.after(self._since, self._left[self.runs])

    def _count(self, at: int) -> None:
        if self.runs is not None:
            self._left[self.runs] = max(self._left[self.runs] - self._used(at), 0)

    def _used(self, at: int) -> int:
        """Never less than nothing, whatever the clocks of several machines say: nobody gets time back."""
        return max(at - self._since - self._outages.within(self._since, at), 0)
