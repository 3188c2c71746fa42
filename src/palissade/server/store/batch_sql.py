"""Batch SQL: how a batch of entries is written, in one transaction and few statements. This is the server's hottest
path, so that the SQL is written out for each database instead of composed anew for each batch.
"""

import sqlite3
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection

from palissade.server.store.database import Database
from palissade.server.store.notify import EVENTS_CHANNEL, notices_of
from palissade.server.store.rows import Entry, SeatRow

Key = tuple[str, int]  # a table, and the number of an event there


class BatchWriter(Protocol):
    """Writes entries, at most one for each table."""

    def write_at_once(self, entries: Sequence[Entry]) -> bool:
        """Write all of them in a transaction of their own, if there is a quicker way to do that; whether it was done.
        If not, nothing was.
        """

    def write(self, connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        """Write those whose number and message are not there yet, and tell which they are."""


def batch_writer_of(database: Database) -> BatchWriter:
    """The way to write to this database."""
    return PostgreSQLBatchWriter(database.worker) if database.is_shared else SQLiteBatchWriter(database)


class SQLiteBatchWriter:
    """One statement for nearly every batch, a transaction by itself, its values as one JSON text: whenever SQLite comes
    back, this thread must wait its turn beside the event loop's, and that takes longer than the writing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._prepared: sqlite3.Connection | None = None

    def write_at_once(self, entries: Sequence[Entry]) -> bool:
        if any(entry.seat is not None for entry in entries):
            return False
        # Where one is there already, none of them is written.
        with suppress(sqlite3.IntegrityError), self._database.writing_at_once() as connection:
            if self._prepared is not connection:
                for statement in _SQLITE_PREPARE:
                    connection.execute(statement)
                self._prepared = connection
            connection.execute(_SQLITE_WRITE, (_rows_of(entries),))
            return True
        return False

    def write(self, connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        for statement in _SQLITE_PREPARE:
            connection.exec_driver_sql(statement)
        fresh = {(table, number) for table, number in connection.exec_driver_sql(_SQLITE_FRESH, (_rows_of(entries),))}
        entries = [entry for entry in entries if (entry.event.table, entry.event.number) in fresh]
        connection.exec_driver_sql(_SQLITE_WRITE, (_rows_of(entries),))
        if seated := [_seat_values(entry) for entry in entries if entry.seat is not None]:
            connection.exec_driver_sql(_SQLITE_SEAT, seated)
            connection.exec_driver_sql(_SQLITE_FOR_ANYONE, [(table,) for *_, table, _seat in seated])
        return fresh


# What a connection alone knows: `entries`, into which a row is inserted to have it written everywhere.
_SQLITE_PREPARE = (
    """
CREATE TEMP VIEW IF NOT EXISTS entries ("table", number, at, message, event,
    status, ply, mover, machine_moves, outcome, due_at)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
""",
    """
CREATE TEMP TRIGGER IF NOT EXISTS entry INSTEAD OF INSERT ON entries BEGIN
    INSERT INTO events ("table", number, at, message, event)
    VALUES (new."table", new.number, new.at, new.message, CAST(new.event AS BLOB));
    UPDATE tables SET number = new.number, status = new.status, ply = new.ply, mover = new.mover,
        machine_moves = new.machine_moves, outcome = new.outcome, due_at = new.due_at, changed_at = new.at
    WHERE id = new."table";
    UPDATE seats SET over_at = new.at WHERE new.status = 'over' AND "table" = new."table" AND over_at IS NULL;
END
""",
)
_SQLITE_WRITE = """
INSERT INTO entries SELECT
    json_extract(value, '$.table'), json_extract(value, '$.number'), json_extract(value, '$.at'),
    json_extract(value, '$.message'), json_extract(value, '$.event'), json_extract(value, '$.status'),
    json_extract(value, '$.ply'), json_extract(value, '$.mover'), json_extract(value, '$.machine_moves'),
    json_extract(value, '$.outcome'), json_extract(value, '$.due_at')
FROM json_each(?)
"""
_SQLITE_FRESH = """
WITH new AS (
    SELECT json_extract(value, '$.table') AS "table", json_extract(value, '$.number') AS number,
        json_extract(value, '$.message') AS message
    FROM json_each(?)
)
SELECT "table", number FROM new WHERE NOT EXISTS (
    SELECT 1 FROM events
    WHERE events."table" = new."table" AND (events.number = new.number OR events.message = new.message)
)
"""
_SQLITE_SEAT = """
UPDATE seats SET who = ?, person = ?, level = ?, name = ? WHERE "table" = ? AND seat = ?
"""
_SQLITE_FOR_ANYONE = """
UPDATE tables SET for_anyone = EXISTS (SELECT 1 FROM seats WHERE "table" = tables.id AND who = 'anyone') WHERE id = ?
"""


def _seat_values(entry: Entry) -> tuple[object, ...]:
    seat = entry.seat
    assert seat is not None
    return seat.who, seat.person, seat.level, seat.name, entry.event.table, seat.seat


class PostgreSQLBatchWriter:
    """One statement for the whole batch, its values as one JSON text; the other workers hear of it."""

    def __init__(self, worker: str) -> None:
        self._worker = worker

    def write_at_once(self, entries: Sequence[Entry]) -> bool:
        return False

    def write(self, connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        found = connection.exec_driver_sql(_POSTGRESQL_WRITE, (_rows_of(entries),))
        written = {(table, number) for table, number in found}
        if len(written) < len(entries):
            entries = [entry for entry in entries if (entry.event.table, entry.event.number) in written]
        if seated := [_Seated.of(entry.event.table, entry.seat) for entry in entries if entry.seat is not None]:
            connection.exec_driver_sql(_POSTGRESQL_SEAT, (_encode(seated),))
            connection.exec_driver_sql(_POSTGRESQL_FOR_ANYONE, ([seat.table for seat in seated],))
        if entries:
            notices = notices_of(self._worker, [entry.event for entry in entries])
            connection.exec_driver_sql(_POSTGRESQL_NOTIFY, [(EVENTS_CHANNEL, notice) for notice in notices])
        return written


class _EntryRow(msgspec.Struct, frozen=True):
    """An entry as the databases read it."""

    table: str
    number: int
    at: int
    message: str | None
    event: str
    status: str
    ply: int
    mover: int | None
    machine_moves: bool
    outcome: dict[str, Any] | None
    due_at: int | None

    @classmethod
    def of(cls, entry: Entry) -> "_EntryRow":
        event, now = entry.event, entry.summary
        return cls(
            event.table,
            event.number,
            event.at,
            event.message,
            event.event.decode(),
            now.status,
            now.ply,
            now.mover,
            now.machine_moves,
            now.outcome,
            now.due_at,
        )


class _Seated(msgspec.Struct, frozen=True):
    """A changed seat as PostgreSQL reads it."""

    table: str
    seat: int
    who: str
    person: str | None
    level: str | None
    name: str | None

    @classmethod
    def of(cls, table: str, seat: SeatRow) -> "_Seated":
        return cls(table, seat.seat, seat.who, seat.person, seat.level, seat.name)


def _rows_of(entries: Sequence[Entry]) -> str:
    return _encode([_EntryRow.of(entry) for entry in entries])


def _encode(rows: Sequence[msgspec.Struct]) -> str:
    return msgspec.json.encode(rows).decode()


_POSTGRESQL_WRITE = """
WITH new AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS line (
        "table" text, number int, at bigint, message text, event text,
        status text, ply int, mover int, machine_moves bool, outcome json, due_at bigint)
), written AS (
    INSERT INTO events ("table", number, at, message, event)
    SELECT "table", number, at, message, convert_to(event, 'UTF8') FROM new
    ON CONFLICT DO NOTHING RETURNING "table", number
), summed_up AS (
    UPDATE tables SET number = new.number, status = new.status, ply = new.ply, mover = new.mover,
        machine_moves = new.machine_moves, outcome = new.outcome, due_at = new.due_at, changed_at = new.at
    FROM new JOIN written USING ("table", number) WHERE tables.id = new."table"
), ended AS (
    UPDATE seats SET over_at = new.at
    FROM new JOIN written USING ("table", number)
    WHERE seats."table" = new."table" AND seats.over_at IS NULL AND new.status = 'over'
)
SELECT "table", number FROM written
"""
_POSTGRESQL_SEAT = """
UPDATE seats SET who = new.who, person = new.person, level = new.level, name = new.name
FROM json_to_recordset(%s::json) AS new ("table" text, seat int, who text, person text, level text, name text)
WHERE seats."table" = new."table" AND seats.seat = new.seat
"""
_POSTGRESQL_FOR_ANYONE = """
UPDATE tables SET for_anyone = EXISTS (SELECT 1 FROM seats WHERE "table" = tables.id AND who = 'anyone')
WHERE id = ANY(%s)
"""
_POSTGRESQL_NOTIFY = "SELECT pg_notify(%s, %s)"
