"""`palissade legal`: what may be played in a position."""

import typer

from palissade.cli.matches import PositionText, RecordOrGame, match_of
from palissade.cli.output import write_columns, write_json
from palissade.cli.parameters import AsJson, InLanguage, OptionList, Seed
from palissade.cli.telling import outcome_in_words, to_act
from palissade.cli.words import say


def legal(
    what: RecordOrGame,
    *,
    position: PositionText = None,
    option: OptionList = None,
    seed: Seed = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """List the legal actions at the end of a record, at the start of a game, or in a position of it.

    Example: palissade legal game.palissade.json
    """
    match = match_of(what, option, seed, position)
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
