"""How lists behave with many finished tables behind one person: `python -m benchmarks.load.finished [--server sqlite]`.

Some games are played, then copied in the database until there are so many; lists and finished tables are asked for
again and again, at each number of tables.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from typing import Annotated

import httpx
import msgspec
import typer
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from rich.console import Console
from rich.table import Table

from benchmarks.load.bots import Plan, Room
from benchmarks.load.copies import copy
from benchmarks.load.games import Recorded, random_games
from benchmarks.load.house import Party
from benchmarks.load.houses.palissade import Palissade
from benchmarks.load.measures import Latency
from benchmarks.load.servers import SERVERS, Server
from palissade.server.store.database import Database
from palissade.server.wire.socket import Attend, Leave

GAME = "alignement"
PLAYED = 20  # games, which are then copied
RUNNING = 200  # tables that anybody may watch
TIMES = 300  # that each thing is asked for
WARMING = 30  # times before that, which do not count
NUMBERS = (1_000, 20_000)  # of finished tables

Question = Callable[[], Awaitable[None]]


class Asking:
    """Somebody who asks the server for lists and tables."""

    def __init__(self, address: str, headers: dict[str, str], finished: Sequence[str]) -> None:
        self._client = httpx.AsyncClient(base_url=f"http://{address}", headers=headers)
        self._address, self._headers = address, headers
        self._finished = cycle(finished)
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def ask_all(self) -> dict[str, Latency]:
        """How long each question takes."""
        transport, _ = await ws_connect(
            lambda: _Answers(self._answers), f"ws://{self._address}/api/socket", extra_headers=self._headers
        )
        questions: dict[str, Question] = {
            "GET /api/tables?status=running": lambda: self._get("/api/tables?status=running"),
            "GET /api/me/tables?over=true": lambda: self._get("/api/me/tables?over=true"),
            "GET /api/me/tables?over=false": lambda: self._get("/api/me/tables?over=false"),
            "attend a finished table": lambda: self._attend(transport, next(self._finished)),
        }
        latencies = {name: await _ask(question) for name, question in questions.items()}
        transport.disconnect()
        await self._client.aclose()
        return latencies

    async def _get(self, path: str) -> None:
        (await self._client.get(path)).raise_for_status()

    async def _attend(self, transport: WSTransport, table: str) -> None:
        transport.send(WSMsgType.TEXT, msgspec.json.encode(Attend(id=table, table=table)))
        while b'"attended"' not in (answer := await asyncio.wait_for(self._answers.get(), 10)):
            if b'"refused"' in answer:
                raise RuntimeError(answer.decode())
        transport.send(WSMsgType.TEXT, msgspec.json.encode(Leave(id=f"leave {table}", table=table)))


class _Answers(WSListener):
    """Puts what comes in into a queue."""

    def __init__(self, answers: asyncio.Queue[bytes]) -> None:
        self._answers = answers

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._answers.put_nowait(frame.get_payload_as_bytes())


async def measure(server: Server, games: list[Recorded]) -> list[dict[str, Latency]]:
    """How long each question takes at each number of finished tables."""
    database = Database(server.database_url)
    try:
        party, running = await _play(server, games)
        copy(database, running, range(RUNNING), listed=True)
        results, originals, there = [], [table.id for table in party.tables], 0
        for number in NUMBERS:
            copies = copy(database, originals, range(there, number))
            there = number
            results.append(await Asking(server.address, party.headers[0], copies[-TIMES:]).ask_all())
        return results
    finally:
        database.close()


async def _play(server: Server, games: list[Recorded]) -> tuple[Party, list[str]]:
    """Play the games to their end; another table is left as it is."""
    house = Palissade(server.address, GAME, "program")
    room = Room(house)
    try:
        (party,) = await room.fill([games], lambda: None)
        await room.play(Plan("palissade", server.address, GAME, "program", [games], 60, None))
        left = await house.lay(games[:1])
    finally:
        await room.close()
    return party, [table.id for table in left.tables]


async def _ask(question: Question) -> Latency:
    seconds = []
    for _ in range(WARMING + TIMES):
        began = time.perf_counter()
        await question()
        seconds.append(time.perf_counter() - began)
    return Latency.of(seconds[WARMING:])


def main(
    server: Annotated[str, typer.Option(help="sqlite, postgresql-1 or postgresql-2.")] = "sqlite",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """Measure lists with few and with many finished tables."""
    with SERVERS[server](GAME) as running:
        few, many = uvloop.run(measure(running, random_games(GAME, PLAYED)))
    if as_json:
        typer.echo(msgspec.json.encode(dict(zip(map(str, NUMBERS), (few, many), strict=True))))
        return
    table = Table("ms, p50 / p99", *(f"{number:,} finished" for number in NUMBERS), "× (p50)", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name in few:
        shown = [f"{latency[name].p50:.1f} / {latency[name].p99:.1f}" for latency in (few, many)]
        table.add_row(name, *shown, f"{many[name].p50 / few[name].p50:.2f}")
    Console(width=140).print(table)


if __name__ == "__main__":
    typer.run(main)
