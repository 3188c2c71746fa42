"""A worker: everything that lives as long as one server process, put together, opened and closed."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import structlog

from palissade.record import Record
from palissade.server.admission import Admission
from palissade.server.clock import WorkerClock
from palissade.server.house import House
from palissade.server.identity.people import Change, People
from palissade.server.identity.tokens import Aliases, Dice, SeatKeys
from palissade.server.limits import Limits
from palissade.server.machines.readiness import Readiness
from palissade.server.machines.thinking import Thinking
from palissade.server.machines.ways import Ways
from palissade.server.metrics import Metrics
from palissade.server.notices.notices import Notices
from palissade.server.overload import Overload
from palissade.server.pictures.painter import Painter
from palissade.server.refused import Refused
from palissade.server.settings import Settings
from palissade.server.store.database import Database
from palissade.server.store.heartbeat import EVERY, Heartbeat
from palissade.server.store.ledger import Ledger
from palissade.server.store.notify import notifier_of
from palissade.server.store.people import PersonRow
from palissade.server.store.seeks import Seeks
from palissade.server.store.tables import Tables
from palissade.server.store.talk import TalkStore
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.attendance import CloseReason, Connection
from palissade.server.tables.clocks import Outages
from palissade.server.tables.live_tables import LiveTables
from palissade.server.tables.loader import StoreLoader
from palissade.server.tables.thinker import TableThinker

_log = structlog.get_logger("palissade")
Result = TypeVar("Result")

READERS = 4  # threads that read from the store
SWEEP = 1.0  # seconds between two looks at what happens by itself
LEFT_FOR = 10_000  # milliseconds after which a machine's turn was left by a worker that died
SAY_WHO_IS_HERE = 10.0
LOOK_AT_SEEKS = 5.0
MAY_BE_LEFT = 24 * 3600 * 1000  # milliseconds: what ended before was rated, or not to be
MOST_LEFT = 100  # games that are looked at after a crash, to be rated


class Worker:
    """One worker: its store, its tables, its machines, the people it knows."""

    def __init__(self, settings: Settings, clock: WorkerClock | None = None) -> None:
        self.settings = settings
        self.clock = clock or WorkerClock()
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.admission = Admission(settings, self.metrics)
        self.database = Database(settings.database)
        self.store = Tables(self.database)
        self.outages = Outages()
        self.connections: set[Connection] = set()
        self.is_open = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.painter = Painter()
        self.house = House(settings)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    # ---- opening and closing

    @staticmethod
    def check(settings: Settings) -> None:
        """Bring the database up to date, or say what is wrong with it; before any worker starts."""
        database = Database(settings.database)
        try:
            with database.first_look():
                database.lock()
                database.migrate()
        finally:
            database.close()

    async def open(self) -> None:
        """Be ready for people; games get compiled behind."""
        loop = asyncio.get_running_loop()
        database, in_thread = self.database, self.in_thread
        await in_thread(database.lock)
        self.heartbeat = Heartbeat(database, database.worker, self.clock, is_alone=not database.is_shared)
        self.outages.learn(await in_thread(self.heartbeat.wake))
        self.people = await in_thread(
            lambda: People(
                database,
                self.clock,
                on_change=self._person_changed,
                before_delete=self._before_delete,
                record_of=self.record_of,
            )
        )
        self.ledger = Ledger(database, loop, self.metrics.batch)
        self.notifier = notifier_of(database)
        self.thinking = Thinking(self.settings.threads, loop)
        self.ways = Ways(self.thinking)
        self.readiness = Readiness(loop, eager=self.settings.warms)
        self.overload = Overload(
            lambda: self.ledger.depth, lambda: self.thinking.waiting, on_refused=lambda: self.admission.refused("busy")
        )
        self.overload.start()
        self.notices = await in_thread(Notices, self.settings, database, self.clock, self.metrics.noticed)
        self.loader = StoreLoader(self.store, self.outages, self)
        dice = Dice(await in_thread(database.secret, "dice"))
        self.live_tables = LiveTables(
            worker=database.worker,
            is_alone=not database.is_shared,
            clock=self.clock,
            threads=self,
            store=self.store,
            talk=TalkStore(database),
            seeks=Seeks(database),
            ledger=self.ledger,
            loader=self.loader,
            thinker=TableThinker(
                *(self.thinking, self.readiness, dice, self.limits, self.ways), ponders=self.settings.ponders
            ),
            readiness=self.readiness,
            people=self.people,
            notifier=self.notifier,
            keys=SeatKeys(await in_thread(database.secret, "seats")),
            aliases=Aliases(await in_thread(database.secret, "aliases")),
            metrics=self.metrics,
            teller=self.notices,
            notice_after=self.settings.notice_after,
        )
        self.notifier.start(self.live_tables.overhear, self._hear, self.live_tables.missed)
        self.spawn(self._rate_what_was_left())
        self.spawn(self._every(EVERY, self._beat))
        self.spawn(self._every(SWEEP, self._sweep))
        self.spawn(self._every(SAY_WHO_IS_HERE, self._say_who_is_here))
        self.spawn(self._every(LOOK_AT_SEEKS, self.live_tables.seeking.look))
        self.spawn(self._every(24 * 3600.0, self.people.forget_the_absent))
        self.spawn(self._every(24 * 3600.0, self.notices.forget_unconfirmed))
        self.spawn(self._every(3600.0, self.people.wipe_what_was_deleted))
        self.spawn(self._every(3600.0, self.live_tables.talking.let_go))
        self.is_open = True

    async def close(self) -> None:
        """Hang up, let what is being written be written, and put everything away."""
        self.is_open = False
        for connection in list(self.connections):
            connection.close(CloseReason.RESTART)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.overload.close()
        self.readiness.close()
        self.thinking.close()
        await asyncio.to_thread(self.painter.close)
        await asyncio.to_thread(self.ledger.close)
        await asyncio.to_thread(self.notifier.close)
        self.notices.close()
        self._readers.shutdown()
        self.database.close()

    # ---- doing things behind

    async def in_thread(self, function: Callable[..., Result], *args: Any) -> Result:
        """What blocks, in a thread: the event loop never waits for the store."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, function, *args)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("something done behind has failed", exc_info=error)

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except StorageTrouble as trouble:
                _log.warning("the store is in trouble", reason=trouble.reason)
            except Exception:
                _log.exception("something done regularly has failed", work=work.__name__)
            await asyncio.sleep(seconds)

    async def _beat(self) -> None:
        beat = await self.in_thread(self.heartbeat.beat)
        self.outages.learn(beat)
        if self.clock.follow(beat.behind):
            self.outages.learn(await self.in_thread(self.heartbeat.beat))  # it makes the jump an outage

    async def _sweep(self) -> None:
        self.live_tables.put_away_idle()
        await self.live_tables.go_on(0 if self.live_tables.is_alone else LEFT_FOR)

    async def _say_who_is_here(self) -> None:
        self.live_tables.say_who_is_here()

    # ---- people

    def _hear(self, note: bytes) -> None:
        """Another worker says something."""
        person = self.live_tables.hear(note)
        if person is not None:
            self.people.forget(person)
            self._look_again(person)

    def _person_changed(self, change: Change) -> None:
        self.live_tables.say_person_changed(change.person)
        self._look_again(change.person)

    def _look_again(self, person: str) -> None:
        """Who was known otherwise is hung up on, and calls again as who they are now."""
        for connection in [connection for connection in self.connections if connection.person == person]:
            connection.close(CloseReason.RESTART)
        self.live_tables.person_changed(person)

    async def _before_delete(self, person: PersonRow) -> None:
        """Tables that wait for others are put away with who made them."""
        cursor: str | None = None
        while True:
            page, cursor = await self.in_thread(self.store.of_person, person.id, False, cursor)
            for kept in page:
                if kept.row.host == person.id and kept.row.summary.status == "open":
                    live = await self.live_tables.open(kept.row.id)
                    await self.live_tables.close(live, person.id)
            if cursor is None:
                return

    # ---- finished games

    async def _rate_what_was_left(self) -> None:
        """Games that ended just before their worker did."""
        for id_, game in await self.in_thread(self.store.unrated, self.clock() - MAY_BE_LEFT, MOST_LEFT):
            await self.readiness.ready(game)
            with suppress(Refused):  # a newer Palissade has to see to it
                loaded = await self.in_thread(self.loader.build, id_, {})
                if loaded is not None:
                    self.live_tables.over(loaded.table)

    async def record_of(self, id_: str) -> Record | None:
        """The record of a table. What chance has hidden is in it only when the game is over."""
        kept = await self.in_thread(self.store.find, id_)
        if kept is None:
            return None
        self.readiness.check(kept.row.game)
        loaded = await self.in_thread(self.loader.build, id_, {})
        return None if loaded is None else loaded.table.record()
