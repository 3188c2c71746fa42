"""All commands of `palissade admin`, in the order of its help."""

import typer

from palissade.cli.admin import backups, people, prune, records, tables

app = typer.Typer()
for command in (
    tables.tables,
    tables.table,
    records.export,
    records.import_,
    backups.backup,
    backups.restore,
    prune.prune,
    people.people,
    people.sign_out,
    people.reset_password,
):
    app.command(command.__name__.rstrip("_").replace("_", "-"))(command)
