"""A table as its events made it (event sourcing): match, seats, clock, offer. It knows no sockets and no database.

`fold` takes what has happened; nothing else changes a table. What may happen is in `decisions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from palissade.game import Outcome
from palissade.match import Match
from palissade.record import Record
from palissade.registry import game as find_game
from palissade.server import events
from palissade.server.events import (
    Acted,
    AskedToLeave,
    CalledOff,
    Closed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Happened,
    MachineTookOver,
    RematchAgreed,
    RematchDeclined,
    RematchMade,
    RematchOffered,
    Seated,
    StoodUp,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from palissade.server.store.rows import Kept, SeatRow, Summary, TableRow
from palissade.server.tables.clocks import Clocks, Outages
from palissade.server.tables.deals import deal_of
from palissade.server.wire.tables import Clock, GameClock, Status

FREE = ("friend", "anyone")  # seats that wait for somebody
PEOPLE = ("person", "screen")
GRACE = 30_000  # milliseconds to begin, where others wait for it with a clock
FEW_ACTIONS = 4  # of each seat, for a game after which a rematch counts too: no chains of games that were none


def seats_of(seats: Sequence[SeatRow], person: str | None) -> frozenset[int]:
    """The seats that a person plays: their own, and those at their screen."""
    if person is None:
        return frozenset()
    return frozenset(seat.seat for seat in seats if seat.person == person and seat.who in PEOPLE)


@dataclass
class Asked:
    """An offer that waits for answers."""

    kind: Literal["draw", "takeback", "rematch"]
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
        self.id = self.row.id
        self.game = find_game(self.row.game, **self.row.options)
        self.match = Match(self.game, deal=deal_of(self.game, self.row.deal), position=self.row.position)
        self.clock: Clock = msgspec.convert(self.row.clock, Clock)
        self._has_game_clock = isinstance(self.clock, GameClock)
        self.clocks = Clocks(self.clock, len(self.seats), self.outages)
        self.number = 0  # of the last event
        self.turned_at = 0  # the last event that changed what may be played
        self.offer: Asked | None = None
        self.rematch: str | None = None
        self.kept_for: dict[int, Literal["friend", "anyone"]] = {}  # for whom a seat was that is taken now
        self.takings = [0] * len(self.seats)  # how often somebody sat down in a seat, or left it
        self.unwelcome: set[str] = set()  # aliases of those whom the host asked to leave
        self.is_closed = False
        self.called_off_by: int | None = None  # the seat that did not begin
        self.changed_at = self.row.made_at
        self._ended: Outcome | None = None  # by the table, not by a rule
        self.began_at: int | None = None  # when everybody had sat down
        self._ended_at: int | None = None
        self._turn_at = self.row.made_at  # when what may be played changed last
        self._acted: set[int] = set()  # seats that have begun
        self.status: Status = "open"
        self.mover: int | None = None  # the seat to act; nobody before the game begins or once it is over
        self._turn(self.row.made_at)

    @classmethod
    def from_kept(cls, kept: Kept, outages: Outages, ratings: dict[str, int] | None = None) -> "Table":
        """The table that the store has kept. It takes a while: not for the event loop.

        What is kept of the seats is how they are now; so that clocks run as they ran then, everything happens again
        to the seats as they were: free before somebody sat down, a person's before a machine took over.
        """
        happened = [Happened(row.number, row.at, events.read(row.event)) for row in kept.events]
        table = cls(kept.row, _seats_at_first(kept.seats, happened), dict(kept.names), outages, ratings or {})
        for each in happened:
            taken = kept.seats[each.event.seat] if isinstance(each.event, Seated) else None
            table.fold(each, taken if taken is None or taken.who == "person" else _somebody(taken.seat))
        table.seats = list(kept.seats)
        return table

    # ---- where it stands

    @property
    def outcome(self) -> Outcome | None:
        return self._ended or self.match.outcome

    @property
    def lasted(self) -> int | None:
        """How long the game was, when it is over; of one that never began, nothing."""
        if self.began_at is None or self._ended_at is None:
            return None
        return self._ended_at - self.began_at

    @property
    def machine_to_move(self) -> SeatRow | None:
        """The machine that is to move, if it is one."""
        mover = self.mover
        return self.seats[mover] if mover is not None and self.seats[mover].who == "machine" else None

    def seats_of(self, person: str | None) -> frozenset[int]:
        """The seats that a person plays."""
        return seats_of(self.seats, person)

    def kept_for_friends(self) -> list[tuple[int, int]]:
        """The seats that open by a secret link, each with the number of the taking for which its key is."""
        is_open = self.status == "open"
        return [(seat.seat, self.takings[seat.seat]) for seat in self.seats if is_open and seat.who == "friend"]

    def other_people(self, seat: int) -> set[int]:
        """The seats of people at other screens than this seat's: those whom it must ask."""
        mine = self.seats[seat].person
        return {other.seat for other in self.seats if other.who in PEOPLE and other.person != mine}

    @property
    def is_rated_result(self) -> bool:
        """Whether the result counts: every seat has acted, and they are distinct people."""
        people = {seat.person for seat in self.seats if seat.who == "person"} - {None}
        has_all_acted = set(self.match.movers) == set(range(len(self.seats)))
        return self.row.rated and self.outcome is not None and has_all_acted and len(people) == len(self.seats)

    @property
    def is_rematch_rated(self) -> bool:
        """Whether another game would count as this one did."""
        movers = self.match.movers
        return self.row.rated and all(movers.count(seat) >= FEW_ACTIONS for seat in range(len(self.seats)))

    @property
    def is_rematch_agreed(self) -> bool:
        """Whether all want to play again, and no table is there yet."""
        return self.rematch is None and bool(self.offer and self.offer.kind == "rematch" and not self.offer.waits_for)

    # ---- time

    @property
    def begin_by(self) -> int | None:
        """When the mover must have begun, where others wait for it with a clock; until then no clock runs."""
        mover = self.mover
        if not self._has_game_clock or mover is None or not self._is_awaited(mover):
            return None
        return self.outages.after(self._turn_at, GRACE)

    @property
    def due_at(self) -> int | None:
        """When something happens by itself: somebody has not begun, or a clock has run out."""
        return self.begin_by or self.clocks.runs_out_at()

    def _is_awaited(self, seat: int) -> bool:
        has_clock = self._has_game_clock and self.seats[seat].who in PEOPLE
        return has_clock and seat not in self._acted and bool(self.other_people(seat))

    def summary(self) -> Summary:
        outcome = None if self.outcome is None else msgspec.to_builtins(self.outcome)
        has_machine = self.machine_to_move is not None
        return Summary(self.status, self.match.ply, self.mover, has_machine, outcome, self.due_at)

    def record(self) -> Record:
        """The game as a record file. What chance has hidden is in it only when the game is over."""
        record = self.match.record()
        record.outcome = self.outcome
        if self.status != "over" and self.game.is_hidden:
            record.deal = None
            if self.row.position is not None:
                record.position = self.match.view(ply=0).position_text()
        record.players = [seat.name or self.names.get(seat.person or "") or seat.level for seat in self.seats]
        return record

    # ---- what has happened

    def fold(self, happened: Happened, seat: SeatRow | None = None, played: int | None = None) -> Happened:
        """Take in what has happened; `seat` is how a seat is after it, where it changes one, and `played` an action as
        its number, where that is at hand.
        """
        if seat is not None:
            self.seats[seat.seat] = seat
        self.number, self.changed_at = happened.number, happened.at
        self._fold(happened.event, happened.at, played)
        return happened

    def _fold(self, event: Event, at: int, played: int | None) -> None:
        match event:
            case Acted(seat=seat, action=action):
                self.match.replay(action) if played is None else self.match.replay(played, action)
                self._acted.add(seat)
                self._turn(at, earned=True)
            case TakenBack(ply=ply):
                while self.match.ply > ply:
                    self.match.undo()
                self._turn(at)
            case Ended(outcome=outcome):
                self._ended = outcome
                self._turn(at)
            case CalledOff(seat=seat):
                self.called_off_by = seat
                self._turn(at)
            case MachineTookOver(seat=seat, level=level):
                self.seats[seat] = SeatRow(seat, "machine", level=level)
                self._turn(at)
            case Closed():
                self.is_closed = True
                self._turn(at)
            case Seated(seat=seat, was=was):
                self.kept_for[seat] = was
                self.takings[seat] += 1
                self._turn(at)
            case StoodUp(seat=seat):
                self._leave(seat)
                self._turn(at)
            case AskedToLeave(seat=seat, alias=alias):
                self.unwelcome.add(alias)
                self._leave(seat)
                self._turn(at)
            case DrawOffered(seat=seat):
                self.offer = Asked("draw", seat, self.number, self.other_people(seat))
            case TakebackAsked(seat=seat, ply=ply):
                self.offer = Asked("takeback", seat, self.number, self.other_people(seat), ply)
            case RematchOffered(seat=seat):
                self.offer = Asked("rematch", seat, self.number, self.other_people(seat))
            case DrawAgreed(seat=seat) | TakebackAgreed(seat=seat) | RematchAgreed(seat=seat):
                if self.offer:
                    self.offer.waits_for -= self.seats_of(self.seats[seat].person) | {seat}
            case DrawDeclined() | TakebackRefused() | RematchDeclined():
                self.offer = None
            case RematchMade(table=table):
                self.rematch, self.offer = table, None

    def _leave(self, seat: int) -> None:
        """The seat waits for somebody again, by another key."""
        self.takings[seat] += 1
        self.seats[seat] = SeatRow(seat, self.kept_for[seat])

    def _turn(self, at: int, *, earned: bool = False) -> None:
        """What may be played has changed: offers lapse, and another clock may run, but never a machine's."""
        self.turned_at = self.number
        self.offer = None
        if self.is_closed or self.called_off_by is not None or self.outcome:
            self.status = "over"
        else:  # no seat is free any more once the game has begun
            is_free = self.began_at is None and any(seat.who in FREE for seat in self.seats)
            self.status = "open" if is_free else "running"
        if self.status == "running" and self.began_at is None:
            self.began_at = at
        if self.status == "over" and self._ended_at is None:
            self._ended_at = at
        self._turn_at = at
        self.mover = self.match.mover if self.status == "running" else None
        has_clock = self.mover is not None and not self.machine_to_move and not self._is_awaited(self.mover)
        self.clocks.run(self.mover if has_clock else None, at, earned=earned)


def _seats_at_first(seats: Sequence[SeatRow], happened: Sequence[Happened]) -> list[SeatRow]:
    """The seats as they were before anything happened."""
    first = list(seats)
    for each in reversed(happened):
        match each.event:
            case Seated(seat=seat, was=was):
                first[seat] = SeatRow(seat, was)
            case MachineTookOver(seat=seat):
                first[seat] = _somebody(seat)
    return first


def _somebody(seat: int) -> SeatRow:
    """A person of whom nothing else is known any more."""
    return SeatRow(seat, "person", person=f"seat {seat}")
