"""The loader: tables are built anew from the store by one function, in a reader thread, never on the event loop."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import structlog

from palissade.server import events
from palissade.server.events import EventTooNew, Happened
from palissade.server.refused import Refused
from palissade.server.store.tables import Tables
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.clocks import Outages
from palissade.server.tables.needs import Loaded
from palissade.server.tables.table import Table

_log = structlog.get_logger("palissade.tables")
Result = TypeVar("Result")


class Threads(Protocol):
    """Where what blocks is done, and what takes a while."""

    async def in_thread(self, function: Callable[..., Result], *args: Any) -> Result: ...
    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...


@contextmanager
def understood() -> Iterator[None]:
    """A game in which a newer Palissade has written is refused, saying so."""
    try:
        yield
    except EventTooNew as error:
        raise Refused("too-new", status=503, problem=error.message) from None


class StoreLoader:
    def __init__(self, store: Tables, outages: Outages, threads: Threads) -> None:
        self._store = store
        self.outages = outages
        self._threads = threads

    def build(self, id_: str, ratings: dict[str, int], told: int = 0) -> Loaded | None:
        """In a reader thread: the table as it is kept, or None if there is none; raises `Refused` if it is too new."""
        kept = self._store.load(id_)
        if kept is None:
            return None
        with understood():
            table = Table.from_kept(kept, self.outages, ratings)
            news = [Happened(row.number, row.at, events.read(row.event)) for row in kept.events[told:]]
        return Loaded(table, frozenset(row.message for row in kept.events if row.message), news)

    def load(self, table: Table, told: int, done: Callable[[Loaded | None], None]) -> None:
        async def load() -> None:
            found: Loaded | None = None
            try:
                found = await self._threads.in_thread(self.build, table.id, table.ratings, told)
            except Exception:
                _log.exception("could not be read", table=table.id)
            done(found)

        self._threads.spawn(load())

    def look_up(self, table: str, message: str, done: Callable[[bool | Refused], None]) -> None:
        async def look_up() -> None:
            try:
                found: bool | Refused = await self._threads.in_thread(self._store.has_message, table, message)
            except StorageTrouble as trouble:
                found = Refused(f"storage-{trouble.reason}", status=503)
            except Exception:
                _log.exception("could not be looked up", table=table)
                found = Refused("failed", status=500)
            done(found)

        self._threads.spawn(look_up())
