"""What is read from and written to the store, as plain values. What every action needs is a struct: these are quick."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from msgspec import Struct

from palissade.server.wire.tables import Status


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    who: Literal["person", "machine", "screen", "friend", "anyone"]
    person: str | None = None
    level: str | None = None
    name: str | None = None


class Summary(Struct, frozen=True):
    """A table as its last event left it."""

    status: Status
    ply: int
    mover: int | None
    machine_moves: bool
    outcome: dict[str, Any] | None
    due_at: int | None = None  # when something happens by itself: a clock runs out


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table: what was fixed when it was made, and how it stands."""

    id: str
    game: str
    options: dict[str, Any]
    deal: Any
    position: str | None  # where it begins, if not at the start of the game
    clock: dict[str, Any]
    listed: bool
    rated: bool
    takebacks: bool
    host: str | None
    rematch_of: str | None
    made_at: int
    number: int
    changed_at: int
    summary: Summary


class EventRow(Struct, frozen=True):
    table: str
    number: int
    at: int
    message: str | None
    event: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """A table with all that is kept of it. In lists it comes without its events, its deal and where it begins."""

    row: TableRow
    seats: list[SeatRow]  # in order of play
    events: list[EventRow]
    names: dict[str, str]  # of the people in the seats, by their id
    rematch: str | None  # the table on which the same people play again


class Entry(Struct, frozen=True):
    """An event to be written, with what it changes beside it, all or nothing."""

    event: EventRow
    summary: Summary
    seat: SeatRow | None = None  # a seat that the event changes


class Receipt(Enum):
    """What became of an entry."""

    WRITTEN = "written"  # it is durable
    TAKEN = "taken"  # its number or its message was there already, or its table is no more: nothing was written
    FULL = "full"  # the disk is full; nothing was written
    LOCKED = "locked"  # somebody else holds the database for too long; nothing was written
    GONE = "gone"  # the database did not come back in time; whether it was written is unknown, so it must be read
