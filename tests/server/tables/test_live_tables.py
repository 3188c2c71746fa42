"""The registry of live tables, on a real SQLite file: opened once, put away when idle, seen to when nobody looks."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import pytest
from msgspec import structs

from palissade.game import Outcome
from palissade.server import events
from palissade.server.events import Acted, Closed, Event
from palissade.server.identity.tokens import Aliases, SeatKeys
from palissade.server.notices.notices import Notice
from palissade.server.refused import Refused
from palissade.server.store.database import Database
from palissade.server.store.ledger import Ledger
from palissade.server.store.rows import Entry, EventRow, Receipt
from palissade.server.store.seeks import Seeks
from palissade.server.store.tables import Tables
from palissade.server.store.talk import TalkStore
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.clocks import Outages
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.live_tables import MOST_WITH_MACHINES, PUT_AWAY, LiveTables
from palissade.server.tables.loader import StoreLoader
from palissade.server.wire.people import Person
from palissade.server.wire.socket import Attend, OfferRematch, Resign
from palissade.server.wire.tables import Anyone, Friend, GameClock, Machine, Mine, NewTable, SeatWish
from tests.server.store.samples import add_people
from tests.server.tables.fakes import FakeClock, FakeThinker, Visitor

if TYPE_CHECKING:
    from palissade.server.identity.people import People
    from palissade.server.machines.readiness import Readiness
    from palissade.server.metrics import Metrics
    from palissade.server.store.notify import Notifier

Result = TypeVar("Result")
ANN, BOB = Person("ann", "Ann", "account"), Person("bob", "Bob", "account")
K5, H8 = "k5", "h8"  # actions of alignement


class FakeReadiness:
    def __init__(self) -> None:
        self.is_warm = True

    def is_ready(self, game: str) -> bool:
        return self.is_warm

    def check(self, game: str) -> None:
        if not self.is_warm:
            raise Refused("warming", status=503, game=game, percent=50)


class FakeRatings:
    def __init__(self) -> None:
        self.rated: list[str] = []

    async def at_game(self, game: str, people: list[str]) -> dict[str, int]:
        return dict.fromkeys(people, 1500)

    async def rate(self, table: str, game: str, people: list[str | None], outcome: Outcome) -> None:
        self.rated.append(table)


class FakePeople:
    def __init__(self) -> None:
        self.ratings = FakeRatings()


class FakeNotifier:
    def __init__(self) -> None:
        self.said: list[bytes] = []

    def say(self, note: bytes) -> None:
        self.said.append(note)


class FakeTeller:
    """Keeps what it is to tell."""

    def __init__(self) -> None:
        self.is_any_sent = True
        self.told: list[Notice] = []
        self.came_back: list[tuple[str, str]] = []

    async def tell(self, notice: Notice) -> None:
        self.told.append(notice)

    async def came(self, person: str, table: str) -> None:
        self.came_back.append((person, table))


class FakeMetrics:
    """Counts nothing, but tells who waits for something to happen."""

    def __init__(self) -> None:
        self._happened: defaultdict[type, asyncio.Event] = defaultdict(asyncio.Event)

    def made(self, game: str) -> None:
        pass

    def acted(self, event: Event) -> None:
        self._happened[type(event)].set()

    async def until(self, kind: type) -> None:
        await self._happened[kind].wait()


class OwnThreads:
    """Threads, in which something may happen just after a function was called."""

    def __init__(self) -> None:
        self.after: dict[str, Callable[[], None]] = {}  # by the name of the function
        self.tasks: set[asyncio.Task[None]] = set()

    async def in_thread(self, function: Callable[..., Result], *args: Any) -> Result:
        result = await asyncio.to_thread(function, *args)
        self.after.pop(function.__name__, lambda: None)()
        return result

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.add(asyncio.ensure_future(work))

    async def done(self) -> None:
        """Wait until nothing is done behind any more."""
        while unfinished := [task for task in self.tasks if not task.done()]:
            await asyncio.gather(*unfinished)


class HeldLedger:
    """A ledger that writes when a test lets it, or says that it could not."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._held: list[tuple[Entry, Callable[[Receipt], None]]] = []
        self.holds = False

    def submit(self, entry: Entry, done: Callable[[Receipt], None]) -> None:
        if self.holds:
            self._held.append((entry, done))
        else:
            self._ledger.submit(entry, done)

    def let_go_on(self) -> None:
        self.holds = False
        held, self._held = self._held, []
        for entry, done in held:
            self._ledger.submit(entry, done)

    def fail(self) -> None:
        self.holds = False
        held, self._held = self._held, []
        for _, done in held:
            done(Receipt.GONE)


class Registry(LiveTables):
    """Live tables, with all that is around them."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop) -> None:
        self.clock = FakeClock()
        self.threads = OwnThreads()
        self.store = Tables(database)
        self.real_ledger = Ledger(database, loop)
        self.ledger = HeldLedger(self.real_ledger)
        self.thinker = FakeThinker()
        self.readiness = FakeReadiness()
        self.people = FakePeople()
        self.metrics = FakeMetrics()
        self.outages = Outages()
        self.teller = FakeTeller()
        super().__init__(
            worker="here",
            is_alone=True,
            clock=self.clock,
            threads=self.threads,
            store=self.store,
            talk=TalkStore(database),
            seeks=Seeks(database),
            ledger=cast("Ledger", self.ledger),
            loader=StoreLoader(self.store, self.outages, self.threads),
            thinker=self.thinker,
            readiness=cast("Readiness", self.readiness),
            people=cast("People", self.people),
            notifier=cast("Notifier", FakeNotifier()),
            keys=SeatKeys(b"seats"),
            aliases=Aliases(b"aliases"),
            metrics=cast("Metrics", self.metrics),
            teller=self.teller,
            notice_after=0.0,
        )

    async def made(self, *seats: SeatWish, **wish: Any) -> LiveTable:
        kept, _ = await self.make(NewTable(game="alignement", seats=list(seats), **wish), ANN)
        return self.tables[kept.row.id]

    async def two_people(self, **wish: Any) -> LiveTable:
        live = await self.made(Mine(), Anyone(), **wish)
        await self.sit(live, 1, BOB, None)
        return live

    async def number(self, live: LiveTable) -> int:
        """The number of the last event, once nothing is under way."""
        return await self.read(live, lambda table: table.number)

    async def plays(self, live: LiveTable, *actions: str) -> None:
        for action in actions:
            mover = await self.read(live, lambda table: table.mover)
            visitor = Visitor(live, ("ann", "bob")[mover or 0])
            visitor.attendance.look(live.table)
            message = visitor.act(action)
            await self.number(live)
            assert visitor.is_done(message), visitor.frames

    def written_elsewhere(self, id_: str, event: Event) -> EventRow:
        """Another worker writes this, and the file has it."""
        kept = self.store.load(id_)
        assert kept is not None
        row = EventRow(id_, len(kept.events) + 1, self.clock() + 1, None, events.write(event))
        with self.store._database.writing() as connection:
            connection.exec_driver_sql(
                'INSERT INTO events ("table", number, at, message, event) VALUES (?, ?, ?, ?, ?)', structs.astuple(row)
            )
        return row

    async def forget(self) -> None:
        """As if another worker came, which knows nothing yet; what is done behind may still need the tables."""
        await self.threads.done()
        for live in self.tables.values():
            live.put_away()
        self.tables.clear()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Registry]:
    database = Database(f"sqlite:///{folder / 'palissade.sqlite3'}")
    await asyncio.to_thread(database.migrate)
    add_people(database, "ann", "bob")
    registry = Registry(database, asyncio.get_running_loop())
    try:
        yield registry
        await registry.forget()
    finally:
        await asyncio.to_thread(registry.real_ledger.close)
        database.close()


# ---- opening


def test_a_table_is_opened_once_however_many_come(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people()).id
            await registry.forget()
            first, second = await asyncio.gather(registry.open(id_), registry.open(id_))
            assert first is second is await registry.open(id_)

    asyncio.run(run())


def test_who_gives_up_waiting_does_not_keep_others_from_a_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people()).id
            await registry.forget()
            impatient = asyncio.ensure_future(registry.open(id_))
            patient = asyncio.ensure_future(registry.open(id_))
            await asyncio.sleep(0)
            impatient.cancel()
            assert (await patient).id == id_

    asyncio.run(run())


def test_there_is_no_table_of_another_name(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            with pytest.raises(Refused) as refused:
                await registry.open("nothere")
            assert (refused.value.code, refused.value.status) == ("no-such-table", 404)

    asyncio.run(run())


def test_a_game_that_is_being_compiled_is_not_opened_yet(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people()).id
            await registry.forget()
            registry.readiness.is_warm = False
            with pytest.raises(Refused) as refused:
                await registry.open(id_)
            assert refused.value.code == "warming"
            registry.readiness.is_warm = True
            assert (await registry.open(id_)).id == id_

    asyncio.run(run())


@pytest.mark.parametrize("step", ["find", "build"])
def test_what_is_overheard_while_a_table_is_opened_is_not_missed(tmp_path: Path, step: str) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people()).id
            await registry.forget()
            registry.threads.after[step] = lambda: registry.overhear([registry.written_elsewhere(id_, Acted(0, K5))])
            live = await registry.open(id_)
            assert await registry.read(live, lambda table: list(table.match.texts)) == [K5]

    asyncio.run(run())


def test_what_nobody_could_tell_while_a_table_is_opened_is_not_missed_either(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people()).id
            await registry.forget()

            def gap() -> None:
                registry.written_elsewhere(id_, Acted(0, K5))
                registry.missed()

            registry.threads.after["build"] = gap
            live = await registry.open(id_)
            assert await registry.read(live, lambda table: list(table.match.texts)) == [K5]

    asyncio.run(run())


def test_who_knows_more_than_this_worker_makes_it_read(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            registry.written_elsewhere(live.id, Acted(0, K5))
            ann = Visitor(live, "ann")
            await registry.attend(lambda found: ann.attendance, Attend(id="a", table=live.id, since=2))
            await registry.number(live)
            assert ann.attended["actions"] == [K5]
            assert ann.attended["events"] == []

    asyncio.run(run())


def test_who_was_away_for_long_gets_older_events_from_the_store(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            await registry.plays(live, K5, H8)
            await registry.forget()
            ann = Visitor(await registry.open(live.id), "ann")
            await registry.attend(lambda found: ann.attendance, Attend(id="a", table=live.id, since=1))
            assert [event["number"] for event in ann.attended["events"]] == [2, 3]

    asyncio.run(run())


# ---- putting away, and going on


def test_a_table_that_nobody_looks_at_is_put_away(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            idle, attended = await registry.two_people(), await registry.two_people()
            Visitor(attended, "ann").attend()
            registry.clock.now += PUT_AWAY
            registry.put_away_idle()
            assert set(registry.tables) == {idle.id, attended.id}
            registry.clock.now += 1
            registry.put_away_idle()
            assert set(registry.tables) == {attended.id}

    asyncio.run(run())


def test_a_table_that_somebody_comes_to_is_not_put_away_under_their_hands(tmp_path: Path) -> None:
    """They would be at one table, and who comes next at another."""

    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people()).id
            registry.clock.now += 10 * PUT_AWAY
            live = await registry.open(id_)
            registry.put_away_idle()
            assert await registry.open(id_) is live

    asyncio.run(run())


def test_a_clock_that_ran_out_while_nobody_looked_ends_the_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people(clock=GameClock(60, 0))).id
            await registry.plays(registry.tables[id_], K5, H8)
            await registry.forget()
            await registry.go_on(0)
            assert not registry.tables, "it is not due yet"
            registry.clock.now += 60_000
            await registry.go_on(0)
            await registry.metrics.until(events.Ended)
            kept = registry.store.find(id_)
            assert kept is not None
            assert kept.row.summary.status == "over"
            assert kept.row.summary.outcome is not None
            assert kept.row.summary.outcome["reason"] == "time"
            await registry.forget()
            await registry.go_on(0)
            assert not registry.tables, "nothing is due any more"

    asyncio.run(run())


def test_a_game_that_nobody_began_is_called_off_while_nobody_looks(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            id_ = (await registry.two_people(clock=GameClock(60, 0))).id
            await registry.forget()
            registry.clock.now += 3_600_000
            await registry.go_on(0)
            await registry.metrics.until(events.CalledOff)
            kept = registry.store.find(id_)
            assert kept is not None
            assert (kept.row.summary.status, kept.row.summary.outcome) == ("over", None)

    asyncio.run(run())


def test_what_is_due_but_not_ready_waits_for_next_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            await registry.two_people(clock=GameClock(60, 0))
            await registry.forget()
            registry.clock.now += 3_600_000
            registry.readiness.is_warm = False
            await registry.go_on(0)
            assert not registry.tables

    asyncio.run(run())


def test_a_machine_that_was_left_thinks_again_while_somebody_is_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            registry.thinker.is_busy = True
            live = await registry.made(Machine("pine"), Mine())
            Visitor(live, "ann").attend()
            registry.thinker.is_busy = False
            await registry.go_on(10_000)
            assert not registry.thinker.thoughts, "another worker may be at it"
            registry.clock.now += 10_000
            await registry.go_on(10_000)
            assert len(registry.thinker.now) == 1

    asyncio.run(run())


# ---- making tables


def test_somebody_has_so_many_unfinished_tables_with_machines_and_no_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            for _ in range(MOST_WITH_MACHINES):
                last = await registry.made(Mine(), Machine("balsa"))
            with pytest.raises(Refused) as refused:
                await registry.made(Mine(), Machine("balsa"))
            assert (refused.value.code, refused.value.status) == ("too-many-machines", 429)
            await registry.made(Mine(), Friend())
            ann = Visitor(last, "ann")
            ann.attend()
            ann.do(Resign)
            await registry.number(last)
            await registry.made(Mine(), Machine("balsa"))

    asyncio.run(run())


def test_there_are_links_for_friends_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            wish = NewTable(game="empire", options={"players": 3}, seats=[Anyone(), Mine(), Friend()])
            kept, links = await registry.make(wish, ANN)
            assert [link.seat for link in links] == [2]
            live = registry.tables[kept.row.id]
            assert registry.links(live.table) == [links[0].path]
            key = links[0].path.partition(".")[2]
            await registry.sit(live, 2, BOB, key)
            assert registry.links(live.table) == []
            await registry.leave_seat(live, 2, "bob")
            assert registry.links(live.table) != [links[0].path], "each works once"

    asyncio.run(run())


def test_rated_tables_are_for_accounts(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            wish = NewTable(
                game="alignement", seats=[Mine(), Friend()], clock=GameClock(60, 0), rated=True, takebacks=False
            )
            with pytest.raises(Refused) as refused:
                await registry.make(wish, Person("ann", "Ann", "guest"))
            assert refused.value.code == "rated-accounts"

    asyncio.run(run())


def test_a_rematch_is_made_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            await registry.plays(live, K5)
            ann, bob = Visitor(live, "ann"), Visitor(live, "bob")
            for visitor in (ann, bob):
                visitor.attend()
            ann.do(Resign)
            await registry.number(live)
            for visitor in (ann, bob):
                visitor.do(OfferRematch)
                await registry.number(live)
            live.resume()
            live.resume()
            await registry.threads.done()
            assert await registry.read(live, lambda table: table.rematch) is not None
            made = [frame for frame in ann.news if frame["event"]["kind"] == "rematch-made"]
            assert len(made) == 1
            again = registry.store.find(made[0]["event"]["table"])
            assert again is not None
            assert [seat.person for seat in again.seats] == ["bob", "ann"]
            assert again.row.rematch_of == live.id
            assert len(registry.store.newest()) == 2

    asyncio.run(run())


def test_a_rated_game_counts_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people(clock=GameClock(60, 0), rated=True, takebacks=False)
            await registry.plays(live, K5, H8)
            ann = Visitor(live, "ann")
            ann.attend()
            ann.do(Resign)
            await registry.number(live)
            live.reread()
            await registry.number(live)
            await registry.threads.done()
            assert registry.people.ratings.rated == [live.id]

    asyncio.run(run())


# ---- only what is durable


def test_readers_see_only_what_is_durable(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.made(Mine(), Anyone())
            registry.ledger.holds = True
            sits = asyncio.ensure_future(registry.sit(live, 1, BOB, None))
            await asyncio.sleep(0)
            reads = asyncio.ensure_future(registry.read(live, lambda table: table.seats_of("bob")))
            await asyncio.sleep(0)
            assert not sits.done()
            assert not reads.done()
            registry.ledger.let_go_on()
            await sits
            assert await reads == {1}

    asyncio.run(run())


def test_readers_see_nothing_of_a_table_of_which_nothing_can_be_known(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.made(Mine(), Anyone())
            registry.ledger.holds = True
            sits = asyncio.ensure_future(registry.sit(live, 1, BOB, None))
            await asyncio.sleep(0)
            reads = asyncio.ensure_future(registry.read(live, lambda table: table.seats_of("bob")))
            await asyncio.sleep(0)

            def gone(id_: str) -> None:
                raise StorageTrouble("gone")

            registry.store.load = gone  # type: ignore[method-assign]
            registry.ledger.fail()
            for asked in (sits, reads):
                with pytest.raises(Refused) as refused:
                    await asked
                assert refused.value.code == "storage-gone"
            assert not registry.tables

    asyncio.run(run())


def test_a_table_goes_on_when_a_message_cannot_be_looked_up(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            await registry.plays(live, K5)
            ann = Visitor(live, "ann")
            ann.attend()

            def broken(id_: str, message: str) -> bool:
                raise RuntimeError("something nobody has thought of")

            registry.store.has_message = broken  # type: ignore[method-assign]
            stale = ann.act(H8, seen=0)
            await registry.plays(live, H8)
            assert ann.refused(stale) == "failed"

    asyncio.run(run())


def test_a_mistake_of_ours_is_told_to_who_waits_and_stops_nobody_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.made(Mine(), Anyone())
            with pytest.raises(KeyError):
                await registry.read(live, lambda table: table.names["nobody"])
            registry._has_key = lambda table, seat, key: bool(1 // 0)  # type: ignore[method-assign]
            with pytest.raises(Refused) as refused:
                await registry.sit(live, 1, BOB, None)
            assert refused.value.code == "failed"
            await registry.close(live, "ann")

    asyncio.run(run())


def test_a_seat_is_taken_by_who_is_first(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.made(Mine(), Anyone())
            results = await asyncio.gather(
                registry.sit(live, 1, BOB, None), registry.sit(live, 1, ANN, None), return_exceptions=True
            )
            assert results[0] is None
            assert isinstance(results[1], Refused)
            assert results[1].code == "seat-taken"

    asyncio.run(run())


# ---- written by a newer version


def test_a_table_with_an_event_of_a_newer_version_is_not_opened_and_says_why(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            await registry.forget()
            registry.written_elsewhere(live.id, structs.replace(Closed(), v=events.VERSION + 1))
            with pytest.raises(Refused) as refused:
                await registry.open(live.id)
            assert (refused.value.code, refused.value.status) == ("too-new", 503)
            assert "newer" in refused.value.message.say("en")
            assert "plus récente" in refused.value.message.say("fr")
            registry.clock.now += 3_600_000
            await registry.go_on(0)  # which is not kept from others by it

    asyncio.run(run())


def test_somebody_who_wants_older_events_is_told_so_too(tmp_path: Path) -> None:
    """A newer worker has written beside this one, which has heard nothing of it."""

    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            await registry.forget()
            live = await registry.open(live.id)
            registry.written_elsewhere(live.id, structs.replace(Closed(), v=events.VERSION + 1))
            ann = Visitor(live, "ann")
            with pytest.raises(Refused) as refused:
                await registry.attend(lambda found: ann.attendance, Attend(id="a", table=live.id, since=0))
            assert refused.value.code == "too-new"

    asyncio.run(run())


def test_who_is_there_when_a_newer_worker_writes_comes_again_and_is_told_why(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as registry:
            live = await registry.two_people()
            ann = Visitor(live, "ann")
            ann.attend()
            row = registry.written_elsewhere(live.id, structs.replace(Closed(), v=events.VERSION + 1))
            registry.overhear([row])
            await registry.threads.done()
            assert ann.connection.closed
            assert not registry.tables
            with pytest.raises(Refused) as refused:
                await registry.open(live.id)
            assert refused.value.code == "too-new"

    asyncio.run(run())
