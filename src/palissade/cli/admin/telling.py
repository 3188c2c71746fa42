"""Seats, clocks and events in words, for hosts."""

import msgspec

from palissade.cli.telling import outcome_in_words, seat_name
from palissade.cli.words import say
from palissade.game import Game
from palissade.server.events import Acted, Ended, Event, MachineTookOver, RematchMade
from palissade.server.wire.tables import Clock, DaysClock, GameClock, SeatNow


def seat_in_words(seat: SeatNow) -> str:
    """Who sits there."""
    if seat.who == "machine":
        return say("admin.seat.machine", level=seat.level or "")
    if seat.who in ("friend", "anyone"):
        return say(f"admin.seat.{seat.who}")
    return seat.name or say("admin.seat.nobody")


def clock_in_words(clock: Clock) -> str:
    match clock:
        case GameClock(seconds=seconds, increment=increment):
            return say("admin.clock.game", time=left_in_words(seconds * 1000), increment=increment)
        case DaysClock(days=days):
            return say("admin.clock.days", days=days)
    return say("admin.clock.none")


def left_in_words(milliseconds: int) -> str:
    """`12:05`, or `2 d 03:00:00`."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return say("admin.clock.left", days=days, time=f"{hours:02}:{minutes:02}:{seconds:02}")
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def event_in_words(game: Game, event: Event) -> str:
    """What happened; an event that is about a seat says which."""
    seat = seat_name(game, event.seat) if hasattr(event, "seat") else ""
    match event:
        case Acted(action=action):
            return say("play.played", seat=seat, turn=action)
        case MachineTookOver(level=level):
            return say("admin.event.machine-took-over", seat=seat, level=level)
        case RematchMade(table=table):
            return say("admin.event.rematch-made", table=table)
        case Ended(outcome=outcome):
            return outcome_in_words(game, outcome)[0]
    return say(f"admin.event.{msgspec.to_builtins(event)['kind']}", seat=seat)
