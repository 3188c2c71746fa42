"""`palissade solve`: the shortest way to the last pawn of Solitaire."""

import time
from typing import Annotated

import typer

import palissade
from palissade.cli.matches import PositionText
from palissade.cli.output import write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.records import one_record
from palissade.cli.words import Mistake, say
from palissade.match import Match
from palissade.solving import Finding

GAME = "solitaire"


def solve(
    *,
    deal: Annotated[
        int | None, typer.Option("--deal", min=1, metavar="NUMBER", help="The deal of this number. (default: booklet)")
    ] = None,
    position: PositionText = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="From where this record ends; - for standard input.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, metavar="S", help="At most; 0: until Ctrl-C or nothing can be better.")
    ] = 30.0,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, metavar="N", help="At most so many positions: always the same answer."),
    ] = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Solve Solitaire: ever shorter ways to the last pawn, and a bound below which there is none.

    Every jump is a move, as in the booklet, which shows a way in 23 and asks who can do better.

    Example: palissade solve --deal 20261116
    """
    match = match_of(deal, position, record)
    begun = time.perf_counter()
    finding: Finding | None = None
    for finding in palissade.solve(match, nodes=nodes, seconds=seconds or None):
        if as_json:
            write_json(told(finding))
        else:
            typer.echo(line(finding, time.perf_counter() - begun))
    assert finding is not None
    if not as_json:
        typer.echo(" ".join(finding.texts))
        typer.echo(verdict(finding))


def match_of(deal: int | None, position: str | None, record: str | None) -> Match:
    """The match to solve: a deal's, one from a position, or a record's where it ends."""
    if sum(start is not None for start in (deal, position, record)) > 1:
        raise Mistake("solve.one-start")
    if record is not None:
        return Match.from_record(one_record(record))
    if position is not None:
        return palissade.game(GAME).match(position=position)
    return palissade.game(GAME).match() if deal is None else palissade.game(GAME, deal="shuffled").match(seed=deal)


def told(finding: Finding) -> dict[str, object]:
    """A finding for programs."""
    return {
        "moves": finding.moves,
        "rest": finding.rest,
        "bound": finding.bound,
        "settled": finding.is_settled,
        "nodes": finding.nodes,
        "way": finding.texts,
    }


def line(finding: Finding, seconds: float) -> str:
    """How far it has come."""
    places: dict[str, str | int] = {"moves": finding.moves, "rest": finding.rest, "seconds": f"{seconds:.1f}"}
    if not finding.is_solved:
        return say("solve.leaves", **places)
    return say("solve.way", bound=finding.bound or 0, **places)


def verdict(finding: Finding) -> str:
    """What is known in the end."""
    if finding.bound is None:
        return say("solve.none", rest=finding.rest)
    if not finding.is_solved:
        return say("solve.not-found", rest=finding.rest)
    if finding.is_settled:
        return say("solve.shortest", moves=finding.moves)
    return say("solve.shorter", moves=finding.moves, bound=finding.bound)
