"""A live table: the queue in which one thing after the other is decided, written, and only then told.

Everything that asks something of a table waits in one queue. What was decided is folded into the table at once, but
nobody is told, and nothing else is looked at, before the store has said that it is durable. If it is not, or if another
worker was first, the table is built anew from what is kept.
"""

from collections import deque
from collections.abc import Callable

import msgspec
import structlog
from msgspec import UNSET

from palissade.errors import IllegalAction, PalissadeError
from palissade.foresight import peril
from palissade.server import events
from palissade.server.events import AskedToLeave, EventTooNew, Happened, MachineTookOver, Seated, StoodUp
from palissade.server.refused import Refused
from palissade.server.store.rows import Entry, EventRow, Receipt
from palissade.server.tables.attendance import Attendance, CloseReason
from palissade.server.tables.conversation import Conversation
from palissade.server.tables.deals import number_of
from palissade.server.tables.decisions import Asker, Change, Decision, decide, machine_acts, time_up
from palissade.server.tables.needs import Cancellable, Loaded, Needs
from palissade.server.tables.presence import PresenceNote, Presences
from palissade.server.tables.table import Table
from palissade.server.tables.views import TableViews, Viewer
from palissade.server.tables.wire_events import told, told_event
from palissade.server.wire import events as wire
from palissade.server.wire.socket import (
    Act,
    AskAdvice,
    AskHint,
    AskTurningPoint,
    Attend,
    Attended,
    Look,
    Looked,
    News,
    Thinking,
    Why,
)

_encode = msgspec.json.Encoder().encode
_log = structlog.get_logger("palissade.tables")
RECENT = 32  # events that are kept at hand for who was away for a moment
LOOK_AGAIN = 1_000  # milliseconds after which a timer rings again that rang for nothing
UNATTENDED = 180_000  # milliseconds after which no machine thinks for an empty table
SEATS_CHANGE = (Seated, StoodUp, AskedToLeave, MachineTookOver)
MAY_BE_DONE = (
    *("stale", "over", "not-over", "not-your-turn", "no-offer", "already-offered", "nothing-to-claim"),
    *("not-your-seat", "watching", "no-rematch", "time-up"),
)
STORAGE = {Receipt.FULL: "storage-full", Receipt.LOCKED: "storage-locked", Receipt.GONE: "storage-gone"}


class Command(msgspec.Struct):
    """Something asked of a table that may change it."""

    decide: Callable[[Table], Decision]  # raises Refused
    answer: Callable[[Refused | None], None]  # when it is refused, or done, unless the answer goes with the news
    message: str | None = None  # by which it is known again when it is sent again
    attendance: Attendance | None = None  # whose answer goes with the news
    id: str | None = None


class LiveTable:
    def __init__(self, needs: Needs, table: Table) -> None:
        self.id = table.id
        self.table = table  # ahead of what is kept while something is written: look at it with `when_quiet`
        self.attendances: set[Attendance] = set()
        self.presences = Presences(needs.clock, self.attendances)
        self.conversation = Conversation(table.id, self.attendances)
        self.attended_at = needs.clock()  # when somebody was last here
        self.wanted_at = needs.clock()  # when somebody last asked for it, be it that they are not here yet
        self.beneficiary = (table.row.host or table.id, "")  # the person and address for whom machines think
        self._needs = needs
        self._views = TableViews(table)
        self._told = table.number  # the last event that was told
        self._recent: deque[Happened] = deque(maxlen=RECENT)
        self._queue: deque[Command | Callable[[], None]] = deque()
        self._is_busy = False  # something is being written or read
        self.is_let_go = False  # nobody knows any more how it stands
        self._thought: Cancellable | None = None
        self._due: Cancellable | None = None  # the timer of what happens by itself
        self._is_over = table.status == "over"
        self._wait_until_due()

    @property
    def is_idle(self) -> bool:
        return not (self.attendances or self._queue or self._is_busy or self._thought)

    @property
    def is_attended(self) -> bool:
        """Whether somebody is here, or was just now."""
        return bool(self.attendances) or self._needs.clock() - self.attended_at < UNATTENDED

    # ---- one thing after the other

    def ask(self, command: Command) -> None:
        """Do something that changes the table, as soon as what came before is done."""
        self._queue.append(command)
        self._go_on()

    def when_quiet(self, look: Callable[[], None]) -> None:
        """Look at the table when all of it is durable."""
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
        if self.is_let_go:
            command.answer(Refused("storage-gone", status=503))
            return
        try:
            decision = command.decide(self.table)
        except Refused as refused:
            if refused.code in MAY_BE_DONE and command.message:
                self._look_up(command, command.message, refused)
            else:
                command.answer(refused)
            return
        except Exception:
            _log.exception("could not be decided", table=self.id)
            command.answer(Refused("failed", status=500))
            return
        self._write(command, decision)

    def _look_up(self, command: Command, message: str, refused: Refused) -> None:
        """Refuse a message, unless it is one that was done already and has been sent again."""
        self._is_busy = True

        def found(is_done: bool | Refused) -> None:
            self._is_busy = False
            if isinstance(is_done, Refused):
                command.answer(is_done)  # it may have been done
            else:
                command.answer(None if is_done else refused)
            self._go_on()

        self._needs.loader.look_up(self.id, message, found)

    def _write(self, command: Command, decision: Decision) -> None:
        table = self.table
        at = max(self._needs.clock(), table.changed_at)
        if decision.seat is not None and decision.seat.person is not None and decision.name is not None:
            table.names[decision.seat.person] = decision.name
        happened = table.fold(Happened(table.number + 1, at, decision.event), decision.seat, decision.played)
        row = EventRow(self.id, happened.number, at, command.message, events.write(decision.event))
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
                self._build_anew(command, refused)

        self._needs.ledger.submit(Entry(row, table.summary(), decision.seat), written)

    def _done(self, command: Command, happened: Happened) -> None:
        self._tell(happened, command)
        if command.attendance is None or command.attendance not in self.attendances:
            command.answer(None)  # no news has told them, or they have left meanwhile
        self._needs.registry.happened(self, happened.event)
        self._after(is_ours=True)

    # ---- building anew

    def reread(self) -> None:
        """Something may have been missed."""
        self.when_quiet(self._build_anew)

    def _build_anew(self, command: Command | None = None, refused: Refused | None = None) -> None:
        """The store knows better: take from it what happened, then answer."""
        if self.is_let_go:
            return  # somebody may have opened it anew
        self._is_busy = True

        def loaded(found: Loaded | None) -> None:
            self._is_busy = False
            if found is None:
                self.is_let_go = True
            else:
                self._begin_anew(found)
            if command is not None:
                is_done = found is not None and command.message in found.messages
                trouble = Refused("storage-gone", status=503) if found is None else refused
                command.answer(None if is_done else trouble)
            if self.is_let_go:
                self._let_go()
            self._go_on()

        self._needs.loader.load(self.table, self._told, loaded)

    def _let_go(self) -> None:
        """What is here may be ahead of what is kept: who comes back finds it as it is kept."""
        self.put_away()
        self._needs.registry.drop(self)
        for attendance in list(self.attendances):
            attendance.connection.close(CloseReason.TRY_AGAIN)

    def put_away(self) -> None:
        """Nobody needs it any more: nothing happens here by itself."""
        for pending in (self._due, self._thought):
            if pending is not None:
                pending.cancel()
        self._due = self._thought = None

    def _begin_anew(self, loaded: Loaded) -> None:
        self.table = table = loaded.table
        self._views = TableViews(table)
        for attendance in self.attendances:
            attendance.look(table)
            attendance.shown = None
        if loaded.news:
            # Only the last is told: who finds that some are missing before it attends again, and gets them all.
            self._recent.extend(loaded.news[:-1])
            self._tell(loaded.news[-1])
        is_still_ours = self._thought is not None and not loaded.news
        self._after(is_ours=self._needs.registry.is_alone or is_still_ours)

    def overhear(self, row: EventRow) -> None:
        """Another worker has written this."""
        if row.number <= self.table.number:
            return  # told already, or ours is being written and will be found too late
        self.when_quiet(lambda: self._take_over(row))

    def _take_over(self, row: EventRow) -> None:
        if row.number <= self.table.number:
            return
        try:
            event = events.read(row.event)
        except EventTooNew:
            self._build_anew()  # nor can the loader read it: the table is let go, and who comes back is told why
            return
        if row.number > self.table.number + 1 or isinstance(event, (Seated, StoodUp, AskedToLeave)):
            self._build_anew()  # some are missing, or only the store knows who sat down
            return
        self._tell(self.table.fold(Happened(row.number, row.at, event)))
        self._after(is_ours=False)

    # ---- attending

    def has_recent(self, since: int) -> bool:
        """Whether all that came after this event is at hand."""
        return since >= self.table.number or (bool(self._recent) and self._recent[0].number <= since + 1)

    def attend(self, attendance: Attendance, message: Attend, older: list[Happened]) -> None:
        """Be at the table; `older` are events since the last one they have, where they are not at hand."""
        if self.is_let_go:
            attendance.connection.close(CloseReason.TRY_AGAIN)
        if attendance.is_gone:
            attendance.refuse(message.id, Refused("left"))
        if self.is_let_go or attendance.is_gone:
            return
        table, at = self.table, self._needs.clock()
        attendance.look(table)
        self.attendances.add(attendance)
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
                away=self.presences.away(table),
                rematch=table.rematch,
                deal_number=number_of(table.game, table.row.deal),
                links=self._needs.registry.links(table) if attendance.viewer.is_host else [],
                talk=self.conversation.seen_by(attendance),
                now=self._views.now(attendance.viewer, at, whole=True, seats_changed=True),
            ),
        )
        self._tell_presence(but=attendance)
        if attendance.viewer.seats or attendance.viewer.is_host:
            self._needs.registry.came(self, attendance.connection.person)
        if attendance.viewer.seats and attendance.connection.person is not None:
            self.beneficiary = (attendance.connection.person, attendance.connection.address)
        if self._needs.registry.is_alone:
            self.resume()

    def _since(self, since: int, older: list[Happened]) -> list[wire.Happened]:
        found = {happened.number: happened for happened in (*older, *self._recent)}
        return [told(found[number]) for number in sorted(found) if since < number <= self.table.number]

    def leave(self, attendance: Attendance) -> None:
        attendance.is_gone = True
        if attendance in self.attendances:
            self.attendances.discard(attendance)
            self.presences.left(attendance)
            self.attended_at = self._needs.clock()
            self._tell_presence()

    def overhear_presence(self, worker: str, note: PresenceNote) -> None:
        """Another worker says who is there."""
        if self.presences.overhear(worker, note):
            self._tell_presence(aloud=False)

    def _tell_presence(self, but: Attendance | None = None, *, aloud: bool = True) -> None:
        frame = self.presences.frame(self.table)
        for attendance in self.attendances:
            if attendance is not but:
                attendance.send(frame)
        if aloud:
            self._needs.registry.say_presence(self)

    # ---- what is asked

    def change(self, attendance: Attendance, message: Change) -> None:
        """Play, resign, offer, claim."""
        person = attendance.connection.person
        if person is None:
            attendance.refuse(message.id, Refused("watching"))
            return

        def decide_now(table: Table) -> Decision:
            is_absent = self.presences.is_absent
            asker = Asker(attendance.viewer.seats, self._needs.clock(), lambda seat: is_absent(table, seat))
            decision = decide(table, message, asker)
            if isinstance(message, Act) and message.careful:
                self._warn(decision, attendance.viewer.seat(table))
            return decision

        def answer(refused: Refused | None) -> None:
            if refused is None:
                attendance.answer(message.id)
            else:
                attendance.refuse(message.id, refused)

        known_as = self._needs.registry.message_of(self.id, person, message.id)
        self.ask(Command(decide_now, answer, known_as, attendance, message.id))

    def _warn(self, decision: Decision, seat: int) -> None:
        """Refuse what loses at once, where help is allowed; danger is marked on the board that this seat is shown."""
        table = self.table
        if table.row.rated or table.mover is None or decision.played is None:
            return
        view = table.match.view(table.mover)
        if found := peril(view, decision.played):
            marks = found.marks(table.match.view(seat))
            raise Refused("careless", problem=found.says(table.game), rule=found.rule, marks=marks)

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

    def why(self, attendance: Attendance, message: Why) -> None:
        """Say which rule forbids what somebody has picked; nothing is played."""

        def look() -> None:
            table = self.table
            if table.mover is None or table.mover not in attendance.viewer.seats:
                attendance.refuse(message.id, Refused("not-your-turn"))
                return
            problem = table.match.view(table.mover).why(message.picks)
            if problem is None:
                attendance.answer(message.id)
            else:
                attendance.refuse(message.id, refusal_of(problem))

        self.when_quiet(look)

    def advise(self, attendance: Attendance, message: AskAdvice) -> None:
        """Say what is asked of the mover, and show what threatens where help is allowed."""

        def look() -> None:
            wants_threats = message.threats and not self.table.row.rated
            if advice := self._views.advice(attendance.viewer, threats=wants_threats):
                attendance.answer(message.id, advice=advice)
            else:
                attendance.refuse(message.id, Refused("not-your-turn"))

        self.when_quiet(look)

    def turning_point(self, attendance: Attendance, message: AskTurningPoint) -> None:
        self.when_quiet(lambda: self._needs.thinker.turning_point(self, attendance, message))

    def hint(self, attendance: Attendance, message: AskHint) -> None:
        self.when_quiet(lambda: self._needs.thinker.hint(self, attendance, message))

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
        event = told_event(happened.event)
        frames: dict[tuple[Viewer, bool], bytes] = {}
        for attendance in list(self.attendances):
            seat = attendance.viewer.seat(self.table)
            whole, attendance.shown = attendance.shown != seat, seat
            answers = command is not None and command.attendance is attendance
            key = (attendance.viewer, whole)
            if answers or key not in frames:
                now = self._views.now(attendance.viewer, happened.at, whole=whole, seats_changed=seats_changed)
                answer = command.id if command is not None and answers else None
                links = self._needs.registry.links(self.table) if seats_changed and attendance.viewer.is_host else UNSET
                news = News(
                    news=self.id,
                    number=happened.number,
                    at=happened.at,
                    event=event,
                    now=now,
                    links=links,
                    answer=answer,
                )
                frame = _encode(news)
                if not answers:
                    frames[key] = frame
            attendance.send(frame if answers else frames[key])
        if seats_changed:
            self._tell_presence()  # who is here, and who is missed, has changed with the seats

    # ---- what follows by itself

    def _after(self, *, is_ours: bool) -> None:
        """Something has happened. What follows from what another worker wrote, that one takes care of."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        self._wait_until_due()
        has_ended = self.table.status == "over" and not self._is_over
        self._is_over = self.table.status == "over"
        if has_ended:
            self._needs.registry.over(self.table)  # also another worker's, which may have died: it counts once
        if is_ours:
            self.resume()
            self._needs.thinker.ponder(self)

    def resume(self) -> None:
        """What nobody has to ask for: a machine thinks, people who have agreed to it play again."""
        self.let_machine_think()
        if self.table.is_rematch_agreed:
            self._needs.registry.play_again(self)

    def _wait_until_due(self, not_before: int = 0) -> None:
        if self._due is not None:
            self._due.cancel()
        due_at = self.table.due_at
        self._due = None if due_at is None else self._needs.timer.at(max(due_at, not_before), self._is_due)

    def _is_due(self) -> None:
        """A clock has run out, unless an outage has given it more time since."""
        self._due = None
        now = self._needs.clock()

        def answer(refused: Refused | None) -> None:
            if refused is not None:
                self._wait_until_due(now + LOOK_AGAIN)  # an outage may go on, or the store be in trouble

        self.ask(Command(lambda table: time_up(table, now), answer))

    def let_machine_think(self) -> None:
        table, machine = self.table, self.table.machine_to_move
        if machine is None or self._thought is not None or not self.is_attended:
            return
        turn = table.turned_at

        def play(action: int | None) -> None:
            if table is not self.table:
                return
            self._thought = None
            if action is None:
                return

            def answer(refused: Refused | None) -> None:
                if refused is not None:
                    _log.info("a thought came too late", table=self.id, turn=turn)

            self.ask(Command(lambda now: machine_acts(now, machine, action, turn), answer))

        def progress(share: float, best: int | None) -> None:
            if table is not self.table or table.turned_at != turn:
                return
            text = None if best is None or table.game.is_hidden else table.game.text(table.match.position, best)
            frame = _encode(Thinking(self.id, machine.seat, round(share, 3), text))
            for attendance in self.attendances:
                if attendance.depth == "page":
                    attendance.send(frame)

        self._thought = self._needs.thinker.think(self, machine, play, progress)


def refusal_of(problem: PalissadeError) -> Refused:
    """What the rules, or the notation, have against an action."""
    if isinstance(problem, IllegalAction):
        return Refused("illegal", rule=problem.rule, problem=problem.message)
    return Refused("notation", problem=problem.message)
