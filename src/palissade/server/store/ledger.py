"""Writing events down: whatever waits is written together, so that many tables share one trip to the disk."""

import logging
import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import NamedTuple

from sqlalchemy import Connection, select, tuple_
from sqlalchemy.exc import DataError, IntegrityError

from palissade.server.store.batch_sql import Key, batch_writer_of
from palissade.server.store.database import Database
from palissade.server.store.rows import Entry, Receipt
from palissade.server.store.schema import events
from palissade.server.store.trouble import StorageTrouble

LARGEST_BATCH = 500
GATHER = 0.02  # seconds between two batches that are small: one costs the processor as much as several actions
SMALL_BATCH = 16
PATIENCE = 20.0  # seconds that an entry waits for a PostgreSQL that went away
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # between two tries

_log = logging.getLogger(__name__)


class _Waiting(NamedTuple):
    entry: Entry
    done: Callable[[Receipt], None]
    since: float


class Ledger:
    """Takes entries from the thread of the event loop and writes them in a thread of its own.

    Who has submitted an entry of a table waits for its receipt before the next one of that table: the second may make
    no sense where the first was not written.
    """

    def __init__(
        self,
        database: Database,
        loop: AbstractEventLoop,
        on_batch: Callable[[int, float], None] | None = None,
    ) -> None:
        self._database = database
        self._loop = loop
        self._on_batch = on_batch  # told in the writing thread how many were written together, in how many seconds
        self._batch_writer = batch_writer_of(database)
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()  # None is the last one
        self._held: list[_Waiting] = []  # taken from the queue and not yet written
        self._is_closing = False
        self._is_closed = False
        self._submitted = self._answered = 0
        self._thread = threading.Thread(target=self._write_all, name="ledger", daemon=True)
        self._thread.start()

    @property
    def depth(self) -> int:
        """How many entries wait to be written."""
        return self._submitted - self._answered

    def submit(self, entry: Entry, done: Callable[[Receipt], None]) -> None:
        """Have an entry written; `done` is called in the event loop with what became of it."""
        if self._is_closed:
            raise RuntimeError("the ledger is closed")
        self._submitted += 1
        self._queue.put(_Waiting(entry, done, time.monotonic()))

    def close(self) -> None:
        """Write out what waits, then stop. It may take as long as the database takes."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join()

    # ---- in the writing thread

    def _write_all(self) -> None:
        started = 0.0
        while batch := self._take(started + GATHER):
            started = time.monotonic()
            receipts = self._receipts([waiting.entry for waiting in batch], min(waiting.since for waiting in batch))
            if self._on_batch is not None:
                self._on_batch(len(batch), time.monotonic() - started)
            self._answered += len(batch)
            with suppress(RuntimeError):  # the loop is closed: nobody is there to be told
                self._loop.call_soon_threadsafe(self._tell, batch, receipts)

    def _take(self, not_before: float) -> list[_Waiting]:
        """All who wait, but one of each table, since each may depend on the one before; nobody when it is closed. Who
        comes alone does not wait; where many come, those of a short while are gathered.
        """
        while not self._is_closing and len(self._held) < LARGEST_BATCH:
            try:
                waiting = self._queue.get(block=not self._held)
            except Empty:
                if (wait := not_before - time.monotonic()) <= 0 or len(self._held) >= SMALL_BATCH:
                    break
                time.sleep(wait)
                continue
            if waiting is None:
                self._is_closing = True
            else:
                self._held.append(waiting)
        batch: dict[str, _Waiting] = {}
        held, self._held = self._held, []
        for waiting in held:
            if batch.setdefault(waiting.entry.event.table, waiting) is not waiting:
                self._held.append(waiting)
        # In the same order in all workers: none waits for another that waits for it.
        return [batch[table] for table in sorted(batch)]

    def _receipts(self, entries: Sequence[Entry], since: float, in_doubt: bool = False) -> Sequence[Receipt]:
        """Write the entries, and say of each what became of it. `in_doubt`: an earlier try may have written them."""
        pause = FIRST_PAUSE
        while True:
            try:
                return self._write(entries, in_doubt)
            except (IntegrityError, DataError):
                # The table or the person of one is no more: that shall not harm the others.
                if len(entries) == 1:
                    return [Receipt.TAKEN]
                return [receipt for entry in entries for receipt in self._receipts([entry], since, in_doubt)]
            except StorageTrouble as trouble:
                in_doubt = in_doubt or trouble.reason == "gone"
                may_return = self._database.is_shared and trouble.reason != "full"
                if not may_return or time.monotonic() + pause > since + PATIENCE:
                    return [Receipt.GONE if in_doubt else Receipt(trouble.reason)] * len(entries)
            except Exception:
                _log.exception("The ledger could not write %d entries.", len(entries))
                return [Receipt.GONE] * len(entries)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _write(self, entries: Sequence[Entry], in_doubt: bool) -> Sequence[Receipt]:
        if self._batch_writer.write_at_once(entries):
            return [Receipt.WRITTEN] * len(entries)
        with self._database.writing() as connection:
            written = self._batch_writer.write(connection, entries)
            if in_doubt and len(written) < len(entries):
                written = {*written, *_found(connection, entries)}
        return [
            Receipt.WRITTEN if (entry.event.table, entry.event.number) in written else Receipt.TAKEN
            for entry in entries
        ]

    # ---- in the event loop

    def _tell(self, batch: Sequence[_Waiting], receipts: Sequence[Receipt]) -> None:
        for waiting, receipt in zip(batch, receipts, strict=True):
            try:
                waiting.done(receipt)
            except Exception as error:  # of one table; the others are still to be told
                self._loop.call_exception_handler({"message": "A receipt was not taken.", "exception": error})


def _found(connection: Connection, entries: Sequence[Entry]) -> set[Key]:
    """Which of these very events are there."""
    wanted = {(entry.event.table, entry.event.number): entry.event for entry in entries}
    query = select(events.c.table, events.c.number, events.c.at, events.c.message, events.c.event)
    query = query.where(tuple_(events.c.table, events.c.number).in_(list(wanted)))
    found: set[Key] = set()
    for table, number, at, message, event in connection.execute(query):
        ours = wanted[table, number]
        if (ours.at, ours.message, ours.event) == (at, message, event):
            found.add((table, number))
    return found
