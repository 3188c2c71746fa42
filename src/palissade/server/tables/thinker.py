"""The thinker: machines at tables, and hints, on the scheduler that all tables share."""

from collections.abc import Callable
from functools import partial

import structlog

from palissade.hindsight import TurningPoint, turning_point
from palissade.match import Match, View
from palissade.messages import Language
from palissade.players import Hint, Level, Player, Thinker, player
from palissade.server.identity.tokens import Dice
from palissade.server.limits import Limits
from palissade.server.machines.levels import who_hints, who_plays
from palissade.server.machines.readiness import Readiness
from palissade.server.machines.thinking import Beneficiary, Thinking, Thought, TooBusy
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.table import Table
from palissade.server.wire.socket import AskHint, AskTurningPoint, HintGiven, TurningPointFound

_log = structlog.get_logger("palissade.machines")
Memory = tuple[str, int, str | None]  # table, seat and level
LOOKING_BACK_SECONDS = 0.3  # for each position of a game that was lost
MOST_CHOICES = 5  # that are told
MOST_MEMORIES = 8  # of strong machines that are kept until their next turn, some ten megabytes each


class TableThinker:
    def __init__(self, thinking: Thinking, readiness: Readiness, dice: Dice, limits: Limits) -> None:
        self._thinking = thinking
        self._readiness = readiness
        self._dice = dice
        self._limits = limits
        self._missed = set[tuple[str, str | None]]()  # games, and levels of theirs that there are no more
        self._memories = dict[Memory, Player]()  # of machines that are not thinking now, the oldest first

    def think(
        self,
        live: LiveTable,
        machine: SeatRow,
        done: Callable[[int | None], None],
        progress: Callable[[float, int | None], None],
    ) -> Thought | None:
        """Let a machine choose; None if too many wait or the game is not compiled, then it is tried again later."""
        if not self._readiness.is_ready(live.table.game.id):
            self._readiness.when_ready(live.table.game.id, live.let_machine_think)
            return None
        memory = (live.id, machine.seat, machine.level)
        mind = self._memories.pop(memory, None) or self._mind(live.table, machine)
        view = live.table.match.view(machine.seat)

        def answered(action: int | None) -> None:
            self._remember(memory, mind)
            done(action)

        try:
            return self._thinking.think(live.id, Beneficiary(*live.beneficiary), view, mind, answered, progress)
        except TooBusy:
            _log.warning("too many machines wait to think", table=live.id)
            return None

    def _remember(self, memory: Memory, mind: Player) -> None:
        """Keep what a machine has found out; what it thought when it was cancelled is lost with it, since it may think
        on for a moment.
        """
        if isinstance(mind, Thinker):
            self._memories[memory] = mind
            if len(self._memories) > MOST_MEMORIES:
                del self._memories[next(iter(self._memories))]

    def _mind(self, table: Table, machine: SeatRow) -> Player:
        """The machine that plays a seat, one that thinks for long with a memory; for a level that there is no more,
        another plays on.
        """
        level = who_plays(table.game, machine.level)
        missed = (table.game.id, machine.level)
        if level != machine.level and missed not in self._missed:
            self._missed.add(missed)
            _log.warning("no such level any more", game=table.game.id, level=machine.level, plays=level, table=table.id)
        mind = player(level, table.game, seed=self._dice.seed(table.id))
        return mind.thinker() if isinstance(mind, Level) and not mind.is_quick else mind

    # ---- hints

    def hint(self, live: LiveTable, attendance: Attendance, message: AskHint) -> None:
        """Answer at once where there can be no hint, else when the machine has thought; it thinks once the game is
        compiled.
        """
        if not self._readiness.is_ready(live.table.game.id):
            self._readiness.when_ready(live.table.game.id, lambda: self.hint(live, attendance, message))
            return

        def give(hint: Hint | None) -> None:
            if hint is None:
                attendance.refuse(message.id, Refused("no-hint", status=503))
            else:
                attendance.answer(message.id, hint=_to_wire(view, hint))

        try:
            person = self._check(live.table, attendance, message)
            view = live.table.match.view(live.table.mover or 0)
            beneficiary = Beneficiary(person, attendance.connection.address)
            self._thinking.hint(live.id, beneficiary, view, who_hints(view.game), give)
        except TooBusy:
            give(None)
        except Refused as refused:
            attendance.refuse(message.id, refused)

    # ---- looking back

    def is_ready(self, game: str) -> bool:
        return self._readiness.is_ready(game)

    def turning_point(self, live: LiveTable, attendance: Attendance, message: AskTurningPoint) -> None:
        """Answer at once where nobody has lost by the rules, else when it has been thought about."""
        table, person, seats = live.table, attendance.connection.person, attendance.viewer.seats
        if not seats or person is None:
            attendance.refuse(message.id, Refused("watching"))
            return
        if table.status != "over":
            attendance.refuse(message.id, Refused("not-over"))
            return
        outcome = table.match.outcome  # by the rules: who gave up, or ran out of time, knows what decided it
        if outcome is None or outcome.draw or seats & set(outcome.winners):
            attendance.answer(message.id)
            return
        if not self.is_ready(table.game.id):
            self._readiness.when_ready(table.game.id, lambda: self.turning_point(live, attendance, message))
            return
        seat, match = min(seats), table.match

        def give(found: TurningPoint | None) -> None:
            attendance.answer(message.id, turning_point=_point_to_wire(match, found, attendance.connection.language))

        try:
            self._limits.charge("hint", person)
            adviser = who_hints(table.game, LOOKING_BACK_SECONDS)
            beneficiary = Beneficiary(person, attendance.connection.address)
            self._thinking.study(live.id, beneficiary, partial(turning_point, match, seat, adviser), give)
        except TooBusy:
            give(None)
        except Refused as refused:
            attendance.refuse(message.id, refused)

    def _check(self, table: Table, attendance: Attendance, message: AskHint) -> str:
        """Who asks; raises `Refused` where there is no hint for them."""
        person = attendance.connection.person
        if table.row.rated:
            raise Refused("no-hints")
        if person is None or table.mover is None or table.mover not in attendance.viewer.seats:
            raise Refused("not-your-turn")
        if message.seen < table.turned_at:
            raise Refused("stale", number=table.number)
        self._limits.charge("hint", person)
        return person


def _point_to_wire(match: Match, point: TurningPoint | None, language: Language) -> TurningPointFound | None:
    if point is None:
        return None
    marks = point.peril.marks(match.view(point.seat, point.ply)) if point.peril else ()
    return TurningPointFound(point.ply, point.seat, point.says.say(language), marks)


def _to_wire(view: View, hint: Hint) -> HintGiven:
    choices = [
        (view.game.text(view.position, choice.action), choice.share, choice.value)
        for choice in hint.choices[:MOST_CHOICES]
    ]
    picks = list(view.game.scene.picks(view.position[0], hint.action))
    return HintGiven(choices[0][0], picks, list(hint.values), choices)
