"""Tables: what is asked for, and what is told about them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from palissade.contract import OptionValue
from palissade.game import Outcome
from palissade.server.wire.people import Name

LevelId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
Status = Literal["open", "running", "over"]
MOST_DEALS = 99_999_999  # a date is a number of a deal too: 20261116


# ---- the clock


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """Everybody takes their time."""


class GameClock(Struct, frozen=True, tag_field="kind", tag="game", forbid_unknown_fields=True):
    """So much for the whole game, plus an increment after each turn."""

    seconds: Annotated[int, Meta(ge=10, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | GameClock | DaysClock


# ---- asking for a table


class Mine(Struct, frozen=True, tag_field="who", tag="me", forbid_unknown_fields=True):
    """I sit here."""


class Friend(Struct, frozen=True, tag_field="who", tag="friend", forbid_unknown_fields=True):
    """Whoever opens the secret link of this seat."""


class Anyone(Struct, frozen=True, tag_field="who", tag="anyone", forbid_unknown_fields=True):
    """Whoever comes first; the table is shown in the lobby."""


class Machine(Struct, frozen=True, tag_field="who", tag="machine", forbid_unknown_fields=True):
    """A machine of this strength."""

    level: LevelId  # one that the shelf tells of the game


class SameScreen(Struct, frozen=True, tag_field="who", tag="screen", forbid_unknown_fields=True):
    """Another person at my screen: I play this seat too."""

    name: Name | None = None


SeatWish = Mine | Friend | Anyone | Machine | SameScreen


class NewTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table, as somebody wants it."""

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=20)] = {}
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=5)]
    listed: bool = False  # shown among the running tables, so that anybody may watch
    clock: Clock = NoClock()
    rated: bool = False
    takebacks: bool = True
    position: Annotated[str, Meta(max_length=4000)] | None = None  # to begin from, as the rules page writes it
    deal_number: Annotated[int, Meta(ge=1, le=MOST_DEALS)] | None = None  # for who plays alone: the deal of this number


# ---- telling of tables


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """A seat, and who sits there."""

    who: Literal["person", "machine", "screen", "friend", "anyone"]  # the last two are still to come
    name: str | None = None  # of a person
    person: str | None = None  # their id
    level: str | None = None  # of a machine; one of an older Palissade may be on no shelf any more
    rating: int | None = None  # of an account, at this game, where the table is rated


class Table(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Status
    seats: list[SeatNow]
    mine: list[int]  # the seats I play
    mover: int | None
    ply: int
    clock: Clock
    rated: bool
    takebacks: bool
    listed: bool
    outcome: Outcome | None
    rematch: str | None  # the table on which the same people play again
    made_at: int
    changed_at: int


class Tables(Struct, frozen=True):
    """A page of a list, the newest first."""

    tables: list[Table]
    next: str | None  # the cursor of the next page


class SeatLink(Struct, frozen=True):
    """The secret way to a seat: who opens it first sits there, and then it is worth nothing."""

    seat: int
    path: str  # /table/ID#SEAT.KEY


class MadeTable(Struct, frozen=True):
    """A table just made, with the links to hand out."""

    table: Table
    links: list[SeatLink]


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat: with the key of its secret link, or without one where anybody may."""

    key: Annotated[str, Meta(max_length=64)] | None = None
