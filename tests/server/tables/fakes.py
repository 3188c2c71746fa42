"""All that a live table needs, by hand: nothing happens before a test says so, and in the order in which it says so."""

import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from palissade.messages import Language
from palissade.server import events
from palissade.server.events import Event, Happened
from palissade.server.refused import Refused
from palissade.server.store.rows import Entry, EventRow, Kept, Receipt, SeatRow
from palissade.server.tables.attendance import Attendance, CloseReason
from palissade.server.tables.decisions import Change
from palissade.server.tables.live_table import Command, LiveTable
from palissade.server.tables.needs import Loaded, Needs
from palissade.server.tables.table import Table
from palissade.server.wire.socket import Act, AskHint, AskTurningPoint, Attend, Look, Why
from tests.server.tables.set_up import MADE_AT

Json = dict[str, Any]
_ids = itertools.count(1)


class FakeClock:
    def __init__(self) -> None:
        self.now = MADE_AT

    def __call__(self) -> int:
        return self.now


class FakeStore:
    """What is durable: the seats and events of one table, and how it was made."""

    def __init__(self, table: Table) -> None:
        self._made = table
        self.seats = list(table.seats)
        self.events: list[EventRow] = []

    def write(self, event: Event, at: int, seat: SeatRow | None = None, message: str | None = None) -> EventRow:
        """Another worker writes this."""
        row = EventRow(self._made.id, len(self.events) + 1, at, message, events.write(event))
        self.take(Entry(row, self._made.summary(), seat))
        return row

    def take(self, entry: Entry) -> None:
        assert entry.event.number == len(self.events) + 1, "there are no gaps in what is stored"
        self.events.append(entry.event)
        if entry.seat is not None:
            self.seats[entry.seat.seat] = entry.seat

    def table(self) -> Table:
        """As it is built from what is kept."""
        names = {seat.person: seat.person.title() for seat in self.seats if seat.person}
        kept = Kept(self._made.row, list(self.seats), list(self.events), names, None)
        return Table.from_kept(kept, self._made.outages)


class FakeLedger:
    def __init__(self, store: FakeStore) -> None:
        self._store = store
        self.waiting: deque[tuple[Entry, Callable[[Receipt], None]]] = deque()

    def submit(self, entry: Entry, done: Callable[[Receipt], None]) -> None:
        self.waiting.append((entry, done))

    def answer(self, receipt: Receipt = Receipt.WRITTEN) -> None:
        """Write what waits, or do not."""
        entry, done = self.waiting.popleft()
        if receipt is Receipt.WRITTEN:
            self._store.take(entry)
        done(receipt)


class FakeLoader:
    def __init__(self, store: FakeStore) -> None:
        self._store = store
        self.waiting: deque[tuple[int, Callable[[Loaded | None], None]]] = deque()
        self.looked_up: deque[tuple[str, Callable[[bool | Refused], None]]] = deque()

    def load(self, table: Table, told: int, done: Callable[[Loaded | None], None]) -> None:
        self.waiting.append((told, done))

    def look_up(self, table: str, message: str, done: Callable[[bool | Refused], None]) -> None:
        self.looked_up.append((message, done))

    def answer(self) -> None:
        told, done = self.waiting.popleft()
        rows = self._store.events
        news = [Happened(row.number, row.at, events.read(row.event)) for row in rows[told:]]
        done(Loaded(self._store.table(), frozenset(row.message for row in rows if row.message), news))

    def fail(self) -> None:
        _, done = self.waiting.popleft()
        done(None)

    def find(self) -> None:
        """Say whether the message that was asked for is among the kept ones."""
        message, done = self.looked_up.popleft()
        done(any(row.message == message for row in self._store.events))

    def fail_to_find(self) -> None:
        _, done = self.looked_up.popleft()
        done(Refused("storage-gone", status=503))


@dataclass
class Waiting:
    """A timer, or a thought, that can be cancelled."""

    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


@dataclass
class FakeTime(Waiting):
    moment: int = 0
    do: Callable[[], None] = lambda: None


class FakeTimer:
    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.times: list[FakeTime] = []

    def at(self, moment: int, do: Callable[[], None]) -> FakeTime:
        time = FakeTime(moment=moment, do=do)
        self.times.append(time)
        return time

    @property
    def next(self) -> int | None:
        """When something is due."""
        return min((time.moment for time in self.times if not time.is_cancelled), default=None)

    def ring(self) -> None:
        """Go on to the next moment, and do what is due then."""
        time = min((time for time in self.times if not time.is_cancelled), key=lambda time: time.moment)
        self.times.remove(time)
        self._clock.now = max(self._clock.now, time.moment)
        time.do()


@dataclass
class FakeThought(Waiting):
    machine: SeatRow = field(default_factory=lambda: SeatRow(0, "machine"))
    done: Callable[[int | None], None] = lambda action: None
    progress: Callable[[float, int | None], None] = lambda share, best: None


class FakeThinker:
    def __init__(self) -> None:
        self.thoughts: list[FakeThought] = []
        self.is_busy = False
        self.hints: list[AskHint] = []
        self.turning_points: list[AskTurningPoint] = []
        self.pondered = 0

    def think(
        self,
        live: LiveTable,
        machine: SeatRow,
        done: Callable[[int | None], None],
        progress: Callable[[float, int | None], None],
    ) -> FakeThought | None:
        if self.is_busy:
            return None
        self.thoughts.append(FakeThought(machine=machine, done=done, progress=progress))
        return self.thoughts[-1]

    def ponder(self, live: LiveTable) -> None:
        self.pondered += 1

    def hint(self, live: LiveTable, attendance: Attendance, message: AskHint) -> None:
        self.hints.append(message)

    def turning_point(self, live: LiveTable, attendance: Attendance, message: AskTurningPoint) -> None:
        self.turning_points.append(message)

    @property
    def now(self) -> list[FakeThought]:
        """What is thought about, and wanted."""
        return [thought for thought in self.thoughts if not thought.is_cancelled]


class FakeRegistry:
    def __init__(self, *, is_alone: bool) -> None:
        self.is_alone = is_alone
        self.told: list[Event] = []
        self.came_back: list[str | None] = []
        self.ended: list[Table] = []
        self.again: list[LiveTable] = []
        self.dropped: list[LiveTable] = []
        self.said = 0

    def happened(self, live: LiveTable, event: Event) -> None:
        self.told.append(event)

    def came(self, live: LiveTable, person: str | None) -> None:
        self.came_back.append(person)

    def over(self, table: Table) -> None:
        self.ended.append(table)

    def play_again(self, live: LiveTable) -> None:
        self.again.append(live)

    def drop(self, live: LiveTable) -> None:
        self.dropped.append(live)

    def say_presence(self, live: LiveTable) -> None:
        self.said += 1

    def links(self, table: Table) -> list[str]:
        return [f"/table/{table.id}#{seat}.key{taking}" for seat, taking in table.kept_for_friends()]

    def message_of(self, table: str, person: str, id_: str) -> str:
        return f"{person} here:{id_}"


class FakeConnection:
    def __init__(self, person: str | None, language: Language) -> None:
        self.person = person
        self.address = f"address of {person}"
        self.language: Language = language
        self.frames: list[Json] = []
        self.closed: list[CloseReason] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))

    def close(self, reason: CloseReason) -> None:
        self.closed.append(reason)


class Visitor:
    """Somebody's page at the table."""

    def __init__(
        self,
        live: LiveTable,
        person: str | None,
        depth: Literal["page", "program"] = "page",
        language: Language = "en",
    ) -> None:
        self.live = live
        self.connection = FakeConnection(person, language)
        self.attendance = Attendance(self.connection, depth)

    # ---- asking

    def attend(self, since: int | None = None) -> None:
        message = Attend(id=self._id(), table=self.live.id, since=since, depth=self.attendance.depth)
        self.live.when_quiet(lambda: self.live.attend(self.attendance, message, []))

    def act(self, action: str, seen: int | None = None) -> str:
        return self.do(Act, seen, action=action)

    def do(self, kind: Callable[..., Change], seen: int | None = None, id_: str | None = None, **places: Any) -> str:
        """Send a message, as who has seen all that was told, unless it is said otherwise; its id."""
        id_ = id_ or self._id()
        last = self.live.table.number if seen is None else seen
        self.live.change(self.attendance, kind(id=id_, table=self.live.id, seen=last, **places))
        return id_

    def look(self, ply: int) -> str:
        id_ = self._id()
        self.live.look(self.attendance, Look(id=id_, table=self.live.id, ply=ply))
        return id_

    def why(self, *picks: str) -> str:
        id_ = self._id()
        self.live.why(self.attendance, Why(id=id_, table=self.live.id, picks=list(picks)))
        return id_

    def leave(self) -> None:
        self.live.leave(self.attendance)

    def _id(self) -> str:
        return f"{self.connection.person}{next(_ids)}"

    # ---- what came

    @property
    def frames(self) -> list[Json]:
        return self.connection.frames

    @property
    def attended(self) -> Json:
        """What they were shown when they came."""
        return next(frame["attended"] for frame in reversed(self.frames) if "attended" in frame)

    @property
    def news(self) -> list[Json]:
        return [frame for frame in self.frames if "news" in frame]

    @property
    def presences(self) -> list[Json]:
        return [frame for frame in self.frames if "presence" in frame]

    @property
    def thinking(self) -> list[Json]:
        return [frame for frame in self.frames if "thinking" in frame]

    def answers(self, id_: str) -> list[Json]:
        return [frame for frame in self.frames if frame.get("answer") == id_]

    def is_done(self, id_: str) -> bool:
        """Whether the message was answered, once, and not refused."""
        answers = self.answers(id_)
        assert len(answers) <= 1, "a message is answered once"
        return bool(answers) and "refused" not in answers[0]

    def refused(self, id_: str) -> str | None:
        """The code by which a message was refused; None if it was not, or not yet."""
        answers = self.answers(id_)
        assert len(answers) <= 1, "a message is answered once"
        code: str | None = answers[0].get("refused", {}).get("code") if answers else None
        return code


class World:
    """A live table with all that is around it."""

    def __init__(self, table: Table, *, is_alone: bool = True) -> None:
        self.clock = FakeClock()
        self.outages = table.outages
        self.store = FakeStore(table)
        self.ledger = FakeLedger(self.store)
        self.loader = FakeLoader(self.store)
        self.timer = FakeTimer(self.clock)
        self.thinker = FakeThinker()
        self.registry = FakeRegistry(is_alone=is_alone)
        self.needs = Needs(self.clock, self.ledger, self.loader, self.timer, self.thinker, self.registry)
        self.live = LiveTable(self.needs, table)

    def come(
        self, person: str | None, depth: Literal["page", "program"] = "page", language: Language = "en"
    ) -> Visitor:
        visitor = Visitor(self.live, person, depth, language)
        visitor.attend()
        return visitor

    def settle(self) -> None:
        """Let everything that waits for the store be done."""
        while self.ledger.waiting or self.loader.waiting or self.loader.looked_up:
            if self.ledger.waiting:
                self.ledger.answer()
            elif self.loader.waiting:
                self.loader.answer()
            else:
                self.loader.find()

    def start_again(self) -> LiveTable:
        """The worker has died; another one finds the table as it is kept."""
        self.timer.times.clear()
        self.thinker.thoughts.clear()
        self.live = LiveTable(self.needs, self.store.table())
        return self.live

    def command(self, decide: Callable[[Table], Any]) -> list[Refused | None]:
        """Ask something that comes over HTTP; how it was answered."""
        answers: list[Refused | None] = []
        self.live.ask(Command(decide, answers.append))
        return answers

    def plays(self, *actions: str) -> None:
        """Whoever is to move plays, and it is durable."""
        for action in actions:
            mover = self.live.table.mover
            assert mover is not None
            person = self.live.table.seats[mover].person
            assert person is not None, "a machine is to move"
            unseen = Visitor(self.live, person)
            unseen.attendance.look(self.live.table)
            unseen.act(action)
            self.settle()
