"""Seeks as they are kept: whoever wants the same is seated, once, and nobody waits beside somebody who fits."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete, select

from palissade.server.store.database import Database
from palissade.server.store.rows import SeatRow, TableRow
from palissade.server.store.schema import people, seats, tables
from palissade.server.store.seeks import GRACE, SeekRow, Seeks
from tests.server.store.samples import add_people, table_row

NOW = 1_000_000


def seek(person: str, game: str | None = "blocus", clock: str = "{}", made_at: int = NOW) -> SeekRow:
    return SeekRow(f"s{person}", person, game, clock, made_at)


def table_for(first: SeekRow, second: SeekRow) -> tuple[TableRow, Sequence[SeatRow]]:
    row = table_row(f"t{first.person}{second.person}", game=first.game or second.game or "any")
    return row, [SeatRow(0, "person", first.person), SeatRow(1, "person", second.person)]


@pytest.fixture
def kept(database: Database) -> Seeks:
    add_people(database, *(f"p{number}" for number in range(8)))
    return Seeks(database)


def try_to(kept: Seeks, wanted: SeekRow, now: int = NOW) -> str | None:
    """Seek; the table at which both sit, if somebody waited."""
    return kept.seek(wanted, now, table_for)[0].table


def test_the_second_who_wants_the_same_sits_down_with_the_first(kept: Seeks, database: Database) -> None:
    assert try_to(kept, seek("p0")) is None
    assert kept.count(NOW) == 1
    assert try_to(kept, seek("p1")) == "tp0p1"
    (first,) = kept.hold(["sp0"], NOW)
    assert (first.table, first.game) == ("tp0p1", "blocus")
    assert kept.count(NOW) == 0
    with database.reading() as connection:
        assert connection.scalars(select(seats.c.person).order_by(seats.c.seat)).all() == ["p0", "p1"]


@pytest.mark.parametrize(
    ("theirs", "mine", "game"),
    [
        ("blocus", "blocus", "blocus"),
        (None, "blocus", "blocus"),
        ("blocus", None, "blocus"),
        (None, None, "any"),
        ("empire", "blocus", None),
    ],
)
def test_who_wants_any_game_plays_what_the_other_wants(
    kept: Seeks, theirs: str | None, mine: str | None, game: str | None
) -> None:
    try_to(kept, seek("p0", theirs))
    assert kept.seek(seek("p1", mine), NOW, table_for)[0].game == (game or mine)
    assert kept.count(NOW) == (0 if game else 2)


def test_another_clock_is_not_the_same_and_nobody_plays_themselves(kept: Seeks) -> None:
    assert try_to(kept, seek("p0")) is None
    assert try_to(kept, seek("p1", clock='{"kind":"none"}')) is None
    assert try_to(kept, seek("p0")) is None
    assert [row.person for row in kept.waiting(NOW, but="p1")] == ["p0"]


def test_who_has_waited_longest_is_first(kept: Seeks) -> None:
    try_to(kept, seek("p1", "empire", made_at=NOW - 5))
    try_to(kept, seek("p0", "blocus", made_at=NOW - 9))
    assert try_to(kept, seek("p2", None)) == "tp0p2"
    assert try_to(kept, seek("p3", None)) == "tp1p3"


def test_a_seek_ends_with_its_page_or_by_its_owner_unless_somebody_has_come(kept: Seeks) -> None:
    try_to(kept, seek("p0"))
    kept.end("sp0", "p1")  # who is somebody else
    kept.hold(["sp0"], NOW + 5)
    assert kept.end("sp0", unheld_since=NOW + 4) is not None  # another page holds it
    assert kept.end("sp0", "p0") is None
    assert try_to(kept, seek("p1")) is None
    assert try_to(kept, seek("p2"), NOW + GRACE) is None  # the page of the one before is long gone
    assert kept.hold(["sp1"], NOW + GRACE) == []
    assert try_to(kept, seek("p3"), NOW + GRACE) == "tp2p3"
    left = kept.end("sp2", "p2")
    assert left is not None
    assert left.table == "tp2p3"


def test_a_seek_goes_with_its_person(kept: Seeks, database: Database) -> None:
    try_to(kept, seek("p0"))
    with database.writing() as connection:
        connection.execute(delete(people).where(people.c.id == "p0"))
    assert try_to(kept, seek("p1")) is None


def test_those_who_seek_at_the_same_moment_are_all_seated(kept: Seeks, database: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: try_to(kept, seek(f"p{number}")), range(8)))
    assert kept.count(NOW) == 0
    with database.reading() as connection:
        assert len(connection.execute(select(tables.c.id)).all()) == 4
        assert sorted(connection.scalars(select(seats.c.person)).all()) == [f"p{number}" for number in range(8)]
