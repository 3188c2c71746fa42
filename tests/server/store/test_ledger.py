"""Writing events down, and what becomes of those that cannot be."""

import asyncio
from threading import Event as Gate

import pytest
from sqlalchemy import delete

from palissade.server.store import ledger as ledger_module
from palissade.server.store.database import Database
from palissade.server.store.ledger import Ledger
from palissade.server.store.rows import Entry, EventRow, Receipt, SeatRow, Summary
from palissade.server.store.schema import tables as schema_tables
from palissade.server.store.tables import Tables
from tests.server.store.samples import OVER, RUNNING, TWO_FRIENDS, add_people, entry, make_table, numbers, submit, write

WRITTEN, TAKEN = Receipt.WRITTEN, Receipt.TAKEN


def test_an_event_is_written_with_the_summary_and_the_seat(database: Database) -> None:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS)
    event = EventRow("t", 1, 77, "ann:1", '{"kind":"machine-took-over","é":"\\u0000"}'.encode())
    machine = SeatRow(1, "machine", level="oak", name="Zoé")
    summary = Summary("over", 4, None, True, OVER.outcome, 99)
    assert write(database, Entry(event, summary, machine)) == [WRITTEN]
    kept = Tables(database).load("t")
    assert kept is not None
    assert kept.events == [event]
    assert kept.seats == [TWO_FRIENDS[0], machine]
    assert kept.row.summary == summary
    assert (kept.row.number, kept.row.changed_at) == (1, 77)


def test_many_entries_are_written_at_once(database: Database) -> None:
    ids = [f"t{number:03}" for number in range(40)]
    for id_ in ids:
        make_table(database, id_)
    sizes: list[int] = []

    async def run() -> list[Receipt]:
        ledger = Ledger(database, asyncio.get_running_loop(), lambda size, seconds: sizes.append(size))
        receipts = await submit(ledger, *(entry(id_, number) for number in (1, 2, 3) for id_ in ids))
        assert ledger.depth == 0
        await asyncio.to_thread(ledger.close)
        return receipts

    assert set(asyncio.run(run())) == {WRITTEN}
    assert sum(sizes) == 120
    assert len(sizes) < 60
    for id_ in ids:
        assert numbers(Tables(database).events_after(id_, 0)) == [1, 2, 3]


def test_a_number_is_taken_once(database: Database) -> None:
    make_table(database, "t")
    make_table(database, "u")
    assert write(database, entry("t", 1, "ann:1")) == [WRITTEN]
    later = Summary("running", 9, 1, True, None)
    assert write(database, entry("t", 1, "bob:1", later), entry("u", 1)) == [TAKEN, WRITTEN]
    kept = Tables(database).load("t")
    assert kept is not None
    assert [event.message for event in kept.events] == ["ann:1"]
    assert kept.row.summary == RUNNING


def test_of_two_with_one_number_submitted_together_the_first_is_written(database: Database) -> None:
    make_table(database, "t")
    assert write(database, entry("t", 1, "ann:1"), entry("t", 1, "bob:1")) == [WRITTEN, TAKEN]
    assert [event.message for event in Tables(database).events_after("t", 0)] == ["ann:1"]


def test_a_repeated_message_is_taken(database: Database) -> None:
    make_table(database, "t")
    make_table(database, "u")
    assert write(database, entry("t", 1, "ann:1")) == [WRITTEN]
    assert write(database, entry("t", 2, "ann:1")) == [TAKEN]
    assert write(database, entry("t", 1, "ann:1")) == [TAKEN]
    # Elsewhere it is another message; events without one are never repeats.
    assert write(database, entry("u", 1, "ann:1"), entry("t", 2), entry("t", 3)) == [WRITTEN] * 3


def test_of_racing_workers_exactly_one_writes_a_number(database_url: str) -> None:
    workers = [Database(database_url) for _ in range(2)]
    ids = [f"t{number}" for number in range(10)]
    for id_ in ids:
        make_table(workers[0], id_)

    async def run() -> None:
        loop = asyncio.get_running_loop()
        ledgers = [Ledger(worker, loop) for worker in workers]
        for number in range(1, 11):
            lines = (
                # Each begins at another end, so that both are first somewhere.
                submit(ledgers[0], *(entry(id_, number, f"ann:{number}") for id_ in ids)),
                submit(ledgers[1], *(entry(id_, number, f"bob:{number}") for id_ in reversed(ids))),
            )
            mine, theirs = await asyncio.gather(*lines)
            for one, other in zip(mine, reversed(theirs), strict=True):
                assert {one, other} == {WRITTEN, TAKEN}
        for ledger in ledgers:
            await asyncio.to_thread(ledger.close)

    asyncio.run(run())
    for id_ in ids:
        assert numbers(Tables(workers[0]).events_after(id_, 0)) == list(range(1, 11))
    for worker in workers:
        worker.close()


def test_an_entry_of_a_table_that_is_no_more_harms_no_other(database: Database) -> None:
    for id_ in ("a", "b", "c"):
        make_table(database, id_)
    with database.writing() as connection:
        connection.execute(delete(schema_tables).where(schema_tables.c.id == "b"))
    receipts = write(
        database,
        entry("a", 1),
        entry("b", 1),
        entry("c", 1, seat=SeatRow(0, "person", "nobody")),
        entry("d", 1, message="\0"),
        entry("a", 2),
    )
    assert receipts == [WRITTEN, TAKEN, TAKEN, TAKEN, WRITTEN]
    assert numbers(Tables(database).events_after("a", 0)) == [1, 2]
    assert Tables(database).events_after("c", 0) == []


def test_closing_writes_out_what_waits(database: Database) -> None:
    make_table(database, "t")
    gate = Gate()
    receipts: list[Receipt] = []

    def wait(_size: int, _seconds: float) -> None:
        gate.wait(60)

    async def run() -> None:
        ledger = Ledger(database, asyncio.get_running_loop(), wait)
        for number in range(1, 6):
            ledger.submit(entry("t", number), receipts.append)
        assert ledger.depth > 0
        gate.set()
        ledger.close()
        ledger.close()
        assert ledger.depth == 0
        with pytest.raises(RuntimeError, match="closed"):
            ledger.submit(entry("t", 6), receipts.append)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert receipts == [WRITTEN] * 5
    assert numbers(Tables(database).events_after("t", 0)) == [1, 2, 3, 4, 5]


def test_a_batch_has_its_largest_size(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "LARGEST_BATCH", 4)
    sizes: list[int] = []
    for number in range(10):
        make_table(database, f"t{number}")

    async def run() -> None:
        ledger = Ledger(database, asyncio.get_running_loop(), lambda size, seconds: sizes.append(size))
        assert await submit(ledger, *(entry(f"t{number}", 1) for number in range(10))) == [WRITTEN] * 10
        await asyncio.to_thread(ledger.close)

    asyncio.run(run())
    assert sum(sizes) == 10
    assert max(sizes) <= 4


def test_who_does_not_take_a_receipt_harms_no_other(database: Database) -> None:
    make_table(database, "t")
    make_table(database, "u")

    def fail(receipt: Receipt) -> None:
        raise ZeroDivisionError

    async def run() -> None:
        loop = asyncio.get_running_loop()
        failures: list[object] = []
        loop.set_exception_handler(lambda _loop, context: failures.append(context["exception"]))
        ledger = Ledger(database, loop)
        ledger.submit(entry("t", 1), fail)
        assert await submit(ledger, entry("u", 1)) == [WRITTEN]
        assert [type(failure) for failure in failures] == [ZeroDivisionError]
        await asyncio.to_thread(ledger.close)

    asyncio.run(run())
