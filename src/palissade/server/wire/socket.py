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
from palissade.scene import Mark
from palissade.server.wire.events import Event, Happened
from palissade.server.wire.seeks import SeekId, Sought
from palissade.server.wire.tables import Clock, SeatNow, Status
from palissade.server.wire.talk import Phrase, Said, Talked, Words

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


class Leave(_Message, frozen=True, tag="leave", kw_only=True):
    """Be at that table no longer."""


class _Change(_Message, frozen=True, kw_only=True):
    seen: Annotated[int, Meta(ge=0)]  # the last event I had when I decided


class Act(_Change, frozen=True, tag="act", kw_only=True):
    """Play an action in the seat that is to move, which must be mine."""

    action: Annotated[str, Meta(min_length=1, max_length=60)]
    careful: bool = False  # if it loses at once and another would not, refuse it as `careless`, saying why


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
    """Claim what is mine when the player of a seat has been away for too long: see `away`."""

    seat: SeatNumber  # the other's
    what: Literal["win", "machine"]


class OfferRematch(_Change, frozen=True, tag="offer-rematch", kw_only=True):
    """Offer to play again on another table, with the seats turned, or accept the offer. Machines always accept."""


class DeclineRematch(_Change, frozen=True, tag="decline-rematch", kw_only=True):
    """Decline to play again, or take my own offer back."""


class AskHint(_Message, frozen=True, tag="hint", kw_only=True):
    """What a machine would play here, and what each seat may expect."""

    seen: Annotated[int, Meta(ge=0)]


class Look(_Message, frozen=True, tag="look", kw_only=True):
    """See the table as it was after so many actions."""

    ply: Annotated[int, Meta(ge=0)]


class Why(_Message, frozen=True, tag="why", kw_only=True):
    """Why may these spots not be picked, one after the other? The answer is a refusal with its rule. Nothing is played
    by it, also if they may be.
    """

    picks: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(min_length=1, max_length=8)]


class AskAdvice(_Message, frozen=True, tag="advice", kw_only=True):
    """What I am asked to do, as the mover."""

    threats: bool = False  # and what threatens me; not where it is rated


class AskTurningPoint(_Message, frozen=True, tag="turning-point", kw_only=True):
    """Which action decided the game that I, or somebody at my screen, have lost, and what was overlooked."""


class Talk(_Message, frozen=True, tag="talk", kw_only=True):
    """Say something to who sits at the table: a phrase, or words where `may` has `chat`. Who watches is told phrases
    alone.
    """

    phrase: Phrase | None = None
    text: Words | None = None


class Hold(Struct, frozen=True, tag_field="do", tag="hold", forbid_unknown_fields=True, kw_only=True):
    """I wait for somebody to play: tell me how my seek stands, now and whenever that changes."""

    id: MessageId
    seek: SeekId


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
    | OfferRematch
    | DeclineRematch
    | AskHint
    | Look
    | Why
    | AskAdvice
    | AskTurningPoint
    | Talk
    | Hold
    | Ping
)


# ---- from the server


class Offer(Struct, frozen=True):
    """Something that waits for an answer; an action played lets it lapse."""

    kind: Literal["draw", "takeback", "rematch"]
    seat: int  # who asked
    waits_for: list[int]  # the seats still to agree
    ply: int | None = None  # of a takeback: how many actions would be left
    rated: bool = False  # of a rematch: whether it would count


class Now(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a table stands, as the receiver may see it. What is left out is as it was, or not for the receiver."""

    status: Status
    ply: int
    mover: int | None
    outcome: Outcome | None = None
    reason: str | None = None  # why it is over, as a sentence
    called_off: bool = False  # it is over without a result, since somebody did not begin
    lasted: int | None = None  # milliseconds from its beginning to its end, when it is over
    left: list[int] | None = None  # on each seat's clock, in milliseconds, at the time `at` of the news
    runs: int | None = None  # the seat whose clock runs
    begin_by: int | None = None  # when the mover must have begun, or the game is called off; their clock waits so long
    offer: Offer | None = None
    seats: list[SeatNow] | UnsetType = UNSET  # when somebody sat down, left or was replaced
    scene: Raw | UnsetType = UNSET  # a Scene, for who has none of this table yet
    changes: Raw | UnsetType = UNSET  # SceneChanges: what is new against the scene that was told last
    choices: Raw | UnsetType = UNSET  # for the mover: {pick: {pick: "action"}}, what can be clicked in order
    legal: list[str] | UnsetType = UNSET  # for a program that moves
    # What else I may do now: resign, offer-draw, ask-takeback, hint, offer-rematch, put-away, ask-to-leave, stand-up,
    # talk (in phrases), chat (in words of one's own).
    may: list[str] | UnsetType = UNSET


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why something was not done; nothing has changed by it."""

    code: str
    message: str  # a sentence in the reader's language
    rule: str | None = None  # the rule that forbids it
    number: int | None = None  # the last event, where the message was behind
    seconds: int | None = None  # when to try again, where there is too much to do
    marks: tuple[Mark, ...] = ()  # of what was careless: where the danger comes from


class Away(Struct, frozen=True):
    """The player of a seat is not here."""

    seat: int
    claim_at: int  # from when on the others may claim the win, or a machine in their place


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
    away: list[Away]
    rematch: str | None  # the table on which the same people play again
    deal_number: int | None = None  # for who plays alone: others can try the same deal
    links: list[str]  # for who made the table: the secret links of seats that wait for a friend; each works once
    talk: list[Said] = []  # what has been said here
    now: Now


class LineAction(Struct, frozen=True):
    """An action of a line: who is expected to play it, and what is picked for it."""

    seat: int
    action: str
    picks: list[str]


class HintGiven(Struct, frozen=True):
    action: str
    picks: list[str]
    values: list[float]  # what each seat may expect, from 0 to 1
    choices: list[tuple[str, float, float]]  # action, share of the thinking, expectation; the best first
    line: list[LineAction]  # how the game is expected to go on, from the best action on


class Looked(Struct, frozen=True):
    ply: int
    scene: Raw


class ThreatGiven(Struct, frozen=True):
    """What a seat could do, were it to act."""

    seat: int
    says: str
    marks: tuple[Mark, ...]  # where


class AdviceGiven(Struct, frozen=True, omit_defaults=True):
    """What the mover is asked to do."""

    says: str  # a sentence for the situation at hand
    help: str  # a second one: the goal, or how it is done
    rule: str  # under which the rulebook tells more
    about: dict[str, str] = {}  # what each thing may do that can be picked first
    threats: list[ThreatGiven] = []
    spots: tuple[str, ...] = ()  # that the sentence speaks of, to be framed for who wants help


class TurningPointFound(Struct, frozen=True):
    """The action that decided a game, of who has lost it."""

    ply: int  # of the position in which it was played
    seat: int
    says: str
    marks: tuple[Mark, ...]  # what was overlooked, on the board of that position
    picks: list[str]  # for an action that still held, or looked better


class Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to a message that is not answered by news."""

    answer: str
    refused: Refusal | None = None
    attended: Attended | None = None
    hint: HintGiven | None = None
    looked: Looked | None = None
    advice: AdviceGiven | None = None
    turning_point: TurningPointFound | None = None  # left out where no single action was found that did


class News(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An event, and where the table stands after it."""

    news: str  # the table
    number: int
    at: int
    event: Event
    now: Now
    links: list[str] | UnsetType = UNSET  # for who made the table, when seats have changed: as in `Attended`
    answer: str | None = None  # the id of the receiver's message that did it


class Presence(Struct, frozen=True):
    """Who is at a table."""

    presence: str  # the table
    here: list[int]
    watchers: int
    away: list[Away]


class Thinking(Struct, frozen=True, omit_defaults=True):
    """How far a machine has come with its thought."""

    thinking: str  # the table
    seat: int
    share: float  # from 0 to 1
    best: str | None = None  # what it would play now, where nothing secret is in it


class Trouble(Struct, frozen=True):
    """What came in was no message at all, so that it has no id to answer to."""

    trouble: Refusal


Frame = Answer | News | Presence | Thinking | Talked | Sought | Trouble
