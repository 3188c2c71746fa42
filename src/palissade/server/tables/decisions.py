"""All decisions: what something asked of a table becomes, an event or a refusal. Pure: nothing changes here."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from palissade.errors import BadNotation, IllegalAction
from palissade.game import Outcome
from palissade.match import Match
from palissade.server.events import (
    Acted,
    AskedToLeave,
    CalledOff,
    Closed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    MachineTookOver,
    RematchAgreed,
    RematchDeclined,
    RematchMade,
    RematchOffered,
    Seated,
    StoodUp,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from palissade.server.machines.levels import stand_in
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.table import FREE, PEOPLE, Table
from palissade.server.wire.socket import (
    Act,
    AnswerTakeback,
    AskTakeback,
    Claim,
    DeclineDraw,
    DeclineRematch,
    OfferDraw,
    OfferRematch,
    Resign,
    Talk,
)

Change = Act | Resign | OfferDraw | DeclineDraw | AskTakeback | AnswerTakeback | Claim | OfferRematch | DeclineRematch


class Decision(Struct, frozen=True):
    event: Event
    seat: SeatRow | None = None  # how a seat is afterwards, where the event changes one
    name: str | None = None  # of the person who sits there now
    played: int | None = None  # the action as a number


class Asker(Struct, frozen=True):
    """Whose message it is, and when."""

    seats: frozenset[int]  # that are theirs
    at: int
    is_absent: Callable[[int], bool]  # whether the player of a seat has been away for too long


def decide(table: Table, message: Change, asker: Asker) -> Decision:
    """The event that the message becomes; raises `Refused`."""
    if not asker.seats:
        raise Refused("watching")
    match message:
        case OfferRematch():
            return _offer_rematch(table, message, min(asker.seats))
        case DeclineRematch():
            return _decline_rematch(table, message, min(asker.seats))
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
    if is_due(table, asker.at):
        raise Refused("time-up")
    try:
        action = table.match.check(message.action)
    except BadNotation as error:
        raise Refused("notation", problem=error.message) from None
    except IllegalAction as error:
        raise Refused("illegal", rule=error.rule, problem=error.message) from None
    return Decision(Acted(mover, table.game.text(table.match.position, action)), played=action)


def machine_acts(table: Table, machine: SeatRow, action: int, turn: int) -> Decision:
    """A machine has thought about the position as the event `turn` left it."""
    if table.turned_at != turn or table.mover != machine.seat:
        raise Refused("stale", number=table.number)
    return Decision(Acted(machine.seat, table.game.text(table.match.position, action)), played=action)


def _resign(table: Table, seat: int) -> Decision:
    if len(table.seats) > 2:
        return _replaced(table, seat, "resignation")
    return Decision(Ended(_won_by_others(table, seat, "resignation")))


def _won_by_others(table: Table, seat: int, reason: str) -> Outcome:
    winners = tuple(other for other in range(len(table.seats)) if other != seat)
    return Outcome(winners, draw=False, scores=None, reason=reason)


def _replaced(table: Table, seat: int, reason: Literal["resignation", "time", "absence"]) -> Decision:
    level = stand_in(table.game)
    return Decision(MachineTookOver(seat, level, reason), SeatRow(seat, "machine", level=level))


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
        return Decision(Ended(_drawn()) if _is_last(table, seat) else DrawAgreed(seat))
    if offer and offer.kind == "draw":
        raise Refused("already-offered")
    if not table.other_people(seat):
        return Decision(Ended(_drawn()))  # at one screen they have agreed already
    return Decision(DrawOffered(seat))


def _drawn() -> Outcome:
    return Outcome((), draw=True, scores=None, reason="agreement")


def _is_last(table: Table, seat: int) -> bool:
    """Whether nobody else than this seat's person is waited for."""
    offer = table.offer
    return offer is not None and offer.waits_for <= table.seats_of(table.seats[seat].person) | {seat}


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
    is_own_turn = table.match.mover == seat and all(mover == seat for mover in table.match.movers[ply:])
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
    first = len(movers)
    while first and movers[first - 1] != seat:
        first -= 1
    if not first:
        return None
    while first and movers[first - 1] == seat:
        first -= 1
    return first


def _answer_takeback(table: Table, message: AnswerTakeback, seat: int) -> Decision:
    offer = table.offer
    if not offer or offer.kind != "takeback" or seat not in offer.waits_for or message.seen < offer.number:
        raise Refused("no-offer")
    if not message.agree:
        return Decision(TakebackRefused(seat))
    if _is_last(table, seat):
        return Decision(TakenBack(offer.seat, offer.ply or 0))
    return Decision(TakebackAgreed(seat))


# ---- playing again


def may_play_again(table: Table) -> bool:
    """Whether there was a game, and all who would have to agree are still known."""
    is_anybody_gone = any(seat.who in PEOPLE and seat.person is None for seat in table.seats)
    return table.status == "over" and not table.is_closed and not is_anybody_gone and table.rematch is None


def _offer_rematch(table: Table, message: OfferRematch, seat: int) -> Decision:
    """A second offer is an acceptance; when all have agreed, the table is made."""
    if table.status != "over":
        raise Refused("not-over")
    if not may_play_again(table):
        raise Refused("no-rematch")
    offer = table.offer
    if offer is None:
        return Decision(RematchOffered(seat))
    if seat not in offer.waits_for:
        raise Refused("already-offered")
    if message.seen < offer.number:
        raise Refused("stale", number=table.number)
    return Decision(RematchAgreed(seat))


def _decline_rematch(table: Table, message: DeclineRematch, seat: int) -> Decision:
    """Who offered may take it back; when all have agreed, it is too late for either."""
    offer = table.offer
    if not offer or offer.kind != "rematch" or not offer.waits_for or message.seen < offer.number:
        raise Refused("no-offer")
    return Decision(RematchDeclined(seat))


def rematch_made(table: Table, again: str) -> Decision:
    """All have agreed, and the table on which they play is there."""
    if not table.is_rematch_agreed:
        raise Refused("no-offer")
    return Decision(RematchMade(again))


# ---- sitting down and leaving, before the game begins


class Sitter(Struct, frozen=True):
    """Somebody who would like to sit down."""

    person: str
    name: str
    is_account: bool
    alias: str  # at this table
    has_key: bool  # of the seat as it is now


def check_seat(table: Table, seat: int) -> SeatRow:
    if seat >= len(table.seats):
        raise Refused("no-such-seat", status=404)
    return table.seats[seat]


def check_free(table: Table, seat: int, has_key: bool) -> Literal["friend", "anyone"]:
    """For whom the seat is kept; refused if somebody sits there, or if it opens by another key."""
    was = check_seat(table, seat).who
    if table.status != "open" or (was != "friend" and was != "anyone"):
        raise Refused("seat-taken")
    if was == "friend" and not has_key:
        raise Refused("wrong-key", status=403)
    return was


def sit(table: Table, seat: int, sitter: Sitter) -> Decision:
    """Take a seat that waits for somebody: by its link, once, or where anybody may."""
    was = check_free(table, seat, sitter.has_key)
    if was == "anyone" and sitter.alias in table.unwelcome:
        raise Refused("unwelcome", status=403)
    sits_already = bool(table.seats_of(sitter.person))
    if table.row.rated and (not sitter.is_account or sits_already):
        raise Refused("rated-accounts", status=422)
    if table.game.is_hidden and sits_already:
        raise Refused("one-seat", rule=table.game.secrecy.RULE if table.game.secrecy else None)
    return Decision(Seated(seat, was), SeatRow(seat, "person", person=sitter.person), sitter.name)


def stand_up(table: Table, seat: int, person: str) -> Decision:
    """Leave a seat; it waits for somebody else, by another link."""
    _check_seated(table, seat)
    if table.seats[seat].person != person:
        raise Refused("not-your-seat")
    return Decision(StoodUp(seat), SeatRow(seat, table.kept_for[seat]))


def ask_to_leave(table: Table, seat: int, host: str, alias_of: Callable[[str], str]) -> Decision:
    """The host wants somebody else in a seat."""
    if table.row.host != host:
        raise Refused("not-your-seat", status=403)
    _check_seated(table, seat)
    alias = alias_of(table.seats[seat].person or "")
    return Decision(AskedToLeave(seat, alias), SeatRow(seat, table.kept_for[seat]))


def _check_seated(table: Table, seat: int) -> None:
    who = check_seat(table, seat).who
    if table.status != "open":
        raise Refused("begun")
    if who in FREE:
        raise Refused("nobody-there")
    if seat not in table.kept_for:
        raise Refused("host-stays")


def close(table: Table, person: str) -> Decision:
    """Put a table away before its game begins."""
    if table.row.host != person:
        raise Refused("not-host", status=403)
    if table.status != "open":
        raise Refused("begun")
    return Decision(Closed())


# ---- time is up, or somebody has left


def is_due(table: Table, at: int) -> bool:
    """Whether a clock has run out, or the time to begin. An outage that has not ended yet counts for nobody."""
    if table.status != "running":
        return False
    if table.begin_by is not None:
        return at - table.outages.open_for(at) >= table.begin_by
    return table.clocks.runs is not None and table.clocks.has_run_out(table.clocks.runs, at)


def time_up(table: Table, at: int) -> Decision:
    """What time does by itself: who has not begun calls the game off, who has no time left has lost."""
    seat = table.mover
    if seat is None or not is_due(table, at):
        raise Refused("nothing-to-claim")
    if table.begin_by is not None:
        return Decision(CalledOff(seat))
    return _lost(table, seat, "time")


def is_claimable(table: Table, seat: int, asker: Asker) -> bool:
    """Whether the player of another's seat has been away for too long."""
    is_other = seat < len(table.seats) and seat not in asker.seats and table.seats[seat].who in PEOPLE
    return is_other and asker.is_absent(seat)


def _claim(table: Table, message: Claim, asker: Asker) -> Decision:
    if not is_claimable(table, message.seat, asker):
        raise Refused("nothing-to-claim")
    if message.what == "machine":
        return _replaced(table, message.seat, "absence")
    if len(table.seats) > 2:
        raise Refused("no-win-among-many")
    return _lost(table, message.seat, "absence")


def _lost(table: Table, seat: int, reason: Literal["time", "absence"]) -> Decision:
    """Among two, the other has won; among more, a machine plays on."""
    return (
        _replaced(table, seat, reason) if len(table.seats) > 2 else Decision(Ended(_won_by_others(table, seat, reason)))
    )


# ---- what may be done


def may(table: Table, seats: Iterable[int], *, is_host: bool) -> list[str]:
    """What else than an action somebody with these seats may do now."""
    mine = frozenset(seats)
    if table.status == "open":
        return _may_before(table, mine, is_host=is_host)
    if not mine:
        return []
    if table.status == "over":
        return ["offer-rematch"] if may_play_again(table) and not table.offer else []
    found = ["resign"]
    if may_offer_draw(table) and not table.offer:
        found.append("offer-draw")
    if any(_may_take_back(table, seat) for seat in mine):
        found.append("ask-takeback")
    if not table.row.rated and table.mover in mine:
        found.append("hint")
    return found


def _may_before(table: Table, mine: frozenset[int], *, is_host: bool) -> list[str]:
    taken = {seat.seat for seat in table.seats if seat.who == "person" and seat.seat in table.kept_for}
    found = ["put-away"] if is_host else []
    if is_host and taken - mine:
        found.append("ask-to-leave")
    if taken & mine:
        found.append("stand-up")
    return found


def _may_take_back(table: Table, seat: int) -> bool:
    try:
        ask_takeback(table, seat)
    except Refused:
        return False
    return True


# ---- talking


def may_talk(table: Table, mine: frozenset[int]) -> list[str]:
    """In phrases with whoever plays from another screen; in words of their own where nobody came but by a link."""
    people = {seat.person for seat in table.seats if seat.who == "person"} - {None}
    if not mine or len(people) < 2:
        return []
    return ["talk"] if table.row.listed else ["talk", "chat"]


def check_talk(table: Table, message: Talk, mine: frozenset[int]) -> None:
    """Refused unless it may be said."""
    if not mine:
        raise Refused("watching")
    may_say = may_talk(table, mine)
    if not may_say:
        raise Refused("nobody-to-talk-to")
    if (message.phrase is None) == (message.text is None):
        raise Refused("malformed", status=400, problem="a phrase or words, one of them")
    if message.text is not None and "chat" not in may_say:
        raise Refused("phrases-only")
