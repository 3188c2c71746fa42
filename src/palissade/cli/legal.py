"""`palissade legal`: what may be played after a record."""

from typing import Annotated

import typer

from palissade.cli.output import write_columns, write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.records import one_record
from palissade.cli.telling import outcome_in_words, to_act
from palissade.cli.words import say
from palissade.match import Match

RecordArgument = Annotated[str, typer.Argument(metavar="RECORD", help="A record file; - reads standard input.")]


def legal(record: RecordArgument, as_json: AsJson = False, lang: InLanguage = None) -> None:
    """List the legal actions at the end of a record.

    Example: palissade legal game.palissade.json
    """
    match = Match.from_record(one_record(record))
    if as_json:
        write_json({"ply": match.ply, "mover": match.mover, "legal": match.legal()})
    elif match.mover is None:
        assert match.outcome is not None
        for line in outcome_in_words(match.game, match.outcome):
            typer.echo(line)
    else:
        actions = match.legal()
        typer.echo(say("legal.count", game=str(match.game), ply=match.ply, count=len(actions)))
        typer.echo(to_act(match.game, match.mover))
        write_columns(actions)
