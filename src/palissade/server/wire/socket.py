"""The live line: one WebSocket at `/api/socket` for a page, JSON in text frames.

Every message that the server understands as one gets exactly one answer: a frame whose `answer` is the message's `id`.
An action's answer comes with the news of it, in one frame. Whoever attends a table gets news of each event, numbered
from 1 without gaps; who missed some attends again with `since`. A message that would change something says the last
event it had `seen`; if the position has changed since, it is refused as `stale` and changes nothing. A message sent
again with the same `id` is answered again, not done again.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from palissade.game import Outcome
from palissade.server.wire.tables import Clock, LevelId, SeatNow, Status

MessageId = Annotated[str, Meta(min_length=1, max_length=36, pattern=r"^[!-~ ]+$")]  # plain ASCII
TableId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[0-9a-z]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]


# ---- from the client


class _Message(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    id: MessageId  # the client's own, never used twice
    table: TableId


class Attend(_Message, frozen=True, tag="attend", kw_only=True):
    """Be at a table: to play if a seat is mine, else to watch. The answer has all there is to see."""

    since: Annotated[int, Meta(ge=0)] | None = None  # the last event I have, to be told all that came after it
    depth: Literal["page", "program"] = "page"  # a page is given scenes and choices, a program the legal actions
    key: Annotated[str, Meta(max_length=64)] | None = None  # SEAT.KEY of a secret link: that seat is mine here too


class Leave(_Message, frozen=True, tag="leave", kw_only=True):
    """Be at that table no longer."""


class _Change(_Message, frozen=True, kw_only=True):
    seen: Annotated[int, Meta(ge=0)]  # the last event I had when I decided


class Act(_Change, frozen=True, tag="act", kw_only=True):
    """Play an action in the seat that is to move, which must be mine."""

    action: Annotated[str, Meta(min_length=1, max_length=60)]


class Resign(_Change, frozen=True, tag="resign", kw_only=True):
    """Give up. With more than two sides, a machine plays on in my place."""

    seat: SeatNumber | None = None  # needed only where I play several


class OfferDraw(_Change, frozen=True, tag="offer-draw", kw_only=True):
    """Offer a draw, or accept the one that is offered."""

    seat: SeatNumber | None = None


class DeclineDraw(_Change, frozen=True, tag="decline-draw", kw_only=True):
    """Decline the draw that is offered."""

    seat: SeatNumber | None = None


class AskTakeback(_Change, frozen=True, tag="ask-takeback", kw_only=True):
    """Ask to take my last turn back. It is taken back at once where nobody else needs to agree."""

    seat: SeatNumber | None = None


class AnswerTakeback(_Change, frozen=True, tag="answer-takeback", kw_only=True):
    """Agree to the takeback that is asked for, or not."""

    agree: bool
    seat: SeatNumber | None = None


class Claim(_Change, frozen=True, tag="claim", kw_only=True):
    """Claim what is mine when the player of a seat has left or run out of time."""

    seat: SeatNumber  # the other's
    what: Literal["win", "machine"]


class Rematch(_Message, frozen=True, tag="rematch", kw_only=True):
    """Play again on another table, with the seats turned. Asked twice, it is the same table."""


class AskHint(_Message, frozen=True, tag="hint", kw_only=True):
    """What a machine would play here, and what each seat may expect."""

    seen: Annotated[int, Meta(ge=0)]


class Look(_Message, frozen=True, tag="look", kw_only=True):
    """See the table as it was after so many actions."""

    ply: Annotated[int, Meta(ge=0)]


class Ping(Struct, frozen=True, tag_field="do", tag="ping", forbid_unknown_fields=True, kw_only=True):
    """Is anybody there?"""

    id: MessageId


Message = (
    Attend
    | Leave
    | Act
    | Resign
    | OfferDraw
    | DeclineDraw
    | AskTakeback
    | AnswerTakeback
    | Claim
    | Rematch
    | AskHint
    | Look
    | Ping
)


# ---- what happened


class Acted(Struct, frozen=True, tag_field="kind", tag="acted"):
    """An action was played."""

    seat: int
    action: str


class DrawOffered(Struct, frozen=True, tag_field="kind", tag="draw-offered"):
    seat: int


class DrawDeclined(Struct, frozen=True, tag_field="kind", tag="draw-declined"):
    seat: int


class TakebackAsked(Struct, frozen=True, tag_field="kind", tag="takeback-asked"):
    seat: int
    ply: int  # how many actions would be left


class TakebackRefused(Struct, frozen=True, tag_field="kind", tag="takeback-refused"):
    seat: int


class TakebackAgreed(Struct, frozen=True, tag_field="kind", tag="takeback-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class TakenBack(Struct, frozen=True, tag_field="kind", tag="taken-back"):
    """The actions after this ply are as if never played."""

    seat: int  # who wanted it
    ply: int


class DrawAgreed(Struct, frozen=True, tag_field="kind", tag="draw-agreed"):
    """One of several who must agree has agreed."""

    seat: int


class Seated(Struct, frozen=True, tag_field="kind", tag="seated"):
    """Somebody sat down; who it is, the seats tell. When the last seat is taken, the game begins."""

    seat: int
    was: Literal["friend", "anyone"]  # for whom the seat was kept


class StoodUp(Struct, frozen=True, tag_field="kind", tag="stood-up"):
    """Somebody left a seat before the game began."""

    seat: int


class MachineTookOver(Struct, frozen=True, tag_field="kind", tag="machine-took-over"):
    seat: int
    level: LevelId
    reason: Literal["resignation", "time", "absence"]


class Ended(Struct, frozen=True, tag_field="kind", tag="ended"):
    """The table ended the game, not a rule: the outcome's reason is resignation, agreement, time or absence."""

    outcome: Outcome


class Closed(Struct, frozen=True, tag_field="kind", tag="closed"):
    """The table was put away before the game began."""


class RematchMade(Struct, frozen=True, tag_field="kind", tag="rematch-made"):
    table: str


Event = (
    Acted
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | TakebackAsked
    | TakebackRefused
    | TakebackAgreed
    | TakenBack
    | Seated
    | StoodUp
    | MachineTookOver
    | Ended
    | Closed
    | RematchMade
)


class Happened(Struct, frozen=True):
    """An event in its place."""

    number: int
    at: int
    event: Event


# ---- from the server


class Offer(Struct, frozen=True):
    """Something that waits for an answer; an action played lets it lapse."""

    kind: Literal["draw", "takeback"]
    seat: int  # who asked
    waits_for: list[int]  # the seats still to agree
    ply: int | None = None  # of a takeback: how many actions would be left


class Now(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a table stands, as the receiver may see it. What is left out is as it was, or not for the receiver."""

    status: Status
    ply: int
    mover: int | None
    outcome: Outcome | None = None
    reason: str | None = None  # why it is over, as a sentence
    lasted: int | None = None  # milliseconds from its beginning to its end, when it is over
    left: list[int] | None = None  # on each seat's clock, in milliseconds, at the time `at` of the news
    runs: int | None = None  # the seat whose clock runs
    offer: Offer | None = None
    seats: list[SeatNow] | UnsetType = UNSET  # when somebody sat down, left or was replaced
    scene: Raw | UnsetType = UNSET  # a Scene; `board` and `spots` are left out while they stay the same
    choices: Raw | UnsetType = UNSET  # for the mover: {pick: {pick: "action"}}, what can be clicked in order
    legal: list[str] | UnsetType = UNSET  # for a program that moves
    # What else I may do now: resign, offer-draw, ask-takeback, hint, claim:SEAT, rematch, put-away. Nobody is told when
    # somebody has been away for long enough, or has run out of time: who waits for that attends again to see.
    may: list[str] | UnsetType = UNSET


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why something was not done; nothing has changed by it."""

    code: str
    message: str  # a sentence in the reader's language
    rule: str | None = None  # the rule that forbids it
    number: int | None = None  # the last event, where the message was behind


class Attended(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All there is to see of a table."""

    game: str
    options: dict[str, str | int | bool]
    clock: Clock
    rated: bool
    takebacks: bool
    listed: bool
    mine: list[int]
    number: int  # of the last event
    at: int  # the server's time now
    events: list[Happened]  # after `since`, where that was asked for
    actions: list[str]  # all that have been played and not taken back
    movers: list[int]  # who played each
    here: list[int]  # the seats that are present
    watchers: int
    rematch: str | None
    links: list[str]  # for who made the table: the secret links of seats still to be taken
    now: Now


class HintGiven(Struct, frozen=True):
    action: str
    picks: list[str]
    values: list[float]  # what each seat may expect, from 0 to 1
    choices: list[tuple[str, float, float]]  # action, share of the thinking, expectation; the best first


class Looked(Struct, frozen=True):
    ply: int
    scene: Raw


class Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to a message that is not answered by news."""

    answer: str
    refused: Refusal | None = None
    attended: Attended | None = None
    hint: HintGiven | None = None
    looked: Looked | None = None
    rematch: str | None = None


class News(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An event, and where the table stands after it."""

    news: str  # the table
    number: int
    at: int
    event: Event
    now: Now
    answer: str | None = None  # the id of the receiver's message that did it


class Presence(Struct, frozen=True):
    """Who is at a table."""

    presence: str  # the table
    here: list[int]
    watchers: int


class Trouble(Struct, frozen=True):
    """What came in was no message at all, so that it has no id to answer to."""

    trouble: Refusal


Frame = Answer | News | Presence | Trouble
