"""The registry of live tables: opened from the store when somebody comes, put away when idle; how tables are made."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

import msgspec
import structlog

from palissade.game import Outcome
from palissade.server import events
from palissade.server.events import Event, Happened
from palissade.server.identity.people import People
from palissade.server.identity.tokens import Aliases, SeatKeys
from palissade.server.machines.readiness import Readiness
from palissade.server.metrics import Metrics
from palissade.server.refused import Refused
from palissade.server.store.ledger import Ledger
from palissade.server.store.notify import Notifier
from palissade.server.store.rows import EventRow, Kept, SeatRow
from palissade.server.store.seeks import Seeks
from palissade.server.store.tables import Tables
from palissade.server.store.talk import TalkStore
from palissade.server.tables import decisions, making
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.decisions import Decision, Sitter
from palissade.server.tables.live_table import Command, LiveTable
from palissade.server.tables.loader import StoreLoader, Threads, understood
from palissade.server.tables.needs import Cancellable, Needs, Thinker
from palissade.server.tables.noticing import Noticing, Teller
from palissade.server.tables.presence import PresenceNote
from palissade.server.tables.seeking import Seeking
from palissade.server.tables.table import Table
from palissade.server.tables.talking import Talking
from palissade.server.wire.people import Person
from palissade.server.wire.socket import Attend
from palissade.server.wire.tables import NewTable, SeatLink

_log = structlog.get_logger("palissade.tables")
Result = TypeVar("Result")
AttendanceMaker = Callable[[LiveTable], Attendance]
PUT_AWAY = 60_000  # milliseconds after which a table that nobody looks at is let go
MOST_WITH_MACHINES = 20  # unfinished tables with machines, for each person
MOST_DUE = 100  # tables whose time is up that are looked at in one go


class WorkerNote(msgspec.Struct, array_like=True):
    """What a worker says to the others that is not kept."""

    worker: str
    tables: list[PresenceNote]
    person: str | None = None  # has changed: look again who it is
    talked: str | None = None  # a table at which something was said
    sought: str | None = None  # a seek for which somebody has come


class LoopTimer:
    """Timers on the event loop, by the worker's clock."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock

    def at(self, moment: int, do: Callable[[], None]) -> Cancellable:
        return asyncio.get_running_loop().call_later(max(moment - self._clock(), 0) / 1000, do)


class LiveTables:
    def __init__(
        self,
        *,
        worker: str,
        is_alone: bool,
        clock: Callable[[], int],
        threads: Threads,
        store: Tables,
        talk: TalkStore,
        seeks: Seeks,
        ledger: Ledger,
        loader: StoreLoader,
        thinker: Thinker,
        readiness: Readiness,
        people: People,
        notifier: Notifier,
        keys: SeatKeys,
        aliases: Aliases,
        metrics: Metrics,
        teller: Teller,
        notice_after: float,
    ) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.is_alone = is_alone
        self._worker = worker
        self._clock = clock
        self._threads = threads
        self._store = store
        self._loader = loader
        self._readiness = readiness
        self._people = people
        self._notifier = notifier
        self._keys = keys
        self._aliases = aliases
        self._metrics = metrics
        self._needs = Needs(clock, ledger, loader, LoopTimer(clock), thinker, self)
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._missed: set[str] = set()  # tables at which something happened while they were opened
        self.talking = Talking(talk, threads, clock, lambda table: self._say([], talked=table))
        self._noticing = Noticing(teller, threads, self.open, notice_after)
        is_ready = readiness.is_ready
        self.seeking = Seeking(seeks, threads, clock, is_ready, lambda seek: self._say([], sought=seek))

    # ---- opening and putting away

    async def open(self, id: str) -> LiveTable:  # noqa: A002  (the word of the wire)
        """The table of this name, live; raises `Refused` if there is none, or if its game is not ready."""
        if id in self.tables:
            self.tables[id].wanted_at = self._clock()
            return self.tables[id]
        if id not in self._opening:
            self._opening[id] = asyncio.ensure_future(self._open(id))
            self._opening[id].add_done_callback(lambda done: self._opened(id))
        return await asyncio.shield(self._opening[id])

    def _opened(self, id: str) -> None:  # noqa: A002
        self._opening.pop(id, None)
        self._missed.discard(id)

    async def _open(self, id: str) -> LiveTable:  # noqa: A002
        kept = await self._threads.in_thread(self._store.find, id)
        if kept is None:
            raise Refused("no-such-table", status=404)
        self._readiness.check(kept.row.game)
        ratings: dict[str, int] = {}
        if kept.row.rated:
            people = sorted(seat.person for seat in kept.seats if seat.person)
            ratings = await self._people.ratings.at_game(kept.row.game, people)
        loaded = await self._threads.in_thread(self._loader.build, id, ratings)
        if loaded is None:
            raise Refused("no-such-table", status=404)
        live = self.tables.get(id) or self._add(loaded.table)
        await self.talking.listen(live)
        if id in self._missed:
            live.reread()
        return live

    def _add(self, table: Table) -> LiveTable:
        live = self.tables[table.id] = LiveTable(self._needs, table)
        return live

    def drop(self, live: LiveTable) -> None:
        if self.tables.get(live.id) is live:
            del self.tables[live.id]

    def put_away_idle(self) -> None:
        before = self._clock() - PUT_AWAY
        for live in list(self.tables.values()):
            if live.is_idle and max(live.attended_at, live.wanted_at) < before:
                live.put_away()
                self.drop(live)

    async def go_on(self, left_for: int) -> None:
        """See to what no worker sees to: machines whose worker has died, and clocks that ran out with nobody there."""
        before = self._clock() - left_for
        for live in list(self.tables.values()):
            is_left = live.table.machine_to_move is not None or live.table.is_rematch_agreed
            if is_left and live.is_attended and live.table.changed_at <= before:
                live.when_quiet(live.resume)
        for id_ in await self._threads.in_thread(self._store.due, self._clock(), MOST_DUE):
            if id_ not in self.tables:
                with suppress(Refused):  # its game is not ready yet: next time
                    due_at = await self.read(await self.open(id_), lambda table: table.due_at)
                    if due_at is None or due_at > self._clock():  # an outage has given them time
                        await self._threads.in_thread(self._store.set_due, id_, due_at)

    # ---- coming in

    async def attend(self, attendance_of: AttendanceMaker, message: Attend) -> None:
        live = await self.open(message.table)
        if message.since is not None and message.since > live.table.number:
            live.reread()  # they come from another worker, and know more than this one
        attendance = attendance_of(live)
        older: list[Happened] = []
        if message.since is not None and not live.has_recent(message.since):
            rows = await self._threads.in_thread(self._store.events_after, live.id, message.since)
            with understood():
                older = [Happened(row.number, row.at, events.read(row.event)) for row in rows]
        live.when_quiet(lambda: live.attend(attendance, message, older))

    # ---- making tables

    async def make(self, wish: NewTable, person: Person) -> tuple[Kept, list[SeatLink]]:
        """A table as somebody wants it, and its links."""
        game = making.wanted_game(wish)
        if wish.rated and person.kind != "account":
            raise Refused("rated-accounts", status=422)
        self._readiness.check(game.id)
        if making.has_machine(wish):
            unfinished = await self._threads.in_thread(self._store.unfinished_with_machines, person.id)
            if unfinished >= MOST_WITH_MACHINES:
                raise Refused("too-many-machines", status=429, most=MOST_WITH_MACHINES)
        seats = making.seats_for(wish.seats, person)
        row = making.new_row(game, wish, seats, person.id, self._clock(), secrets.randbits(63))
        await self._threads.in_thread(self._store.make, row, seats, [])
        kept = Kept(row, seats, [], {person.id: person.name}, None)
        live = self._add(Table.from_kept(kept, self._loader.outages))
        live.resume()
        self._metrics.made(row.game)
        seats_kept = [seat for seat, _ in live.table.kept_for_friends()]
        return kept, [SeatLink(seat, path) for seat, path in zip(seats_kept, self.links(live.table), strict=True)]

    def play_again(self, live: LiveTable) -> None:
        """All have agreed: make the table, and tell them."""
        self._threads.spawn(self._play_again(live))

    async def _play_again(self, live: LiveTable) -> None:
        before = live.table
        host = before.seats[before.offer.seat].person if before.offer else None
        row, seats = making.again(before, host, self._clock(), secrets.randbits(63))
        made = await self._threads.in_thread(self._store.make, row, seats, [])  # the first one's, if it is a second

        def tell(refused: Refused | None) -> None:
            if refused is not None:
                _log.info("a rematch was there already", table=live.id)

        live.ask(Command(lambda table: decisions.rematch_made(table, made), tell))

    # ---- seats

    async def check_seat(self, live: LiveTable, seat: int, key: str | None) -> None:
        """Refused unless somebody who has this key could sit there."""
        await self.read(live, lambda table: decisions.check_free(table, seat, self._has_key(table, seat, key)))

    def _has_key(self, table: Table, seat: int, key: str | None) -> bool:
        decisions.check_seat(table, seat)
        return key is not None and self._keys.is_seat_key(table.id, seat, table.takings[seat], key)

    async def sit(self, live: LiveTable, seat: int, person: Person, key: str | None) -> None:
        """Take a seat that waits for somebody."""

        def decide(table: Table) -> Decision:
            has_key = self._has_key(table, seat, key)
            alias = self._aliases.alias(table.id, person.id)
            return decisions.sit(table, seat, Sitter(person.id, person.name, person.kind == "account", alias, has_key))

        await self._done(live, decide)

    async def leave_seat(self, live: LiveTable, seat: int, person: str) -> None:
        """Stand up before the game begins; or, as the host, ask somebody else to."""

        def decide(table: Table) -> Decision:
            if decisions.check_seat(table, seat).person == person or table.row.host != person:
                return decisions.stand_up(table, seat, person)
            return decisions.ask_to_leave(table, seat, person, lambda other: self._aliases.alias(table.id, other))

        await self._done(live, decide)

    async def close(self, live: LiveTable, person: str) -> None:
        """Put a table away before its game begins."""
        await self._done(live, lambda table: decisions.close(table, person))

    async def read(self, live: LiveTable, look: Callable[[Table], Result]) -> Result:
        """Look at a table when all of it is durable; refused if that cannot be known."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def now() -> None:
            try:
                if live.is_let_go:
                    raise Refused("storage-gone", status=503)
                found = look(live.table)
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(found)

        live.when_quiet(now)
        return await future

    async def _done(self, live: LiveTable, decide: Callable[[Table], Decision]) -> None:
        """Ask something of a table and wait until it is done; raises what it is refused for."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answer(refused: Refused | None) -> None:
            if not future.done():
                if refused is None:
                    future.set_result(None)
                else:
                    future.set_exception(refused)

        live.ask(Command(decide, answer))
        await future

    def links(self, table: Table) -> list[str]:
        return [self._keys.link(table.id, seat, taking) for seat, taking in table.kept_for_friends()]

    def message_of(self, table: str, person: str, id_: str) -> str:
        return f"{self._aliases.alias(table, person)}:{id_}"

    # ---- what live tables tell

    def happened(self, live: LiveTable, event: Event) -> None:
        self._metrics.acted(event)
        self._noticing.happened(live, event)

    def came(self, live: LiveTable, person: str | None) -> None:
        self._noticing.came(live, person)

    def over(self, table: Table) -> None:
        if table.is_rated_result and table.outcome is not None:
            self._threads.spawn(self._rate(table.id, table.game.id, list(table.seats), table.outcome))

    async def _rate(self, table: str, game: str, seats: list[SeatRow], outcome: Outcome) -> None:
        await self._people.ratings.rate(table, game, [seat.person for seat in seats], outcome)

    def say_presence(self, live: LiveTable) -> None:
        self._say([live.presences.note(live.id)])

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
            self._threads.spawn(self.talking.listen(live))

    def person_changed(self, person: str) -> None:
        """Names have changed, or who sits where: look again."""
        for live in list(self.tables.values()):
            if any(seat.person == person for seat in live.table.seats):
                live.reread()
            if live.conversation.has_words_of(person):
                self._threads.spawn(self.talking.listen_anew(live))

    def say_person_changed(self, person: str) -> None:
        self._say([], person)

    def say_who_is_here(self) -> None:
        """Now and then, so that the others know that it still holds."""
        here = [live.presences.note(live.id) for live in self.tables.values() if live.attendances]
        for begin in range(0, len(here), 100):
            self._say(here[begin : begin + 100])

    def hear(self, note: bytes) -> str | None:
        """What another worker says; the person who has changed, if it says so."""
        said = msgspec.json.decode(note, type=WorkerNote)
        if said.worker == self._worker:
            return None
        for presence in said.tables:
            if live := self.tables.get(presence.table):
                live.overhear_presence(said.worker, presence)
        if said.talked is not None and (live := self.tables.get(said.talked)):
            self._threads.spawn(self.talking.listen(live))
        if said.sought is not None:
            self._threads.spawn(self.seeking.look_at(said.sought))
        return said.person

    def _say(self, notes: list[PresenceNote], person: str | None = None, **more: str) -> None:
        if not self.is_alone:
            self._notifier.say(msgspec.json.encode(WorkerNote(self._worker, notes, person, **more)))
