"""An attendance: one connection's place at one table."""

from enum import Enum
from typing import Literal, Protocol

import msgspec

from palissade.messages import Language
from palissade.server.refused import Refused
from palissade.server.tables.table import Table
from palissade.server.tables.views import Viewer
from palissade.server.wire.socket import (
    AdviceGiven,
    Answer,
    Attended,
    HintGiven,
    Looked,
    Refusal,
    TurningPointFound,
)

_encode = msgspec.json.Encoder().encode


class CloseReason(Enum):
    """Why a connection is closed by the server."""

    RESTART = "restart"  # the server stops, or knows somebody otherwise now: come again at once
    TRY_AGAIN = "try again"  # something is in trouble: come again later
    POLICY = "policy"  # they do what nobody should
    PROTOCOL = "protocol"  # what came in was no message


class Connection(Protocol):
    """A connection to somebody's page."""

    person: str | None
    address: str
    language: Language

    def send(self, frame: bytes) -> None: ...
    def close(self, reason: CloseReason) -> None: ...


class Attendance:
    """A connection's place at one table: which seats are theirs there, and how much they want to be shown."""

    __slots__ = ("connection", "depth", "is_gone", "shown", "viewer")

    def __init__(self, connection: Connection, depth: Literal["page", "program"]) -> None:
        self.connection = connection
        self.depth = depth
        self.is_gone = False  # they left, perhaps before they were in
        self.shown: int | None = None  # the seat from which the table was last shown
        self.viewer = Viewer(frozenset(), depth, connection.language)

    def look(self, table: Table) -> None:
        """Find out anew which seats are theirs."""
        person = self.connection.person
        is_host = person is not None and person == table.row.host
        self.viewer = Viewer(table.seats_of(person), self.depth, self.connection.language, is_host)

    # ---- telling

    def send(self, frame: bytes) -> None:
        self.connection.send(frame)

    def refuse(self, message: str, refused: Refused) -> None:
        self.answer(message, refused=refused.to_wire(self.connection.language))

    def answer(
        self,
        message: str,
        *,
        refused: Refusal | None = None,
        attended: Attended | None = None,
        hint: HintGiven | None = None,
        looked: Looked | None = None,
        advice: AdviceGiven | None = None,
        turning_point: TurningPointFound | None = None,
    ) -> None:
        answer = Answer(
            answer=message,
            refused=refused,
            attended=attended,
            hint=hint,
            looked=looked,
            advice=advice,
            turning_point=turning_point,
        )
        self.connection.send(_encode(answer))
