"""What happened at a table, as it is told to pages and programs. What is kept of it is in `server/events.py`."""

from typing import Literal

from msgspec import Struct

from palissade.game import Outcome


class Acted(Struct, frozen=True, tag_field="kind", tag="acted"):
    """An action was played."""

    seat: int
    action: str


class TakenBack(Struct, frozen=True, tag_field="kind", tag="taken-back"):
    """The actions after this ply are as if never played."""

    seat: int  # who wanted it
    ply: int


class MachineTookOver(Struct, frozen=True, tag_field="kind", tag="machine-took-over"):
    seat: int
    level: str
    reason: Literal["resignation", "time", "absence"]


class Ended(Struct, frozen=True, tag_field="kind", tag="ended"):
    """The table ended the game, not a rule: the outcome's reason is resignation, agreement, time or absence."""

    outcome: Outcome


class CalledOff(Struct, frozen=True, tag_field="kind", tag="called-off"):
    """Somebody did not begin in time: there was no game, and nothing counts."""

    seat: int


class DrawOffered(Struct, frozen=True, tag_field="kind", tag="draw-offered"):
    seat: int


class DrawAgreed(Struct, frozen=True, tag_field="kind", tag="draw-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class DrawDeclined(Struct, frozen=True, tag_field="kind", tag="draw-declined"):
    seat: int


class TakebackAsked(Struct, frozen=True, tag_field="kind", tag="takeback-asked"):
    seat: int
    ply: int  # how many actions would be left


class TakebackAgreed(Struct, frozen=True, tag_field="kind", tag="takeback-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class TakebackRefused(Struct, frozen=True, tag_field="kind", tag="takeback-refused"):
    seat: int


class RematchOffered(Struct, frozen=True, tag_field="kind", tag="rematch-offered"):
    seat: int


class RematchAgreed(Struct, frozen=True, tag_field="kind", tag="rematch-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class RematchDeclined(Struct, frozen=True, tag_field="kind", tag="rematch-declined"):
    seat: int


class RematchMade(Struct, frozen=True, tag_field="kind", tag="rematch-made"):
    """All have agreed: they play again at this table."""

    table: str


class Seated(Struct, frozen=True, tag_field="kind", tag="seated"):
    """Somebody sat down; who it is, the seats tell. When the last seat is taken, the game begins."""

    seat: int


class StoodUp(Struct, frozen=True, tag_field="kind", tag="stood-up"):
    """Somebody left a seat before the game began."""

    seat: int


class AskedToLeave(Struct, frozen=True, tag_field="kind", tag="asked-to-leave"):
    """The host wants somebody else in this seat."""

    seat: int


class Closed(Struct, frozen=True, tag_field="kind", tag="closed"):
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
