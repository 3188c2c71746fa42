"""A benchmark of a first start: `python -m benchmarks.cold_start [GAME …]`.

With nothing compiled before, a server is started and somebody sits down against a machine that is to begin, as soon as
the server answers. How long until that machine has acted, and until all games are compiled?
"""

import asyncio
import tempfile
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from palissade.registry import GAMES
from tests.server.served import Served
from tests.server.visitor import Visitor

LEVEL = "ironwood"


def main(
    games: Annotated[list[str] | None, typer.Argument(help="To be wanted first, in one start each.")] = None,
) -> None:
    """Measure first starts, and tell them."""
    told = Table("wanted", "the server answers s", "the machine has acted s", "the game is compiled s", "all are s")
    for game in games or ["barrier"]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            begun = time.monotonic()
            with Served(f"sqlite:///{folder}/tables", PALISSADE_WARMS="1", PALISSADE_CACHE=folder) as served:
                told.add_row(game, *(f"{at - begun:.1f}" for at in asyncio.run(first_game(served.address, game))))
    Console().print(told)


async def first_game(address: str, game: str) -> list[float]:
    """When the server answered, the machine acted, its game was compiled and all were."""
    async with Visitor(address) as person:
        times = [time.monotonic()]
        seats = [{"who": "me"}, {"who": "me"}]
        seats[GAMES[game].match(seed=0).mover or 0] = {"who": "machine", "level": LEVEL}
        made = await person.make(game, *seats)
        line = await person.line()
        attended = (await line.ask("attend", table=made["table"]["id"], depth="program"))["attended"]
        while attended["now"]["ply"] == 0 and "news" not in (await line.frames.get() or {}):
            pass
        times.append(time.monotonic())
        for wanted in ([game], list(GAMES)):
            while not await are_compiled(person, wanted):
                await asyncio.sleep(0.5)  # asking takes time that compiling needs
            times.append(time.monotonic())
        return times


async def are_compiled(person: Visitor, games: list[str]) -> bool:
    progress = (await person.http.get("/ready")).json()["games"]
    return all(progress[game] == 1 for game in games)


if __name__ == "__main__":
    typer.run(main)
