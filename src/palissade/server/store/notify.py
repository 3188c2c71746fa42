"""Notifications between workers who share a PostgreSQL (LISTEN/NOTIFY); on SQLite there is nobody else.

An event travels in the notice of the transaction that writes it; what passes and is not kept has a channel of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import msgspec
from sqlalchemy import Connection, text

from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow

EVENTS_CHANNEL = "palissade_events"  # notices of events, with the writing of them
PASSING_CHANNEL = "palissade_words"  # what passes: who is present, who has changed
LONGEST = 7800  # PostgreSQL takes less than 8 000 bytes


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


def notifier_of(database: Database) -> Notifier:
    """The way in which the workers on this database hear from each other."""
    if not database.is_shared:
        return NoNotifier()
    from palissade.server.store.listening import PostgreSQLNotifier  # noqa: PLC0415  (its driver is an extra)

    return PostgreSQLNotifier(database)
