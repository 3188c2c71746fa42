"""Talk at tables, as it is kept: a little while, and apart from the games."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, text

from palissade.server.store.database import Database
from palissade.server.store.schema import people, tables, talk

MOST_LINES = 100  # that are kept of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Something that somebody says."""

    table: str
    at: int
    person: str
    seat: int
    message: str  # its id, by which it is known again when it is sent again
    phrase: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class KeptLine:
    number: int
    at: int
    person: str
    name: str
    seat: int
    phrase: str | None
    text: str | None


class TalkStore:
    """What people say at all tables of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, line: Line) -> None:
        """Keep a line, once."""
        here = talk.c.table == line.table
        with self._database.writing() as connection:
            _hold(connection, line.table)
            is_same = (talk.c.person == line.person) & (talk.c.message == line.message)
            if connection.execute(select(talk.c.at).where(here, is_same)).first():
                return
            last = connection.scalar(select(func.max(talk.c.number)).where(here)) or 0
            values = {name: getattr(line, name) for name in line.__slots__}
            connection.execute(insert(talk).values(values | {"number": last + 1}))
            connection.execute(delete(talk).where(here, talk.c.number <= last + 1 - MOST_LINES))

    def at(self, table: str, after: int = 0) -> list[KeptLine]:
        """What was said at a table after the line of this number, in order."""
        columns = (talk.c.number, talk.c.at, talk.c.person, people.c.name, talk.c.seat, talk.c.phrase, talk.c.text)
        query = select(*columns).join(people, people.c.id == talk.c.person)
        with self._database.reading() as connection:
            found = connection.execute(
                query.where(talk.c.table == table, talk.c.number > after).order_by(talk.c.number)
            )
            return [KeptLine(*row) for row in found]

    def let_go(self, over_since: int) -> None:
        """Keep nothing of what was said at tables that were over by then."""
        over = select(tables.c.id).where(tables.c.status == "over", tables.c.changed_at <= over_since)
        with self._database.writing() as connection:
            connection.execute(delete(talk).where(talk.c.table.in_(over)))


def _hold(connection: Connection, table: str) -> None:
    """Until the transaction ends, who says something at the same table waits. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('talk'), hashtext(:table))"), {"table": table})
