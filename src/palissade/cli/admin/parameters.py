"""What the commands for hosts share: which database, and what time it is."""

import time
from datetime import datetime
from typing import Annotated

import typer

from palissade.cli.words import Mistake
from palissade.server.settings import from_environment

DatabaseURL = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Where games are kept. (default: as for `serve`)")
]
DAY = 24 * 3600 * 1000  # in milliseconds


def url_of(database: str | None) -> str:
    """The database that is named, or the one that `palissade serve` would use."""
    if database is not None:
        return database
    try:
        return from_environment().database
    except ValueError as error:
        raise Mistake("serve.environment", problem=str(error)) from None


def now() -> int:
    """In milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def date(at: int) -> str:
    """A time as the clock on the wall shows it."""
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
