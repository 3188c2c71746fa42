"""The conversation at one live table: what was said, and who is told which lines of it."""

from collections.abc import Collection, Iterable

import msgspec

from palissade.server.tables.attendance import Attendance
from palissade.server.wire.talk import Said, Talked

_encode = msgspec.json.Encoder().encode


class Conversation:
    def __init__(self, table: str, attendances: Collection[Attendance]) -> None:
        self._table = table
        self._attendances = attendances
        self._said: dict[int, Said] = {}

    @property
    def last(self) -> int:
        """The number of the last line that is known here."""
        return max(self._said, default=0)

    def seen_by(self, attendance: Attendance) -> list[Said]:
        """What they may read: who watches, the phrases alone."""
        return _readable(self._said.values(), attendance)

    def has_words_of(self, person: str) -> bool:
        return any(said.person == person for said in self._said.values())

    def hear(self, lines: Iterable[Said]) -> None:
        """More was said."""
        fresh = [said for said in lines if said.number not in self._said]
        self._said |= {said.number: said for said in fresh}
        self._tell(fresh, whole=False)

    def begin_anew(self, lines: Iterable[Said]) -> None:
        """This is all that is left of what was said."""
        self._said = {said.number: said for said in lines}
        self._tell(list(self._said.values()), whole=True)

    def _tell(self, lines: list[Said], *, whole: bool) -> None:
        for attendance in self._attendances:
            readable = _readable(lines, attendance)
            if attendance.depth == "page" and (readable or whole):
                attendance.send(_encode(Talked(self._table, readable, whole)))


def _readable(lines: Iterable[Said], attendance: Attendance) -> list[Said]:
    return [said for said in lines if attendance.viewer.seats or said.text is None]
