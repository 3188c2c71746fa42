"""What workers who share a PostgreSQL tell each other, as texts of its notifications, of less than 8 000 bytes each."""

from collections.abc import Iterable, Iterator

import msgspec
from sqlalchemy import Connection, text

from palissade.server.store.rows import EventRow

EVENTS = "palissade_events"  # notices of events, with the writing of them
WORDS = "palissade_words"  # passing words: who is present, who is thinking
LONGEST = 7800


class Told(msgspec.Struct, frozen=True, array_like=True):
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
    told: list[Told]


class WordsNotice(msgspec.Struct, frozen=True, array_like=True):
    """Passing words of a worker."""

    worker: str
    told: list[bytes]


def notices_of(worker: str, events: Iterable[EventRow]) -> list[str]:
    """As few notices as hold these events."""
    return list(_packed(worker, map(_told, events)))


def words_of(worker: str, words: Iterable[bytes]) -> list[str]:
    """As few notices as hold these words."""
    return list(_packed(worker, map(msgspec.json.encode, words)))


def say_when_written(connection: Connection, worker: str, words: Iterable[bytes]) -> None:
    """Say something passing to those who share a PostgreSQL, when this transaction has become durable."""
    for notice in words_of(worker, words):
        connection.execute(text("SELECT pg_notify(:channel, :notice)"), {"channel": WORDS, "notice": notice})


def fits(words: bytes) -> bool:
    """Whether these words are short enough to be passed on."""
    return len(words) * 4 / 3 < LONGEST - 200


def _told(event: EventRow) -> bytes:
    whole = Told(event.table, event.number, event.at, event.message, event.event.decode())
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
