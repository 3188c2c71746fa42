"""`palissade admin people`, `sign-out` and `reset-password`: who plays here, and a way back in for who forgot."""

from typing import Annotated

import typer
from rich.table import Table as Columns

from palissade.cli.admin.parameters import DatabaseURL, date, url_of
from palissade.cli.output import console, write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.words import say
from palissade.server.admin import people as accounts
from palissade.server.admin.opening import existing
from palissade.server.store.database import Database
from palissade.server.store.people import last_seen

AccountName = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]


def people(
    name: Annotated[str | None, typer.Option(help="Only those whose name contains this.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="At most so many.")] = 50,
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """List people, those seen last first. Reads only.

    Example: palissade admin people --name ann
    """
    with existing(url_of(database)) as opened, opened.reading() as connection:
        found = last_seen(connection, name, limit)
    if as_json:
        write_json({"people": found})
        return
    headings = ("name", "kind", "since", "seen", "sessions", "unfinished")
    columns = Columns(*(say(f"admin.column.{heading}") for heading in headings), box=None)
    for person in found:
        kind = say(f"admin.kind.{person.kind}")
        columns.add_row(
            *(person.name, kind, date(person.made_at), date(person.seen_at)),
            *(str(person.sessions), str(person.unfinished)),
        )
    console().print(columns)


def sign_out(name: AccountName, database: DatabaseURL = None, as_json: AsJson = False, lang: InLanguage = None) -> None:
    """Sign an account out everywhere. Safe beside a running server.

    Servers on PostgreSQL hang up at once; on SQLite, pages that are open stay until they are loaded anew.

    Example: palissade admin sign-out ann
    """
    with existing(url_of(database)) as opened:
        person, ended = accounts.sign_out(opened, name)
        if as_json:
            write_json({"person": person.id, "name": person.name, "sessions": ended})
        else:
            typer.echo(say("admin.signed-out", name=person.name, count=ended))
            _tell_about_open_pages(opened)


def reset_password(
    name: AccountName, database: DatabaseURL = None, as_json: AsJson = False, lang: InLanguage = None
) -> None:
    """Give an account a new password, told this once, and sign it out everywhere. Safe beside a running server.

    Servers on PostgreSQL hang up at once; on SQLite, pages that are open stay until they are loaded anew.

    Example: palissade admin reset-password ann
    """
    with existing(url_of(database)) as opened:
        person, password = accounts.reset_password(opened, name)
        if as_json:
            write_json({"person": person.id, "name": person.name, "password": password})
        else:
            typer.echo(say("admin.password", name=person.name, password=password))
            _tell_about_open_pages(opened)


def _tell_about_open_pages(opened: Database) -> None:
    if not opened.is_shared:
        typer.echo(say("admin.open-pages"))
