"""Who somebody is, as told to them and to others."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from palissade.messages import Language

# Up to 24 characters that can be seen: no control characters, no line ends, not only spaces.
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=24,
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*\S[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$",
    ),
]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody, as everybody may know them."""

    id: str
    name: str
    kind: Literal["guest", "account"] = "guest"


class Rating(Struct, frozen=True):
    """How strong somebody has shown to be at a game, in rated games."""

    game: str
    rating: int  # as shown to people: 1500 at first
    deviation: int  # how far off it may be
    games: int


class Me(Struct, frozen=True):
    """Who I am to the server; nobody until I do something that needs a name."""

    person: Person | None
    language: Language
    ratings: list[Rating]
    csrf: str  # to be sent back as the header `x-csrftoken` with whatever changes something


class ChangeMe(Struct, frozen=True, forbid_unknown_fields=True):
    """What I change of myself; what is left out stays."""

    name: Name | None = None
    language: Language | None = None


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and password of an account."""

    name: Name
    password: Password


class DeleteMe(Struct, frozen=True, forbid_unknown_fields=True):
    """Deleting an account asks for its password once more; a guest has none."""

    password: str | None = None
