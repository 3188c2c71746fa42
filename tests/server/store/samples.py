"""Tables, people and events to try the store with."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from palissade.server.store.database import Database
from palissade.server.store.ledger import Ledger
from palissade.server.store.rows import Entry, EventRow, Receipt, SeatRow, Summary, TableRow
from palissade.server.store.schema import people
from palissade.server.store.tables import Tables

RUNNING = Summary("running", 0, 0, False, None)
OPEN = Summary("open", 0, None, False, None)
OVER = Summary("over", 7, None, False, {"winners": [0], "draw": False, "scores": None, "reason": "EMP-6"})
TWO_FRIENDS = (SeatRow(0, "person", "ann"), SeatRow(1, "person", "bob"))


def add_people(database: Database, *ids: str) -> None:
    """People whose names are their ids with a capital."""
    with database.writing() as connection:
        for id_ in ids:
            values = {"id": id_, "name": id_.title(), "language": "en", "made_at": 1, "seen_at": 1}
            connection.execute(database.insert(people).values(values))


def table_row(id_: str, **changes: Any) -> TableRow:
    usual: dict[str, Any] = {
        "id": id_,
        "game": "empire",
        "options": {"players": 2, "teams": False},
        "deal": None,
        "position": None,
        "clock": {"kind": "none"},
        "listed": True,
        "rated": False,
        "takebacks": True,
        "host": None,
        "rematch_of": None,
        "made_at": 1_000,
        "number": 0,
        "changed_at": 1_000,
        "summary": RUNNING,
    }
    return TableRow(**(usual | changes))


def make_table(database: Database, id_: str, seats: Sequence[SeatRow] = (), **changes: Any) -> str:
    return Tables(database).make(table_row(id_, **changes), seats or [SeatRow(0, "screen"), SeatRow(1, "screen")], [])


def entry(
    table: str, number: int, message: str | None = None, summary: Summary = RUNNING, seat: SeatRow | None = None
) -> Entry:
    event = b'{"kind":"acted","seat":0,"action":"%d"}' % number
    return Entry(EventRow(table, number, 1_000 + number, message, event), summary, seat)


async def submit(ledger: Ledger, *entries: Entry) -> list[Receipt]:
    """The receipts of entries that are all submitted at once."""
    loop = asyncio.get_running_loop()
    receipts = [loop.create_future() for _ in entries]
    for each, receipt in zip(entries, receipts, strict=True):
        ledger.submit(each, receipt.set_result)
    return list(await asyncio.gather(*receipts))


def write(database: Database, *entries: Entry) -> list[Receipt]:
    """The receipts of entries that are submitted to a ledger of their own."""

    async def run() -> list[Receipt]:
        ledger = Ledger(database, asyncio.get_running_loop())
        try:
            return await submit(ledger, *entries)
        finally:
            await asyncio.to_thread(ledger.close)

    return asyncio.run(run())


def numbers(events: Iterable[EventRow]) -> list[int]:
    return [event.number for event in events]
