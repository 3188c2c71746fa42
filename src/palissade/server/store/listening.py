"""Listening and speaking on PostgreSQL (LISTEN/NOTIFY). Its driver is an extra, so only those who need it come here."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVarTuple

import msgspec
import psycopg
from sqlalchemy import select, tuple_

from palissade.server.store.database import Database
from palissade.server.store.notify import (
    EVENTS_CHANNEL,
    PASSING_CHANNEL,
    EventsNotice,
    PassingNotice,
    fits,
    passing_notices_of,
)
from palissade.server.store.rows import EventRow
from palissade.server.store.schema import events
from palissade.server.store.trouble import StorageTrouble

TICK = 0.05  # seconds for which words are gathered
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # between two tries to listen again
MOST_WORDS = 10_000  # waiting to be said

_read_events = msgspec.json.Decoder(EventsNotice).decode
_read_words = msgspec.json.Decoder(PassingNotice).decode

Arguments = TypeVarTuple("Arguments")


class PostgreSQLNotifier:
    """Others may be there: one connection listens and speaks, in a thread of its own."""

    _loop: asyncio.AbstractEventLoop
    _on_events: Callable[[list[EventRow]], None]
    _on_words: Callable[[bytes], None]
    _on_gap: Callable[[], None]

    def __init__(self, database: Database) -> None:
        self._database = database
        self._said: deque[bytes] = deque(maxlen=MOST_WORDS)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._attend, name="bulletin", daemon=True)
        self._connection: psycopg.Connection | None = None

    def start(
        self,
        on_events: Callable[[list[EventRow]], None],
        on_words: Callable[[bytes], None],
        on_gap: Callable[[], None],
    ) -> None:
        """Nothing written after this returns is missed."""
        self._loop = asyncio.get_running_loop()
        self._on_events, self._on_words, self._on_gap = on_events, on_words, on_gap
        try:
            self._connection = self._listen()
        except psycopg.OperationalError as error:
            raise StorageTrouble("gone") from error
        self._thread.start()

    def say(self, words: bytes) -> None:
        if not fits(words):
            raise ValueError(f"{len(words)} bytes are too many to be said at once")
        self._said.append(words)

    def close(self) -> None:
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()

    # ---- in the listening thread

    def _listen(self) -> psycopg.Connection:
        connection = psycopg.connect(self._database.dsn, autocommit=True)
        connection.execute(f"LISTEN {EVENTS_CHANNEL}")
        connection.execute(f"LISTEN {PASSING_CHANNEL}")
        return connection

    def _attend(self) -> None:
        while not self._closing.is_set():
            try:
                if self._connection is None:
                    self._connection = self._return()
                else:
                    for notice in self._connection.notifies(timeout=TICK):
                        self._hear(notice)
                    self._speak(self._connection)
            except psycopg.Error:
                self._leave()
        self._leave()

    def _return(self) -> psycopg.Connection | None:
        """Listen again, as soon as the database is back."""
        pause = FIRST_PAUSE
        while not self._closing.wait(pause):
            with suppress(psycopg.OperationalError):
                connection = self._listen()
                self._said.clear()
                self._call(self._on_gap)
                return connection
            pause = min(2 * pause, LONGEST_PAUSE)
        return None

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _hear(self, notice: psycopg.Notify) -> None:
        try:
            if notice.channel == EVENTS_CHANNEL:
                heard = _read_events(notice.payload)
                if heard.worker != self._database.worker:
                    self._call(self._on_events, self._rows(heard))
            else:
                words = _read_words(notice.payload)
                if words.worker != self._database.worker:
                    for each in words.told:
                        self._call(self._on_words, each)
        except (msgspec.DecodeError, StorageTrouble):
            # Another version of Palissade, or an event that could not be read now: what it said is there to be reread.
            self._call(self._on_gap)

    def _rows(self, heard: EventsNotice) -> list[EventRow]:
        """The events of a notice; those too long for one are read."""
        long = [(told.table, told.number) for told in heard.told if told.event is None]
        read: dict[tuple[str, int], EventRow] = {}
        if long:
            query = select(events.c.table, events.c.number, events.c.at, events.c.message, events.c.event)
            with self._database.reading() as connection:
                for row in connection.execute(query.where(tuple_(events.c.table, events.c.number).in_(long))):
                    read[row.table, row.number] = EventRow(*row)
        rows = [told.row() or read.get((told.table, told.number)) for told in heard.told]
        return [row for row in rows if row is not None]

    def _speak(self, connection: psycopg.Connection) -> None:
        said: list[bytes] = []
        while self._said:
            said.append(self._said.popleft())
        if said:
            with connection.cursor() as cursor:
                notices = passing_notices_of(self._database.worker, said)
                cursor.executemany("SELECT pg_notify(%s, %s)", [(PASSING_CHANNEL, notice) for notice in notices])

    def _call(self, callback: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is there to be told
            self._loop.call_soon_threadsafe(callback, *arguments)
