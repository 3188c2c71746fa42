"""`palissade admin`: for who runs a server. Its commands need the store, so they are loaded when one is asked for."""

from functools import cached_property
from typing import Any

import typer

from palissade.cli.command import Group
from palissade.cli.extras import needing_server


class Admin(Group):
    """Knows its commands only when somebody wants to know them."""

    @cached_property
    def _commands(self) -> Any:
        with needing_server():
            from palissade.cli.admin.commands import app as commands  # noqa: PLC0415

        return typer.main.get_command(commands)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self._commands.list_commands(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return self._commands.get_command(ctx, cmd_name)


app = typer.Typer(name="admin", cls=Admin, no_args_is_help=True)


@app.callback()
def admin() -> None:
    """For hosts: look at tables and people, export, import, back up, tidy up; most of it while the server runs."""
