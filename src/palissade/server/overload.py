"""Load shedding: when there is too much to do, the server says so at once instead of queueing without bound.

Three measures: how late the event loop is, how much waits to be written, how many machines wait to think. Each has a
high mark that begins the overload and a low one that ends it (hysteresis), so that it does not flicker. There are two
levels. A busy server begins nothing new; those who play go on playing, whoever it is that keeps it busy. Only a swamped
one has them wait too.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from palissade.server.refused import Refused

_log = structlog.get_logger("palissade.overload")

EVERY = 0.25  # seconds between two looks
WEIGHT = 0.3  # of the latest look at the event loop
SOONEST, LATEST = 2, 30  # seconds to try again in


@dataclass
class Mark:
    """A measure that is too high from `high` on, until it is no more than `low`."""

    high: float
    low: float
    value: float = 0.0
    is_over: bool = False

    def look(self, value: float) -> None:
        self.value = value
        self.is_over = value > self.low if self.is_over else value >= self.high

    def drift(self, value: float) -> None:
        """Look at what jumps about: it takes some looks to get there, and one alone, however high, is not enough."""
        self.look(self.value + WEIGHT * (min(value, 2 * self.high) - self.value))


@dataclass
class Level:
    """How late the event loop may be, in seconds, and how many events may wait to be written."""

    lag: Mark
    depth: Mark
    since: float | None = field(default=None, init=False)  # when it began to be too much

    def look(self, late: float, depth: int, now: float) -> None:
        self.lag.drift(late)
        self.depth.look(depth)
        if not (self.lag.is_over or self.depth.is_over):
            self.since = None
        elif self.since is None:
            self.since = now


class Overload:
    """`depth` tells how many events wait to be written, `thoughts` how many machines wait to think."""

    def __init__(
        self,
        depth: Callable[[], int],
        thoughts: Callable[[], int],
        *,
        on_refused: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.busy = Level(lag=Mark(high=0.5, low=0.1), depth=Mark(high=1500, low=500))
        self.swamped = Level(lag=Mark(high=3.0, low=1.0), depth=Mark(high=3000, low=1000))
        self.thoughts = Mark(high=200, low=100)
        self._depth = depth
        self._thoughts = thoughts
        self._on_refused = on_refused
        self._clock = clock
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        return self.busy.since is not None

    @property
    def lag(self) -> float:
        """How late the event loop is, in seconds, of late."""
        return self.busy.lag.value

    def check(self) -> None:
        """Raises `Refused` on a busy server: for whatever is new, or can wait."""
        self._check(self.busy.since)

    def check_thinking(self) -> None:
        """The same, also when too many machines wait already: for what would have one more think."""
        self._check(self._clock() if self.thoughts.is_over and not self.is_busy else self.busy.since)

    def check_playing(self) -> None:
        """Raises `Refused` on a swamped server: for what people do in their games."""
        self._check(self.swamped.since)

    def _check(self, since: float | None) -> None:
        """The longer it has lasted, the later it is worth trying again."""
        if since is not None:
            self._on_refused()
            raise Refused("busy", status=503, seconds=min(SOONEST + int(self._clock() - since), LATEST))

    # ---- looking

    def start(self) -> None:
        """Look again and again, in the event loop that runs."""
        loop = asyncio.get_running_loop()

        def look(due_at: float) -> None:
            now = loop.time()
            self.look(now - due_at)
            self._timer = loop.call_at(now + EVERY, look, now + EVERY)

        look(loop.time())

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def look(self, late: float) -> None:
        """Once: the event loop came so many seconds late to it."""
        was_busy, depth = self.is_busy, self._depth()
        for level in (self.busy, self.swamped):
            level.look(late, depth, self._clock())
        self.thoughts.look(self._thoughts())
        if self.is_busy and not was_busy:
            _log.warning("too much to do: some are asked to try again", lag=round(self.lag, 3), waiting=depth)
        elif was_busy and not self.is_busy:
            _log.info("no more too much to do")
