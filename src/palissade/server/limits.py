"""How often somebody may do what costs the server dear, or what is tried to guess a secret."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Literal

from palissade.server.refused import TooMany

LimitName = Literal[
    "sign-in-address",
    "sign-in-name",
    "register",
    "seat-key",
    "guest",
    "table",
    "export",
    "message",
    "hint",
]
MINUTE, HOUR = 60.0, 3600.0


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds, and no more than `burst` of them at once."""

    count: int
    seconds: float
    burst: int

    @classmethod
    def of(cls, count: int, seconds: float) -> "Limit":
        """All of them may come at once."""
        return cls(count, seconds, count)


LIMITS: Mapping[LimitName, Limit] = {
    "sign-in-address": Limit.of(10, MINUTE),  # for each address
    "sign-in-name": Limit.of(10, MINUTE),  # for each account's name
    "register": Limit.of(10, HOUR),  # for each address
    "seat-key": Limit.of(30, 10 * MINUTE),  # wrong ones, for each address
    "guest": Limit.of(30, 10 * MINUTE),  # for each address
    "table": Limit.of(60, 10 * MINUTE),  # for each person
    "export": Limit.of(10, 10 * MINUTE),  # for each person
    "message": Limit(40, 1, burst=120),  # for each socket
    "hint": Limit.of(20, MINUTE),  # for each person
}


class Limits:
    """Token buckets, each kept as the one moment at which it will be full again.

    Memory is bounded: of each limit only the latest `keys` are remembered. Scaled by 2, everybody may do twice as much;
    scaled by 0, there are no limits.
    """

    def __init__(self, scale: float = 1.0, clock: Callable[[], float] = time.monotonic, keys: int = 20_000) -> None:
        self._scale = scale
        self._clock = clock
        self._keys = keys
        self._full_at: Mapping[LimitName, OrderedDict[str, float]] = {name: OrderedDict() for name in LIMITS}

    def spend(self, name: LimitName, key: str) -> float:
        """Do it once: 0 if that is allowed, else how many seconds to wait, and nothing is spent."""
        if not self._scale:
            return 0.0
        wait, full_at = self._after_one_more(name, key)
        buckets = self._full_at[name]
        if not wait:
            buckets[key] = full_at
        buckets.move_to_end(key)  # who is refused and goes on trying is not forgotten either
        if len(buckets) > self._keys:
            buckets.popitem(last=False)
        return wait

    def charge(self, name: LimitName, key: str) -> None:
        """Do it once, or be refused."""
        if seconds := self.spend(name, key):
            raise TooMany(seconds)

    def wait(self, name: LimitName, key: str) -> float:
        """How many seconds `spend` would have one wait; for what counts only when it fails."""
        return self._after_one_more(name, key)[0] if self._scale else 0.0

    def remembered(self) -> int:
        """How many buckets are kept."""
        return sum(map(len, self._full_at.values()))

    def _after_one_more(self, name: LimitName, key: str) -> tuple[float, float]:
        limit, now = LIMITS[name], self._clock()
        each = limit.seconds / (limit.count * self._scale)
        full_at = max(now, self._full_at[name].get(key, -inf)) + each
        # A bucket may lack its burst, never less than one: a small scale makes rare, not impossible.
        may_lack = each * max(1.0, limit.burst * self._scale)
        wait = full_at - now - may_lack
        return (wait if wait > 1e-9 else 0.0), full_at  # sums of tenths are not exact
