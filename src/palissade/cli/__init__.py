"""The `palissade` command: one file per command."""

import importlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import typer

from palissade.cli import admin
from palissade.cli.command import Command
from palissade.cli.parameters import InLanguage

COMMANDS = ("serve", "play", "games", "show", "replay", "legal", "perft", "solve", "arena", "engine", "bench")


class Palissade(Command):
    """Loads a command when somebody wants to know it: all together take longer than listing the games."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*COMMANDS, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command(cmd_name) if cmd_name in COMMANDS else super().get_command(ctx, cmd_name)


@cache
def command(name: str) -> Any:
    """The command of this name, which is the function of this name in the file of this name."""
    alone = typer.Typer(add_completion=False)
    alone.command(name)(getattr(importlib.import_module(f"{__name__}.{name}"), name))
    return typer.main.get_command(alone)


app = typer.Typer(
    name="palissade",
    cls=Palissade,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
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
