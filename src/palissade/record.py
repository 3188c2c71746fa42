"""The record file: one game from deal to outcome, as JSON that replays anywhere."""

from typing import Any

import msgspec

from palissade.game import BadRecord, Deal, OptionValue, Outcome
from palissade.messages import COMMON

VERSION = 1


class Record(msgspec.Struct, omit_defaults=True, kw_only=True):
    """`{"palissade": 1, "game": …, "options": {…}, "deal": …, "actions": […], "outcome": …}` and what people add."""

    version: int = msgspec.field(name="palissade")
    game: str
    options: dict[str, OptionValue]
    deal: Deal
    actions: list[str]
    outcome: Outcome | None
    players: Any = None
    dates: Any = None
    comments: Any = None

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str | bytes) -> "Record":
        """The record in this JSON text; what is missing or of the wrong kind is refused by name."""
        try:
            fields = msgspec.json.decode(text)
            if isinstance(fields, dict):
                # Only these may be left out: no options, no chance, not finished.
                fields = {"options": {}, "deal": None, "outcome": None, **fields}
            record = msgspec.convert(fields, cls)
        except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadRecord(COMMON.message("record.malformed", problem=str(error))) from error
        if record.version != VERSION:
            raise BadRecord(COMMON.message("record.version", version=record.version, known=VERSION))
        return record
