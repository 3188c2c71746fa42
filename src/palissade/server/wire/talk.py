"""Talk at a table: phrases that everybody reads in their own language and, among friends, words of one's own."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

MOST_LETTERS = 200  # in a line
Phrase = Literal[
    "hello", "good-luck", "well-played", "good-game", "thanks", "one-moment", "back", "sorry", "again", "goodbye"
]
Words = Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]


class Said(Struct, frozen=True, omit_defaults=True):
    """A line of talk: either a phrase, or words."""

    number: int  # from 1 at each table; old lines are let go, so that there may be gaps
    at: int
    seat: int
    person: str  # the id of who said it
    name: str
    phrase: Phrase | None = None
    text: str | None = None


class Talked(Struct, frozen=True, omit_defaults=True):
    """What has been said at a table. It is let go a day after the game is over."""

    talk: str  # the table
    said: list[Said]
    whole: bool = False  # nothing else is left of what was said
