"""Who is to be told what has happened at a table they have left; pure but for `Noticing`, which waits a while first."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from palissade.messages import Message
from palissade.server.events import (
    Acted,
    DrawOffered,
    Event,
    MachineTookOver,
    RematchOffered,
    Seated,
    TakebackAsked,
    TakenBack,
)
from palissade.server.notices.notices import Notice
from palissade.server.refused import CATALOGUE, Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.loader import Threads
from palissade.server.tables.table import PEOPLE, Table
from palissade.server.wire.notices import NoticeKind


class Due(Struct, frozen=True):
    """Something of which somebody may want to know."""

    person: str
    kind: NoticeKind
    what: str  # turn, draw, takeback, rematch, friend
    by: int  # the seat of who did it; of a turn, whose it is


def due_after(table: Table, event: Event) -> list[Due]:
    """What there is to tell after an event, to whom."""
    match event:
        case DrawOffered(seat=seat):
            return _of_offer(table, "draw", seat)
        case TakebackAsked(seat=seat):
            return _of_offer(table, "takeback", seat)
        case RematchOffered(seat=seat):
            return _of_offer(table, "rematch", seat)
        case Seated(seat=seat):
            host, sitter = table.row.host, table.seats[seat].person
            told = [Due(host, "friend", "friend", seat)] if host is not None and host != sitter else []
            return told + [due for due in _of_turn(table) if due.person != host]
        case Acted() | TakenBack() | MachineTookOver():
            return _of_turn(table)
    return []


def is_still_due(table: Table, due: Due) -> bool:
    """Whether it still waits for them."""
    match due.what:
        case "turn":
            return due in _of_turn(table)
        case "friend":
            return table.status != "over" and table.seats[due.by].who == "person"
        case _:
            return due in _of_offer(table, due.what, due.by)


def in_words(table: Table, due: Due) -> Message:
    """What is told: which game, and who; nothing of the position."""
    seat = table.seats[due.by]
    name = seat.name or table.names.get(seat.person or "") or CATALOGUE.message("notice.somebody")
    places: dict[str, str | Message] = {} if due.what == "turn" else {"name": name}
    return CATALOGUE.message(f"notice.{due.what}", game=table.game.name, **places)


def _of_turn(table: Table) -> list[Due]:
    person = _person(table.seats[table.mover]) if table.mover is not None else None
    others = {seat.person for seat in table.seats if seat.who in PEOPLE} - {person}
    # Who left a machine waiting knows that it is their turn when it has played.
    return [Due(person, "turn", "turn", table.mover)] if person and table.mover is not None and others else []


def _of_offer(table: Table, what: str, by: int) -> list[Due]:
    offer = table.offer
    if offer is None or offer.kind != what or offer.seat != by:
        return []
    asked = {_person(table.seats[seat]) for seat in offer.waits_for} - {None}
    return [Due(person, "offer", what, by) for person in sorted(filter(None, asked))]


def _person(seat: SeatRow) -> str | None:
    return seat.person if seat.who in PEOPLE else None


class Teller(Protocol):
    """Who tells notices."""

    @property
    def is_any_sent(self) -> bool: ...
    async def tell(self, notice: Notice) -> None: ...
    async def came(self, person: str, table: str) -> None: ...


class Noticing:
    def __init__(
        self, teller: Teller, threads: Threads, open_: Callable[[str], Awaitable[LiveTable]], after: float
    ) -> None:
        self._teller = teller
        self._threads = threads
        self._open = open_
        self._after = after  # seconds for which somebody may be away: they may only have changed pages

    def happened(self, live: LiveTable, event: Event) -> None:
        """Something was written here; what another worker writes, that one tells."""
        if self._teller.is_any_sent:
            for due in due_after(live.table, event):
                if not is_here(live, due.person):
                    self._threads.spawn(self._tell_later(live.id, due))

    def came(self, live: LiveTable, person: str | None) -> None:
        if self._teller.is_any_sent and person is not None:
            self._threads.spawn(self._teller.came(person, live.id))

    async def _tell_later(self, id_: str, due: Due) -> None:
        await asyncio.sleep(self._after)
        with suppress(Refused):  # the table is put away, or cannot be read now
            live = await self._open(id_)
            if is_still_due(live.table, due) and not is_here(live, due.person):
                await self._teller.tell(Notice(due.person, due.kind, id_, in_words(live.table, due)))


def is_here(live: LiveTable, person: str) -> bool:
    """Whether they are at the table, at whichever worker; who sits nowhere, at this one."""
    at_seats = bool(live.table.seats_of(person) & set(live.presences.here()))
    return at_seats or any(attendance.connection.person == person for attendance in live.attendances)
