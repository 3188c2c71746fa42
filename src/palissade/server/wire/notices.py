"""Notices to who has left a table: by the browser's own way (Web Push), and by mail."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

NoticeKind = Literal["turn", "offer", "friend"]  # my turn; a draw, takeback or rematch; somebody sat down at my table
Channel = Literal["push", "mail"]
Switch = Literal["push-turn", "push-offer", "push-friend", "mail-turn", "mail-offer", "mail-friend"]
Base64 = Annotated[str, Meta(max_length=120, pattern=r"^[A-Za-z0-9_-]+=*$")]


class Notices(Struct, frozen=True, kw_only=True):
    """How I am reached."""

    push_key: str | None  # by which a browser knows this server; None where it sends nothing to browsers
    devices: int  # browsers of mine that are told
    is_told_here: bool  # whether this one is
    sends_mail: bool  # whether this server sends mail at all
    address: str | None
    is_confirmed: bool  # whether the address is known to be mine: before that nothing is sent there
    off: list[Switch]  # what I do not want


class ChangeNotices(Struct, frozen=True, forbid_unknown_fields=True):
    """What I do not want, all of it."""

    off: Annotated[list[Switch], Meta(max_length=6)]


class PushKeys(Struct, frozen=True):
    p256dh: Base64
    auth: Base64


class Subscription(Struct, frozen=True):
    """Where a browser can be reached, as its PushSubscription says."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    keys: PushKeys


class MailAddress(Struct, frozen=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(max_length=254)]


class NoticeToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What a link in a mail has."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]
