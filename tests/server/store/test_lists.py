"""Lists of tables, a page at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from palissade.server.store.database import Database
from palissade.server.store.rows import Kept, SeatRow
from palissade.server.store.schema import seats
from palissade.server.store.schema import tables as schema_tables
from palissade.server.store.tables import Page, Place, Tables
from tests.server.store.samples import OPEN, OVER, RUNNING, TWO_FRIENDS, add_people, entry, make_table, write

ANYONE = SeatRow(1, "anyone")


def ids(page: Page) -> list[str]:
    return [kept.row.id for kept in page[0]]


def all_pages(turn: Callable[[str | None], Page]) -> list[list[str]]:
    pages = [turn(None)]
    while (cursor := pages[-1][1]) is not None:
        pages.append(turn(cursor))
    return [ids(page) for page in pages]


def test_the_lobby_has_the_tables_with_a_seat_for_anyone(database: Database) -> None:
    add_people(database, "ann")
    me = SeatRow(0, "person", "ann")
    make_table(database, "old", [me, ANYONE], summary=OPEN, changed_at=10)
    make_table(database, "new", [me, ANYONE], summary=OPEN, changed_at=20, game="barrier", listed=False)
    make_table(database, "friend", [me, SeatRow(1, "friend")], summary=OPEN)
    make_table(database, "closed", [me, ANYONE], summary=OVER)
    tables = Tables(database)
    assert ids(tables.lobby("open")) == ["new", "old"]
    assert ids(tables.lobby("open", game="empire")) == ["old"]
    assert ids(tables.lobby("open", game="blocus")) == []


def test_a_seat_that_is_taken_leaves_the_lobby_and_one_that_is_left_returns(database: Database) -> None:
    add_people(database, "ann", "bob")
    make_table(database, "t", [SeatRow(0, "person", "ann"), ANYONE], summary=OPEN)
    tables = Tables(database)
    write(database, entry("t", 1, summary=OPEN, seat=SeatRow(1, "person", "bob")))
    assert ids(tables.lobby("open")) == []
    assert ids(tables.of_person("bob", over=False)) == ["t"]
    write(database, entry("t", 2, summary=OPEN, seat=ANYONE))
    assert ids(tables.lobby("open")) == ["t"]
    assert ids(tables.of_person("bob", over=False)) == []


def test_running_tables_are_shown_where_they_are_listed(database: Database) -> None:
    make_table(database, "shown", changed_at=10)
    make_table(database, "hidden", listed=False)
    make_table(database, "open", summary=OPEN)
    make_table(database, "later", changed_at=20)
    tables = Tables(database)
    assert ids(tables.lobby("running")) == ["later", "shown"]
    write(database, entry("shown", 1))
    assert ids(tables.lobby("running")) == ["shown", "later"]
    write(database, entry("later", 1, summary=OVER))
    assert ids(tables.lobby("running")) == ["shown"]


def test_a_list_tells_all_but_deals_and_events(database: Database) -> None:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS, deal={"secret": 1}, summary=OVER)
    make_table(database, "again", TWO_FRIENDS, rematch_of="t")
    tables = Tables(database)
    whole = tables.load("t")
    assert whole is not None
    assert whole.row.deal == {"secret": 1}
    ([listed], _) = tables.of_person("ann", over=True)
    names = {"ann": "Ann", "bob": "Bob"}
    assert listed == Kept(_without_deal(whole), list(TWO_FRIENDS), [], names, "again")


def _without_deal(kept: Kept) -> Any:
    return type(kept.row)(**{name: getattr(kept.row, name) for name in kept.row.__slots__} | {"deal": None})


def test_ones_tables_move_when_they_are_over(database: Database) -> None:
    add_people(database, "ann", "bob")
    for id_ in ("a", "b", "c"):
        make_table(database, id_, TWO_FRIENDS)
    make_table(database, "others", [SeatRow(0, "screen"), SeatRow(1, "screen")])
    tables = Tables(database)
    write(database, entry("b", 1, summary=OVER))
    write(database, entry("a", 1), entry("c", 1))
    write(database, entry("a", 2))
    assert ids(tables.of_person("ann", over=False)) == ["a", "c"]
    write(database, entry("a", 3, summary=OVER))
    # What happens after the end does not bring a table to the front again.
    write(database, entry("b", 2, summary=OVER), entry("b", 3, summary=OVER), entry("b", 4, summary=OVER))
    assert ids(tables.of_person("ann", over=True)) == ["a", "b"]
    assert ids(tables.of_person("ann", over=False)) == ["c"]


def test_pages_have_neither_gaps_nor_repeats(database: Database) -> None:
    add_people(database, "ann")
    mine = [SeatRow(0, "person", "ann"), SeatRow(1, "screen", "ann")]  # two seats, but one table
    wanted: dict[str, list[str]] = {"running": [], "over": [], "open": []}
    for number in range(23):
        for status, summary, seated in (
            ("running", RUNNING, mine),
            ("over", OVER, mine),
            ("open", OPEN, [SeatRow(0, "screen"), ANYONE]),
        ):
            id_ = f"{status}-{number:02}"
            make_table(database, id_, seated, summary=summary, changed_at=1_000 + number // 4)  # many at one time
            wanted[status].insert(0, id_)
    tables = Tables(database)
    turns: dict[str, list[Callable[[str | None], Page]]] = {
        "running": [
            lambda cursor: tables.of_person("ann", over=False, cursor=cursor, limit=5),
            lambda cursor: tables.lobby("running", cursor=cursor, limit=5),
        ],
        "over": [lambda cursor: tables.of_person("ann", over=True, cursor=cursor, limit=5)],
        "open": [lambda cursor: tables.lobby("open", game="empire", cursor=cursor, limit=5)],
    }
    for status, ways in turns.items():
        for turn in ways:
            pages = all_pages(turn)
            assert [len(page) for page in pages] == [5, 5, 5, 5, 3]
            assert [id_ for page in pages for id_ in page] == wanted[status]


def test_a_last_page_that_is_full_has_no_next(database: Database) -> None:
    for number in range(4):
        make_table(database, f"t{number}")
    assert all_pages(lambda cursor: Tables(database).lobby("running", cursor=cursor, limit=2)) == [
        ["t3", "t2"],
        ["t1", "t0"],
    ]


@pytest.mark.parametrize("cursor", ["", "?", "é", "AAAA", "MTAwMA", "LTEsdA", "MSw", "OTk5OTk5OTk5OTk5OTk5OTk5LHQ"])
def test_a_malformed_cursor_is_refused(database: Database, cursor: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Tables(database).lobby("running", cursor=cursor)


def test_a_cursor_names_its_place() -> None:
    place = Place(1_700_000_000_000, "abc-_Z")
    assert Place.from_cursor(place.cursor()) == place


# ---- many tables


@contextmanager
def plans(database: Database) -> Iterator[list[str]]:
    """How the database finds what it is asked for, a line for each step."""
    steps: list[str] = []

    def explain(connection: Connection, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if not statement.lstrip().startswith("SELECT"):
            return
        prefix = "EXPLAIN" if database.is_shared else "EXPLAIN QUERY PLAN"
        cursor = connection.connection.cursor()
        if database.is_shared:
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"{prefix} {statement}", parameters)
        steps.extend(str(row[-1]) for row in cursor.fetchall())
        cursor.close()

    event.listen(database._engine, "before_cursor_execute", explain)
    yield steps
    event.remove(database._engine, "before_cursor_execute", explain)


def fill(database: Database, person: str, count: int) -> None:
    """Finished tables of somebody, who is not alone in the world."""
    add_people(database, person, *(f"somebody-{number}" for number in range(300)))
    usual = {"game": "empire", "options": {}, "clock": {}, "listed": True, "rated": False, "takebacks": True}
    usual |= {"made_at": 1, "number": 1, "status": "over", "ply": 9, "machine_moves": False, "for_anyone": False}
    ids_ = [f"{person}-{number:06}" for number in range(count)]
    with database.writing() as connection:
        connection.execute(insert(schema_tables), [{**usual, "id": id_, "changed_at": 1} for id_ in ids_])
        who = {"seat": 0, "who": "person", "person": person}
        rows = [{**who, "table": id_, "over_at": 1_000 + number} for number, id_ in enumerate(ids_)]
        connection.execute(insert(seats), rows)
        connection.execute(text("ANALYZE"))


def test_no_list_reads_all_tables(database: Database) -> None:
    fill(database, "ann", 2_000)
    make_table(database, "running")
    tables = Tables(database)
    cursor = Place(1_500, "x").cursor()
    with plans(database) as steps:
        tables.load("ann-000001")
        tables.events_after("ann-000001", 3)
        for each in (None, cursor):
            tables.lobby("open", cursor=each)
            tables.lobby("running", game="empire", cursor=each)
            tables.of_person("ann", over=True, cursor=each)
            tables.of_person("ann", over=False, cursor=each)
        tables.find("ann-000001")
        tables.has_message("ann-000001", "alias:1")
        tables.unfinished_with_machines("ann")
        tables.due(5, 5)
    assert len(steps) > 20
    lists = ("ix_tables_lobby", "ix_tables_running", "ix_tables_due", "ix_tables_unfinished")
    for step in steps:
        if step.strip().startswith("SCAN"):
            assert step.endswith(lists), step
        assert "Seq Scan" not in step
        assert "USE TEMP B-TREE FOR DISTINCT" not in step


def test_a_page_of_very_many_finished_tables_touches_only_its_own(database: Database) -> None:
    fill(database, "ann", 20_000)
    tables = Tables(database)
    first, cursor = tables.of_person("ann", over=True, limit=3)
    assert [kept.row.id for kept in first] == ["ann-019999", "ann-019998", "ann-019997"]
    assert ids(tables.of_person("ann", over=True, cursor=cursor, limit=2)) == ["ann-019996", "ann-019995"]
    middle = Place(1_000 + 10_000, "ann-010000").cursor()
    with plans(database) as steps:
        assert ids(tables.of_person("ann", over=True, cursor=middle, limit=2)) == ["ann-009999", "ann-009998"]
    if database.is_shared:
        assert any("Index" in step and "ix_seats_person" in step for step in steps), steps
        assert "Sort" not in " ".join(steps[:4])
    else:
        assert steps[0] == (
            "SEARCH seats USING COVERING INDEX ix_seats_person (person=? AND over_at>? AND (over_at,table)<(?,?))"
        )
        assert not any("TEMP B-TREE" in step for step in steps)
