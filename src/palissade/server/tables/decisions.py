"""What a message becomes: the event that will have happened, or the reason why it may not. Nothing changes here."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from palissade.errors import BadNotation, IllegalAction
from palissade.game import Outcome
from palissade.match import Match
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.table import Table
from palissade.server.wire.socket import (
    Act,
    Acted,
    AnswerTakeback,
    AskTakeback,
    Claim,
    DeclineDraw,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    MachineTookOver,
    OfferDraw,
    Resign,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from palissade.server.wire.tables import LevelId

STAND_IN: LevelId = "birch"  # who takes over for a person

Change = Act | Resign | OfferDraw | DeclineDraw | AskTakeback | AnswerTakeback | Claim


class Decision(Struct, frozen=True):
    event: Event
    seat: SeatRow | None = None  # how a seat is afterwards, where the event changes one


class Asker(Struct, frozen=True):
    """Whose message it is, and when."""

    seats: frozenset[int]  # that are theirs
    at: int
    is_absent: Callable[[int], bool]  # whether the player of a seat has been away for too long


def decide(table: Table, message: Change, asker: Asker) -> Decision:
    """The event that the message becomes; raises `Refused`."""
    if not asker.seats:
        raise Refused("watching")
    _check_running(table)
    if message.seen < table.turned_at:
        raise Refused("stale", number=table.number)
    match message:
        case Act():
            return _act(table, message, asker)
        case Resign():
            return _resign(table, _seat(table, message.seat, asker))
        case OfferDraw():
            return _offer_draw(table, message, _seat(table, message.seat, asker))
        case DeclineDraw():
            return _decline_draw(table, message, _seat(table, message.seat, asker))
        case AskTakeback():
            return ask_takeback(table, _seat(table, message.seat, asker))
        case AnswerTakeback():
            return _answer_takeback(table, message, _seat(table, message.seat, asker))
        case Claim():
            return _claim(table, message, asker)


def _check_running(table: Table) -> None:
    if table.status == "open":
        raise Refused("not-begun")
    if table.status == "over":
        raise Refused("over")


def _seat(table: Table, asked: int | None, asker: Asker) -> int:
    """The seat for which something is asked: the one named, the only one, or the one to move."""
    if asked is not None:
        if asked not in asker.seats:
            raise Refused("not-your-seat")
        return asked
    if len(asker.seats) == 1:
        return next(iter(asker.seats))
    return table.mover if table.mover is not None and table.mover in asker.seats else min(asker.seats)


# ---- playing


def _act(table: Table, message: Act, asker: Asker) -> Decision:
    mover = table.mover
    if mover is None or mover not in asker.seats:
        raise Refused("not-your-turn")
    try:
        action = table.match.check(message.action)
    except BadNotation as error:
        raise Refused("notation", problem=error.message) from None
    except IllegalAction as error:
        raise Refused("illegal", rule=error.rule, problem=error.message) from None
    return Decision(Acted(mover, table.game.text(table.match.position, action)))


def _resign(table: Table, seat: int) -> Decision:
    if len(table.seats) > 2:
        return Decision(MachineTookOver(seat, STAND_IN, "resignation"), _stand_in(seat))
    return Decision(Ended(_won_by_others(table, seat, "resignation")))


def _won_by_others(table: Table, seat: int, reason: str) -> Outcome:
    winners = tuple(other for other in range(len(table.seats)) if other != seat)
    return Outcome(winners, draw=False, scores=None, reason=reason)


def _stand_in(seat: int) -> SeatRow:
    return SeatRow(seat, "machine", level=STAND_IN)


# ---- draws


def may_offer_draw(table: Table) -> bool:
    """A draw makes sense between people; machines play on."""
    return len(table.seats) > 1 and all(seat.who != "machine" for seat in table.seats)


def _offer_draw(table: Table, message: OfferDraw, seat: int) -> Decision:
    """A second offer is an acceptance."""
    if not may_offer_draw(table):
        raise Refused("no-draws")
    offer = table.offer
    if offer and offer.kind == "draw" and seat in offer.waits_for:
        if message.seen < offer.number:
            raise Refused("stale", number=table.number)
        if offer.waits_for == {seat}:
            return Decision(Ended(_drawn()))
        return Decision(DrawAgreed(seat))
    if offer and offer.kind == "draw":
        raise Refused("already-offered")
    if not table.other_people(seat):
        return Decision(Ended(_drawn()))  # at one screen they have agreed already
    return Decision(DrawOffered(seat))


def _drawn() -> Outcome:
    return Outcome((), draw=True, scores=None, reason="agreement")


def _decline_draw(table: Table, message: DeclineDraw, seat: int) -> Decision:
    offer = table.offer
    if not offer or offer.kind != "draw" or seat not in offer.waits_for or message.seen < offer.number:
        raise Refused("no-offer")
    return Decision(DrawDeclined(seat))


# ---- takebacks


def ask_takeback(table: Table, seat: int) -> Decision:
    """My last turn, or what I have played of this one; at once where nobody else has to agree."""
    ply = _before_last_turn(table.match, seat)
    if ply is None:
        raise Refused("nothing-to-take-back")
    if table.game.secrecy and any(table.match.has_taught(i) for i in range(ply, table.match.ply)):
        raise Refused("taught", rule=table.game.secrecy.RULE)  # what was seen cannot be unseen
    others = table.other_people(seat)
    is_own_turn = all(mover == seat for mover in table.match.movers[ply:]) and table.match.mover == seat
    if is_own_turn or (table.row.takebacks and not others):
        return Decision(TakenBack(seat, ply))
    if not table.row.takebacks:
        raise Refused("no-takebacks")
    if table.offer and table.offer.kind == "takeback":
        raise Refused("already-offered")
    return Decision(TakebackAsked(seat, ply))


def _before_last_turn(match: Match, seat: int) -> int | None:
    """How many actions were played before the seat's last turn; in the middle of a turn, before its last action."""
    movers = match.movers
    if movers and movers[-1] == seat == match.mover:
        return match.ply - 1
    last = next((ply for ply in reversed(range(match.ply)) if movers[ply] == seat), None)
    while last and movers[last - 1] == seat:
        last -= 1
    return last


def _answer_takeback(table: Table, message: AnswerTakeback, seat: int) -> Decision:
    offer = table.offer
    if not offer or offer.kind != "takeback" or seat not in offer.waits_for or message.seen < offer.number:
        raise Refused("no-offer")
    if not message.agree:
        return Decision(TakebackRefused(seat))
    if offer.waits_for == {seat}:
        return Decision(TakenBack(offer.seat, offer.ply or 0))
    return Decision(TakebackAgreed(seat))


# ---- somebody has left, or has no time left


def why_claim(table: Table, seat: int, asker: Asker) -> Literal["time", "absence"] | None:
    """Why something may be claimed of a seat, if it may."""
    if seat >= len(table.seats) or seat in asker.seats or table.seats[seat].who not in ("person", "screen"):
        return None
    if table.clocks.has_run_out(seat, asker.at):
        return "time"
    return "absence" if asker.is_absent(seat) else None


def _claim(table: Table, message: Claim, asker: Asker) -> Decision:
    seat, reason = message.seat, why_claim(table, message.seat, asker)
    if reason is None:
        raise Refused("nothing-to-claim")
    if message.what == "machine":
        return Decision(MachineTookOver(seat, STAND_IN, reason), _stand_in(seat))
    if len(table.seats) > 2:
        raise Refused("no-win-among-many")
    return Decision(Ended(_won_by_others(table, seat, reason)))
