"""Seeks, as they are kept: who waits for anybody to play, and since when their page was last known to be there."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, text, update

from palissade.server.store.database import Database
from palissade.server.store.rows import SeatRow, TableRow
from palissade.server.store.schema import seeks
from palissade.server.store.tables import put_table

GRACE = 20_000  # milliseconds after which a seek that no page holds has ended
MOST_TOLD = 50  # of those who wait, in a list


@dataclass(frozen=True, slots=True)
class SeekRow:
    """Somebody who waits; `table` is where they sit as soon as somebody has come."""

    id: str
    person: str
    game: str | None
    clock: str  # as JSON: those who want the same have the same text
    made_at: int
    table: str | None = None


MakeTable = Callable[[SeekRow, SeekRow], tuple[TableRow, Sequence[SeatRow]]]
_COLUMNS = (seeks.c.id, seeks.c.person, seeks.c.game, seeks.c.clock, seeks.c.made_at, seeks.c.table)


class Seeks:
    """All seeks of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def seek(self, mine: SeekRow, now: int, make: MakeTable) -> tuple[SeekRow, SeekRow | None]:
        """Sit down with who has waited longest and wants the same, or wait: my seek, and theirs. Whoever seeks at the
        same moment comes after or before: nobody waits beside somebody who fits.
        """
        with self._database.writing() as connection:
            _hold(connection)
            connection.execute(delete(seeks).where(or_(seeks.c.person == mine.person, seeks.c.held_at <= now - GRACE)))
            fits = seeks.c.table.is_(None) & (seeks.c.clock == mine.clock)
            if mine.game is not None:
                fits &= or_(seeks.c.game == mine.game, seeks.c.game.is_(None))
            found = connection.execute(select(*_COLUMNS).where(fits).order_by(seeks.c.made_at, seeks.c.id)).first()
            if found is None:
                connection.execute(insert(seeks).values(_values(mine, now)))
                return mine, None
            other = SeekRow(*found)
            row, seats = make(other, mine)
            put_table(self._database, connection, row, seats)
            connection.execute(update(seeks).where(seeks.c.id == other.id).values(table=row.id, game=row.game))
            seated = SeekRow(mine.id, mine.person, row.game, mine.clock, mine.made_at, row.id)
            return seated, SeekRow(other.id, other.person, row.game, other.clock, other.made_at, row.id)

    def hold(self, ids: Collection[str], now: int) -> list[SeekRow]:
        """Their pages are there: how they stand. One that has ended is not among them."""
        theirs = seeks.c.id.in_(ids)
        with self._database.writing() as connection:
            connection.execute(update(seeks).where(theirs).values(held_at=now))
            return [SeekRow(*row) for row in connection.execute(select(*_COLUMNS).where(theirs))]

    def end(self, id_: str, person: str | None = None, unheld_since: int | None = None) -> SeekRow | None:
        """Somebody waits no longer, unless somebody has come meanwhile: then how it stands."""
        mine = seeks.c.id == id_
        if person is not None:
            mine &= seeks.c.person == person
        gone = mine & seeks.c.table.is_(None)
        if unheld_since is not None:
            gone &= seeks.c.held_at <= unheld_since
        with self._database.writing() as connection:
            connection.execute(delete(seeks).where(gone))
            left = connection.execute(select(*_COLUMNS).where(mine)).one_or_none()
            return None if left is None else SeekRow(*left)

    def waiting(self, now: int, but: str | None = None) -> list[SeekRow]:
        """Who waits, but this person; the longest first."""
        query = select(*_COLUMNS).where(_waits(now), seeks.c.person.is_distinct_from(but))
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(seeks.c.made_at, seeks.c.id).limit(MOST_TOLD))
            return [SeekRow(*row) for row in found]

    def count(self, now: int) -> int:
        """How many wait."""
        with self._database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(seeks).where(_waits(now))) or 0


def _waits(now: int) -> ColumnElement[bool]:
    return seeks.c.table.is_(None) & (seeks.c.held_at > now - GRACE)


def _values(seek: SeekRow, now: int) -> dict[str, object]:
    return {name: getattr(seek, name) for name in seek.__slots__} | {"held_at": now}


def _hold(connection: Connection) -> None:
    """Until the transaction ends, who else seeks waits. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('seeks'))"))
