"""Batch SQL: how a batch of entries is written, in one transaction and few statements. This is the server's hottest
path, so that the SQL is written out for each database instead of composed anew for each batch.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from palissade.server.store.database import Database
from palissade.server.store.notify import EVENTS_CHANNEL, notices_of
from palissade.server.store.rows import Entry, SeatRow

Key = tuple[str, int]  # a table, and the number of an event there


class BatchWriter(Protocol):
    """Writes entries, at most one for each table."""

    def write(self, connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        """Write those whose number and message are not there yet, and tell which they are."""


def batch_writer_of(database: Database) -> BatchWriter:
    """The way to write to this database."""
    return PostgreSQLBatchWriter(database.worker) if database.is_shared else SQLiteBatchWriter()


class SQLiteBatchWriter:
    """Few statements for all entries: after each of them this thread must wait its turn beside the event loop's."""

    def write(self, connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        written = self._write_events(connection, entries)
        if len(written) < len(entries):
            entries = [entry for entry in entries if (entry.event.table, entry.event.number) in written]
        if entries:
            values = [value for entry in entries for value in _summary_values(entry)]
            connection.exec_driver_sql(_sqlite_summaries(len(entries)), tuple(values))
        if over := [(entry.event.at, entry.event.table) for entry in entries if entry.summary.status == "over"]:
            connection.exec_driver_sql(_SQLITE_OVER, over)
        if seated := [_seat_values(entry) for entry in entries if entry.seat is not None]:
            connection.exec_driver_sql(_SQLITE_SEAT, seated)
            connection.exec_driver_sql(_SQLITE_FOR_ANYONE, [(table,) for *_, table, _seat in seated])
        return written

    @staticmethod
    def _write_events(connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        """All of them at once, as nearly always; where one is there already, those that are not."""
        insert = _sqlite_events(len(entries))
        values = tuple(value for entry in entries for value in _event_values(entry))
        try:
            connection.exec_driver_sql(insert, values)
        except IntegrityError:  # nothing was written
            some = connection.exec_driver_sql(f'{insert} ON CONFLICT DO NOTHING RETURNING "table", number', values)
            return {(table, number) for table, number in some}
        return {(entry.event.table, entry.event.number) for entry in entries}


@cache
def _sqlite_events(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?)"] * count)
    return f'INSERT INTO events ("table", number, at, message, event) VALUES {rows}'


@cache
def _sqlite_summaries(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * count)
    return (
        f"WITH new (number, status, ply, mover, machine_moves, outcome, due_at, at, id) AS (VALUES {rows}) "
        "UPDATE tables SET number = new.number, status = new.status, ply = new.ply, mover = new.mover, "
        "machine_moves = new.machine_moves, outcome = new.outcome, due_at = new.due_at, changed_at = new.at "
        "FROM new WHERE tables.id = new.id"
    )


_SQLITE_OVER = """
UPDATE seats SET over_at = ? WHERE "table" = ? AND over_at IS NULL
"""
_SQLITE_SEAT = """
UPDATE seats SET who = ?, person = ?, level = ?, name = ? WHERE "table" = ? AND seat = ?
"""
_SQLITE_FOR_ANYONE = """
UPDATE tables SET for_anyone = EXISTS (SELECT 1 FROM seats WHERE "table" = tables.id AND who = 'anyone') WHERE id = ?
"""


def _event_values(entry: Entry) -> tuple[object, ...]:
    event = entry.event
    return event.table, event.number, event.at, event.message, event.event


def _summary_values(entry: Entry) -> tuple[object, ...]:
    event, now = entry.event, entry.summary
    outcome = None if now.outcome is None else msgspec.json.encode(now.outcome).decode()
    return event.number, now.status, now.ply, now.mover, now.machine_moves, outcome, now.due_at, event.at, event.table


def _seat_values(entry: Entry) -> tuple[object, ...]:
    seat = entry.seat
    assert seat is not None
    return seat.who, seat.person, seat.level, seat.name, entry.event.table, seat.seat


class PostgreSQLBatchWriter:
    """One statement for the whole batch, its values as one JSON text; the other workers hear of it."""

    def __init__(self, worker: str) -> None:
        self._worker = worker

    def write(self, connection: Connection, entries: Sequence[Entry]) -> Collection[Key]:
        found = connection.exec_driver_sql(_POSTGRESQL_WRITE, (_encode([_EntryRow.of(entry) for entry in entries]),))
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
    """An entry as PostgreSQL reads it."""

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
