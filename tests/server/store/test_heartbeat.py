"""The heartbeat of the workers, and the times when there was none."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, select

from palissade.server.store.database import Database
from palissade.server.store.heartbeat import Heartbeat, outages_kept
from palissade.server.store.schema import pulses

DAY = 86_400_000


class Watch:
    """A clock that is set by hand, and is its own reference."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def wall(self) -> int:
        return self.now

    def begin(self, now: int) -> None:
        self.now = now


@pytest.fixture(autouse=True)
def the_watch_is_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of PostgreSQL too, whose own clock nobody can set."""

    def reference(heartbeat: Heartbeat, _connection: Connection) -> int:
        return heartbeat._clock.wall()

    monkeypatch.setattr(Heartbeat, "_reference", reference)


def test_the_first_worker_ever_ends_no_outage(database: Database) -> None:
    assert Heartbeat(database, "a", Watch(1_000)).wake().outages == []


def test_the_time_between_the_last_pulse_and_the_next_worker_is_an_outage(database: Database) -> None:
    watch = Watch(1_000)
    first = Heartbeat(database, "a", watch)
    first.wake()
    watch.now = 3_000
    assert first.beat().outages == []
    watch.now = 60_000
    second = Heartbeat(database, "b", watch)
    assert second.wake().outages == [(3_000, 60_000)]
    assert second.beat().outages == []
    assert outages_kept(database) == [(3_000, 60_000)]
    assert Heartbeat(database, "c", watch).wake().outages == [(3_000, 60_000)]


def test_a_short_silence_is_none(database: Database) -> None:
    watch = Watch(1_000)
    Heartbeat(database, "a", watch).wake()
    watch.now = 7_000
    assert Heartbeat(database, "b", watch).wake().outages == []


def test_before_a_worker_that_is_always_alone_the_shortest_silence_is_an_outage(database: Database) -> None:
    watch = Watch(1_000)
    Heartbeat(database, "a", watch, is_alone=True).wake()
    watch.now = 2_500
    second = Heartbeat(database, "b", watch, is_alone=True)
    assert second.wake().outages == [(1_000, 2_500)]
    watch.now = 7_000
    assert second.beat().outages == []


def test_there_is_no_outage_while_another_worker_lives(database: Database) -> None:
    watch = Watch(0)
    living = Heartbeat(database, "a", watch)
    for now in range(0, 30_000, 2_000):
        watch.now = now
        living.beat()
    assert Heartbeat(database, "b", watch).wake().outages == []


def test_a_worker_hears_of_an_outage_that_another_ended(database: Database) -> None:
    watch = Watch(1_000)
    first, second = Heartbeat(database, "a", watch), Heartbeat(database, "b", watch)
    first.wake()
    second.wake()
    # Both were asleep, with the machine or for want of a database.
    watch.now = 50_000
    assert first.beat().outages == [(1_000, 50_000)]
    watch.now = 51_000
    assert second.beat().outages == [(1_000, 50_000)]
    assert second.beat().outages == []


def test_workers_that_wake_at_once_end_one_outage(database_url: str) -> None:
    watch = Watch(1_000)
    workers = [Database(database_url) for _ in range(4)]
    Heartbeat(workers[0], "old", watch).wake()
    watch.now = 90_000
    with ThreadPoolExecutor(4) as pool:
        woken = list(pool.map(lambda worker: Heartbeat(worker, worker.worker, watch).wake().outages, workers))
    assert woken == [[(1_000, 90_000)]] * 4
    for worker in workers:
        worker.close()


def test_the_dead_and_the_old_are_forgotten(database: Database) -> None:
    watch = Watch(0)
    Heartbeat(database, "a", watch).wake()
    watch.now = DAY
    pulse = Heartbeat(database, "b", watch)
    pulse.wake()
    with database.reading() as connection:
        assert connection.scalars(select(pulses.c.worker)).all() == ["b"]
    watch.now = 61 * DAY
    pulse.beat()
    assert (0, DAY) in outages_kept(database)
    watch.now = 61 * DAY + 1
    pulse.beat()
    assert (0, DAY) not in outages_kept(database)
