"""The pulse of the workers: when all were silent, nobody could play, and no clock counts that time."""

from collections.abc import Callable

from sqlalchemy import Connection, delete, func, select

from palissade.server.store.database import Database
from palissade.server.store.schema import outages, pulses

EVERY = 2.0  # seconds between two beats
SILENCE = 6_000  # milliseconds after which nobody is there
DEAD_AFTER = 3_600_000  # a worker that did not beat for so long will not come back
KEPT_FOR = 60 * 86_400_000  # longer than anybody may think about a turn

Outage = tuple[int, int]  # when it begins and ends


class Heartbeat:
    """The pulse of one worker. `clock` tells milliseconds since 1970.

    Before a worker that is always alone there was nobody, for however short a time.
    """

    def __init__(self, database: Database, worker: str, clock: Callable[[], int], *, is_alone: bool = False) -> None:
        self._database = database
        self._worker = worker
        self._clock = clock
        self._is_alone = is_alone
        self._beaten_at = clock()
        self._known: set[Outage] = set()

    def wake(self) -> list[Outage]:
        """The first beat, which ends the silence since the last worker stopped. All outages, the oldest first."""
        self._known.clear()
        return self._beat(0 if self._is_alone else SILENCE)

    def beat(self) -> list[Outage]:
        """Be there; the outages that this worker did not know yet, the oldest first.

        A beat too ends a silence: the database may have been away, or the machine asleep, while the worker lived on.
        """
        return self._beat(SILENCE)

    def _beat(self, silence_after: int) -> list[Outage]:
        now = self._clock()
        mine = self._database.insert(pulses).values(worker=self._worker, at=now)
        mine = mine.on_conflict_do_update(index_elements=["worker"], set_={"at": now})
        with self._database.writing() as connection:
            newest = connection.execute(select(func.max(pulses.c.at))).scalar()
            if newest is not None and now - newest > silence_after:
                # Two workers may wake at once: they saw the same last pulse, and the first to write tells its end.
                silence = self._database.insert(outages).values(begins_at=newest, ends_at=now)
                connection.execute(silence.on_conflict_do_nothing())
            connection.execute(mine)
            connection.execute(delete(pulses).where(pulses.c.at < now - DEAD_AFTER))
            connection.execute(delete(outages).where(outages.c.ends_at < now - KEPT_FOR))
            found = _all(connection)
        fresh = [outage for outage in found if outage not in self._known]
        self._known = set(found)
        self._beaten_at = now
        return fresh

    def silent_since(self) -> int | None:
        """Since when this worker could not beat, if it is for so long that nobody may have been there."""
        return self._beaten_at if self._clock() - self._beaten_at > SILENCE else None

    def outages(self) -> list[Outage]:
        """All times when no worker was there, the oldest first."""
        with self._database.reading() as connection:
            return _all(connection)


def _all(connection: Connection) -> list[Outage]:
    query = select(outages.c.begins_at, outages.c.ends_at).order_by(outages.c.begins_at)
    return [(begins_at, ends_at) for begins_at, ends_at in connection.execute(query)]
