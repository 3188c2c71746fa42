"""Notifications between workers who share a PostgreSQL (LISTEN/NOTIFY); on SQLite there is nobody else.

An event travels in the notice of the transaction that writes it; what passes and is not kept has a channel of its own.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Protocol, TypeVarTuple

import msgspec
import psycopg
from sqlalchemy import Connection, select, text, tuple_

from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow
from palissade.server.store.schema import events
from palissade.server.store.trouble import StorageTrouble

EVENTS_CHANNEL = "palissade_events"  # notices of events, with the writing of them
PASSING_CHANNEL = "palissade_words"  # what passes: who is present, who has changed
LONGEST = 7800  # PostgreSQL takes less than 8 000 bytes
TICK = 0.05  # seconds for which words are gathered
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # between two tries to listen again
MOST_WORDS = 10_000  # waiting to be said


# ---- what is in a notice


class NotifiedEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event in a notice; one that is too long is to be read where it is written."""

    table: str
    number: int
    at: int
    message: str | None
    event: str | None

    def row(self) -> EventRow | None:
        if self.event is None:
            return None
        return EventRow(self.table, self.number, self.at, self.message, self.event.encode())


class EventsNotice(msgspec.Struct, frozen=True, array_like=True):
    """Events that a worker has written."""

    worker: str
    told: list[NotifiedEvent]


class PassingNotice(msgspec.Struct, frozen=True, array_like=True):
    """Passing words of a worker."""

    worker: str
    told: list[bytes]


def notices_of(worker: str, events: Iterable[EventRow]) -> list[str]:
    """As few notices as hold these events."""
    return list(_packed(worker, map(_notified, events)))


def passing_notices_of(worker: str, words: Iterable[bytes]) -> list[str]:
    """As few notices as hold these words."""
    return list(_packed(worker, map(msgspec.json.encode, words)))


def say_when_written(connection: Connection, worker: str, words: Iterable[bytes]) -> None:
    """Say something passing to those who share a PostgreSQL, when this transaction has become durable."""
    for notice in passing_notices_of(worker, words):
        connection.execute(text("SELECT pg_notify(:channel, :notice)"), {"channel": PASSING_CHANNEL, "notice": notice})


def fits(words: bytes) -> bool:
    """Whether these words are short enough to be passed on."""
    return len(words) * 4 / 3 < LONGEST - 200


def _notified(event: EventRow) -> bytes:
    whole = NotifiedEvent(event.table, event.number, event.at, event.message, event.event.decode())
    text = msgspec.json.encode(whole)
    return text if len(text) < LONGEST - 200 else msgspec.json.encode(msgspec.structs.replace(whole, event=None))


def _packed(worker: str, pieces: Iterable[bytes]) -> Iterator[str]:
    start = b"[" + msgspec.json.encode(worker) + b",["
    text = start
    for piece in pieces:
        if text != start and len(text) + len(piece) + 3 > LONGEST:
            yield (text + b"]]").decode()
            text = start
        text += (b"" if text == start else b",") + piece
    if text != start:
        yield (text + b"]]").decode()


# ---- listening and speaking


_read_events = msgspec.json.Decoder(EventsNotice).decode
_read_words = msgspec.json.Decoder(PassingNotice).decode

Arguments = TypeVarTuple("Arguments")


class Notifier(Protocol):
    """What the other workers do. Everything is called, and calls back, in the event loop's thread."""

    def start(
        self,
        on_events: Callable[[list[EventRow]], None],
        on_words: Callable[[bytes], None],
        on_gap: Callable[[], None],
    ) -> None:
        """Begin to listen: to what the others write, to what they say, and for times when neither was heard."""

    def say(self, words: bytes) -> None:
        """Say something passing to the others; it is lost when the database is away."""

    def close(self) -> None:
        """Listen no longer."""


class NoNotifier:
    """There are no others."""

    def start(
        self,
        on_events: Callable[[list[EventRow]], None],
        on_words: Callable[[bytes], None],
        on_gap: Callable[[], None],
    ) -> None:
        pass

    def say(self, words: bytes) -> None:
        pass

    def close(self) -> None:
        pass


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


def notifier_of(database: Database) -> Notifier:
    """The way in which the workers on this database hear from each other."""
    return PostgreSQLNotifier(database) if database.is_shared else NoNotifier()
