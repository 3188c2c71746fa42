"""The bots' own process: it lays tables, plays them when told, and hands back what it saw."""

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from multiprocessing.connection import Connection
from typing import Any, Literal

import httpx
import msgspec
import uvloop
from picows import WSError, ws_connect

from benchmarks.load.games import Recorded
from benchmarks.load.house import SEATS, House, Party
from benchmarks.load.houses.boardgame_io import BoardgameIo
from benchmarks.load.houses.palissade import Depth, Palissade
from benchmarks.load.measures import Played, Stopwatch
from benchmarks.load.pair import Concerns, Pair

AT_ONCE = 16  # tables laid and sockets opened at the same time
PATIENCE = 15.0  # seconds for sockets to be welcomed, and for the last answers to come


class Trouble(Exception):
    """The server did something that it should not."""


class Plan(msgspec.Struct, frozen=True):
    """What the bots of one process do."""

    house: Literal["palissade", "boardgame.io"]
    address: str
    game: str
    depth: Depth
    stacks: list[list[Recorded]]  # the games of each pair
    seconds: float
    every: float | None  # seconds between two actions at a table; at full speed none
    phase: float = 0.0  # of this process among the others, from 0 to 1


# What goes over the pipe: plans and `GO` to the bots, these to whoever measures.
GO = "go"
READY = "ready"


class Made(msgspec.Struct, frozen=True):
    """How many pairs have sat down since the last time."""

    pairs: int


class Failed(msgspec.Struct, frozen=True):
    """Why the bots gave up."""

    why: str


def bots(pipe: Connection) -> None:
    """Carry out one plan after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who measures decides when to stop
    with suppress(EOFError, ConnectionError):  # nobody measures any more
        while True:
            plan = pipe.recv()
            try:
                pipe.send(uvloop.run(_carry_out(plan, pipe)))
            except (Trouble, OSError, httpx.HTTPError, WSError, TimeoutError) as error:
                pipe.send(Failed(f"{type(error).__name__}: {error}"))


async def _carry_out(plan: Plan, pipe: Connection) -> Played:
    if plan.house == "palissade":
        house: House = Palissade(plan.address, plan.game, plan.depth)
    else:
        house = BoardgameIo(plan.address)
    room = Room(house)
    try:
        await room.fill(plan.stacks, lambda: pipe.send(Made(1)))
        pipe.send(READY)
        if await asyncio.to_thread(pipe.recv) != GO:
            raise Trouble("there was another word than go")
        return await room.play(plan)
    finally:
        await room.close()


class Room:
    """All the pairs of a process."""

    def __init__(self, house: House) -> None:
        self.pairs: list[Pair] = []
        self._house = house
        self._stopwatch = Stopwatch()
        self._trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._out_of_tables = asyncio.Event()

    async def fill(self, stacks: list[list[Recorded]], made: Callable[[], None]) -> list[Party]:
        """Lay everybody's tables, then have everybody sit down at the first one."""
        few = asyncio.Semaphore(AT_ONCE)

        async def lay(games: list[Recorded]) -> Party:
            async with few:
                return await self._house.lay(games)

        async def seat(party: Party) -> None:
            async with few:
                await self._seat(party)
                made()

        parties = await asyncio.gather(*map(lay, stacks))
        await asyncio.gather(*map(seat, parties))
        return parties

    async def play(self, plan: Plan) -> Played:
        """Play until the time is up, or somebody has no table left."""
        began, cpu = time.perf_counter(), time.process_time()
        pacing = asyncio.create_task(self._pace(plan.every, plan.phase))
        await self._first_of(self._out_of_tables, plan.seconds)
        pacing.cancel()
        for pair in self.pairs:
            pair.stop()
        seconds, actions = time.perf_counter() - began, len(self._stopwatch.to_mover)
        cpu = time.process_time() - cpu
        await self._hear_the_rest()
        if self._trouble.done():
            self._trouble.result()
        return Played(
            seconds=seconds,
            actions=actions,
            lost=self._stopwatch.sent - len(self._stopwatch.to_mover),
            to_opponent=list(self._stopwatch.to_opponent),
            to_mover=list(self._stopwatch.to_mover),
            bots_cpu=cpu,
        )

    async def close(self) -> None:
        for pair in self.pairs:
            for line in pair.lines:
                line.close()
        await self._house.close()

    async def _seat(self, party: Party) -> None:
        ready = asyncio.Event()
        pair = Pair(party.tables, self._stopwatch, Concerns(ready.set, self._out_of_tables.set, self._has_trouble))
        for seat in SEATS:
            line = self._house.line(pair, seat)
            await ws_connect(lambda line=line: line, self._house.socket, extra_headers=party.headers[seat])
            await asyncio.wait_for(line.opened, PATIENCE)
            pair.lines.append(line)
        pair.sit_down()
        self.pairs.append(pair)
        await self._first_of(ready, PATIENCE)
        if not ready.is_set():
            self._has_trouble("a table was not opened in time")
            self._trouble.result()

    async def _pace(self, every: float | None, phase: float) -> None:
        """Let each pair play once in that time, evenly one after the other."""
        if every is None:
            for pair in self.pairs:
                pair.play_at_full_speed()
            return
        between = every / len(self.pairs)
        due = asyncio.get_running_loop().time() + phase * between
        for pair in cycle(self.pairs):
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            pair.play_one()
            due += between

    async def _first_of(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for something that happens, for trouble, or until the time is up."""
        happening = asyncio.ensure_future(event.wait())
        waiting: set[asyncio.Future[Any]] = {happening, self._trouble}
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        happening.cancel()

    async def _hear_the_rest(self) -> None:
        deadline = time.perf_counter() + PATIENCE
        while not all(pair.is_quiet for pair in self.pairs) and time.perf_counter() < deadline:
            if self._trouble.done():
                return
            await asyncio.sleep(0.01)

    def _has_trouble(self, why: str) -> None:
        if not self._trouble.done():
            self._trouble.set_exception(Trouble(why))
