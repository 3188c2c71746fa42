"""Tables for tests, without a server: rows, events, and messages that become events."""

from typing import Any

import msgspec

from palissade import game as find_game
from palissade.server.store.rows import SeatRow, Summary, TableRow
from palissade.server.tables.clocks import Outages
from palissade.server.tables.decisions import Asker, Change, decide
from palissade.server.tables.table import Table
from palissade.server.wire.socket import Act, Acted, Event, Happened
from palissade.server.wire.tables import Clock, NoClock

MADE_AT = 1_000_000


def person(seat: int, name: str) -> SeatRow:
    return SeatRow(seat, "person", person=name)


def machine(seat: int, level: str = "pine") -> SeatRow:
    return SeatRow(seat, "machine", level=level)


def table(
    game: str, *seats: SeatRow, clock: Clock | None = None, takebacks: bool = True, rated: bool = False, **options: Any
) -> Table:
    """A table that has just been made, its deal drawn from a fixed seed."""
    chosen = find_game(game, **options)
    row = TableRow(
        id="table",
        game=game,
        options=options,
        deal=chosen.deal(7),
        clock=msgspec.to_builtins(clock or NoClock()),
        listed=False,
        rated=rated,
        takebacks=takebacks,
        host="ann",
        rematch_of=None,
        made_at=MADE_AT,
        number=0,
        changed_at=MADE_AT,
        summary=Summary("open", 0, None, False, None),
    )
    return Table(row, list(seats), {seat.person: seat.person for seat in seats if seat.person}, Outages())


def asker(of: Table, name: str, at: int = MADE_AT, absent: frozenset[int] = frozenset()) -> Asker:
    return Asker(of.seats_of(name), at, lambda seat: seat in absent)


def do(of: Table, name: str, message: Change, at: int = MADE_AT, absent: frozenset[int] = frozenset()) -> Event:
    """Let somebody's message happen; raises `Refused`."""
    decision = decide(of, message, asker(of, name, at, absent))
    of.fold(Happened(of.number + 1, at, decision.event), decision.seat)
    return decision.event


def play(of: Table, *actions: str, at: int = MADE_AT) -> None:
    """Let whoever is to move play, people and machines alike."""
    for action in actions:
        mover = of.mover
        assert mover is not None
        of.match.check(action)
        of.fold(Happened(of.number + 1, at, Acted(mover, action)))


def act(of: Table, action: str, seen: int | None = None) -> Act:
    return Act(id="m", table=of.id, seen=of.number if seen is None else seen, action=action)
