"""Tables: made, loaded, listed."""

import pytest
from sqlalchemy import delete, insert

from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, Kept, SeatRow, Summary
from palissade.server.store.schema import people, rated_tables
from palissade.server.store.tables import Tables
from tests.server.store.samples import OPEN, OVER, TWO_FRIENDS, add_people, entry, make_table, table_row, write


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


def test_tables_whose_time_is_up_come_the_longest_ago_first(database: Database) -> None:
    tables = Tables(database)
    for id_, due_at in (("later", 20), ("sooner", 10), ("not-yet", 31), ("never", None)):
        make_table(database, id_, summary=Summary("running", 3, 1, False, None, due_at))
    make_table(database, "over", summary=Summary("over", 3, None, False, OVER.outcome, 10))
    assert tables.due(30, 10) == ["sooner", "later"]
    assert tables.due(30, 1) == ["sooner"]
    assert tables.due(9, 10) == []
    write(database, entry("sooner", 1, summary=Summary("running", 4, 0, False, None, 40)))
    assert tables.due(30, 10) == ["later"]
    write(database, entry("later", 1, summary=Summary("running", 4, 0, False, None)))
    assert tables.due(30, 10) == []


def test_what_is_due_is_loaded_as_it_was_written(database: Database) -> None:
    make_table(database, "t")
    waits = Summary("running", 1, 0, False, None, 1_700_000_000_000)
    write(database, entry("t", 1, summary=waits))
    kept, found = Tables(database).load("t"), Tables(database).find("t")
    assert kept is not None
    assert found is not None
    assert kept.row.summary == found.row.summary == waits


def test_a_table_is_found_without_what_was_dealt_and_played(database: Database) -> None:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS, deal={"red": ["a1"]})
    write(database, entry("t", 1))
    found = Tables(database).find("t")
    assert found is not None
    assert (found.row.number, found.row.deal, found.events) == (1, None, [])
    assert (found.seats, found.names) == (list(TWO_FRIENDS), {"ann": "Ann", "bob": "Bob"})
    assert Tables(database).find("nothing") is None


def test_a_message_is_known_again_at_its_table(database: Database) -> None:
    make_table(database, "t")
    make_table(database, "u")
    write(database, entry("t", 1, "alias:1"))
    tables = Tables(database)
    assert tables.has_message("t", "alias:1")
    assert not tables.has_message("t", "alias:2")
    assert not tables.has_message("u", "alias:1")


def test_unfinished_tables_with_machines_are_counted_for_who_made_them(database: Database) -> None:
    add_people(database, "ann", "bob")
    tables = Tables(database)
    against = [SeatRow(0, "person", "ann"), SeatRow(1, "machine", level="oak"), SeatRow(2, "machine", level="oak")]
    assert tables.unfinished_with_machines("ann") == 0
    make_table(database, "a", against, host="ann")
    make_table(database, "b", against, host="ann", summary=OPEN)
    make_table(database, "over", against, host="ann", summary=OVER)
    make_table(database, "bobs", against, host="bob")
    make_table(database, "friends", TWO_FRIENDS, host="ann")
    assert tables.unfinished_with_machines("ann") == 2
    assert tables.unfinished_with_machines("bob") == 1
    assert tables.unfinished_with_machines("nobody") == 0
    write(database, entry("a", 1, summary=OVER))
    assert tables.unfinished_with_machines("ann") == 1


def test_rated_games_that_ended_without_counting_are_found(database: Database) -> None:
    add_people(database, "ann", "bob")
    for id_, changed_at in (("old", 10), ("first", 20), ("second", 30)):
        make_table(database, id_, TWO_FRIENDS, rated=True, summary=OVER, changed_at=changed_at)
    make_table(database, "unrated", TWO_FRIENDS, summary=OVER, changed_at=30)
    make_table(database, "running", TWO_FRIENDS, rated=True, changed_at=30)
    called_off = Summary("over", 0, None, False, None)
    make_table(database, "called-off", TWO_FRIENDS, rated=True, summary=called_off, changed_at=30)
    tables = Tables(database)
    assert tables.unrated(20, 10) == [("second", "empire"), ("first", "empire")]
    assert tables.unrated(20, 1) == [("second", "empire")]
    with database.writing() as connection:
        connection.execute(insert(rated_tables).values(table="second"))
    assert tables.unrated(20, 10) == [("first", "empire")]
