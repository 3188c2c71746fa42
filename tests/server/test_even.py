"""The level that gives somebody an even game, from the games that are kept."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from palissade import game
from palissade.players import ladder as ladder_module
from palissade.players import levels_of
from palissade.players.ladder import Ladder, Rung, digest, ladders, write
from palissade.server import events
from palissade.server.events import Acted, TakenBack
from palissade.server.machines.even_game import GENTLE, Played, place
from palissade.server.routes.even import even_of
from palissade.server.shelf import shelf
from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, SeatRow, Summary
from palissade.server.store.tables import Tables
from palissade.server.wire.shelf import EvenGame
from tests.server.store.samples import add_people, table_row

ALIGNEMENT = game("alignement")
NAMES = [level.name for level in levels_of(ALIGNEMENT)]
LADDER = Ladder(
    options={},
    command="…",
    digest=digest(levels_of(ALIGNEMENT)),
    games=100,
    rungs=[Rung(level=name, elo=200 * at, low=200 * at - 50, high=200 * at + 50) for at, name in enumerate(NAMES)],
    sides=[-50, 50],
)


@pytest.fixture(autouse=True)
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Alignement was measured, and nothing else."""
    monkeypatch.setattr(ladder_module, "MEASURED", tmp_path)
    ladders.cache_clear()
    write(ALIGNEMENT, LADDER)
    yield
    ladders.cache_clear()


def keep(
    database: Database, number: int, level: str, winners: list[int], *, seat: int = 0, taken_back: bool = False
) -> None:
    """A game of Ann's against a machine."""
    seats = [SeatRow(seat, "person", "ann"), SeatRow(1 - seat, "machine", None, level)]
    outcome = {"winners": winners, "draw": not winners, "scores": None, "reason": "ALI-7"}
    row = table_row(
        f"t{number}",
        game="alignement",
        options={},
        number=2,
        changed_at=number,
        summary=Summary("over", 9, None, False, outcome),
    )
    event = TakenBack(0, 1) if taken_back else Acted(0, "b11-b8")
    Tables(database).make(row, seats, [EventRow(row.id, 1, number, None, events.write(event))])


def test_newcomers_stand_at_a_gentle_level() -> None:
    assert place(LADDER, []).level == NAMES[GENTLE - 1]
    assert place(LADDER, []).elo == LADDER.rungs[GENTLE - 1].elo


def test_who_wins_rises_and_who_is_even_stays_beside_the_machine() -> None:
    beaten = [Played(ahead=-400, share=1)]
    assert place(LADDER, []).elo < place(LADDER, beaten).elo < place(LADDER, beaten * 3).elo
    even = [Played(ahead=-1000, share=1), Played(ahead=-1000, share=0)] * 15
    assert place(LADDER, even).level == "ash"
    assert place(LADDER, [Played(ahead=-400, share=1, weight=0.5)]).elo < place(LADDER, beaten).elo
    assert place(LADDER, [Played(ahead=-1600, share=1)] * 30).level == "ironwood"
    assert place(LADDER, [Played(ahead=0, share=0)] * 30).level == "balsa"


def test_my_games_against_machines_place_me(database: Database) -> None:
    add_people(database, "ann", "bob")
    store = Tables(database)
    newcomer = EvenGame({}, "pine", 400, 0)
    assert even_of(store, ALIGNEMENT, None).of == even_of(store, ALIGNEMENT, "ann").of == [newcomer]
    assert even_of(store, game("saute"), "ann").of == []
    for number in range(6):
        keep(database, number, "beech", [0])
    found = even_of(store, ALIGNEMENT, "ann").of[0]
    assert found.games == 6
    assert found.elo > LADDER.rungs[NAMES.index("beech")].elo
    keep(database, 7, "beech", [1], taken_back=True)
    lost = even_of(store, ALIGNEMENT, "ann").of[0]
    assert lost.elo < found.elo
    assert even_of(store, ALIGNEMENT, "bob").of == [newcomer]


def test_a_table_is_found_by_what_has_happened_there(database: Database) -> None:
    add_people(database, "ann")
    store = Tables(database)
    for number, taken_back in enumerate((False, True, False)):
        keep(database, number, "beech", [0], taken_back=taken_back)
    assert store.with_event(["t0", "t1", "t2"], TakenBack) == {"t1"}
    assert store.with_event(["t0", "t1"], Acted) == {"t0"}
    assert store.with_event(["t0"], TakenBack) == set()


def test_what_was_no_game_against_machines_does_not_count(database: Database) -> None:
    add_people(database, "ann", "bob")
    store, over = Tables(database), Summary("over", 9, None, False, {"winners": [0], "draw": False, "reason": "ALI-7"})
    me, machine = SeatRow(0, "person", "ann"), SeatRow(1, "machine", None, "oak")
    left = msgspec.structs.replace(over, ply=1)
    row = table_row("a", game="alignement", options={}, summary=over)
    store.make(row, [me, SeatRow(1, "person", "bob")], [])
    store.make(table_row("b", game="alignement", options={}, summary=left), [me, machine], [])
    store.make(table_row("c", game="alignement", options={}, summary=over, position="…"), [me, machine], [])
    store.make(
        table_row("d", game="alignement", options={}, summary=over), [me, SeatRow(1, "machine", None, "elm")], []
    )
    assert even_of(store, ALIGNEMENT, "ann").of[0].games == 0


def test_the_shelf_tells_what_was_measured_until_the_levels_change() -> None:
    def told() -> list[str]:
        ladders = {one.id: one.ladders for one in shelf("en", lambda _: 1.0).games}
        assert not any(found for name, found in ladders.items() if name != "alignement")
        return [rung.level for ladder in ladders["alignement"] for rung in ladder.rungs]

    assert told() == NAMES
    write(ALIGNEMENT, msgspec.structs.replace(LADDER, digest="of other settings"))
    assert told() == []
