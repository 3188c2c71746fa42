"""The heartbeat of the workers: when all were silent, nobody could play, and no clock counts that time."""

from dataclasses import dataclass, replace
from typing import Protocol

from sqlalchemy import Connection, delete, extract, func, select

from palissade.server.store.database import Database
from palissade.server.store.schema import outages, pulses

EVERY = 2.0  # seconds between two beats
SILENCE = 6_000  # milliseconds after which nobody is there
DEAD_AFTER = 3_600_000  # a worker that did not beat for so long will not come back
KEPT_FOR = 60 * 86_400_000  # longer than anybody may think about a turn

Outage = tuple[int, int]  # when it begins and ends


class Clock(Protocol):
    """The worker's clock, as far as the heartbeat needs it: see `clock.py`."""

    def __call__(self) -> int: ...
    def wall(self) -> int: ...
    def begin(self, now: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Beat:
    """What a worker learns by a heartbeat."""

    at: int  # the worker's time
    behind: int  # by how much it is behind the reference, which is the database's clock or the machine's own
    outages: list[Outage]  # that this worker did not know yet, the oldest first


class Heartbeat:
    """The heartbeat of one worker.

    Before a worker that is always alone there was nobody, for however short a time.
    """

    def __init__(self, database: Database, worker: str, clock: Clock, *, is_alone: bool = False) -> None:
        self._database = database
        self._worker = worker
        self._clock = clock
        self._is_alone = is_alone
        self._known: set[Outage] = set()

    def wake(self) -> Beat:
        """The first beat, which ends the silence since the last worker stopped, with all outages. It sets the clock:
        to the reference, but never to a time before the newest heartbeat.
        """
        self._known.clear()
        with self._database.writing() as connection:
            self._clock.begin(max(self._reference(connection), _newest(connection) or 0))
            found = self._beat(connection, 0 if self._is_alone else SILENCE)
        return self._learn(found)

    def beat(self) -> Beat:
        """Be there. A beat too ends a silence: the database may have been away while the worker lived on."""
        with self._database.writing() as connection:
            found = self._beat(connection, SILENCE)
        return self._learn(found)

    def _beat(self, connection: Connection, silence_after: int) -> Beat:
        reference = self._reference(connection)
        now = self._clock()
        mine = self._database.insert(pulses).values(worker=self._worker, at=now)
        mine = mine.on_conflict_do_update(index_elements=["worker"], set_={"at": now})
        newest = _newest(connection)
        if newest is not None and now - newest > silence_after:
            # Two workers may wake at once: they saw the same last pulse, and the first to write tells its end.
            silence = self._database.insert(outages).values(begins_at=newest, ends_at=now)
            connection.execute(silence.on_conflict_do_nothing())
        connection.execute(mine)
        connection.execute(delete(pulses).where(pulses.c.at < now - DEAD_AFTER))
        connection.execute(delete(outages).where(outages.c.ends_at < now - KEPT_FOR))
        return Beat(now, reference - now, _all(connection))

    def _learn(self, found: Beat) -> Beat:
        """What is new in what is durable now."""
        fresh = [outage for outage in found.outages if outage not in self._known]
        self._known = set(found.outages)
        return replace(found, outages=fresh)

    def _reference(self, connection: Connection) -> int:
        """Workers on several machines share the database's clock; one alone has none but the machine's."""
        if not self._database.is_shared:
            return self._clock.wall()
        seconds = connection.execute(select(extract("epoch", func.clock_timestamp()))).scalar_one()
        return int(seconds * 1000)


def outages_kept(database: Database) -> list[Outage]:
    """All times when no worker was there, the oldest first."""
    with database.reading() as connection:
        return _all(connection)


def _newest(connection: Connection) -> int | None:
    return connection.execute(select(func.max(pulses.c.at))).scalar()


def _all(connection: Connection) -> list[Outage]:
    query = select(outages.c.begins_at, outages.c.ends_at).order_by(outages.c.begins_at)
    return [(begins_at, ends_at) for begins_at, ends_at in connection.execute(query)]
