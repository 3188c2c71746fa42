"""The record file: one game from deal to outcome, as JSON that replays anywhere."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from palissade.contract import Deal, OptionValue
from palissade.errors import BadRecord
from palissade.game import Outcome
from palissade.messages import COMMON

VERSION = 1
WITH_POSITION = 2  # which the first version's readers cannot know


class Record(msgspec.Struct, kw_only=True):
    """`{"palissade": 1, "game": …, "options": {…}, "deal": …, "actions": […], "outcome": …}` and what people add; one
    that begins from a position has `"palissade": 2, … "position": "…"`.
    """

    version: int = msgspec.field(name="palissade")
    game: str
    options: dict[str, OptionValue] = {}
    deal: Deal = None  # where there is chance
    position: str | UnsetType = UNSET  # where the game does not begin at its start
    actions: list[str]
    outcome: Outcome | None = None  # while the game goes on
    players: Any = UNSET
    dates: Any = UNSET
    comments: Any = UNSET

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str | bytes) -> "Record":
        """The record in this JSON text; what is missing or of the wrong kind is refused by name."""
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadRecord(COMMON.message("record.malformed", problem=str(error))) from error
        if record.version not in (VERSION, WITH_POSITION):
            raise BadRecord(COMMON.message("record.version", version=record.version, known=WITH_POSITION))
        return record
