"""A backup: all that is in a database at one moment, in one compressed file from which either kind can be restored.

Lines of JSON, in a gzip file:

    {"is":"palissade-backup","form":1,"version":"0001","made_at":1763230000000}
    {"is":"table","name":"people","columns":["id","name",…]}    a table comes after those that it refers to
    ["x7…","Ann",…]                                              its rows; bytes as characters of the same numbers
    {"is":"table","name":"tables","columns":["id","rematch_of"],"again":true}
    ["k2…","m9…"]                                                what refers to its own table, when all of it is there
    {"is":"end","rows":1234}                                     without which the file is not whole
"""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, Select, Table, select

from palissade.server.store.database import Database
from palissade.server.store.migrations import NEWEST
from palissade.server.store.schema import metadata

FORM = 1  # of the file
AT_ONCE = 1000  # rows in memory


class Head(msgspec.Struct, frozen=True, tag_field="is", tag="palissade-backup"):
    """The first line: the form of the file, and the version of the tables in it."""

    form: int
    version: str
    made_at: int


class Part(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", tag="table"):
    """Before rows: which table and columns they are of."""

    name: str
    columns: list[str]
    again: bool = False  # the rows are there already, and get only these columns after the key


class End(msgspec.Struct, frozen=True, tag_field="is", tag="end"):
    """The last line: how many rows there were."""

    rows: int


def back_up(database: Database, path: Path, now: int) -> int:
    """Write everything to a file that only its owner may read; how many rows. Servers may go on meanwhile."""
    rows = 0
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(0o600)
    try:
        with gzip.open(unfinished, "wb", compresslevel=6) as file, database.reading() as connection:
            file.write(_line(Head(FORM, NEWEST, now)))
            for part, query in _parts():
                file.write(_line(part))
                for lines, count in _rows(connection, query):
                    file.write(lines)
                    rows += count
            file.write(_line(End(rows)))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return rows


def own_references(table: Table) -> list[Column[Any]]:
    """The columns that refer to rows of the same table."""
    return [column for column in table.columns if any(key.column.table is table for key in column.foreign_keys)]


def _parts() -> Iterator[tuple[Part, Select[*tuple[object, ...]]]]:
    """All tables with what to read of them: first without what refers to themselves, at last that alone."""
    later = []
    for table in metadata.sorted_tables:
        own, key = own_references(table), list(table.primary_key)
        columns = [column for column in table.columns if column not in own]
        yield _part(table, columns), select(*columns).order_by(*key)
        if own:
            some = select(*key, *own).where(*(column.is_not(None) for column in own)).order_by(*key)
            later.append((_part(table, [*key, *own], again=True), some))
    yield from later


def _part(table: Table, columns: Sequence[Column[Any]], *, again: bool = False) -> Part:
    return Part(str(table.name), [str(column.name) for column in columns], again)


def _rows(connection: Connection, query: Select[*tuple[object, ...]]) -> Iterator[tuple[bytes, int]]:
    found = connection.execution_options(yield_per=AT_ONCE).execute(query)
    for some in found.partitions():
        yield b"".join(_line([_plain(value) for value in row]) for row in some), len(some)


def _plain(value: object) -> object:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"
