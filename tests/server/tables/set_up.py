"""Tables for tests, without a server: rows, events, and messages that become events."""

from typing import Any

import msgspec

from palissade import game as find_game
from palissade.server.events import Acted, Event, Happened
from palissade.server.store.rows import SeatRow, Summary, TableRow
from palissade.server.tables.clocks import Outages
from palissade.server.tables.decisions import Asker, Change, Decision, Sitter, decide, sit
from palissade.server.tables.table import Table
from palissade.server.wire.socket import Act
from palissade.server.wire.tables import Clock, NoClock

MADE_AT = 1_000_000
EIGHT_ACTIONS = ("k5", "h8", "e8", "h2", "h5", "h11", "b11", "e2")  # of alignement, after which it goes on


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
        position=None,
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


def sitter(name: str, *, has_key: bool = True, is_account: bool = False) -> Sitter:
    return Sitter(name, name.title(), is_account, alias_of(name), has_key)


def alias_of(name: str) -> str:
    """How somebody is called at the table."""
    return f"alias of {name}"


def asker(of: Table, name: str, at: int = MADE_AT, absent: frozenset[int] = frozenset()) -> Asker:
    return Asker(of.seats_of(name), at, lambda seat: seat in absent)


def do(of: Table, name: str, message: Change, at: int = MADE_AT, absent: frozenset[int] = frozenset()) -> Event:
    """Let somebody's message happen; raises `Refused`."""
    return happen(of, decide(of, message, asker(of, name, at, absent)), at)


def happen(of: Table, decision: Decision, at: int = MADE_AT) -> Event:
    """Let what was decided happen."""
    of.fold(Happened(of.number + 1, at, decision.event), decision.seat, decision.played)
    return decision.event


def sit_down(of: Table, seat: int, name: str, at: int = MADE_AT) -> Event:
    """Let somebody sit down by the seat's link, or where anybody may."""
    return happen(of, sit(of, seat, sitter(name)), at)


def play(of: Table, *actions: str, at: int = MADE_AT) -> None:
    """Let whoever is to move play, people and machines alike."""
    for action in actions:
        mover = of.mover
        assert mover is not None
        of.match.check(action)
        of.fold(Happened(of.number + 1, at, Acted(mover, action)))


def act(of: Table, action: str, seen: int | None = None) -> Act:
    return Act(id="m", table=of.id, seen=of.number if seen is None else seen, action=action)
