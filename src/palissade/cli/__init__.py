"""The `palissade` command: one file per command."""

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from palissade.cli import admin, arena, bench, engine, games, legal, perft, play, replay, serve, show, solve
from palissade.cli.command import Command
from palissade.cli.parameters import InLanguage

app = typer.Typer(
    name="palissade",
    cls=Command,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    *(serve.serve, play.play, games.games, show.show, replay.replay, legal.legal, perft.perft, solve.solve),
    *(arena.arena, engine.engine, bench.bench),
):
    app.command()(command)
app.add_typer(admin.app)


def tell_version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"palissade {version('palissade')}")
        except PackageNotFoundError:
            typer.echo("palissade (from its sources, not installed)")
        raise typer.Exit


@app.callback()
def palissade(
    show_version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Tell the version and leave.")
    ] = False,
    lang: InLanguage = None,
) -> None:
    """Blocking board games: play them here, or check, count and measure them.

    New here? Begin with: palissade play
    """
