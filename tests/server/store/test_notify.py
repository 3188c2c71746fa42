"""What workers hear from each other."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from palissade.server.store.database import Database
from palissade.server.store.ledger import Ledger
from palissade.server.store.listening import PostgreSQLNotifier
from palissade.server.store.notify import (
    LONGEST,
    NoNotifier,
    Notifier,
    notices_of,
    notifier_of,
    passing_notices_of,
)
from palissade.server.store.rows import Entry, EventRow
from palissade.server.store.trouble import StorageTrouble
from tests.server.postgres import Postgres
from tests.server.store.samples import RUNNING, entry, make_table, submit


@pytest.fixture
def name(postgres: Postgres) -> Iterator[str]:
    """Of a database that workers share."""
    made = postgres.fresh()
    yield made
    postgres.drop(made)


class Worker:
    """A worker who notes down what it hears."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.ledger = Ledger(self.database, asyncio.get_running_loop())
        self.notifier: Notifier = notifier_of(self.database)
        self.events: list[EventRow] = []
        self.words: list[bytes] = []
        self.gaps = 0
        self.notifier.start(self.events.extend, self.words.append, self._note_gap)

    def _note_gap(self) -> None:
        self.gaps += 1

    def close(self) -> None:
        self.notifier.close()
        self.ledger.close()
        self.database.close()


@asynccontextmanager
async def two_workers(url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    ann, bob = Worker(url), Worker(url)
    try:
        yield ann, bob
    finally:
        await asyncio.to_thread(ann.close)
        await asyncio.to_thread(bob.close)


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not happened():
            await asyncio.sleep(0.01)


def test_what_one_worker_writes_the_other_hears_in_order(postgres: Postgres, name: str) -> None:
    async def run() -> None:
        async with two_workers(postgres.url(name)) as (ann, bob):
            for id_ in ("t", "u"):
                make_table(ann.database, id_)
            entries = [entry(id_, number, f"ann:{id_}{number}") for number in range(1, 21) for id_ in ("t", "u")]
            await submit(ann.ledger, *entries)
            await until(lambda: len(bob.events) >= 40)
            for id_ in ("t", "u"):
                written = [each.event for each in entries if each.event.table == id_]
                assert [event for event in bob.events if event.table == id_] == written
            await submit(bob.ledger, entry("t", 21))
            await until(lambda: ann.events != [])
            assert ann.events == [entry("t", 21).event]
            assert len(bob.events) == 40
            assert (ann.gaps, bob.gaps) == (0, 0)

    asyncio.run(run())


def test_what_was_not_written_is_not_heard(postgres: Postgres, name: str) -> None:
    async def run() -> None:
        async with two_workers(postgres.url(name)) as (ann, bob):
            make_table(ann.database, "t")
            await submit(ann.ledger, entry("t", 1, "ann:1"))
            await submit(ann.ledger, entry("t", 2, "ann:1"), entry("missing", 1), entry("t", 1))
            await submit(ann.ledger, entry("t", 2))
            await until(lambda: len(bob.events) >= 2)
            assert [event.number for event in bob.events] == [1, 2]

    asyncio.run(run())


def test_an_event_too_long_for_a_notice_is_read(postgres: Postgres, name: str) -> None:
    long = EventRow("t", 1, 5, "ann:1", b'{"kind":"' + b'"' * 9_000 + b'"}')

    async def run() -> None:
        async with two_workers(postgres.url(name)) as (ann, bob):
            for id_ in ("t", "u"):
                make_table(ann.database, id_)
            await submit(ann.ledger, Entry(long, RUNNING), entry("u", 1))
            await until(lambda: len(bob.events) >= 2)
            assert sorted(bob.events, key=lambda event: event.table) == [long, entry("u", 1).event]

    asyncio.run(run())


def test_passing_words_reach_the_others_in_order(postgres: Postgres, name: str) -> None:
    words = [b"%d" % number for number in range(2_000)] + [bytes(range(256)), b"x" * 5_000]

    async def run() -> None:
        async with two_workers(postgres.url(name)) as (ann, bob):
            for each in words:
                ann.notifier.say(each)
            await until(lambda: len(bob.words) >= len(words))
            assert bob.words == words
            assert ann.words == []
            with pytest.raises(ValueError, match="too many"):
                ann.notifier.say(b"x" * 6_000)

    asyncio.run(run())


def test_after_a_lost_connection_there_is_a_gap_and_then_all_is_heard_again(postgres: Postgres, name: str) -> None:
    async def run() -> None:
        async with two_workers(postgres.url(name)) as (ann, bob):
            make_table(ann.database, "t")
            postgres.shut(name)
            bob.notifier.say(b"lost")
            await asyncio.sleep(0.2)
            assert (ann.gaps, bob.gaps) == (0, 0)
            postgres.reopen(name)
            await until(lambda: ann.gaps == 1 and bob.gaps == 1)
            await submit(ann.ledger, entry("t", 1))
            bob.notifier.say(b"heard")
            await until(lambda: bool(bob.events) and bool(ann.words))
            assert bob.events == [entry("t", 1).event]
            assert ann.words == [b"heard"]

    asyncio.run(run())


def test_a_notice_that_cannot_be_read_is_a_gap(postgres: Postgres, name: str) -> None:
    async def run() -> None:
        async with two_workers(postgres.url(name)) as (ann, bob):
            with ann.database.writing() as connection:
                connection.exec_driver_sql("SELECT pg_notify('palissade_events', 'what?')")
            await until(lambda: bob.gaps == 1)

    asyncio.run(run())


def test_listening_to_a_database_that_is_away_is_a_trouble(postgres: Postgres, name: str) -> None:
    postgres.shut(name)
    database = Database(postgres.url(name))
    bulletin = PostgreSQLNotifier(database)

    async def run() -> None:
        with pytest.raises(StorageTrouble):
            bulletin.start(lambda events: None, lambda words: None, lambda: None)

    asyncio.run(run())
    bulletin.close()
    database.close()


def test_on_sqlite_a_worker_is_alone() -> None:
    database = Database("sqlite:///never-opened.db")
    bulletin = notifier_of(database)
    assert isinstance(bulletin, NoNotifier)
    bulletin.start(lambda events: None, lambda words: None, lambda: None)
    bulletin.say(b"anybody?")
    bulletin.close()
    database.close()


def test_notices_are_few_and_short_enough() -> None:
    rows = [EventRow(f"table-{number}", 1, 2, None, b'{"kind":"began"}') for number in range(500)]
    notices = notices_of("worker", rows)
    assert 1 < len(notices) < 10
    assert max(len(notice.encode()) for notice in notices) <= LONGEST
    assert notices_of("worker", []) == []
    assert max(len(notice) for notice in passing_notices_of("worker", [b"x" * 5_600] * 3)) <= LONGEST
