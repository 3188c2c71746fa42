"""Writing: JSON for programs, columns for people."""

from collections.abc import Iterable

import msgspec
import typer
from rich.columns import Columns
from rich.console import Console


def write_json(value: object) -> None:
    """One value on one line of standard output."""
    typer.echo(msgspec.json.encode(value))


def console() -> Console:
    """Standard output as it is now; texts are printed as they are, not read as markup."""
    return Console(markup=False, highlight=False, emoji=False)


def write_columns(texts: Iterable[str]) -> None:
    """Short texts side by side, as wide as the screen."""
    console().print(Columns(list(texts), padding=(0, 2), column_first=True))
