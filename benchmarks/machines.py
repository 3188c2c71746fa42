"""A benchmark of machines between people: `python -m benchmarks.machines [--game porte] [--answers 100]`.

One guest makes as many tables against the strongest machine as the limits allow, and answers at once at each, so that
all of them think without end. How long does somebody else, from the same address, wait for the gentlest machine, and
for the strongest? Wanted: 95 of 100 answers of the gentlest within a second.
"""

import asyncio
import random
import signal
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from palissade.players import levels_of
from palissade.registry import game as find_game
from palissade.server.settings import default_threads
from tests.server.served import Served
from tests.server.visitor import Json, Visitor

BREATH = 0.1  # seconds between two actions of who is measured: the answers are spread over some time
FEW = 8  # answers of the strongest that are measured, since each takes seconds
MOST_TABLES = 1_000  # should the limits allow any number


def main(
    game: Annotated[str, typer.Option(help="A game for two; in this one a thought takes longest.")] = "porte",
    answers: Annotated[int, typer.Option(min=10, max=10_000, help="Of the gentlest machine, to be measured.")] = 100,
    threads: Annotated[int, typer.Option(min=1, help="For machines to think on.")] = default_threads(),
) -> None:
    """Measure how long machines take to answer, with nobody else there and beside somebody greedy."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the server is cleared away
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        Served(f"sqlite:///{folder}/tables", PALISSADE_LIMITS="1", PALISSADE_THREADS=str(threads)) as served,
    ):
        asyncio.run(measure(served.address, game, answers))


async def measure(address: str, game: str, answers: int) -> None:
    """Measure, and tell it."""
    told = Table("machine", "beside", "answers", "p50 s", "p95 s", "longest s")
    levels = levels_of(find_game(game))
    gentlest, strongest = levels[0].name, levels[-1].name
    async with Visitor(address) as person, Visitor(address) as greedy:
        while not (await person.http.get(f"/api/shelf/{game}/scene")).is_success:
            await asyncio.sleep(0.2)  # it is being compiled
        for level, count in ((gentlest, answers), (strongest, FEW)):
            told.add_row(level, "nobody", *figures(await times(person, game, level, count)))
        tables = [table async for table in as_many_as_allowed(greedy, game, strongest)]
        async with AsyncExitStack() as stack:
            for table in tables:
                playing = asyncio.create_task(play_for_ever(greedy, table))
                stack.callback(playing.cancel)
            await asyncio.sleep(1)
            for level, count in ((gentlest, answers), (strongest, FEW)):
                waits = await times(person, game, level, count)
                told.add_row(level, f"{len(tables)} tables of one guest", *figures(waits))
                broken = [task for task in asyncio.all_tasks() if task.done() and task.exception()]
                assert not broken, broken
    Console().print(told)


def figures(waits: list[float]) -> tuple[str, ...]:
    """How many, the median, the 95th of a hundred, and the longest."""
    cuts = statistics.quantiles(waits, n=20, method="inclusive")
    return (str(len(waits)), *(f"{seconds:.3f}" for seconds in (cuts[9], cuts[18], max(waits))))


# ---- playing


async def times(visitor: Visitor, game: str, level: str, count: int) -> list[float]:
    """So many answers of a machine, in seconds."""
    waits = list[float]()
    while len(waits) < count:
        made = await visitor.make(game, {"who": "me"}, {"who": "machine", "level": level})
        async for seconds in play(visitor, made["table"]["id"], BREATH):
            waits.append(seconds)
            if len(waits) == count:
                break
    return waits


async def as_many_as_allowed(visitor: Visitor, game: str, level: str) -> AsyncIterator[str]:
    """Tables against this machine, until no more are given."""
    wish = {"game": game, "seats": [{"who": "me"}, {"who": "machine", "level": level}]}
    for _ in range(MOST_TABLES):
        answer = await visitor.http.post("/api/tables", json=wish)
        if answer.status_code != 201:
            return
        yield answer.json()["table"]["id"]


async def play_for_ever(visitor: Visitor, table: str) -> None:
    """Answer at once, whenever the machine has acted."""
    async for _ in play(visitor, table, 0):
        pass


async def play(visitor: Visitor, table: str, breath: float) -> AsyncIterator[float]:
    """Play at random in the first seat until the game is over; what comes are the seconds of each machine's action."""
    chance, line = random.Random(table), await visitor.line()
    attended = (await line.ask("attend", table=table, depth="program"))["attended"]
    number, now = attended["number"], attended["now"]
    while now["status"] == "running":
        begun = time.monotonic()
        is_mine = now["mover"] == 0
        if is_mine:
            await asyncio.sleep(breath)
            line.send("act", table=table, seen=number, action=chance.choice(now["legal"]))
        frame: Json = {}
        while "news" not in frame:
            heard = await line.frames.get()
            if heard is None or "refused" in heard:
                raise ConnectionError(f"refused, or cut off: {heard}")
            frame = heard
        number, now = frame["number"], frame["now"]
        if not is_mine:
            yield time.monotonic() - begun
    line.close()


if __name__ == "__main__":
    typer.run(main)
