"""A database from a backup: all of it or, when anything is wrong with the file, nothing."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import JSON, Connection, LargeBinary, MetaData, Table, bindparam, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from palissade.errors import PalissadeError
from palissade.messages import Message
from palissade.server.refused import CATALOGUE
from palissade.server.store.backup import AT_ONCE, FORM, End, Head, Part
from palissade.server.store.database import Database
from palissade.server.store.heartbeat import SILENCE
from palissade.server.store.migrations import bring_up_to_date, version_of
from palissade.server.store.schema import metadata, people, pulses, tables
from palissade.server.store.trouble import DatabaseInUse, reason_of

Row = list[Any]
_read = msgspec.json.Decoder(Head | Part | End | Row).decode


class BadBackup(PalissadeError):
    """A file that is no backup, or a damaged one."""

    def __init__(self, path: Path, line: int, problem: str | Message) -> None:
        super().__init__(CATALOGUE.message("restore.bad", path=str(path), line=line, problem=problem))


class NotEmpty(PalissadeError):
    """People or tables are there already."""

    def __init__(self, shown: str) -> None:
        super().__init__(CATALOGUE.message("restore.not-empty", shown=shown))


class Backup:
    """A backup file, read once from its beginning to its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line = 0
        self._marks = self._each_mark()
        head = next(self._marks, None)
        if not isinstance(head, Head):
            raise self.bad(CATALOGUE.message("restore.foreign"))
        if head.form != FORM:
            raise self.bad(CATALOGUE.message("restore.form", form=head.form))
        self.version = head.version

    def rows(self) -> Iterator[tuple[Part, list[Row]]]:
        """All rows, not too many at a time, with what they are of; raises `BadBackup` unless the file is whole."""
        part: Part | None = None
        some: list[Row] = []
        count = 0
        for mark in self._marks:
            if isinstance(mark, list) and part is not None:
                some.append(mark)
                count += 1
                if len(some) < AT_ONCE:
                    continue
            if part is not None and some:
                yield part, some
                some = []
            if isinstance(mark, Part):
                part = mark
            elif isinstance(mark, End) and mark.rows == count and next(self._marks, None) is None:
                return
            elif not isinstance(mark, list) or part is None:
                break
        raise self.bad(CATALOGUE.message("restore.cut"))

    def bad(self, problem: str | Message) -> BadBackup:
        return BadBackup(self._path, self._line, problem)

    def _each_mark(self) -> Iterator[Head | Part | End | Row]:
        try:
            with gzip.open(self._path, "rb") as file:
                for self._line, line in enumerate(file, start=1):
                    yield _read(line)
        except (EOFError, zlib.error):
            raise self.bad(CATALOGUE.message("restore.cut")) from None
        except (gzip.BadGzipFile, msgspec.MsgspecError, UnicodeError, RecursionError):
            raise self.bad(CATALOGUE.message("restore.foreign")) from None
        except OSError as error:
            raise self.bad(error.strerror or str(error)) from None


def restore(database: Database, path: Path, now: int, *, replace: bool = False) -> int:
    """Fill the database, which no server may use meanwhile; how many rows. What was there goes only with `replace`."""
    backup = Backup(path)
    database.lock()
    with database.writing() as connection:
        database.keep_others_out(connection)
        found = version_of(connection)
        if found is not None:
            bring_up_to_date(connection)  # to be understood; refused if a newer Palissade made it
            if database.is_shared and _is_in_use(connection, now):
                raise DatabaseInUse(database.shown)
            if not replace and _is_filled(connection):
                raise NotEmpty(database.shown)
            metadata.drop_all(connection)
            connection.execute(text("DROP TABLE alembic_version"))
        bring_up_to_date(connection, backup.version)
        return _fill(connection, backup)


def _fill(connection: Connection, backup: Backup) -> int:
    """Put everything in as it was kept then, and bring it to what is expected today."""
    then = MetaData()
    then.reflect(connection)
    for column in (column for table in then.tables.values() for column in table.columns):
        if isinstance(column.type, JSON):
            column.type = JSON(none_as_null=True)  # what is not there is NULL, not the JSON text null
    count = 0
    for part, rows in backup.rows():
        table = then.tables.get(part.name)
        if table is None or not set(part.columns) <= set(table.columns.keys()):
            raise backup.bad(CATALOGUE.message("restore.foreign"))
        try:
            _put(connection, table, part, rows)
        except (SQLAlchemyError, ValueError, AttributeError) as error:
            if isinstance(error, SQLAlchemyError) and reason_of(error) is not None:
                raise  # nothing is wrong with the file: the disk is full, or the database is gone
            raise backup.bad(CATALOGUE.message("restore.foreign")) from error
        count += len(rows)
    bring_up_to_date(connection)
    return count


def _put(connection: Connection, table: Table, part: Part, rows: list[Row]) -> None:
    binary = [isinstance(table.columns[name].type, LargeBinary) for name in part.columns]
    values = [
        {
            f"new_{name}": value.encode("latin-1") if is_binary and value is not None else value
            for name, value, is_binary in zip(part.columns, row, binary, strict=True)
        }
        for row in rows
    ]
    new = {name: bindparam(f"new_{name}", type_=table.columns[name].type) for name in part.columns}
    if part.again:
        key = [column == new.pop(column.name) for column in table.primary_key]
        connection.execute(update(table).where(*key).values(new), values)
    else:
        connection.execute(insert(table).values(new), values)


def _is_filled(connection: Connection) -> bool:
    return any(connection.execute(select(table).limit(1)).first() is not None for table in (people, tables))


def _is_in_use(connection: Connection, now: int) -> bool:
    """Whether a server is there, or was just now."""
    newest = connection.execute(select(func.max(pulses.c.at))).scalar()
    return newest is not None and 0 <= now - newest < SILENCE
