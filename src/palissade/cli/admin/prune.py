"""`palissade admin prune`: letting go of what nobody comes back to."""

from typing import Annotated

import typer

from palissade.cli.admin.parameters import DAY, DatabaseURL, now, url_of
from palissade.cli.output import write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.words import say
from palissade.server.admin.opening import existing
from palissade.server.store.pruning import Pruning


def prune(
    guests_idle: Annotated[int, typer.Option(min=1, metavar="DAYS", help="Guests whom nobody saw for so long.")] = 180,
    open_idle: Annotated[int, typer.Option(min=1, metavar="DAYS", help="Tables that waited for players so long.")] = 30,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell how many there are.")] = False,
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Close tables that nobody joined, and remove guests who are long gone and have no unfinished game.

    Finished games stay, and so do accounts. Safe beside a running server.

    Example: palissade admin prune --dry-run
    """
    with existing(url_of(database)) as opened:
        pruning = Pruning(opened, now() - open_idle * DAY, now() - guests_idle * DAY)
        closed, removed = pruning.count() if dry_run else (pruning.close_tables(now()), pruning.remove_guests())
    if as_json:
        write_json({"tables": closed, "guests": removed, "dry_run": dry_run})
    else:
        typer.echo(say("admin.would-prune" if dry_run else "admin.pruned", tables=closed, guests=removed))
