"""Letting go of what nobody comes back to: tables that still wait for somebody, guests who were not seen for long.

Safe beside running servers. What is let go is written as a server writes it, a little at a time: one that has such a
table in memory finds its next event's number taken, and reads the table anew.
"""

from sqlalchemy import ColumnElement, func, or_, select

from palissade.server import events
from palissade.server.events import Closed
from palissade.server.store.batch_sql import batch_writer_of
from palissade.server.store.database import SMALL, Database
from palissade.server.store.people import remove_person
from palissade.server.store.rows import Entry, EventRow, Summary
from palissade.server.store.schema import people, seats, tables

AT_ONCE = 100  # in one transaction, so that nobody who plays waits for it


class Pruning:
    """What may go: tables open and unchanged since a time, and guests unseen since one who have no other tables."""

    def __init__(self, database: Database, tables_since: int, guests_since: int) -> None:
        self._database = database
        self._forsaken = (tables.c.status == "open") & (tables.c.changed_at <= tables_since)
        self._absent = people.c.account.is_(None) & (people.c.seen_at <= guests_since) & ~self._plays()

    def _plays(self) -> ColumnElement[bool]:
        """Whether somebody sits at, or has made, an unfinished table that stays."""
        sits = select(seats.c.table).where(seats.c.table == tables.c.id, seats.c.person == people.c.id)
        stays = (tables.c.status != "over") & ~self._forsaken
        is_theirs = or_(tables.c.host == people.c.id, sits.correlate(tables, people).exists())
        return select(tables.c.id).where(stays, is_theirs).correlate(people).exists()

    def count(self) -> tuple[int, int]:
        """How many tables and guests would go."""
        with self._database.reading() as connection:
            waiting = connection.execute(select(func.count()).select_from(tables).where(self._forsaken)).scalar_one()
            absent = connection.execute(select(func.count()).select_from(people).where(self._absent)).scalar_one()
        return waiting, absent

    def close_tables(self, now: int) -> int:
        """Close those tables, and tell how many."""
        writer = batch_writer_of(self._database)
        query = select(tables.c.id, tables.c.number, tables.c.ply).where(self._forsaken).limit(AT_ONCE)
        event, closed = events.write(Closed()), 0
        while True:
            with self._database.writing() as connection:
                entries = [
                    Entry(EventRow(id_, number + 1, now, None, event), Summary("over", ply, None, False, None))
                    for id_, number, ply in connection.execute(query)
                ]
                written = writer.write(connection, entries) if entries else ()
            if not written:
                return closed
            closed += len(written)

    def remove_guests(self) -> int:
        """Remove those guests, and tell how many; the games that they played stay."""
        query, removed = select(people.c.id).where(self._absent).limit(AT_ONCE).with_for_update(), 0
        while True:
            with self._database.writing() as connection:
                guests = connection.scalars(query).all()
                for guest in guests:
                    remove_person(connection, guest)
            if not guests:
                self._database.wipe(SMALL)
                return removed
            removed += len(guests)
