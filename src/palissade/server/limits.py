"""Rate limits and concurrency limits: how often, and how often at once, somebody may do what costs the server dear or
is tried to guess a secret.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Literal

from palissade.server.refused import TooMany

LimitName = Literal[
    "sign-in-address",
    "sign-in-name",
    "sign-in-known",
    "register",
    "seat-key",
    "guest",
    "table",
    "export",
    "message",
    "hint",
    "talk",
    "seek",
    "mail",
    "mail-address",
    "mail-link",
    "read",
    "picture",
    "film",
    "even",
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
    "sign-in-name": Limit.of(10, 10 * MINUTE),  # for each name at each address: nobody locks others out
    "sign-in-known": Limit.of(10, MINUTE),  # for each browser, with an account that has signed in there before
    "register": Limit.of(10, HOUR),  # for each address
    "seat-key": Limit.of(30, 10 * MINUTE),  # wrong ones, for each address
    "guest": Limit.of(30, 10 * MINUTE),  # for each address
    "table": Limit.of(60, 10 * MINUTE),  # for each person
    "export": Limit.of(10, 10 * MINUTE),  # for each person
    "message": Limit(40, 1, burst=120),  # for each socket
    "hint": Limit.of(20, MINUTE),  # for each person
    "talk": Limit(20, MINUTE, burst=6),  # lines, for each person
    "seek": Limit(40, 10 * MINUTE, burst=10),  # for each person
    "mail": Limit.of(5, HOUR),  # links to confirm an address, for each person
    "mail-address": Limit.of(3, 24 * HOUR),  # the same, for each address: nobody is flooded
    "mail-link": Limit.of(30, 10 * MINUTE),  # opened, for each address of the network
    "read": Limit(600, MINUTE, burst=240),  # requests for what is told, for each address; a page needs about forty
    "picture": Limit.of(60, MINUTE),  # for each address
    "film": Limit.of(10, 10 * MINUTE),  # for each address
    "even": Limit.of(40, MINUTE),  # for each person: once for the page of a game, and once for its end
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


class AtOnce:
    """How many of something each key may have at the same time; 0 is any number. Only those who have some are kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()
        self.total = 0

    def enter(self, key: str) -> bool:
        """Have one more, if that is allowed."""
        if self._most and self._counts[key] >= self._most:
            return False
        self._counts[key] += 1
        self.total += 1
        return True

    def leave(self, key: str) -> None:
        """Have one less."""
        self._counts[key] -= 1
        self.total -= 1
        if not self._counts[key]:
            del self._counts[key]
