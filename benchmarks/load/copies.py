"""Many tables in a moment: those that were played, copied in the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from palissade.server.store.database import Database
from palissade.server.store.schema import events, seats, tables

AT_ONCE = 1_000  # tables copied in one transaction


def copy(database: Database, originals: Sequence[str], numbers: range, **changes: Any) -> list[str]:
    """Copies of the tables, one after the other, numbered and each a second older; what they are called."""
    with database.reading() as connection:
        kept = [_Kept(connection, id_) for id_ in originals]
    for first in numbers[::AT_ONCE]:
        some = range(first, min(first + AT_ONCE, numbers.stop))
        rows = [kept[number % len(kept)].copied(_name(number, changes), 1000 * number, changes) for number in some]
        with database.writing() as connection:
            for table, its_rows in zip((tables, seats, events), zip(*rows, strict=True), strict=True):
                connection.execute(insert(table), [row for of_one in its_rows for row in of_one])
    return [_name(number, changes) for number in numbers]


class _Kept:
    """The rows of one table."""

    def __init__(self, connection: Connection, id_: str) -> None:
        self._table = _rows(connection, tables, "id", id_)
        self._seats = _rows(connection, seats, "table", id_)
        self._events = _rows(connection, events, "table", id_)

    def copied(self, name: str, older: int, changes: dict[str, Any]) -> tuple[list[dict[str, Any]], ...]:
        """The rows under another name, so many milliseconds older."""
        times = {"made_at", "changed_at", "over_at", "at"}

        def copied(row: dict[str, Any], key: str) -> dict[str, Any]:
            earlier = {column: row[column] - older for column in times & row.keys() if row[column] is not None}
            return row | earlier | {key: name}

        return (
            [copied(row, "id") | changes for row in self._table],
            [copied(row, "table") for row in self._seats],
            [copied(row, "table") for row in self._events],
        )


def _rows(connection: Connection, table: Table, key: str, id_: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(table).where(table.c[key] == id_)).mappings()]


def _name(number: int, changes: dict[str, Any]) -> str:
    return f"copy{''.join(changes)}{number}"  # letters and digits, as tables are called
