"""Everything that lives as long as one worker, and how it is opened and closed."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec
import structlog
from picows import WSCloseCode

from palissade.game import Outcome
from palissade.record import Record
from palissade.server.identity.people import Change, People
from palissade.server.identity.tokens import SeatKeys
from palissade.server.limits import Limits
from palissade.server.machines.readiness import Readiness
from palissade.server.machines.thinking import Thinking
from palissade.server.metrics import Metrics
from palissade.server.refused import Refused, TooMany
from palissade.server.settings import Settings
from palissade.server.store.database import Database
from palissade.server.store.heartbeat import EVERY, Heartbeat
from palissade.server.store.ledger import Ledger
from palissade.server.store.notify import notifier_of
from palissade.server.store.people import PersonRow
from palissade.server.store.rows import SeatRow
from palissade.server.store.tables import Tables
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.clocks import Outages
from palissade.server.tables.live_tables import LiveTables
from palissade.server.tables.table import FREE, Table

if TYPE_CHECKING:
    from palissade.server.sockets.connection import Line

_log = structlog.get_logger("palissade")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

READERS = 4  # threads that read from the store
SWEEP = 5.0  # seconds between two looks at what others may have left
LEFT_FOR = 10_000  # milliseconds after which a machine's turn was left by a worker that died
SAY_WHO_IS_HERE = 10.0
MOST_LEFT = 100  # games that are looked at after a crash, to be rated


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Worker:
    """One worker: its store, its tables, its machines, the people it knows."""

    def __init__(self, settings: Settings, clock: Callable[[], int] = milliseconds) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.database = Database(settings.database)
        self.worker = self.database.worker
        self.store = Tables(self.database)
        self.outages = Outages()
        self.lines: set[Line] = set()
        self.live_tables = LiveTables(self)
        self.is_open = False
        self._tasks: set[asyncio.Task[None]] = set()
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
        """Be ready for people; games get warm behind."""
        loop = asyncio.get_running_loop()
        await self.in_thread(self.database.lock)
        self.keys = SeatKeys(await self.in_thread(self.database.secret, "seats"))
        self.people = await self.in_thread(
            lambda: People(
                self.database,
                self.clock,
                on_change=self._person_changed,
                before_delete=self._before_delete,
                record_of=self.record_of,
            )
        )
        self.ledger = Ledger(self.database, loop, self.metrics.batch)
        self.notifier = notifier_of(self.database)
        self.notifier.start(self.live_tables.overhear, self.live_tables.hear, self.live_tables.missed)
        self.thinking = Thinking(self.settings.threads, loop)
        self.readiness = Readiness(loop, eager=self.settings.warms)
        self.heartbeat = Heartbeat(self.database, self.worker, self.clock, is_alone=not self.database.is_shared)
        for begins_at, ends_at in await self.in_thread(self.heartbeat.wake):
            self.outages.add(begins_at, ends_at)
        self.spawn(self._rate_what_was_left())
        self.spawn(self._every(EVERY, self._beat))
        self.spawn(self._every(SWEEP, self._sweep))
        self.spawn(self._every(SAY_WHO_IS_HERE, self._say_who_is_here))
        self.spawn(self._every(24 * 3600.0, self.people.forget_the_absent))
        self.is_open = True

    async def close(self) -> None:
        """Hang up, let what is being written be written, and put everything away."""
        self.is_open = False
        for line in list(self.lines):
            line.cut(WSCloseCode.SERVICE_RESTART)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.readiness.close()
        self.thinking.close()
        await asyncio.to_thread(self.ledger.close)
        await asyncio.to_thread(self.notifier.close)
        self._readers.shutdown()
        self.database.close()

    # ---- doing things behind

    async def in_thread(
        self, function: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """What blocks, in a thread: the event loop never waits for the store."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: function(*args, **kwargs))

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
        try:
            fresh = await self.in_thread(self.heartbeat.beat)
        except StorageTrouble:
            self.outages.begun_at = self.heartbeat.silent_since()
            raise
        self.outages.begun_at = None
        for begins_at, ends_at in fresh:
            self.outages.add(begins_at, ends_at)

    async def _sweep(self) -> None:
        self.live_tables.put_away_idle()
        alone = not self.database.is_shared
        await self.live_tables.take_up_machines(0 if alone else LEFT_FOR)

    async def _say_who_is_here(self) -> None:
        self.live_tables.say_who_is_here()

    # ---- people

    def _person_changed(self, change: Change) -> None:
        """Who was known otherwise hangs up, and calls again as who they are now."""
        self.live_tables.say([], change.person)
        self.hang_up(change.person)

    def hang_up(self, person: str) -> None:
        for line in [line for line in self.lines if line.person == person]:
            line.cut(WSCloseCode.SERVICE_RESTART)
        for live in list(self.live_tables.tables.values()):
            if any(seat.person == person for seat in live.table.seats):
                live.reread()  # names have changed, or who sits there

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

    # ---- seats and their secret keys

    def links(self, table: Table) -> list[str]:
        """The secret links of the seats that wait for somebody."""
        return [self.keys.link(table.id, seat.seat) for seat in table.seats if seat.who in FREE]

    def seat_of_key(self, table: str, key: str, address: str) -> int:
        """The seat that `SEAT.KEY` opens; wrong ones are few a minute, or somebody is guessing."""
        if wait := self.limits.wait("seat-key", address):
            raise TooMany(wait)
        seat, _, secret = key.partition(".")
        if not seat.isdecimal() or len(seat) > 1 or not self.keys.is_seat_key(table, int(seat), secret):
            self.limits.spend("seat-key", address)
            raise Refused("wrong-key", status=403)
        return int(seat)

    # ---- finished games

    def over(self, table: Table) -> None:
        """A game has ended at this worker."""
        if table.row.rated and table.outcome and table.match.ply > 1:
            self.spawn(self._rate(table.id, table.game.id, table.seats, table.outcome))

    async def _rate(self, table: str, game: str, seats: Sequence[SeatRow], outcome: Outcome) -> None:
        await self.people.ratings.rate(table, game, [seat.person for seat in seats], outcome)

    async def _rate_what_was_left(self) -> None:
        """Games that ended just before their worker did."""
        for id_ in await self.in_thread(self.store.unrated, MOST_LEFT):
            kept = await self.in_thread(self.store.find, id_)
            if kept is not None:
                outcome = msgspec.convert(kept.row.summary.outcome, Outcome)
                await self._rate(id_, kept.row.game, kept.seats, outcome)

    async def record_of(self, id_: str) -> Record | None:
        """The record of a table. What chance has hidden is in it only when the game is over."""
        kept = await self.in_thread(self.store.load, id_)
        if kept is None:
            return None
        self.live_tables.check_ready(kept.row.game)
        table = Table(kept.row, list(kept.seats), kept.names, self.outages)
        for row in kept.events:
            table.fold_row(row)
        return record_of(table)


def record_of(table: Table) -> Record:
    record = table.match.record()
    record.outcome = table.outcome
    if table.status != "over" and table.game.is_hidden:
        record.deal = None
    record.players = [seat.name or table.names.get(seat.person or "") or seat.level for seat in table.seats]
    return record
