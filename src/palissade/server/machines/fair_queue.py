"""A fair queue: whoever waits gets the same time as all others who wait, however much they ask for.

Names lead to what waits, as in address, person, table: addresses share evenly, then the persons at each, then their
tables. Wherever names part, the turn is that of whoever has the least under way at this moment, then of whoever has
used the fewest seconds, then of who came first.

A virtual clock (Demers, Keshav and Shenker 1989) tells the seconds that each name would have used by now if all that
are there had shared evenly. Who comes begins at the clock: nobody saves up time by staying away, and no stream of
newcomers goes before those who wait for ever. Who has gone is forgotten once the clock has caught up with them.
"""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Waiting = TypeVar("Waiting")
Path = tuple[str, ...]  # of names; all paths in a queue are as long


class FairQueue(Generic[Waiting]):
    """What waits, at most one at the end of each path."""

    def __init__(self) -> None:
        self._root = _Name(0.0)
        self._waiting: dict[Path, Waiting] = {}

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        """How many were taken and not charged for yet."""
        return self._root.under_way

    def waiting_below(self, name: str) -> int:
        """How many wait below the first name of a path."""
        return self._root.below[name].waiting if name in self._root.below else 0

    def push(self, path: Path, item: Waiting) -> None:
        """Wait for a turn."""
        if path in self._waiting:
            raise ValueError(f"something waits at {path} already")
        self._waiting[path] = item
        at = self._root
        at.waiting += 1
        for name in path:
            if name not in at.below:
                at.below[name] = _Name(at.clock)
            at = at.below[name]
            at.waiting += 1

    def remove(self, path: Path, item: Waiting) -> None:
        """Wait no longer, if it is this that waits there."""
        if self._waiting.get(path) is item:
            del self._waiting[path]
            for name in self._names(path):
                name.waiting -= 1
            self._forget(path)

    def pop(self) -> Waiting | None:
        """Take what has its turn, to tell later by `charge` how long it took; None if nothing waits."""
        if not self._waiting:
            return None
        path, at = list[str](), self._root
        while at.below:
            turn = min((name for name in at.below if at.below[name].waiting), key=lambda name: at.below[name].rank)
            path.append(turn)
            at = at.below[turn]
        for name in self._names(tuple(path)):
            name.waiting -= 1
            name.under_way += 1
        return self._waiting.pop(tuple(path))

    def charge(self, path: Path, seconds: float) -> None:
        """What was taken from there has ended, and took so long."""
        at = self._root
        for name in path:
            at.clock += seconds / sum(other.is_here for other in at.below.values())
            at = at.below[name]
            at.used += seconds
        for along in self._names(path):
            along.under_way -= 1
        self._forget(path)

    def _names(self, path: Path) -> "list[_Name]":
        """All along the path, the root first."""
        found = [self._root]
        for name in path:
            found.append(found[-1].below[name])
        return found

    def _forget(self, path: Path) -> None:
        """Remember nobody for longer than it makes a difference: memory is bounded by those who are here."""
        for at in self._names(path):
            for name in [name for name, other in at.below.items() if not other.is_here]:
                if not at.is_here or at.below[name].used <= at.clock:
                    del at.below[name]


@dataclass(eq=False)
class _Name:
    """One name: what it has used, and the names below it."""

    used: float  # seconds, counted on the clock of those beside it
    under_way: int = 0  # here and below
    waiting: int = 0  # here and below
    clock: float = 0.0  # of those below
    below: "dict[str, _Name]" = field(default_factory=dict)  # who came first is first

    @property
    def is_here(self) -> bool:
        return self.under_way + self.waiting > 0

    @property
    def rank(self) -> tuple[int, float]:
        return self.under_way, self.used
