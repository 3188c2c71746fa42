"""Stored events: what happened at a table, as the database keeps it for ever.

These types are the database's own: what is sent to a page is told in `wire/events.py`, and may change without harm to
any game. Here a kind is never removed or given another meaning; `tests/server/stored` reads old ones for ever. Each
carries the version of this file by which it was written. One that a newer Palissade wrote is said to be so.
"""

from typing import Literal, get_args

import msgspec
from msgspec import Struct

from palissade.errors import PalissadeError
from palissade.game import Outcome
from palissade.server.refused import CATALOGUE

VERSION = 2  # 1 wrote no version; 2 knows rematches that are offered, people asked to leave, games called off


class _Event(Struct, frozen=True, tag_field="kind", kw_only=True):
    v: int = VERSION


# ---- playing


class Acted(_Event, frozen=True, tag="acted"):
    """An action was played."""

    seat: int
    action: str


class TakenBack(_Event, frozen=True, tag="taken-back"):
    """The actions after this ply are as if never played."""

    seat: int  # who wanted it
    ply: int


class MachineTookOver(_Event, frozen=True, tag="machine-took-over"):
    seat: int
    level: str
    reason: Literal["resignation", "time", "absence"]


class Ended(_Event, frozen=True, tag="ended"):
    """The table ended the game, not a rule: the outcome's reason is resignation, agreement, time or absence."""

    outcome: Outcome


class CalledOff(_Event, frozen=True, tag="called-off"):
    """Somebody did not begin in time: there was no game."""

    seat: int


# ---- offers


class DrawOffered(_Event, frozen=True, tag="draw-offered"):
    seat: int


class DrawAgreed(_Event, frozen=True, tag="draw-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class DrawDeclined(_Event, frozen=True, tag="draw-declined"):
    seat: int


class TakebackAsked(_Event, frozen=True, tag="takeback-asked"):
    seat: int
    ply: int  # how many actions would be left


class TakebackAgreed(_Event, frozen=True, tag="takeback-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class TakebackRefused(_Event, frozen=True, tag="takeback-refused"):
    seat: int


class RematchOffered(_Event, frozen=True, tag="rematch-offered"):
    seat: int


class RematchAgreed(_Event, frozen=True, tag="rematch-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class RematchDeclined(_Event, frozen=True, tag="rematch-declined"):
    seat: int


class RematchMade(_Event, frozen=True, tag="rematch-made"):
    """All have agreed, and the table is there."""

    table: str


# ---- seats


class Seated(_Event, frozen=True, tag="seated"):
    """Somebody sat down; who it is, the seats tell. When the last seat is taken, the game begins."""

    seat: int
    was: Literal["friend", "anyone"]  # for whom the seat was kept


class StoodUp(_Event, frozen=True, tag="stood-up"):
    """Somebody left a seat before the game began."""

    seat: int


class AskedToLeave(_Event, frozen=True, tag="asked-to-leave"):
    """The host wants somebody else in a seat before the game begins."""

    seat: int
    alias: str  # of who sat there: how they are called at this table alone


class Closed(_Event, frozen=True, tag="closed"):
    """The table was put away before the game began."""


Event = (
    Acted
    | TakenBack
    | MachineTookOver
    | Ended
    | CalledOff
    | DrawOffered
    | DrawAgreed
    | DrawDeclined
    | TakebackAsked
    | TakebackAgreed
    | TakebackRefused
    | RematchOffered
    | RematchAgreed
    | RematchDeclined
    | RematchMade
    | Seated
    | StoodUp
    | AskedToLeave
    | Closed
)


class Happened(Struct, frozen=True):
    """An event in its place."""

    number: int
    at: int
    event: Event


# ---- as bytes

KINDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Event))
write = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode


class EventTooNew(PalissadeError):
    """An event that a newer Palissade wrote."""

    def __init__(self, kind: str) -> None:
        super().__init__(CATALOGUE.message("store.event-too-new", kind=kind[:40]))


class _Head(Struct):
    kind: str
    v: int = 1


def head(kind: type[Event]) -> bytes:
    """How every stored event of this kind begins, and no other."""
    return b'{"kind":' + msgspec.json.encode(kind.__struct_config__.tag)


def read(stored: bytes) -> Event:
    """The event that was written so; raises `EventTooNew` for one that this version cannot know."""
    try:
        event: Event = _decode(stored)
    except msgspec.ValidationError:
        head = msgspec.json.decode(stored, type=_Head)
        if head.v <= VERSION and head.kind in KINDS:
            raise  # no newer one, but a broken one
        raise EventTooNew(head.kind) from None
    if event.v > VERSION:
        raise EventTooNew(str(event.__struct_config__.tag))
    return event
