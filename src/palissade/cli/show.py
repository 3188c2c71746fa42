"""`palissade show`: a position as text, or as a drawing."""

from pathlib import Path
from typing import Annotated

import typer

from palissade.cli.matches import PositionText, RecordOrGame, match_of
from palissade.cli.output import write_json
from palissade.cli.parameters import AsJson, InLanguage, OptionList, Seed
from palissade.cli.records import STANDARD_INPUT
from palissade.cli.telling import outcome_in_words, to_act
from palissade.cli.words import Mistake, language
from palissade.look import Theme
from palissade.match import SPECTATOR, Match
from palissade.svg import draw
from palissade.text import board


def show(
    what: RecordOrGame,
    *,
    position: PositionText = None,
    ply: Annotated[
        int | None, typer.Option("--ply", min=0, metavar="N", help="After so many actions. (default: all)")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=0, metavar="N", help="As this seat sees it, counted from 0. (default: a spectator)"),
    ] = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Draw into this SVG file; - is standard output.")
    ] = None,
    theme: Annotated[Theme, typer.Option("--theme", help="For the drawing.")] = "light",
    with_marks: Annotated[
        bool, typer.Option("--marks/--no-marks", help="Whether to mark the last action and what helps to see.")
    ] = True,
    option: OptionList = None,
    seed: Seed = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Show the table: the start of a game, a position of it, or any moment of a record.

    Examples: palissade show cul-de-sac · palissade show game.palissade.json --ply 4 --svg board.svg
    """
    match = match_of(what, option, seed, position)
    if ply is not None:
        go_back(match, ply)
    if seat is not None and seat >= len(match.game.seats):
        raise Mistake("show.seat", seat=seat, last=len(match.game.seats) - 1)
    scene = match.view(SPECTATOR if seat is None else seat).scene()
    if not with_marks:
        scene = scene.without_marks()
    if as_json:
        write_json(scene)
    elif svg is None:
        typer.echo(board(scene, language(), match.game.vocabulary))
        typer.echo(state_in_words(match))
        typer.echo(match.view(SPECTATOR if seat is None else seat).position_text())
    elif svg == STANDARD_INPUT:
        typer.echo(draw(scene, theme))
    else:
        write(Path(svg), draw(scene, theme))


def go_back(match: Match, ply: int) -> None:
    if ply > match.ply:
        raise Mistake("show.ply", ply=ply, last=match.ply)
    while match.ply > ply:
        match.undo()


def state_in_words(match: Match) -> str:
    """Whose turn it is, or how it ended."""
    if match.outcome:
        return "\n".join(outcome_in_words(match.game, match.outcome))
    assert match.mover is not None
    return to_act(match.game, match.mover)


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise Mistake("file.unwritable", file=str(file), problem=problem) from error
