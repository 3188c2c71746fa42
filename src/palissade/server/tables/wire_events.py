"""Stored events as they are told over the wire: the one place that knows both."""

from collections.abc import Callable, Mapping
from typing import Any

from palissade.server import events
from palissade.server.wire import events as wire

_TOLD: Mapping[type, Callable[[Any], wire.Event]] = {
    events.Acted: lambda event: wire.Acted(event.seat, event.action),
    events.TakenBack: lambda event: wire.TakenBack(event.seat, event.ply),
    events.MachineTookOver: lambda event: wire.MachineTookOver(event.seat, event.level, event.reason),
    events.Ended: lambda event: wire.Ended(event.outcome),
    events.CalledOff: lambda event: wire.CalledOff(event.seat),
    events.DrawOffered: lambda event: wire.DrawOffered(event.seat),
    events.DrawAgreed: lambda event: wire.DrawAgreed(event.seat),
    events.DrawDeclined: lambda event: wire.DrawDeclined(event.seat),
    events.TakebackAsked: lambda event: wire.TakebackAsked(event.seat, event.ply),
    events.TakebackAgreed: lambda event: wire.TakebackAgreed(event.seat),
    events.TakebackRefused: lambda event: wire.TakebackRefused(event.seat),
    events.RematchOffered: lambda event: wire.RematchOffered(event.seat),
    events.RematchAgreed: lambda event: wire.RematchAgreed(event.seat),
    events.RematchDeclined: lambda event: wire.RematchDeclined(event.seat),
    events.RematchMade: lambda event: wire.RematchMade(event.table),
    events.Seated: lambda event: wire.Seated(event.seat),
    events.StoodUp: lambda event: wire.StoodUp(event.seat),
    events.AskedToLeave: lambda event: wire.AskedToLeave(event.seat),
    events.Closed: lambda event: wire.Closed(),
}


def told_event(event: events.Event) -> wire.Event:
    return _TOLD[type(event)](event)


def told(happened: events.Happened) -> wire.Happened:
    return wire.Happened(happened.number, happened.at, told_event(happened.event))
