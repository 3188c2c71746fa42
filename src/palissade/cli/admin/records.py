"""`palissade admin export` and `import`: games out of the server and into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer

from palissade.cli.admin.parameters import DatabaseURL, now, url_of
from palissade.cli.command import BAD_RECORD
from palissade.cli.output import write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.records import STANDARD_INPUT, each_numbered_record
from palissade.cli.words import Mistake, complain, language, say
from palissade.errors import BadRecord
from palissade.record import Record
from palissade.server.admin.opening import existing
from palissade.server.admin.records import each_record, take_in
from palissade.server.admin.tables import links


def export(
    table: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this table. May be repeated.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also games that are not over yet.")] = False,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="With the deals of games that are not over, which players may not know.")
    ] = False,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE|-", help="Where to.")] = "-",
    database: DatabaseURL = None,
    lang: InLanguage = None,
) -> None:
    """Write the records of finished games, one JSON record per line, the oldest first. Reads only.

    Example: palissade admin export -o games.jsonl
    """
    with existing(url_of(database)) as opened, _opened_for_writing(output) as file:
        count = 0
        for record in each_record(opened, table or (), also_unfinished=everything, secrets=secrets):
            file.write(msgspec.json.encode(record) + b"\n")
            count += 1
    if output != STANDARD_INPUT:
        typer.echo(say("admin.exported", count=count, file=output))


@contextmanager
def _opened_for_writing(output: str) -> Iterator[BinaryIO]:
    if output == STANDARD_INPUT:
        yield typer.get_binary_stream("stdout")
        return
    try:
        with Path(output).open("wb") as file:
            yield file
    except OSError as error:
        raise Mistake("file.unwritable", file=output, problem=error.strerror or str(error)) from error


def import_(
    source: Annotated[str, typer.Argument(metavar="FILE|-", help="Records, one per line; - for standard input.")],
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Make tables of records. Each is checked; a bad one is told with its line, the rest go on, and the status is 1.

    They belong to nobody and are in no list. Seats of a game that is not over wait for who has their link, which is
    told. Safe beside a running server. Importing the same file again makes the same tables again.

    Example: palissade admin import games.jsonl
    """
    good = bad = 0
    with existing(url_of(database)) as opened:
        for line, text in each_numbered_record(source):
            try:
                table = take_in(opened, Record.read(text), now())
            except BadRecord as error:
                bad += 1
                _tell_bad(line, error, as_json)
                continue
            good += 1
            ways = links(opened, table)
            if as_json:
                write_json({"line": line, "table": table.id, "status": table.status, "links": ways})
            elif ways:
                typer.echo(say("admin.waits", line=line, table=table.id, links=" ".join(ways)))
    if not as_json:
        typer.echo(say("admin.imported", good=good, bad=bad))
    if bad:
        raise typer.Exit(BAD_RECORD)


def _tell_bad(line: int, error: BadRecord, as_json: bool) -> None:
    if as_json:
        message = error.message.say(language())
        write_json({"line": line, "error": {"ply": error.ply, "rule": error.rule, "message": message}})
    else:
        complain(say("admin.bad-line", line=line, problem=error.say(language())))
