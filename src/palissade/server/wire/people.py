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


class Device(Struct, frozen=True):
    """A browser by which I am known."""

    id: str  # to withdraw it by
    made_at: int
    seen_at: int
    is_this: bool  # the one that asks


class Devices(Struct, frozen=True):
    """My browsers, the latest first, and until when a link to add another is open."""

    devices: list[Device]
    link_until: int | None


class DeviceLink(Struct, frozen=True):
    """The way for one more browser of mine: who opens it is me. It works once, and not for long."""

    path: str  # /device#TOKEN
    until: int


class OpenDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """Being known here too, by the link that I asked for on my other device."""

    token: Annotated[str, Meta(max_length=64)]
