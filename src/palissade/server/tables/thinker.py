"""The thinker: machines at tables, and hints, on the scheduler that all tables share."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Event

import structlog

from palissade.game import Game
from palissade.hindsight import TurningPoint, turning_point
from palissade.match import Match, View
from palissade.messages import Language
from palissade.players import Hint, Player, Thinker, player, who_hints, with_help, with_memory
from palissade.server.identity.tokens import Dice
from palissade.server.limits import Limits
from palissade.server.machines.levels import at_most, stand_in, who_plays
from palissade.server.machines.par import hint_by_par
from palissade.server.machines.readiness import Readiness
from palissade.server.machines.thinking import Beneficiary, Thinking, Thought, TooBusy
from palissade.server.machines.ways import Ways
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.deals import number_of
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.table import Table
from palissade.server.wire.socket import AskHint, AskTurningPoint, HintGiven, LineAction, TurningPointFound

_log = structlog.get_logger("palissade.machines")
Memory = tuple[str, int, str | None]  # table, seat and level
LOOKING_BACK_SECONDS = 0.3  # for each position of a game that was lost
MOST_CHOICES = 5  # that are told
MOST_AHEAD = 8  # actions of the line that is expected
MOST_MEMORIES = 32  # of strong machines that are kept until their next turn
MOST_REMEMBERED = 256_000_000  # bytes that they take together


class TableThinker:
    def __init__(
        self,
        thinking: Thinking,
        readiness: Readiness,
        dice: Dice,
        limits: Limits,
        ways: Ways | None = None,
        *,
        ponders: bool = False,
    ) -> None:
        self._thinking = thinking
        self._ways = ways or Ways(thinking)
        self._readiness = readiness
        self._dice = dice
        self._limits = limits
        self._ponders = ponders
        self._missed = set[tuple[str, str | None]]()  # games, and levels of theirs that there are no more
        self._memories = dict[Memory, Thinker]()  # of machines that are not thinking now, the oldest first

    def think(
        self,
        live: LiveTable,
        machine: SeatRow,
        done: Callable[[int | None], None],
        progress: Callable[[float, int | None], None],
    ) -> Thought | None:
        """Let a machine choose; None if too many wait or the compiler is nearly done, then it is tried again."""
        game = live.table.game.id
        if patience := self._readiness.patience(game):
            self._readiness.when_ready(game, live.let_machine_think, patience)
            return None
        memory = (live.id, machine.seat, machine.level)
        is_hasty = not self._readiness.is_ready(game)
        remembers = self._memories.pop(memory, None)
        mind = remembers or self._mind(live.table, machine, is_hasty=is_hasty)
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
            self._make_room()

    def _make_room(self) -> None:
        while len(self._memories) > MOST_MEMORIES or self._remembered > MOST_REMEMBERED:
            del self._memories[next(iter(self._memories))]

    @property
    def _remembered(self) -> int:
        return sum(mind.size for mind in self._memories.values())

    def _mind(self, table: Table, machine: SeatRow, *, is_hasty: bool) -> Player:
        """The machine that plays a seat, one that thinks for long with a memory; for a level that there is no more,
        another plays on. By rules that are still interpreted nobody comes far: strong ones do not try.
        """
        level = who_plays(table.game, machine.level)
        missed = (table.game.id, machine.level)
        if level != machine.level and missed not in self._missed:
            self._missed.add(missed)
            _log.warning("no such level any more", game=table.game.id, level=machine.level, plays=level, table=table.id)
        if is_hasty:
            level = at_most(table.game, level, stand_in(table.game))
        mind = player(level, table.game, seed=self._dice.seed(table.id))
        return with_memory(self._with_help(mind, table.game), table.game)

    def _with_help(self, machine: Player, game: Game) -> Player:
        """The same, helped by threads that are idle."""
        return with_help(machine, game, self._thinking.most_at_once, self._thinking)

    def ponder(self, live: LiveTable) -> None:
        """Where the host allows it and somebody is here, a machine that keeps a tree lets it grow while a person is to
        move.
        """
        table = live.table
        if not self._ponders or not live.attendances or table.mover is None or table.machine_to_move:
            return
        self._make_room()  # what was pondered since anything was remembered has grown
        for (id_, seat, level), mind in self._memories.items():
            if id_ == live.id and level == table.seats[seat].level:
                view = table.match.view(seat)
                self._thinking.ponder(live.id, Beneficiary(*live.beneficiary), partial(mind.ponder, view))
                return

    # ---- hints

    def hint(self, live: LiveTable, attendance: Attendance, message: AskHint) -> None:
        """Answer at once where there can be no hint, else when the machine has thought; it thinks once the game is
        compiled.
        """
        try:
            self._limits.charge("hint", _who_may_ask(live.table, attendance, message))
        except Refused as refused:
            attendance.refuse(message.id, refused)
            return
        self._when_compiled(live.table, lambda: self._hint(live, attendance, message))

    def _hint(self, live: LiveTable, attendance: Attendance, message: AskHint) -> None:
        def give(hint: Hint | None) -> None:
            if hint is None:
                attendance.refuse(message.id, _unthought())
            else:
                attendance.answer(message.id, hint=hint_to_wire(view, hint))

        def give_and_keep(hint: Hint | None) -> None:
            if hint:
                self._ways.keep(view, hint.line)  # so that those that follow lead along it, too
            give(hint)

        try:
            person = _who_may_ask(live.table, attendance, message)  # once more: something may have happened meanwhile
            view = live.table.match.view(live.table.mover or 0)
            if view.game.puzzle and (along := self._ways.hint(view)):
                give(along)
                return
            beneficiary = Beneficiary(person, attendance.connection.address)
            adviser = self._with_help(who_hints(view.game), view.game)
            if (deal := number_of(view.game, live.table.row.deal)) is None:
                self._thinking.hint(live.id, beneficiary, view, adviser, give_and_keep)
            else:
                self._thinking.study(live.id, beneficiary, partial(hint_by_par, deal, view, adviser), give_and_keep)
        except TooBusy:
            give(None)
        except Refused as refused:
            attendance.refuse(message.id, refused)

    # ---- looking back

    def turning_point(self, live: LiveTable, attendance: Attendance, message: AskTurningPoint) -> None:
        """Answer at once where nobody here has lost on the board, else when it has been thought about."""
        table, person, seats = live.table, attendance.connection.person, attendance.viewer.seats
        if not seats or person is None:
            attendance.refuse(message.id, Refused("watching"))
            return
        if table.status != "over":
            attendance.refuse(message.id, Refused("not-over"))
            return
        losers = _losers(table) & seats
        if not losers:
            attendance.answer(message.id)
            return
        match, is_mine = table.match, losers == seats
        seat = next((mover for mover in reversed(match.movers) if mover in losers), min(losers))

        def search(cancel: Event) -> tuple[TurningPoint | None]:
            return (turning_point(match, seat, who_hints(table.game, LOOKING_BACK_SECONDS), cancel),)

        def give(searched: tuple[TurningPoint | None] | None) -> None:
            if searched is None:  # thinking has failed: that there is no such action is not known
                attendance.refuse(message.id, _unthought())
                return
            (point,) = searched
            language, shown = attendance.connection.language, attendance.viewer.seat(table)
            found = None if point is None else _point_to_wire(match, point, shown, language, is_mine=is_mine)
            attendance.answer(message.id, turning_point=found)

        def think() -> None:
            try:
                self._thinking.study(live.id, Beneficiary(person, attendance.connection.address), search, give)
            except TooBusy:
                attendance.refuse(message.id, _unthought())

        try:
            self._limits.charge("hint", person)
        except Refused as refused:
            attendance.refuse(message.id, refused)
            return
        self._when_compiled(table, think)

    def _when_compiled(self, table: Table, think: Callable[[], None]) -> None:
        """Think now, or as soon as the game is compiled. Who asks has been charged: what waits costs memory."""
        if self._readiness.is_ready(table.game.id):
            think()
        else:
            self._readiness.when_ready(table.game.id, think)


def _who_may_ask(table: Table, attendance: Attendance, message: AskHint) -> str:
    """Who asks for a hint; raises `Refused` where there is none for them."""
    person = attendance.connection.person
    if table.row.rated:
        raise Refused("no-hints")
    if person is None or table.mover is None or table.mover not in attendance.viewer.seats:
        raise Refused("not-your-turn")
    if message.seen < table.turned_at:
        raise Refused("stale", number=table.number)
    return person


def _losers(table: Table) -> frozenset[int]:
    """Who has lost on the board, or given it up: who ran out of time, or was away, knows what decided it."""
    outcome = table.outcome
    if outcome is None or outcome.draw or outcome.reason in ("time", "absence"):
        return frozenset()
    return frozenset(range(len(table.seats))) - set(outcome.winners)


def _point_to_wire(
    match: Match, point: TurningPoint, shown: int, language: Language, *, is_mine: bool
) -> TurningPointFound:
    """As it is told to who looks from this seat, who has lost or sits at one screen with who has."""
    view = match.view(point.seat, point.ply)
    marks = point.peril.marks(match.view(shown, point.ply)) if point.peril else ()
    picks = view.game.scene.picks(view.position[0], view.game.action(view.position, point.better[0]))
    says = point.says if is_mine else point.says_to_others
    return TurningPointFound(point.ply, point.seat, says.say(language), marks, list(picks))


def _unthought() -> Refused:
    """No machine had the time to think about it."""
    return Refused("no-hint", status=503)


def hint_to_wire(view: View, hint: Hint) -> HintGiven:
    """What a machine thinks, as a page shows it."""
    choices = [
        (view.game.text(view.position, choice.action), choice.share, choice.value)
        for choice in hint.choices[:MOST_CHOICES]
    ]
    picks = list(view.game.scene.picks(view.position[0], hint.action))
    return HintGiven(choices[0][0], picks, list(hint.values), choices, list(_line(view, hint.line[:MOST_AHEAD])))


def _line(view: View, actions: Sequence[int]) -> Iterator[LineAction]:
    """The actions as they would be played. Of what the seat does not know, a machine that keeps to it has told nothing;
    a position that lacks it is good for the first action alone.
    """
    game, position = view.game, view.position.copy()
    for action in actions[:1] if game.is_hidden else actions:
        picks = list(game.scene.picks(position[0], action))
        yield LineAction(int(game.single.mover(position)), game.text(position, action), picks)
        game.single.apply(position, action)
