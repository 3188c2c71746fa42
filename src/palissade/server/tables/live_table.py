"""A table with people at it: one thing after the other is decided, written, and only then told.

Everything that asks something of a table waits in one queue. What was decided is folded into the table at once, but
nobody is told, and nothing else is looked at, before the store has said that it is durable. If it is not, or if another
worker was first, the table is read anew from the store.
"""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING
from zlib import crc32

import msgspec
import structlog
from picows import WSCloseCode

from palissade.players import player
from palissade.server.refused import Refused
from palissade.server.store.rows import Entry, EventRow, Receipt, SeatRow
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.decisions import Asker, Change, Decision, decide
from palissade.server.tables.hints import give_hint
from palissade.server.tables.presence import Presences
from palissade.server.tables.table import Table
from palissade.server.tables.views import TableViews, Viewer
from palissade.server.wire.socket import (
    Acted,
    AskHint,
    Attend,
    Attended,
    Event,
    Happened,
    Look,
    Looked,
    MachineTookOver,
    News,
    Seated,
    StoodUp,
)

if TYPE_CHECKING:
    from palissade.server.machines.thinking import Thought
    from palissade.server.worker import Worker

_encode = msgspec.json.Encoder().encode
_log = structlog.get_logger("palissade.tables")
RECENT = 32  # events that are kept at hand for who was away for a moment
SEATS_CHANGE = (Seated, StoodUp, MachineTookOver)
MAY_BE_DONE = ("stale", "over", "not-your-turn", "no-offer", "nothing-to-claim", "not-your-seat", "watching")
STORAGE = {Receipt.FULL: "storage-full", Receipt.LOCKED: "storage-locked", Receipt.GONE: "storage-gone"}


class Command(msgspec.Struct):
    """Something asked of a table that may change it."""

    decide: Callable[[Table], Decision]  # raises Refused
    refuse: Callable[[Refused], None]
    accept: Callable[[], None]  # when it is done, unless the answer goes with the news
    message: str | None = None  # by which it is known again when it is sent again
    attendance: Attendance | None = None  # whose answer goes with the news
    id: str | None = None

    def answer(self, refused: Refused | None) -> None:
        """Answer without news."""
        if refused is None:
            self.accept()
        else:
            self.refuse(refused)


class LiveTable:
    def __init__(self, worker: "Worker", table: Table) -> None:
        self.worker = worker
        self.table = table
        self.attendances: set[Attendance] = set()
        self.presences = Presences(self)
        self.idle_since = worker.clock()
        self._views = TableViews(table, self.presences.is_absent)
        self._told = table.number  # the last event that was told
        self._recent: deque[Happened] = deque(maxlen=RECENT)
        self._queue: deque[Command | Callable[[], None]] = deque()
        self._is_busy = False  # something is being written or read
        self._is_let_go = False  # nobody knows any more how it stands
        self._thought: Thought | None = None

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def is_idle(self) -> bool:
        return not (self.attendances or self._queue or self._is_busy or self._thought)

    # ---- one thing after the other

    def ask(self, command: Command) -> None:
        """Do something that changes the table, as soon as what came before is done."""
        self._queue.append(command)
        self._go_on()

    def when_quiet(self, look: Callable[[], None]) -> None:
        """Look at the table when nothing is being written."""
        if self._is_busy or self._queue:
            self._queue.append(look)
        else:
            look()

    def _go_on(self) -> None:
        while self._queue and not self._is_busy:
            first = self._queue.popleft()
            if isinstance(first, Command):
                self._try(first)
            else:
                first()

    def _try(self, command: Command) -> None:
        if self._is_let_go:
            command.refuse(Refused("storage-gone", status=503))
            return
        try:
            decision = command.decide(self.table)
        except Refused as refused:
            if refused.code in MAY_BE_DONE and command.message:
                self._is_busy = True
                self.worker.spawn(self._look_up(command, command.message, refused))
            else:
                command.refuse(refused)
            return
        self._write(command, decision)

    async def _look_up(self, command: Command, message: str, refused: Refused) -> None:
        """Refuse a message, unless it is one that was done already and has been sent again."""
        is_done = False
        try:
            is_done = await self.worker.in_thread(self.worker.store.has_message, self.id, message)
        except StorageTrouble as trouble:
            refused = Refused(f"storage-{trouble.reason}", status=503)  # it may have been done
        self._is_busy = False
        command.answer(None if is_done else refused)
        self._go_on()

    def _write(self, command: Command, decision: Decision) -> None:
        at = max(self.worker.clock(), self.table.changed_at)
        happened = self.table.fold(Happened(self.table.number + 1, at, decision.event), decision.seat)
        row = EventRow(self.id, happened.number, at, command.message, _encode(decision.event))
        self._is_busy = True

        def written(receipt: Receipt) -> None:
            if receipt is Receipt.WRITTEN:
                self._is_busy = False
                self._done(command, happened)
                self._go_on()
            else:
                code = STORAGE.get(receipt)
                if code:
                    _log.error("not written", table=self.id, number=happened.number, receipt=receipt.value)
                refused = Refused(code, status=503) if code else Refused("stale", number=happened.number)
                self._read_anew(command, refused)

        self.worker.ledger.submit(Entry(row, self.table.summary(), decision.seat), written)

    def _done(self, command: Command, happened: Happened) -> None:
        self._tell(happened, command)
        if command.attendance is None:
            command.accept()
        self.worker.metrics.acted(happened.event)
        self.after(happened.event)

    # ---- reading anew

    def _read_anew(self, command: Command | None = None, refused: Refused | None = None) -> None:
        """The store knows better: take from it what happened, then answer."""
        self._is_busy = True
        self.worker.spawn(self._reread(command, refused))

    async def _reread(self, command: Command | None, refused: Refused | None) -> None:
        known: set[str | None] = set()
        try:
            kept = await self.worker.in_thread(self.worker.store.load, self.id)
            if kept is not None:
                known = {row.message for row in kept.events}
                table = Table(kept.row, list(kept.seats), kept.names, self.worker.outages, self.table.ratings)
                self._begin_anew(table, kept.events)
        except Exception:
            _log.exception("could not be read", table=self.id)
            refused = Refused("storage-gone", status=503)
            self._is_let_go = True
        finally:
            self._is_busy = False
        if command is not None:
            command.answer(None if command.message and command.message in known else refused)
        if self._is_let_go:
            self._let_go()
        self._go_on()

    def _let_go(self) -> None:
        """What is here may be ahead of what is kept: who comes back finds it as it is kept."""
        self.worker.live_tables.drop(self)
        for attendance in list(self.attendances):
            attendance.line.cut(WSCloseCode.TRY_AGAIN_LATER)

    def _begin_anew(self, table: Table, events: list[EventRow]) -> None:
        self.table = table
        self._views = TableViews(table, self.presences.is_absent)
        news = [happened for happened in map(table.fold_row, events) if happened.number > self._told]
        for attendance in self.attendances:
            attendance.look(table)
            attendance.shown = None
        for happened in news:
            self._tell(happened)
        if news:
            self.after(news[-1].event, is_ours=not self.worker.database.is_shared)
        elif self._thought is not None:
            self.after()  # what it thinks about is this table no more

    def overhear(self, row: EventRow) -> None:
        """Another worker has written this."""
        if row.number <= self.table.number:
            return  # told already, or ours is being written and will be found too late
        self.when_quiet(lambda: self._take_over(row))

    def _take_over(self, row: EventRow) -> None:
        if row.number <= self.table.number:
            return
        event = msgspec.json.decode(row.event, type=Event)
        if row.number > self.table.number + 1 or isinstance(event, (Seated, StoodUp)):
            self._read_anew()  # some are missing, or only the store knows who sat down
            return
        self._tell(self.table.fold(Happened(row.number, row.at, event)))
        self.after(event, is_ours=False)

    def reread(self) -> None:
        """Something may have been missed."""
        self.when_quiet(self._read_anew)

    # ---- attending

    def has_recent(self, since: int) -> bool:
        """Whether all that came after this event is at hand."""
        return since >= self.table.number or (bool(self._recent) and self._recent[0].number <= since + 1)

    def attend(self, attendance: Attendance, message: Attend, older: list[Happened]) -> None:
        """Be at the table; `older` are events since the last one they have, where they are not at hand."""
        if self._is_let_go:
            attendance.line.cut(WSCloseCode.TRY_AGAIN_LATER)
        if attendance.is_gone:
            attendance.refuse(message.id, Refused("left"))
        if self._is_let_go or attendance.is_gone:
            return
        table, at = self.table, self.worker.clock()
        attendance.look(table)
        self.attendances.add(attendance)
        self.presences.came(attendance)
        attendance.shown = attendance.viewer.seat(table)
        attendance.answer(
            message.id,
            attended=Attended(
                game=table.row.game,
                options=table.row.options,
                clock=table.clock,
                rated=table.row.rated,
                takebacks=table.row.takebacks,
                listed=table.row.listed,
                mine=sorted(attendance.viewer.seats),
                number=table.number,
                at=at,
                events=[] if message.since is None else self._since(message.since, older),
                actions=list(table.match.texts),
                movers=table.match.movers,
                here=self.presences.here(),
                watchers=self.presences.watchers(),
                rematch=table.rematch,
                links=self.worker.links(table) if attendance.viewer.is_host else [],
                now=self._views.now(attendance.viewer, at, whole=True, seats_changed=True),
            ),
        )

    def _since(self, since: int, older: list[Happened]) -> list[Happened]:
        found = {happened.number: happened for happened in (*older, *self._recent)}
        return [found[number] for number in sorted(found) if since < number <= self.table.number]

    def leave(self, attendance: Attendance) -> None:
        attendance.is_gone = True
        if attendance in self.attendances:
            self.attendances.discard(attendance)
            self.presences.left(attendance)
            self.idle_since = self.worker.clock()

    # ---- what is asked

    def change(self, attendance: Attendance, message: Change) -> None:
        """Play, resign, offer, claim."""

        def decide_now(table: Table) -> Decision:
            asker = Asker(attendance.viewer.seats, self.worker.clock(), self.presences.is_absent)
            return decide(table, message, asker)

        self.ask(
            Command(
                decide=decide_now,
                refuse=lambda refused: attendance.refuse(message.id, refused),
                accept=lambda: attendance.answer(message.id),
                message=f"{attendance.who}:{message.id}",
                attendance=attendance,
                id=message.id,
            )
        )

    def look(self, attendance: Attendance, message: Look) -> None:
        def look() -> None:
            table = self.table
            if message.ply > table.match.ply:
                attendance.refuse(message.id, Refused("no-such-ply", status=404, ply=table.match.ply))
                return
            scene = table.match.view(attendance.viewer.seat(table), message.ply).scene().at_rest()
            raw = msgspec.Raw(_encode(scene.without_board()))
            attendance.answer(message.id, looked=Looked(message.ply, raw))

        self.when_quiet(look)

    def hint(self, attendance: Attendance, message: AskHint) -> None:
        self.when_quiet(lambda: give_hint(self.worker, self.table, attendance, message))

    # ---- telling

    def _tell(self, happened: Happened, command: Command | None = None) -> None:
        """Everybody here is told what happened, each as they may see it; who did it gets the answer with it."""
        self._told = happened.number
        self._recent.append(happened)
        self._views.forget()
        seats_changed = isinstance(happened.event, SEATS_CHANGE)
        if seats_changed:
            for attendance in self.attendances:
                attendance.look(self.table)
        frames: dict[tuple[Viewer, bool], bytes] = {}
        for attendance in list(self.attendances):
            seat = attendance.viewer.seat(self.table)
            whole, attendance.shown = attendance.shown != seat, seat
            answers = command is not None and command.attendance is attendance
            key = (attendance.viewer, whole)
            if answers or key not in frames:
                now = self._views.now(attendance.viewer, happened.at, whole=whole, seats_changed=seats_changed)
                answer = command.id if command is not None and answers else None
                frame = _encode(
                    News(
                        news=self.id,
                        number=happened.number,
                        at=happened.at,
                        event=happened.event,
                        now=now,
                        answer=answer,
                    )
                )
                if not answers:
                    frames[key] = frame
            attendance.send(frame if answers else frames[key])
        if command is not None and command.attendance is not None and command.attendance not in self.attendances:
            command.accept()  # they have left the table meanwhile, but are told that it is done

    # ---- machines

    def after(self, event: Event | None = None, *, is_ours: bool = True) -> None:
        """What follows: a machine thinks, a rated game is rated. Of what another worker wrote, that one takes care."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        if self.table.status == "over":
            if is_ours:
                self.worker.over(self.table)
        elif is_ours:
            self.let_machine_think()

    def let_machine_think(self) -> None:
        table, machine = self.table, self.table.machine_to_move
        if machine is None or machine.level is None or self._thought is not None:
            return
        turn = table.turned_at
        view = table.match.view(machine.seat)

        def play(action: int | None) -> None:
            self._thought = None
            if action is None or table is not self.table:
                return
            text = view.game.text(view.position, action)
            self.ask(
                Command(
                    decide=lambda now: _machine_acts(now, machine, text, turn),
                    refuse=lambda refused: _log.info("a thought came too late", table=self.id, turn=turn),
                    accept=lambda: None,
                )
            )

        # Everybody at the table knows its name: another table, other games, and still nothing secret in the choice.
        mind = player(machine.level, seed=crc32(self.id.encode()))
        self._thought = self.worker.thinking.think(self.id, view, mind, play)


def _machine_acts(table: Table, machine: SeatRow, text: str, turn: int) -> Decision:
    if table.turned_at != turn or table.mover != machine.seat:
        raise Refused("stale", number=table.number)
    return Decision(Acted(machine.seat, text))
