"""Bots on many tables, ours and boardgame.io's: `python -m benchmarks.load [--only sqlite,boardgame.io] [--json FILE]`.

Two loads. At a *pace*: a thousand tables, an action at each every five seconds, as people play. At *full speed*: a
hundred tables, every bot answers at once; in short rounds from server to server, of which the best counts, since
whatever else the machine does only slows down.
"""

import resource
import signal
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from benchmarks.load.crew import crew
from benchmarks.load.games import random_games
from benchmarks.load.houses.palissade import Depth
from benchmarks.load.measures import Result
from benchmarks.load.measuring import Load, Measuring
from benchmarks.load.report import Bar, progress, table
from benchmarks.load.servers import SERVERS

GAMES = 400
EVERY = 5.0
PACE, FULL_SPEED = "pace", "full speed"
MOST_TABLES = 5_000
MOST_SECONDS = 600.0


def main(
    only: Annotated[str, typer.Option(metavar="A,B", help=f"Of {', '.join(SERVERS)}.")] = ",".join(SERVERS),
    loads: Annotated[str, typer.Option(metavar="A,B", help=f"Of {PACE}, {FULL_SPEED}.")] = f"{PACE},{FULL_SPEED}",
    tables: Annotated[
        int | None, typer.Option(min=1, max=MOST_TABLES, help="For both loads; else 1000 and 100.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=1, max=MOST_SECONDS, help="For both; else 60 and 15.")] = None,
    rounds: Annotated[int, typer.Option(min=1, max=20, help="Into which full speed is cut.")] = 3,
    game: Annotated[
        str, typer.Option(help="Another game for two without a deal; then only our servers play.")
    ] = "alignement",
    depth: Annotated[str, typer.Option(metavar="page|program", help="What our bots are given to see.")] = "page",
    processes: Annotated[int, typer.Option(min=1, max=16, help="Of bots.")] = 1,
    json: Annotated[Path | None, typer.Option(help="Where to write all results.")] = None,
) -> None:
    """Measure table servers under load."""
    names, chosen_loads = _chosen(only, SERVERS), _chosen(loads, (PACE, FULL_SPEED))
    if game != "alignement":
        names = [name for name in names if not name.startswith("boardgame.io")]
    pace = Load(PACE, tables or 1000, seconds or 60, EVERY)
    full_speed = Load(FULL_SPEED, tables or 100, (seconds or 15) / rounds, None)
    todo = [pace] * (PACE in chosen_loads) + [full_speed] * rounds * (FULL_SPEED in chosen_loads)

    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)  # so that everything is cleared away
    _allow_many_sockets()
    console, results = Console(width=140), []
    with crew(processes) as bots, progress(console) as shown:
        bar = Bar(shown)
        bar.begin("playing games beforehand", 0)
        measuring = Measuring(game, random_games(game, GAMES), _depth(depth), bots, bar)
        for load in todo:
            for name in names:
                bar.begin(f"{name}: starting", 0)
                with SERVERS[name](game) as server:
                    measuring.warm_up(server)
                    results.append(measuring.measure(server, load))
    for load_name in chosen_loads:
        console.print(table(load_name, [_best(results, name, load_name) for name in names]))
    if json:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(results)))


def _best(results: list[Result], server: str, load: str) -> Result:
    rounds = [result for result in results if (result.server, result.load) == (server, load)]
    return max(rounds, key=lambda result: result.actions_per_second)


def _chosen(names: str, known: Any) -> list[str]:
    chosen = [name.strip() for name in names.split(",")]
    if unknown := [name for name in chosen if name not in known]:
        raise typer.BadParameter(f"{', '.join(unknown)}: there are {', '.join(known)}")
    return chosen


def _depth(name: str) -> Depth:
    if name == "page":
        return "page"
    if name == "program":
        return "program"
    raise typer.BadParameter("page or program")


def _allow_many_sockets() -> None:
    """Two sockets a table, at both ends; servers and bots inherit the limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    typer.run(main)
