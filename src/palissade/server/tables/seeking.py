"""Seeking: who wants to play anybody is seated with the first who wants the same. A seek lives as long as a page holds
it, by its connection.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable

import msgspec

from palissade.game import Game
from palissade.registry import game as find_game
from palissade.registry import games
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow, TableRow
from palissade.server.store.seeks import SeekRow, Seeks
from palissade.server.tables import making
from palissade.server.tables.attendance import Connection
from palissade.server.tables.loader import Threads
from palissade.server.wire.seeks import NewSeek, OpenSeek, Sought
from palissade.server.wire.tables import Anyone, Clock, Mine, NewTable

LINGERS = 10.0  # seconds for a page to come back, by another connection
_encode = msgspec.json.Encoder().encode


class Seeking:
    def __init__(
        self,
        store: Seeks,
        threads: Threads,
        clock: Callable[[], int],
        is_ready: Callable[[str], bool],
        tell_others: Callable[[str], None],
    ) -> None:
        self._store = store
        self._threads = threads
        self._clock = clock
        self._is_ready = is_ready
        self._tell_others = tell_others  # the other workers: somebody has come for this seek
        self._held: defaultdict[str, set[Connection]] = defaultdict(set)
        self._told: dict[str, Sought] = {}

    # ---- asking

    async def seek(self, wish: NewSeek, person: str) -> Sought:
        """Sit down with who waits, or wait."""
        if wish.game is not None:
            game_for_two(wish.game)
        now = self._clock()
        mine = SeekRow(making.table_id(), person, wish.game, _encode(wish.clock).decode(), now)
        seek, other = await self._threads.in_thread(self._store.seek, mine, now, self._table_for)
        if other is not None:
            self._tell_others(other.id)
            self.tell([other], 0)
        return _sought(seek, await self._others(1 if other is None else 0))

    async def end(self, seek: str, person: str) -> Sought | None:
        """Wait no longer; if somebody has come in that very moment, where they sit."""
        left = await self._threads.in_thread(self._store.end, seek, person)
        return None if left is None else _sought(left, 0)

    async def waiting(self, person: str | None) -> list[OpenSeek]:
        found = await self._threads.in_thread(self._store.waiting, self._clock(), person)
        return [OpenSeek(row.game, _clock_of(row), row.made_at) for row in found]

    def _table_for(self, first: SeekRow, second: SeekRow) -> tuple[TableRow, list[SeatRow]]:
        """A table for both, who sit where the lot falls. Whoever finds it may watch: they are strangers."""
        game = game_for_two(first.game or second.game or secrets.choice(self._any_game()))
        people = [first.person, second.person]
        secrets.SystemRandom().shuffle(people)
        seats = [SeatRow(number, "person", person) for number, person in enumerate(people)]
        wish = NewTable(
            game=game.id, options=dict(game.chosen), seats=[Mine(), Anyone()], clock=_clock_of(first), listed=True
        )
        return making.new_row(game, wish, seats, first.person, self._clock(), secrets.randbits(63)), seats

    def _any_game(self) -> list[str]:
        """Games for two, those that are ready where there are some."""
        for_two = [game.id for game in games() if any(len(variant.seats) == 2 for variant in game.variants())]
        return [game for game in for_two if self._is_ready(game)] or for_two

    async def _others(self, mine: int) -> int:
        return max(0, await self._threads.in_thread(self._store.count, self._clock()) - mine)

    # ---- pages that wait

    async def hold(self, connection: Connection, seek: str) -> None:
        """A page is there for its seek: it is told how that stands, now and whenever that changes."""
        (found,) = await self._threads.in_thread(self._store.hold, [seek], self._clock()) or (None,)
        if found is None or found.person != connection.person:
            connection.send(_encode(_ended(seek)))
            return
        self._held[seek].add(connection)
        connection.send(_encode(_sought(found, await self._others(1))))

    def let_go(self, connection: Connection) -> None:
        """A connection is gone; unless its page comes back, so is what it waited for."""
        now = self._clock()
        for seek in [seek for seek, held_by in self._held.items() if connection in held_by]:
            self._held[seek].discard(connection)
            if not self._held[seek]:
                self._forget(seek)
                self._threads.spawn(self._end_unless_held(seek, now))

    async def _end_unless_held(self, seek: str, since: int) -> None:
        await asyncio.sleep(LINGERS)
        await self._threads.in_thread(self._store.end, seek, None, since)

    async def look(self) -> None:
        """Every few seconds: say that these pages are there, and tell them what is new."""
        if self._held:
            ids = list(self._held)
            found = await self._threads.in_thread(self._store.hold, ids, self._clock())
            self.tell(found, await self._others(1))
            for seek in set(ids) - {row.id for row in found}:
                self._send(seek, _ended(seek))
                self._forget(seek)

    async def look_at(self, seek: str) -> None:
        """Another worker has seated somebody."""
        if seek in self._held:
            self.tell(await self._threads.in_thread(self._store.hold, [seek], self._clock()), 0)

    def tell(self, rows: Iterable[SeekRow], waiting: int) -> None:
        for row in rows:
            sought = _sought(row, waiting)
            if row.id in self._held and self._told.get(row.id) != sought:
                self._told[row.id] = sought
                self._send(row.id, sought)
            if row.table is not None:
                self._forget(row.id)

    def _send(self, seek: str, sought: Sought) -> None:
        for connection in self._held.get(seek, ()):
            connection.send(_encode(sought))

    def _forget(self, seek: str) -> None:
        self._held.pop(seek, None)
        self._told.pop(seek, None)


def game_for_two(id_: str) -> Game:
    """The game as it comes out of its box, for two; refused where there is none."""
    if id_ in {game.id for game in games()}:
        for variant in find_game(id_).variants():  # the defaults first
            if len(variant.seats) == 2:
                return variant
    raise Refused("not-for-two", status=422)


def _clock_of(row: SeekRow) -> Clock:
    clock: Clock = msgspec.json.decode(row.clock, type=Clock)
    return clock


def _sought(row: SeekRow, waiting: int) -> Sought:
    return Sought(sought=row.id, table=row.table, game=row.game, since=row.made_at, waiting=waiting)


def _ended(seek: str) -> Sought:
    return Sought(sought=seek, table=None, game=None, since=0, waiting=0, is_over=True)
