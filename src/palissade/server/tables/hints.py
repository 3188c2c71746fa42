"""A hint for who is to move: what a machine thinks of the position, from what the mover may know."""

from typing import TYPE_CHECKING

from palissade.match import View
from palissade.players import Hint, player
from palissade.server.machines.thinking import TooBusy
from palissade.server.refused import Refused, TooMany
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.table import Table
from palissade.server.wire.socket import AskHint, HintGiven

if TYPE_CHECKING:
    from palissade.server.worker import Worker

HINTS_FROM = "beech"  # the machine that is asked
MOST_CHOICES = 5  # that are told


def give_hint(worker: "Worker", table: Table, attendance: Attendance, message: AskHint) -> None:
    """Answer at once where there can be no hint, else when the machine has thought."""

    def give(hint: Hint | None) -> None:
        if hint is None:
            attendance.refuse(message.id, Refused("no-hint", status=503))
        else:
            attendance.answer(message.id, hint=_told(view, hint))

    try:
        view = _asked(worker, table, attendance, message)
        worker.thinking.hint(table.id, attendance.who, view, player(HINTS_FROM), give)
    except TooBusy:
        give(None)
    except Refused as refused:
        attendance.refuse(message.id, refused)


def _asked(worker: "Worker", table: Table, attendance: Attendance, message: AskHint) -> View:
    """What the mover sees; raises `Refused`."""
    if table.row.rated:
        raise Refused("no-hints")
    if table.mover is None or table.mover not in attendance.viewer.seats:
        raise Refused("not-your-turn")
    if message.seen < table.turned_at:
        raise Refused("stale", number=table.number)
    if wait := worker.limits.spend("hint", attendance.who):
        raise TooMany(wait)
    return table.match.view(table.mover)


def _told(view: View, hint: Hint) -> HintGiven:
    choices = [
        (view.game.text(view.position, choice.action), choice.share, choice.value)
        for choice in hint.choices[:MOST_CHOICES]
    ]
    picks = list(view.game.scene.picks(view.position[0], hint.action))
    return HintGiven(choices[0][0], picks, list(hint.values), choices)
