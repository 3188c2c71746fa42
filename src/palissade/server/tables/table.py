"""A table as its events made it: match, seats, clock, offer. It knows no sockets and no store.

`fold` takes what has happened; nothing else changes a table. What may happen is in `decisions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from palissade.game import Outcome
from palissade.match import Match
from palissade.registry import game as find_game
from palissade.server.store.rows import EventRow, SeatRow, Summary, TableRow
from palissade.server.tables.clocks import Clocks, Outages
from palissade.server.wire.socket import (
    Acted,
    Closed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Happened,
    MachineTookOver,
    RematchMade,
    Seated,
    StoodUp,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from palissade.server.wire.tables import Clock, Status

_read_event = msgspec.json.Decoder(Event).decode
FREE = ("friend", "anyone")  # seats that wait for somebody


def seats_of(seats: Sequence[SeatRow], person: str | None) -> frozenset[int]:
    """The seats that a person plays: their own, and those at their screen."""
    if person is None:
        return frozenset()
    return frozenset(seat.seat for seat in seats if seat.person == person and seat.who in ("person", "screen"))


@dataclass
class Asked:
    """An offer that waits for answers."""

    kind: str  # draw, takeback
    seat: int  # who asked
    number: int  # of the event
    waits_for: set[int]
    ply: int | None = None  # of a takeback: how many actions would be left


@dataclass
class Table:
    row: TableRow
    seats: list[SeatRow]
    names: dict[str, str]  # of the people who sit here
    outages: Outages = field(default_factory=Outages)
    ratings: dict[str, int] = field(default_factory=dict)  # of the people, where the table is rated

    def __post_init__(self) -> None:
        self.game = find_game(self.row.game, **self.row.options)
        self.match = Match(self.game, deal=self.row.deal)
        self.clock: Clock = msgspec.convert(self.row.clock, Clock)
        self.clocks = Clocks(self.clock, len(self.seats), self.outages)
        self.number = 0  # of the last event
        self.turned_at = 0  # the last event that changed what may be played
        self.offer: Asked | None = None
        self.rematch: str | None = None
        self.kept_for: dict[int, Literal["friend", "anyone"]] = {}  # for whom a seat was that is taken now
        self.is_closed = False
        self._ended: Outcome | None = None  # by the table, not by a rule
        self.changed_at = self.row.made_at
        self._began_at: int | None = None  # when everybody had sat down
        self._ended_at: int | None = None
        self.status: Status = "open"
        self.mover: int | None = None  # the seat to act; nobody before the game begins or once it is over
        self._turn(self.row.made_at)

    # ---- where it stands

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def outcome(self) -> Outcome | None:
        return self._ended or self.match.outcome

    @property
    def lasted(self) -> int | None:
        """How long the game was, when it is over; of one that never began, nothing."""
        if self._began_at is None or self._ended_at is None:
            return None
        return self._ended_at - self._began_at

    @property
    def machine_to_move(self) -> SeatRow | None:
        """The machine that is to move, if it is one."""
        mover = self.mover
        return self.seats[mover] if mover is not None and self.seats[mover].who == "machine" else None

    def seats_of(self, person: str | None) -> frozenset[int]:
        """The seats that a person plays."""
        return seats_of(self.seats, person)

    def other_people(self, seat: int) -> set[int]:
        """The seats of people at other screens than this seat's: those whom it must ask."""
        mine = self.seats[seat].person
        return {other.seat for other in self.seats if other.who in ("person", "screen") and other.person != mine}

    def summary(self) -> Summary:
        outcome = None if self.outcome is None else msgspec.to_builtins(self.outcome)
        return Summary(self.status, self.match.ply, self.mover, self.machine_to_move is not None, outcome)

    # ---- what has happened

    def fold_row(self, row: EventRow, seat: SeatRow | None = None) -> Happened:
        return self.fold(Happened(row.number, row.at, _read_event(row.event)), seat)

    def fold(self, happened: Happened, seat: SeatRow | None = None) -> Happened:
        """Take in what has happened; `seat` is how a seat is after it, where it changes one."""
        if seat is not None:
            self.seats[seat.seat] = seat
        self.number, self.changed_at = happened.number, happened.at
        self._fold(happened.event, happened.at)
        return happened

    def _fold(self, event: Event, at: int) -> None:
        match event:
            case Acted(action=action):
                self.match.replay(action)
                self._turn(at, earned=True)
            case TakenBack(ply=ply):
                while self.match.ply > ply:
                    self.match.undo()
                self._turn(at)
            case Ended(outcome=outcome):
                self._ended = outcome
                self._turn(at)
            case MachineTookOver(seat=seat, level=level):
                self.seats[seat] = SeatRow(seat, "machine", level=level)
                self._turn(at)
            case Closed():
                self.is_closed = True
                self._turn(at)
            case Seated(seat=seat, was=was):
                self.kept_for[seat] = was
                self._turn(at)
            case StoodUp():
                self._turn(at)
            case DrawOffered(seat=seat):
                self.offer = Asked("draw", seat, self.number, self.other_people(seat))
            case TakebackAsked(seat=seat, ply=ply):
                self.offer = Asked("takeback", seat, self.number, self.other_people(seat), ply)
            case DrawAgreed(seat=seat) | TakebackAgreed(seat=seat):
                if self.offer:
                    self.offer.waits_for.discard(seat)
            case DrawDeclined() | TakebackRefused():
                self.offer = None
            case RematchMade(table=table):
                self.rematch = table

    def _turn(self, at: int, *, earned: bool = False) -> None:
        """What may be played has changed: offers lapse, and another clock may run, but never a machine's."""
        self.turned_at = self.number
        self.offer = None
        if self.is_closed or self.outcome:
            self.status = "over"
        else:
            self.status = "open" if any(seat.who in FREE for seat in self.seats) else "running"
        if self.status == "running" and self._began_at is None:
            self._began_at = at
        if self.status == "over" and self._ended_at is None:
            self._ended_at = at
        self.mover = self.match.mover if self.status == "running" else None
        self.clocks.run(None if self.machine_to_move else self.mover, at, earned=earned)
