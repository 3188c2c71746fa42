"""Tables: made, loaded, listed."""

import pytest
from sqlalchemy import delete

from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, Kept, SeatRow, Summary
from palissade.server.store.schema import people
from palissade.server.store.tables import Tables
from tests.server.store.samples import OPEN, OVER, RUNNING, TWO_FRIENDS, add_people, make_table, table_row


def test_a_table_is_loaded_as_it_was_made(database: Database) -> None:
    add_people(database, "ann", "bob")
    row = table_row("t", deal={"red": ["a1", "b2"]}, host="ann", rated=True, number=2, summary=OVER)
    seats = [SeatRow(0, "person", "ann"), SeatRow(1, "machine", level="oak"), SeatRow(2, "screen", "bob", name="Zoé")]
    events = [EventRow("t", 1, 5, None, b'{"kind":"began"}'), EventRow("t", 2, 6, "ann:1", '{"a":"é"}'.encode())]
    assert Tables(database).make(row, seats, events) == "t"
    names = {"ann": "Ann", "bob": "Bob"}
    assert Tables(database).load("t") == Kept(row, seats, events, names, None)


def test_a_table_that_never_was_is_not_loaded(database: Database) -> None:
    assert Tables(database).load("nothing") is None


def test_a_table_that_cannot_be_kept_whole_is_not_kept(database: Database) -> None:
    tables = Tables(database)
    with pytest.raises(Exception, match=r"(?i)unique"):
        tables.make(table_row("t"), [SeatRow(0, "screen"), SeatRow(0, "screen")], [])
    assert tables.load("t") is None


def test_the_events_after_one(database: Database) -> None:
    tables = Tables(database)
    events = [EventRow("t", number, number, None, b"{}") for number in range(1, 12)]
    tables.make(table_row("t"), [], events)
    tables.make(table_row("u"), [], [EventRow("u", 10, 1, None, b"{}")])
    assert tables.events_after("t", 8) == events[8:]
    assert tables.events_after("t", 11) == []
    assert tables.events_after("nothing", 0) == []


def test_a_second_rematch_is_the_first(database: Database) -> None:
    tables = Tables(database)
    make_table(database, "t", summary=OVER)
    assert make_table(database, "first", rematch_of="t") == "first"
    assert make_table(database, "second", rematch_of="t") == "first"
    assert tables.load("second") is None
    kept = tables.load("t")
    assert kept is not None
    assert kept.rematch == "first"
    assert make_table(database, "another") == "another"


def test_a_person_who_left_has_no_name_at_the_table(database: Database) -> None:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS, host="bob")
    with database.writing() as connection:
        connection.execute(delete(people).where(people.c.id == "bob"))
    kept = Tables(database).load("t")
    assert kept is not None
    assert kept.seats == [SeatRow(0, "person", "ann"), SeatRow(1, "person")]
    assert kept.names == {"ann": "Ann"}
    assert kept.row.host is None


def test_tables_where_a_machine_is_to_move(database: Database) -> None:
    tables = Tables(database)
    waits = Summary("running", 3, 1, True, None)
    make_table(database, "later", summary=waits, changed_at=20)
    make_table(database, "sooner", summary=waits, changed_at=10)
    make_table(database, "now", summary=waits, changed_at=30)
    make_table(database, "person", summary=RUNNING, changed_at=10)
    make_table(database, "over", summary=OVER, changed_at=10)
    assert tables.waiting_for_machines(29, 10) == ["sooner", "later"]
    assert tables.waiting_for_machines(30, 1) == ["sooner"]


def test_tables_are_counted_while_they_are_not_over(database: Database) -> None:
    add_people(database, "ann", "bob")
    tables = Tables(database)
    assert tables.count_by_status() == {"open": 0, "running": 0}
    make_table(database, "a", TWO_FRIENDS)
    make_table(database, "b", [SeatRow(0, "person", "ann"), SeatRow(1, "screen", "ann")], summary=OPEN)
    make_table(database, "c", TWO_FRIENDS, summary=OPEN)
    make_table(database, "d", TWO_FRIENDS, summary=OVER)
    assert tables.count_by_status() == {"open": 2, "running": 1}
    assert tables.unfinished_of("ann") == 3
    assert tables.unfinished_of("bob") == 2
    assert tables.unfinished_of("nobody") == 0
