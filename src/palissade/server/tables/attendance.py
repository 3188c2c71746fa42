"""Somebody's page at a table."""

from typing import Protocol

import msgspec
from picows import WSCloseCode

from palissade.messages import Language
from palissade.server.refused import Refused
from palissade.server.tables.table import Table
from palissade.server.tables.views import Viewer
from palissade.server.wire.socket import Answer, Attend, Attended, HintGiven, Looked, News, Presence, Refusal

_encode = msgspec.json.Encoder().encode


class Line(Protocol):
    """A connection to somebody's page."""

    person: str | None
    language: Language

    def send(self, frame: bytes) -> None: ...
    def cut(self, code: WSCloseCode) -> None: ...


class Attendance:
    """A line's place at one table: which seats are theirs there, and how much they want to be shown."""

    __slots__ = ("_key_seat", "depth", "is_gone", "line", "shown", "viewer")

    def __init__(self, line: Line, table: Table, attend: Attend, key_seat: int | None) -> None:
        self.line = line
        self.depth = attend.depth
        self._key_seat = key_seat  # that a secret link opened
        self.is_gone = False  # they left, perhaps before they were in
        self.shown: int | None = None  # the seat from which the table was last shown
        self.viewer = Viewer(frozenset())
        self.look(table)

    def look(self, table: Table) -> None:
        """Find out anew which seats are theirs."""
        seats = table.seats_of(self.line.person)
        if self._key_seat is not None and table.seats[self._key_seat].who == "person":
            seats |= {self._key_seat}
        is_host = self.line.person is not None and self.line.person == table.row.host
        self.viewer = Viewer(seats, self.depth, self.line.language, is_host)

    @property
    def who(self) -> str:
        """Whose messages these are."""
        return self.line.person or f"key{self._key_seat}"

    # ---- telling

    def send(self, frame: bytes) -> None:
        self.line.send(frame)

    def tell(self, frame: News | Presence) -> None:
        self.line.send(_encode(frame))

    def refuse(self, message: str, refused: Refused) -> None:
        self.answer(message, refused=refused.to_wire(self.line.language))

    def answer(
        self,
        message: str,
        *,
        refused: Refusal | None = None,
        attended: Attended | None = None,
        hint: HintGiven | None = None,
        looked: Looked | None = None,
        rematch: str | None = None,
    ) -> None:
        self.line.send(
            _encode(
                Answer(answer=message, refused=refused, attended=attended, hint=hint, looked=looked, rematch=rematch)
            )
        )
