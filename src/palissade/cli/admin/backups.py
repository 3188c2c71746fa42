"""`palissade admin backup` and `restore`: everything in one file, and back."""

from pathlib import Path
from typing import Annotated

import typer

from palissade.cli.admin.parameters import DatabaseURL, now, url_of
from palissade.cli.command import BAD_RECORD
from palissade.cli.output import write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.words import Mistake, say
from palissade.server.admin.opening import any_database, existing
from palissade.server.store.backup import back_up
from palissade.server.store.restore import restore as restore_from


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; a file that is there is replaced.")],
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Write everything as it is at this moment to one compressed file. The server may go on meanwhile.

    The file holds all secrets too; only its owner may read it.

    Example: palissade admin backup palissade-$(date +%F).gz
    """
    with existing(url_of(database)) as opened:
        try:
            rows = back_up(opened, file, now())
            size = file.stat().st_size
        except OSError as error:
            raise Mistake("file.unwritable", file=str(file), problem=error.strerror or str(error)) from error
    if as_json:
        write_json({"file": str(file), "rows": rows, "bytes": size})
    else:
        typer.echo(say("admin.backed-up", file=str(file), rows=rows, size=size))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `palissade admin backup` has written.")],
    replace: Annotated[bool, typer.Option("--replace", help="Lose what is in the database now.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False,
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Fill an empty database from a backup, of the same kind or the other: SQLite from PostgreSQL, or back.

    Stop the server first: beside a running one this is refused. If anything is wrong, nothing changes.

    Example: palissade admin restore palissade.gz --database postgresql://palissade@localhost/palissade
    """
    with any_database(url_of(database)) as opened:
        if replace and not yes and not _is_sure(opened.shown):
            raise typer.Exit(BAD_RECORD)
        with opened.first_look():
            rows = restore_from(opened, file, now(), replace=replace)
    if as_json:
        write_json({"file": str(file), "rows": rows})
    else:
        typer.echo(say("admin.restored", file=str(file), rows=rows))


def _is_sure(shown: str) -> bool:
    try:
        answer = input(say("admin.sure", shown=shown)).strip().casefold()
    except EOFError:
        answer = ""
    if answer in ("y", "yes", "o", "oui"):
        return True
    typer.echo(say("admin.unchanged"))
    return False
