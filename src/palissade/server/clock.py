"""The worker's clock: monotonic time, anchored once and held near a reference.

The reference is the wall clock of the machine, or of the database where several workers share one. Both can be set back
or forward at any moment, and a monotonic clock stands still while a machine sleeps. So this clock goes on by monotonic
time alone, whatever happens to the reference, until a heartbeat compares the two:

    the reference is a little off     the clock runs a little faster or slower: machines differ
    it is far ahead                   the clock jumps there; the heartbeat makes the jump an outage, which nobody's
                                      game clock counts
    it is far behind                  nothing: time does not run backwards

Nor does it at a restart: it begins at the reference or at the newest heartbeat, whichever is later.
"""

import time
from collections.abc import Callable

from palissade.server.store.heartbeat import SILENCE

SLEW = 100  # of so many milliseconds, one at most is given or taken


def wall_milliseconds() -> int:
    return time.time_ns() // 1_000_000


def monotonic_milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class WorkerClock:
    """Called, it tells milliseconds since 1970. Set by one thread at a time; read by any."""

    def __init__(
        self, wall: Callable[[], int] = wall_milliseconds, monotonic: Callable[[], int] = monotonic_milliseconds
    ) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self.begin(wall())

    def __call__(self) -> int:
        return self._ahead + self._monotonic()

    def begin(self, now: int) -> None:
        """From now on it is so late. For the start, when nobody has asked for the time."""
        self._followed = self._monotonic()
        self._ahead = now - self._followed  # of monotonic time

    def follow(self, behind: int) -> bool:
        """Keep up with the reference, behind which we are by so much; whether that took a jump."""
        now = self._monotonic()
        most = (now - self._followed) // SLEW
        self._followed = now
        has_jumped = behind > SILENCE
        if has_jumped:
            self._ahead += behind
        elif behind >= -SILENCE:
            self._ahead += max(-most, min(behind, most))
        return has_jumped
