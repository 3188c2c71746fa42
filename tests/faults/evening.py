"""An evening of play: many tables, people and machines, while servers come and go."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Self

from palissade.server.store.database import Database
from palissade.server.store.tables import Tables
from tests.faults.book import SHARED, Book, Outages
from tests.faults.bots import PASSING, Bot
from tests.server.served import Served
from tests.server.visitor import Json, LiveLine, Visitor

GAMES = ("alignement", "cul-de-sac", "blockers")
CLOCK: Json = {"kind": "game", "seconds": 1200}
FRIEND: Json = {"who": "friend"}
MACHINE: Json = {"who": "machine", "level": "balsa"}
MOST_ACTIONS = 60  # between two faults
PATIENCE = 180.0  # seconds for all games to end, once nothing fails any more


async def leave_to_machines(visitor: Visitor) -> str:
    """A table at which machines play alone, since the only person has given up."""
    made = await visitor.make("blockers", {"who": "me"}, MACHINE, MACHINE, options={"players": 3})
    table: str = made["table"]["id"]
    line = await visitor.line()
    told = (await line.ask("attend", table=table, depth="program"))["attended"]
    assert (await line.ask("resign", table=table, seen=told["number"]))["event"]["kind"] == "machine-took-over"
    line.close()
    return table


class Evening:
    """The tables with their books, the bots at them, and when no server was there."""

    def __init__(self, servers: Sequence[Served], seed: int, unsure: int = SHARED) -> None:
        self.addresses = [server.address for server in servers]
        self.dice = Random(seed)
        self.outages = Outages(unsure)
        self.someone_acts = asyncio.Event()
        self.bots: list[Bot] = []
        self.books: dict[str, Book] = {}
        self._is_late = False  # games are played to their end, and nobody plays again
        self._plays_again: dict[str, bool] = {}
        self._visitors = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self.host = await self._visitors.enter_async_context(Visitor(self.addresses[0]))
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._visitors.aclose()

    # ---- what the bots ask

    def book(self, table: str) -> Book:
        return self.books.setdefault(table, Book(table))

    def pause(self) -> float:
        """How long somebody thinks."""
        return 0.0 if self._is_late else self.dice.uniform(0, 0.3)

    def plays_again(self, table: str) -> bool:
        """Whether there is a rematch; both players get the same answer."""
        return self._plays_again.setdefault(table, not self._is_late)

    @property
    def acknowledged(self) -> int:
        """How many actions of people have been accepted."""
        return sum(len(book.acknowledged) for book in self.books.values())

    # ---- tables

    async def lay_tables(self, games: Iterable[str] = GAMES) -> None:
        """Of each game four: for two people and against a machine, each with and without a clock."""
        for game in games:
            for clock in ({"kind": "none"}, CLOCK):
                await self._lay(game, FRIEND, FRIEND, clock=clock)
                await self._lay(game, *self.dice.sample([FRIEND, MACHINE], 2), clock=clock)

    async def _lay(self, game: str, *seats: Json, **wish: Any) -> None:
        made = await self.host.make(game, *seats, **wish)
        for link in made["links"]:
            # The two at one table call different servers, where there are several.
            address = len(self.bots) % len(self.addresses)
            visitor = await self._visitors.enter_async_context(Visitor(self.addresses[0]))
            await visitor.sit(link["path"])
            self.bots.append(Bot(self, visitor, made["table"]["id"], address))

    async def lay_table_of_machines(self) -> None:
        """Somebody gives up among machines and goes away; when they come back, it shall be played to its end."""
        table = await leave_to_machines(self.host)
        self.book(table).is_left_to_machines = True

    # ---- playing

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Everybody plays while things go wrong in here; afterwards all games are played to their end."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(bot.play()) for bot in self.bots]
            yield
            self._is_late = True
            _, stuck = await asyncio.wait(tasks, timeout=PATIENCE)
            waiting = "\n".join(repr(bot) for bot, task in zip(self.bots, tasks, strict=True) if task in stuck)
            assert not stuck, f"games do not go on:\n{waiting}"
        async with asyncio.timeout(PATIENCE):
            await self._see_all_over()

    async def _see_all_over(self) -> None:
        """Come to every table as somebody new, and be told all of it from the first event on."""
        self.host.address = self.addresses[0]
        line = await self.host.line()
        for book in self.books.values():
            while not await self._is_over(line, book):
                await asyncio.sleep(0.5)
        line.close()

    async def _is_over(self, line: LiveLine, book: Book) -> bool:
        known = book.last
        answer = await line.ask("attend", table=book.table, since=0, depth="program")
        if "refused" in answer:
            assert answer["refused"]["code"] in PASSING, answer
            return False
        await line.ask("leave", table=book.table)
        told = answer["attended"]
        book.compare(told["events"], at_least=known)
        book.is_over = told["now"]["status"] == "over"
        return book.is_over

    # ---- faults

    async def moment(self) -> None:
        """Some moment soon, when a message is likely to be under way."""
        for _ in range(self.dice.randint(1, MOST_ACTIONS)):
            self.someone_acts.clear()
            await self.someone_acts.wait()
        await asyncio.sleep(self.dice.uniform(0, 0.02))

    async def crash(self, server: Served) -> None:
        """End a server as a power cut would."""
        os.killpg(server.pid, signal.SIGKILL)
        await asyncio.to_thread(server.kill)

    async def restart(self, server: Served) -> None:
        await asyncio.to_thread(server.start)

    def send_home(self) -> None:
        """Everybody calls the server again that they called first, where there are several."""
        for number, bot in enumerate(self.bots):
            bot.move_to(number % len(self.addresses))

    # ---- what is kept

    def check_file(self, path: Path) -> None:
        """Look into an SQLite file as a crash has left it; a copy of it, for the server to find it as it was left."""
        with tempfile.TemporaryDirectory() as folder:
            for file in path.parent.glob(f"{path.name}*"):
                shutil.copy(file, folder)
            self.check_store(f"sqlite:///{folder}/{path.name}")

    def check_store(self, url: str) -> None:
        """What was told is kept, and nothing else was done."""
        database = Database(url)
        try:
            for book in self.books.values():
                book.compare_with_store(Tables(database).load(book.table))
        finally:
            database.close()
