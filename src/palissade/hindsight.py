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

Places = dict[str, str | int | Message]  # what a sentence is filled in with


@dataclass(frozen=True)
class TurningPoint:
    """The action of the loser that decided the game."""

    ply: int  # of the position in which it was played
    seat: int
    says: Message  # to the loser
    says_to_others: Message
    better: tuple[str, ...]  # actions that still held, or looked better
    peril: Peril | None = None  # what was overlooked, if it came at once


def turning_point(
    match: Match, seat: int, adviser: Player | None = None, cancel: Event | None = None
) -> TurningPoint | None:
    """Where the seat lost the match, or made it so bad that it gave up: by an action that lost at once while another
    did not; else, with an adviser, by the one after which its chances were gone. None if there is no such action.
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
    key = "anyhow" if found.ending else "lost" if not found.turn else "overlooked" if found.outcome else "out"
    places: Places = {"who": match.game.seat_name(found.seat), "turn": match.game.told(*found.turn)}
    return _point(match, ply, key, places, found.holds, found)


def _slipped(match: Match, seat: int, plies: list[int], adviser: Player, cancel: Event | None) -> TurningPoint | None:
    """From the end backwards to the last position that still held."""
    after = 0.0 if match.outcome else adviser.evaluate(match, cancel)[seat]
    if after > LOST:
        return None  # who gave up had not lost yet
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
            return _point(match, ply, "slipped", {"before": round(100 * before), "after": round(100 * after)}, better)
        after = before
    return None


def _point(match: Match, ply: int, key: str, places: Places, better: str, found: Peril | None = None) -> TurningPoint:
    """The action of this ply, told to who played it and to others."""
    told, seat = match.game.told, match.movers[ply]
    every: Places = {
        "number": turn_number(match, ply),
        "played": told(match.texts[ply]),
        "better": told(better),
        "loser": match.game.seat_name(seat),
        **places,
    }
    says, to_others = (COMMON.message(f"turning.{key}{whose}", **every) for whose in ("", "-theirs"))
    return TurningPoint(ply, seat, says, to_others, (better,), found)


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
