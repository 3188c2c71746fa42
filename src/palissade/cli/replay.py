"""`palissade replay`: play records through and check every action."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table

from palissade.cli.command import BAD_RECORD
from palissade.cli.output import console, write_columns, write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.records import each_record
from palissade.cli.telling import outcome_in_words, seat_name, to_act, turns
from palissade.cli.words import complain, language, say
from palissade.errors import BadRecord
from palissade.game import Outcome
from palissade.match import Match
from palissade.record import Record


class Step(msgspec.Struct):
    """One action as it was played: by whom, and what else was possible."""

    ply: int
    mover: int
    legal: list[str]
    action: str


def replay(
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A record file (.jsonl: one record per line); - reads one per line from standard input.",
        ),
    ],
    with_legal: Annotated[
        bool, typer.Option("--legal", help="Also print what was legal before each action (always so in JSON).")
    ] = False,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Replay records, checking every action against the rules; a bad record is told and the rest go on.

    Example: palissade replay game.palissade.json
    """
    all_good = True
    for text in each_record(record):
        try:
            read = Record.read(text)
            match = Match.from_record(read)
        except BadRecord as error:
            all_good = False
            tell_bad_record(error, as_json)
            continue
        # A record may end by the table's decision, a resignation, which the rules know nothing of.
        outcome = match.outcome or read.outcome
        if as_json:
            write_json_lines(match, outcome)
        else:
            write_words(match, outcome, with_legal)
    if not all_good:
        raise typer.Exit(BAD_RECORD)


def steps(match: Match) -> list[Step]:
    """The match action by action; found by taking them back one by one, so the match ends at its start."""
    found = []
    while match.ply:
        action = match.texts[-1]
        match.undo()
        assert match.mover is not None
        found.append(Step(match.ply, match.mover, match.legal(), action))
    return found[::-1]


def tell_bad_record(error: BadRecord, as_json: bool) -> None:
    """In its place among the others."""
    if as_json:
        write_json({"error": {"ply": error.ply, "rule": error.rule, "message": error.message.say(language())}})
    else:
        complain(error.say(language()))


def write_json_lines(match: Match, outcome: Outcome | None) -> None:
    for step in steps(match):
        write_json(step)
    write_json({"outcome": outcome})


def write_words(match: Match, outcome: Outcome | None, with_legal: bool) -> None:
    """The turns in columns, one for each seat, or action by action; then how it ended."""
    typer.echo(str(match.game))
    still_to_act = None if match.mover is None else to_act(match.game, match.mover)
    if with_legal:
        for step in steps(match):
            mover = seat_name(match.game, step.mover)
            typer.echo(say("replay.step", ply=step.ply, mover=mover, action=step.action, count=len(step.legal)))
            write_columns(step.legal)
    else:
        console().print(turn_table(match))
    for line in outcome_in_words(match.game, outcome) if outcome else ():
        typer.echo(line)
    if outcome is None and still_to_act:
        typer.echo(still_to_act)


def turn_table(match: Match) -> Table:
    """One row for each round, one column for each seat."""
    table = Table("", *(seat_name(match.game, seat) for seat in range(len(match.game.seats))), box=None)
    rows: list[dict[int, str]] = []
    last = len(match.game.seats)
    for seat, actions in turns(match):
        if seat <= last:
            rows.append({})
        rows[-1][seat] = " ".join(actions)
        last = seat
    for number, row in enumerate(rows, start=1):
        table.add_row(f"{number}.", *(row.get(seat, "") for seat in range(len(match.game.seats))))
    return table
