"""All tables at which something goes on: opened from the store when somebody comes, put away when idle."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import structlog

from palissade.registry import GAMES
from palissade.server.refused import Refused
from palissade.server.store.rows import EventRow, Kept, SeatRow, TableRow
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.decisions import Decision
from palissade.server.tables.live_table import Command, LiveTable
from palissade.server.tables.making import new_row, seats_for, table_id, turned_seats, wanted_game, with_summary
from palissade.server.tables.presence import Word
from palissade.server.tables.table import Table
from palissade.server.wire.people import Person
from palissade.server.wire.socket import Attend, Closed, Event, Happened, Rematch, RematchMade, Seated, StoodUp
from palissade.server.wire.tables import NewTable

if TYPE_CHECKING:
    from palissade.server.worker import Worker

_log = structlog.get_logger("palissade.live_tables")
AttendanceMaker = Callable[[LiveTable], Attendance]
Decider = Callable[[Table], Decision]
PUT_AWAY = 60_000  # milliseconds after which a table that nobody looks at is let go


class Words(msgspec.Struct, array_like=True):
    """What a worker says to the others that is not kept."""

    worker: str
    tables: list[Word]
    person: str | None = None  # has changed: look again who it is


class LiveTables:
    def __init__(self, worker: "Worker") -> None:
        self.worker = worker
        self.tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._missed: set[str] = set()  # tables at which something happened while they were opened

    # ---- opening and putting away

    async def open(self, id: str) -> LiveTable:  # noqa: A002  (the word of the wire)
        """The table of this name, live; raises `Refused` if there is none, or if its game is not ready."""
        if id in self.tables:
            self.tables[id].idle_since = self.worker.clock()
            return self.tables[id]
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open(id))
            self._opening[id].add_done_callback(lambda done: self._opened(id))
        return await asyncio.shield(self._opening[id])

    def _opened(self, id: str) -> None:  # noqa: A002
        self._opening.pop(id, None)
        self._missed.discard(id)

    async def _open(self, id: str) -> LiveTable:  # noqa: A002
        kept = await self.worker.in_thread(self.worker.store.load, id)
        if kept is None:
            raise Refused("no-such-table", status=404)
        self.check_ready(kept.row.game)
        ratings: dict[str, int] = {}
        if kept.row.rated:
            people = sorted(seat.person for seat in kept.seats if seat.person)
            ratings = await self.worker.people.ratings.at_game(kept.row.game, people)
        live = self.tables.get(id) or self._seat(kept, ratings)
        if id in self._missed:
            live.reread()
        if not self.worker.database.is_shared:
            live.let_machine_think()  # no other worker does
        return live

    def check_ready(self, game: str) -> None:
        """A game that is being compiled is not played yet: say how far it is."""
        warmth = self.worker.readiness
        if not warmth.is_ready(game):
            warmth.want(game)
            progress = round(100 * warmth.progress(game))
            raise Refused("warming", status=503, game=GAMES[game].name, percent=progress)

    def _seat(self, kept: Kept, ratings: dict[str, int]) -> LiveTable:
        table = Table(kept.row, list(kept.seats), kept.names, self.worker.outages, ratings)
        for row in kept.events:
            table.fold_row(row)
        live = LiveTable(self.worker, table)
        self.tables[live.id] = live
        return live

    def drop(self, live: LiveTable) -> None:
        """Let a table go; who is at it will come back and find it as it is kept."""
        if self.tables.get(live.id) is live:
            del self.tables[live.id]

    def put_away_idle(self) -> None:
        before = self.worker.clock() - PUT_AWAY
        for live in [live for live in self.tables.values() if live.is_idle and live.idle_since < before]:
            self.drop(live)

    # ---- coming in

    async def attend(self, attendance_of: AttendanceMaker, message: Attend) -> None:
        live = await self.open(message.table)
        if message.since is not None and message.since > live.table.number:
            live.reread()  # they come from another worker, and know more than this one
        attendance = attendance_of(live)
        older: list[Happened] = []
        if message.since is not None and not live.has_recent(message.since):
            rows = await self.worker.in_thread(self.worker.store.events_after, live.id, message.since)
            older = [Happened(row.number, row.at, msgspec.json.decode(row.event, type=Event)) for row in rows]
        live.when_quiet(lambda: live.attend(attendance, message, older))

    # ---- making tables

    async def make(self, wish: NewTable, person: Person) -> Kept:
        game = wanted_game(wish)
        if wish.rated and person.kind != "account":
            raise Refused("rated-accounts", status=422)
        self.check_ready(game.id)
        seats = seats_for(wish.seats, person)
        row = new_row(game, wish, seats, person.id, self.worker.clock(), secrets.randbits(63))
        await self.worker.in_thread(self.worker.store.make, row, seats, [])
        return self._made(row, seats, {person.id: person.name})

    def _made(self, row: TableRow, seats: list[SeatRow], names: dict[str, str]) -> Kept:
        kept = Kept(row, seats, [], names, None)
        self._seat(kept, {}).let_machine_think()
        self.worker.metrics.made(row.game)
        return kept

    async def make_again(self, live: LiveTable, person: str) -> str:
        """The table on which the same people play again, with everybody one seat further."""
        before = live.table
        if before.status != "over" or before.is_closed:
            raise Refused("not-over")
        if before.rematch:
            return before.rematch
        seats = turned_seats(before.seats)
        row = replace(
            before.row,
            id=table_id(),
            deal=before.game.deal(secrets.randbits(63)),
            host=person,
            rematch_of=before.id,
            made_at=self.worker.clock(),
            number=0,
            changed_at=self.worker.clock(),
        )
        row = with_summary(row, seats)
        made = await self.worker.in_thread(self.worker.store.make, row, seats, [])
        if made == row.id:
            self._made(row, seats, dict(before.names))
        return str(made)

    async def rematch(self, attendance: Attendance, live: LiveTable, message: Rematch) -> None:
        if not attendance.viewer.seats or attendance.line.person is None:
            raise Refused("watching")
        again = await self.make_again(live, attendance.line.person)
        if live.table.rematch is None:

            def tell(table: Table) -> Decision:
                if table.rematch:
                    raise Refused("already-offered")
                return Decision(RematchMade(again))

            await self.done(live, tell, tolerate="already-offered")
        attendance.answer(message.id, rematch=again)

    # ---- seats

    async def sit(self, live: LiveTable, seat: int, person: Person) -> None:
        """Take a seat that waits for somebody."""

        def decide(table: Table) -> Decision:
            was = table.seats[seat].who
            if table.status != "open" or (was != "friend" and was != "anyone"):
                raise Refused("seat-taken")
            if table.row.rated and (person.kind != "account" or table.seats_of(person.id)):
                raise Refused("rated-accounts", status=422)
            table.names[person.id] = person.name
            return Decision(Seated(seat, was), SeatRow(seat, "person", person=person.id))

        await self.done(live, decide)

    async def stand_up(self, live: LiveTable, seat: int, person: Person) -> None:
        """Leave a seat before the game begins; it waits for somebody else."""

        def decide(table: Table) -> Decision:
            if table.status != "open":
                raise Refused("begun")
            if table.seats[seat].person != person.id or table.seats[seat].who != "person":
                raise Refused("not-your-seat")
            if seat not in table.kept_for:
                raise Refused("host-stays")
            return Decision(StoodUp(seat), SeatRow(seat, table.kept_for[seat]))

        await self.done(live, decide)

    async def close(self, live: LiveTable, person: str) -> None:
        """Put a table away before its game begins."""

        def decide(table: Table) -> Decision:
            if table.row.host != person:
                raise Refused("not-host", status=403)
            if table.status != "open":
                raise Refused("begun")
            return Decision(Closed())

        await self.done(live, decide)

    async def done(self, live: LiveTable, decide: Decider, tolerate: str = "") -> None:
        """Ask something of a table and wait until it is done; raises what it is refused for."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def refuse(refused: Refused) -> None:
            if not future.done():
                if refused.code == tolerate:
                    future.set_result(None)
                else:
                    future.set_exception(refused)

        live.ask(Command(decide, refuse, lambda: None if future.done() else future.set_result(None)))
        await future

    # ---- the other workers

    def overhear(self, rows: Iterable[EventRow]) -> None:
        """Another worker has written these."""
        for row in rows:
            live = self.tables.get(row.table)
            if live is not None:
                live.overhear(row)
            elif row.table in self._opening:
                self._missed.add(row.table)

    def missed(self) -> None:
        """For a while nothing was heard from the others."""
        self._missed.update(self._opening)
        for live in self.tables.values():
            live.reread()

    def say(self, words: list[Word], person: str | None = None) -> None:
        self.worker.notifier.say(msgspec.json.encode(Words(self.worker.worker, words, person)))

    def say_who_is_here(self) -> None:
        """Now and then, so that the others know that it still holds."""
        here = [live.presences.word() for live in self.tables.values() if live.attendances]
        for begin in range(0, len(here), 100):
            self.say(here[begin : begin + 100])

    def hear(self, words: bytes) -> None:
        said = msgspec.json.decode(words, type=Words)
        if said.worker == self.worker.worker:
            return
        for word in said.tables:
            live = self.tables.get(word.table)
            if live is not None:
                live.presences.overhear(said.worker, word)
        if said.person is not None:
            self.worker.people.forget(said.person)
            self.worker.hang_up(said.person)

    async def take_up_machines(self, unchanged_for: int) -> None:
        """Tables where a machine is to move and nobody lets it think: their worker has died."""
        waiting = await self.worker.in_thread(
            self.worker.store.waiting_for_machines, self.worker.clock() - unchanged_for, 100
        )
        for id_ in waiting:
            try:
                live = await self.open(id_)
            except Refused:
                continue  # its game is not ready yet: next time
            live.let_machine_think()
