"""A rulebook as the page reads it: words, and diagrams that can be stepped through. No rules, no markup."""

from typing import Literal

from msgspec import Struct

from palissade.messages import Language
from palissade.scene import Scene

SpanStyle = Literal["plain", "strong", "emphasis", "notation", "rule"]


class Span(Struct, frozen=True):
    """Words in one style; the words of a `rule` are the number of the rule that was just told."""

    text: str
    style: SpanStyle = "plain"


class Paragraph(Struct, frozen=True, tag_field="block", tag="paragraph"):
    spans: list[Span]


class Points(Struct, frozen=True, tag_field="block", tag="points"):
    """Short things one under the other; numbered where they come one after the other."""

    items: list[list[Span]]
    numbered: bool


class Step(Struct, frozen=True):
    """The table after one more action."""

    action: str  # as the rules page writes it; empty for the first picture
    seat: int | None  # who played it
    scene: Scene  # the board itself is printed on the first step only


class Diagram(Struct, frozen=True, tag_field="block", tag="diagram"):
    """A position of a real game, and how it goes on."""

    caption: list[Span]
    steps: list[Step]
    ending: str  # why the game is over after the last step; empty if it is not


Block = Paragraph | Points | Diagram


class Section(Struct, frozen=True):
    """What belongs under one heading."""

    title: str
    blocks: list[Block]


class Rulebook(Struct, frozen=True):
    """The rules of a game for its players, in the reader's language."""

    game: str
    language: Language
    title: str
    lead: list[Span]  # what the game is about
    sections: list[Section]


# ---- the page of a game


class Picture(Struct, frozen=True):
    """One thing about a game, shown by a few actions of a real one."""

    title: str
    says: str
    view: tuple[float, float, float, float]  # the part of the scene to look at: left, top, width, height
    steps: list[Step]


class Introduction(Struct, frozen=True):
    """What a turn is, what is special, how one wins."""

    game: str
    language: Language
    pictures: list[Picture]
