"""What decided a game that is over: the last action that could have held it, and what was overlooked."""

from dataclasses import dataclass
from threading import Event

from palissade.foresight import Peril, peril
from palissade.match import Match
from palissade.messages import COMMON, Message
from palissade.players.protocol import Player

LAST_TURNS = 3  # of the loser, in which something may have lost at once
MOST_TURNS = 12  # of the loser that are thought about, from the end
HELD, LOST = 0.3, 0.15  # chances at which a game still holds, and at which it is as good as lost


@dataclass(frozen=True)
class TurningPoint:
    """The action of the loser that decided the game."""

    ply: int  # of the position in which it was played
    seat: int
    says: Message
    better: tuple[str, ...]  # actions that still held, or looked better
    peril: Peril | None = None  # what was overlooked, if it came at once


def turning_point(
    match: Match, seat: int, adviser: Player | None = None, cancel: Event | None = None
) -> TurningPoint | None:
    """Where the seat lost the match: by an action that lost at once while another did not; else, with an adviser, by
    the one after which its chances were gone. None if there is no such action, or nobody has lost by the rules.
    """
    plies = [ply for ply, mover in enumerate(match.movers) if mover == seat][::-1]
    for ply in _last_turns(match, plies):  # what loses at once is played at the very end
        point = _overlooked(match, seat, ply)
        if point is not None:
            return point
    return _slipped(match, seat, plies, adviser, cancel) if adviser is not None else None


def _overlooked(match: Match, seat: int, ply: int) -> TurningPoint | None:
    view = match.view(seat, ply)
    found = peril(view, match.played[ply])
    if found is None:
        return None
    told = match.game.told
    number, played, better = turn_number(match, ply), told(match.texts[ply]), told(found.holds)
    if found.ending:
        says = COMMON.message("turning.anyhow", number=number, played=played, better=better)
    elif not found.turn:
        says = COMMON.message("turning.lost", number=number, played=played, better=better)
    else:
        key, who = "turning.overlooked" if found.outcome else "turning.out", match.game.seat_name(found.seat)
        says = COMMON.message(key, number=number, played=played, better=better, who=who, turn=told(*found.turn))
    return TurningPoint(ply, seat, says, (found.holds,), found)


def _slipped(match: Match, seat: int, plies: list[int], adviser: Player, cancel: Event | None) -> TurningPoint | None:
    """From the end backwards to the last position that still held."""
    after = 0.0
    for ply in _turn_beginnings(match, plies)[:MOST_TURNS]:
        if cancel is not None and cancel.is_set():
            return None
        view = match.view(seat, ply)
        hint = adviser.hint(view, cancel)
        before = hint.values[seat]
        if before >= HELD and after <= LOST:
            better = view.game.text(view.position, hint.action)
            if hint.action == match.played[ply]:
                return None  # the machine would have played it too
            says = COMMON.message(
                "turning.slipped",
                number=turn_number(match, ply),
                played=view.game.told(match.texts[ply]),
                before=round(100 * before),
                after=round(100 * after),
                better=view.game.told(better),
            )
            return TurningPoint(ply, seat, says, (better,))
        after = before
    return None


def _turn_beginnings(match: Match, plies: list[int]) -> list[int]:
    """Of these plies, those with which a turn begins."""
    return [ply for ply in plies if ply == 0 or match.movers[ply - 1] != match.movers[ply]]


def _last_turns(match: Match, plies: list[int]) -> list[int]:
    """Of these plies, from the end backwards, those of the last turns."""
    beginnings = _turn_beginnings(match, plies)[:LAST_TURNS]
    return [ply for ply in plies if ply >= beginnings[-1]] if beginnings else []


def turn_number(match: Match, ply: int) -> int:
    """The turn of the match to which the action of this ply belongs, from 1: actions of one seat in a row are one."""
    return 1 + sum(match.movers[i] != match.movers[i - 1] for i in range(1, ply + 1))
