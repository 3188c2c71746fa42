"""Tables as they are kept: made, loaded whole, and listed a page at a time."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from msgspec import structs
from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, select, text, true, tuple_, update

from palissade.server.events import Event, head
from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, Kept, SeatRow, Summary, TableRow
from palissade.server.store.schema import (
    IN_LOBBY,
    IS_DUE,
    TO_WATCH,
    UNFINISHED,
    events,
    people,
    rated_tables,
    seats,
    tables,
)
from palissade.server.wire.tables import Status

_Row = Row[*tuple[Any, ...]]
Page = tuple[list[Kept], str | None]  # with the cursor of the next page

_rematches = tables.alias("rematches")
_REMATCH = select(_rematches.c.id).where(_rematches.c.rematch_of == tables.c.id).scalar_subquery().label("rematch")
_ALL = select(tables, _REMATCH)
_SHOWN = select(*(column for column in tables.c if column.name not in ("deal", "position")), _REMATCH)
_SEATS = select(seats, people.c.name.label("person_name")).outerjoin(people, people.c.id == seats.c.person)
_EVENTS = select(events.c.table, events.c.number, events.c.at, events.c.message, events.c.event)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list of tables, the newest first; told to the reader as an opaque cursor, where a page ends."""

    at: int
    id: str

    def cursor(self) -> str:
        return urlsafe_b64encode(f"{self.at},{self.id}".encode()).decode().rstrip("=")

    @classmethod
    def from_cursor(cls, cursor: str) -> "Place":
        """Raises `ValueError` for what never was a cursor."""
        padding = "=" * (-len(cursor) % 4)
        at, comma, id_ = urlsafe_b64decode(cursor.encode() + padding.encode()).decode().partition(",")
        if not (comma and at.isascii() and at.isdigit() and len(at) <= 15 and id_.isprintable() and id_):
            raise ValueError("not a cursor")
        return cls(int(at), id_)


class Tables:
    """All tables of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, row: TableRow, seated: Sequence[SeatRow], happened: Sequence[EventRow]) -> str:
        """Keep a new table and tell its id; if it is a second rematch of another, tell the id of the first."""
        with self._database.writing() as connection:
            if not put_table(self._database, connection, row, seated):
                first = select(tables.c.id).where(tables.c.rematch_of == row.rematch_of)
                return str(connection.execute(first).scalar_one())
            if happened:
                connection.execute(insert(events), [structs.asdict(event) for event in happened])
        return row.id

    def load(self, id_: str) -> Kept | None:
        """A table with its deal and all its events, or None if there is no such table."""
        with self._database.reading() as connection:
            row = connection.execute(_ALL.where(tables.c.id == id_)).one_or_none()
            if row is None:
                return None
            happened = _events(connection, id_, 0)
            return _kept(connection, [row], {id_: happened})[0]

    def find(self, id_: str) -> Kept | None:
        """A table as it stands, without its deal and its events, or None if there is no such table."""
        with self._database.reading() as connection:
            row = connection.execute(_SHOWN.where(tables.c.id == id_)).one_or_none()
            return None if row is None else _kept(connection, [row], {})[0]

    def events_after(self, id_: str, number: int) -> list[EventRow]:
        """The events of a table that come after this one, in order."""
        with self._database.reading() as connection:
            return _events(connection, id_, number)

    def has_message(self, id_: str, message: str) -> bool:
        """Whether this message has done something at the table already."""
        query = select(events.c.number).where(events.c.table == id_, events.c.message == message)
        with self._database.reading() as connection:
            return connection.execute(query).first() is not None

    def lobby(
        self, status: Literal["open", "running"], game: str | None = None, cursor: str | None = None, limit: int = 20
    ) -> Page:
        """Tables at which anybody may take a seat, or which anybody may watch; those that changed last come first."""
        chosen = text(IN_LOBBY if status == "open" else TO_WATCH)
        of_game = tables.c.game == game if game is not None else true()
        places = select(tables.c.changed_at, tables.c.id).where(chosen, of_game)
        return self._page(places, tables.c.changed_at, tables.c.id, cursor, limit)

    def newest(self, status: Status | None = None, game: str | None = None, limit: int = 20) -> list[Kept]:
        """For the host, who may see all of them: the tables that changed last."""
        query = _SHOWN.order_by(tables.c.changed_at.desc(), tables.c.id.desc()).limit(limit)
        if status is not None:
            query = query.where(tables.c.status == status)
        if game is not None:
            query = query.where(tables.c.game == game)
        with self._database.reading() as connection:
            return _kept(connection, connection.execute(query).all(), {})

    def each_game(self, *, also_unfinished: bool = False) -> Iterator[str]:
        """The tables at which a game was played to its end, or all where one has begun; the oldest first."""
        query = select(tables.c.id).order_by(tables.c.made_at, tables.c.id)
        query = query.where(tables.c.ply > 0 if also_unfinished else tables.c.outcome.is_not(None))
        with self._database.reading() as connection:
            # A few at a time, so that no number of games fills the memory.
            yield from connection.execution_options(yield_per=1000).scalars(query)

    def of_person(self, person: str, over: bool, cursor: str | None = None, limit: int = 20) -> Page:
        """The tables at which somebody sits: finished ones by their end, the others by their last change."""
        if over:
            # One may have several seats at a table.
            places = select(seats.c.over_at, seats.c.table).distinct()
            places = places.where(seats.c.person == person, seats.c.over_at.is_not(None))
            return self._page(places, seats.c.over_at, seats.c.table, cursor, limit)
        unfinished = select(seats.c.table).where(seats.c.person == person, seats.c.over_at.is_(None))
        places = select(tables.c.changed_at, tables.c.id).where(tables.c.id.in_(unfinished))
        return self._page(places, tables.c.changed_at, tables.c.id, cursor, limit)

    def finished(self, person: str, game: str, limit: int) -> list[Kept]:
        """Somebody's last games of one kind that have a result, from its usual start."""
        query = select(seats.c.table).join(tables, tables.c.id == seats.c.table).distinct()
        query = query.where(seats.c.person == person, seats.c.over_at.is_not(None), tables.c.game == game)
        query = query.where(tables.c.outcome.is_not(None), tables.c.position.is_(None))
        newest = query.add_columns(seats.c.over_at).order_by(seats.c.over_at.desc()).limit(limit)
        with self._database.reading() as connection:
            ids = [id_ for id_, _ in connection.execute(newest)]
            rows = {row.id: row for row in connection.execute(_SHOWN.where(tables.c.id.in_(ids)))}
            return _kept(connection, [rows[id_] for id_ in ids], {})

    def with_event(self, ids: Collection[str], kind: type[Event]) -> set[str]:
        """Those of these tables at which something of this kind has happened; no event is read for it."""
        begins = head(kind)
        after = begins[:-1] + bytes([begins[-1] + 1])
        query = select(events.c.table).where(events.c.table.in_(ids), events.c.event >= begins, events.c.event < after)
        with self._database.reading() as connection:
            return set(connection.scalars(query.distinct()))

    def due(self, now: int, limit: int) -> list[str]:
        """Tables at which a clock has run out, the longest ago first."""
        query = select(tables.c.id).where(text(IS_DUE), tables.c.due_at <= now).order_by(tables.c.due_at).limit(limit)
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def set_due(self, id_: str, due_at: int | None) -> None:
        """When the clock of a table runs out, where that has changed without an event."""
        with self._database.writing() as connection:
            connection.execute(update(tables).where(tables.c.id == id_).values(due_at=due_at))

    def unfinished_with_machines(self, host: str) -> int:
        """How many tables that somebody made with machines are not over."""
        with_machine = select(seats.c.table).where(seats.c.table == tables.c.id, seats.c.who == "machine").exists()
        query = select(func.count()).where(tables.c.host == host, text(UNFINISHED), with_machine)
        with self._database.reading() as connection:
            return connection.scalar(query) or 0

    def unrated(self, since: int, limit: int) -> list[tuple[str, str]]:
        """Rated games that have ended since then without counting, with their game; the newest first."""
        counted = select(rated_tables.c.table).where(rated_tables.c.table == tables.c.id).exists()
        query = select(tables.c.id, tables.c.game).where(
            tables.c.rated, tables.c.outcome.is_not(None), tables.c.changed_at >= since, ~counted
        )
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(tables.c.changed_at.desc()).limit(limit))
            return [(id_, game) for id_, game in found]

    def _page(
        self,
        places: Select[int, str],
        at: ColumnElement[Any],
        id_: ColumnElement[str],
        cursor: str | None,
        limit: int,
    ) -> Page:
        """The tables at the first places after the cursor. One more place is read, to know whether there is a next."""
        if cursor is not None:
            last = Place.from_cursor(cursor)
            places = places.where(tuple_(at, id_) < tuple_(last.at, last.id))
        places = places.order_by(at.desc(), id_.desc()).limit(limit + 1)
        with self._database.reading() as connection:
            found = [Place(*place) for place in connection.execute(places)]
            if not found:
                return [], None
            rows = connection.execute(_SHOWN.where(tables.c.id.in_([place.id for place in found[:limit]])))
            by_id = {row.id: row for row in rows}
            shown = _kept(connection, [by_id[place.id] for place in found[:limit]], {})
        return shown, found[limit - 1].cursor() if len(found) > limit else None


def put_table(database: Database, connection: Connection, row: TableRow, seated: Sequence[SeatRow]) -> bool:
    """Keep a new table, in the caller's transaction; False if it is a second rematch of another."""
    values = {name: value for name, value in asdict(row).items() if name != "summary"} | structs.asdict(row.summary)
    values["for_anyone"] = any(seat.who == "anyone" for seat in seated)
    new = database.insert(tables).values(values).on_conflict_do_nothing(index_elements=["rematch_of"])
    if connection.execute(new.returning(tables.c.id)).scalar() is None:
        return False
    over_at = row.changed_at if row.summary.status == "over" else None
    if seated:
        connection.execute(insert(seats), [{**asdict(seat), "table": row.id, "over_at": over_at} for seat in seated])
    return True


def _events(connection: Connection, id_: str, number: int) -> list[EventRow]:
    query = _EVENTS.where(events.c.table == id_, events.c.number > number).order_by(events.c.number)
    return [EventRow(*row) for row in connection.execute(query)]


def _kept(connection: Connection, rows: Sequence[_Row], happened: dict[str, list[EventRow]]) -> list[Kept]:
    """The tables of these rows with their seats, in the same order."""
    seated: defaultdict[str, list[SeatRow]] = defaultdict(list)
    names: defaultdict[str, dict[str, str]] = defaultdict(dict)
    query = _SEATS.where(seats.c.table.in_([row.id for row in rows])).order_by(seats.c.table, seats.c.seat)
    for seat in connection.execute(query):
        seated[seat.table].append(SeatRow(seat.seat, seat.who, seat.person, seat.level, seat.name))
        if seat.person is not None:
            names[seat.table][seat.person] = seat.person_name
    return [Kept(_table(row), seated[row.id], happened.get(row.id, []), names[row.id], row.rematch) for row in rows]


def _table(row: _Row) -> TableRow:
    return TableRow(
        id=row.id,
        game=row.game,
        options=row.options,
        deal=row._mapping.get("deal"),  # not read in lists
        position=row._mapping.get("position"),  # nor is this
        clock=row.clock,
        listed=row.listed,
        rated=row.rated,
        takebacks=row.takebacks,
        host=row.host,
        rematch_of=row.rematch_of,
        made_at=row.made_at,
        number=row.number,
        changed_at=row.changed_at,
        summary=Summary(row.status, row.ply, row.mover, row.machine_moves, row.outcome, row.due_at),
    )
