"""Whom the server has just recognised, so that it need not look again at every request."""

from collections import OrderedDict
from collections.abc import Callable

from palissade.server.store.people import PersonRow


class Recent:
    """The people of the latest sessions, for a few seconds; bounded."""

    def __init__(self, clock: Callable[[], int], milliseconds: int = 5000, most: int = 4096) -> None:
        self._clock = clock
        self._milliseconds = milliseconds
        self._most = most
        self._people: OrderedDict[bytes, tuple[PersonRow, int]] = OrderedDict()  # by digest, with when to look again
        self.changes = 0  # how often anybody was forgotten

    def get(self, digest: bytes) -> PersonRow | None:
        person, until = self._people.get(digest, (None, 0))
        return person if self._clock() < until else None

    def keep(self, digest: bytes, person: PersonRow, changes: int) -> None:
        """Unless somebody was forgotten since the look-up began: what it found may be no longer so."""
        if changes != self.changes:
            return
        self._people[digest] = (person, self._clock() + self._milliseconds)
        self._people.move_to_end(digest)
        if len(self._people) > self._most:
            self._people.popitem(last=False)

    def forget(self, person: str) -> None:
        self.changes += 1
        for digest in [digest for digest, (known, _) in self._people.items() if known.id == person]:
            del self._people[digest]

    def __len__(self) -> int:
        return len(self._people)
