"""Talking: what somebody says is kept, told to all who may read it, and let go a day after the game is over."""

from collections.abc import Callable

import msgspec

from palissade.server.identity.names import good_words
from palissade.server.refused import Refused
from palissade.server.store.talk import KeptLine, Line, TalkStore
from palissade.server.tables.attendance import Attendance
from palissade.server.tables.decisions import check_talk
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.loader import Threads
from palissade.server.wire.socket import Talk
from palissade.server.wire.talk import Said

DAY = 24 * 3600 * 1000  # milliseconds


class Talking:
    def __init__(
        self,
        store: TalkStore,
        threads: Threads,
        clock: Callable[[], int],
        tell_others: Callable[[str], None],
    ) -> None:
        self._store = store
        self._threads = threads
        self._clock = clock
        self._tell_others = tell_others  # the other workers: at this table something was said

    async def say(self, live: LiveTable, attendance: Attendance, message: Talk) -> None:
        """Say something at a table; told when it is kept."""
        seats, person = attendance.viewer.seats, attendance.connection.person
        check_talk(live.table, message, seats)
        if person is None:
            raise Refused("watching")
        line = Line(
            table=live.id,
            at=self._clock(),
            person=person,
            seat=min(seats),
            message=message.id,
            phrase=message.phrase,
            text=None if message.text is None else good_words(message.text),
        )
        await self._threads.in_thread(self._store.add, line)
        await self.listen(live)
        self._tell_others(live.id)

    async def listen(self, live: LiveTable) -> None:
        """Hear what was said since."""
        found = await self._threads.in_thread(self._store.at, live.id, live.conversation.last)
        live.conversation.hear(map(_said, found))

    async def listen_anew(self, live: LiveTable) -> None:
        """Some of it may be gone, or said by somebody of another name."""
        found = await self._threads.in_thread(self._store.at, live.id)
        live.conversation.begin_anew(map(_said, found))

    async def let_go(self) -> None:
        """Once an hour: keep nothing of games that have long been over."""
        await self._threads.in_thread(self._store.let_go, self._clock() - DAY)


def _said(line: KeptLine) -> Said:
    return msgspec.convert(line, Said, from_attributes=True)
