"""`palissade bench`: how fast the rules are on this machine."""

from functools import partial
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import palissade
from palissade import bench as measuring
from palissade.batch import cores
from palissade.cli.output import console, write_json
from palissade.cli.parameters import AsJson, InLanguage, OptionList, complete_game, game_of
from palissade.cli.patience import patiently
from palissade.cli.words import say
from palissade.game import Game


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="The games to measure. (default: all)", autocompletion=complete_game),
    ] = None,
    option: OptionList = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0, metavar="S", help="For each measurement.")] = 1.0,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Measure random play, lists of legal actions, record sizes, starting time and memory, with every set of options.

    Example: palissade bench cul-de-sac --seconds 0.5
    """
    chosen = [variants_of(name, option) for name in games or [game.id for game in palissade.games()]]
    speeds, vectors, starts = table_of(SPEED), table_of(VECTOR), table_of(START)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=sum(1 + len(variants) for variants in chosen))
        for variants in chosen:
            progress.update(task, description=variants[0].id)
            start = patiently(partial(measuring.start, variants[0]))
            starts.add_row(variants[0].name, *start_row(start))
            progress.advance(task)
            for game in variants:
                progress.update(task, description=str(game))
                speed = patiently(partial(measuring.speed, game, seconds))
                speeds.add_row(str(game), *speed_row(speed))
                vectors.add_row(str(game), *vector_row(speed))
                progress.advance(task)
                if as_json:
                    write_json({**msgspec.to_builtins(speed), "start": start})
    if not as_json:
        for table in (speeds, vectors, starts):
            console().print(table)
            typer.echo()
        typer.echo(say("bench.note", cores=cores()))


SPEED = ("game", "playouts", "actions", "playouts-on-all", "actions-on-all", "lists", "record")
VECTOR = ("game", "vector", "vector-share", "vector-on-all", "vector-gain", "observations-on-all")
START = ("game", "cold", "warm", "memory", "position")


def table_of(columns: tuple[str, ...]) -> Table:
    """Names on the left, numbers on the right; narrow enough for eighty characters."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for column in columns:
        heading = say(f"bench.{column}", cores=cores(), rows=measuring.ROWS)
        table.add_column(heading, justify="left" if column == "game" else "right", overflow="fold")
    return table


def variants_of(name: str, options: list[str] | None) -> list[Game]:
    """The game with every set of options, or with the one asked for. All of them share their compiled code."""
    game = game_of(name, options)
    return [game] if options else list(game.variants())


def speed_row(speed: measuring.Speed) -> tuple[str, ...]:
    return (
        short(speed.one_core.playouts_per_second),
        short(speed.one_core.actions_per_second),
        short(speed.all_cores.playouts_per_second),
        short(speed.all_cores.actions_per_second),
        short(speed.legal_lists_per_second),
        short(speed.record_bytes),
    )


def vector_row(speed: measuring.Speed) -> tuple[str, ...]:
    return (
        short(speed.vector.one_core),
        f"{speed.vector.one_core / speed.one_core.actions_per_second:.2f}",
        short(speed.vector.all_cores),
        f"{speed.vector.all_cores / speed.vector.one_core:.2f}",
        short(speed.vector.observations_on_all_cores),
    )


def start_row(start: measuring.Start) -> tuple[str, ...]:
    return (
        f"{start.cold_seconds:.2f}",
        f"{start.warm_seconds:.2f}",
        f"{start.peak_memory_bytes / 2**20:.0f}",
        str(start.position_bytes),
    )


def short(number: float) -> str:
    """Three figures are enough: 1234567 is 1.23 M."""
    value: Any = number
    for unit in ("", " k", " M"):
        if value < 999.5:
            return f"{value:.3g}{unit}"
        value /= 1000
    return f"{value:.3g} G"
