"""Seeks: who wants to play somebody now, whoever it is."""

from typing import Annotated

from msgspec import Meta, Struct

from palissade.server.wire.tables import Clock, NoClock

SeekId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[0-9a-z]+$")]


class NewSeek(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """I want to play one other person now."""

    game: Annotated[str, Meta(max_length=40)] | None = None  # any, where none is named
    clock: Clock = NoClock()


class Sought(Struct, frozen=True, kw_only=True):
    """How a seek stands. It is held by a live line, see the message `hold`: without one it soon ends."""

    sought: str  # the seek
    table: str | None  # where both sit, as soon as somebody has come
    game: str | None  # of that table; until then what was asked for
    since: int  # when I began to wait
    waiting: int  # how many others want to play somebody else now, each with wishes of their own
    is_over: bool = False  # it has ended without anybody: whoever still wants to play seeks anew


class OpenSeek(Struct, frozen=True):
    """Somebody waits for somebody to play."""

    game: str | None
    clock: Clock
    since: int


class OpenSeeks(Struct, frozen=True):
    seeks: list[OpenSeek]  # of others than me, the longest waiting first
