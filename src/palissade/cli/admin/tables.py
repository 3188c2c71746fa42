"""`palissade admin tables` and `table`: what is played on the server."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table as Columns

import palissade
from palissade.cli.admin.parameters import DatabaseURL, date, url_of
from palissade.cli.admin.telling import clock_in_words, event_in_words, left_in_words, seat_in_words
from palissade.cli.output import console, write_json
from palissade.cli.parameters import AsJson, InLanguage, complete_game
from palissade.cli.telling import outcome_in_words, seat_name, to_act
from palissade.cli.words import language, say
from palissade.server.admin.opening import existing
from palissade.server.admin.tables import links, load, play_through, scene
from palissade.server.store.tables import Tables
from palissade.server.tables.listing import listing
from palissade.server.wire.tables import Status
from palissade.text import board


def tables(
    status: Annotated[
        Status | None, typer.Option(help="Only those that wait for players, are played, or are over.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="ID", help="Only of this game.", autocompletion=complete_game)
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="At most so many.")] = 20,
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """List tables; those at which something happened last come first. Reads only.

    Example: palissade admin tables --status running
    """
    if game is not None:
        palissade.game(game)  # refused, and told which there are
    with existing(url_of(database)) as opened:
        found = [listing(kept, frozenset(), {}) for kept in Tables(opened).newest(status, game, limit)]
    if as_json:
        write_json({"tables": found})
        return
    columns = Columns(
        *(say(f"admin.column.{name}") for name in ("table", "game", "status", "actions", "changed", "seats")), box=None
    )
    for table in found:
        seats = ", ".join(seat_in_words(seat) for seat in table.seats)
        columns.add_row(
            table.id, table.game, say(f"admin.status.{table.status}"), str(table.ply), date(table.changed_at), seats
        )
    console().print(columns)


def table(
    id: Annotated[str, typer.Argument(metavar="ID", help="The table, as `palissade admin tables` lists it.")],  # noqa: A002
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Also what players may not see, and the secret links of empty seats.")
    ] = False,
    events: Annotated[int, typer.Option(min=0, metavar="N", help="How many of the last events.")] = 10,
    database: DatabaseURL = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Show a table: who sits there, the clocks, what happened last, and the board. Reads only.

    Example: palissade admin table k7wpm3x2ab
    """
    with existing(url_of(database)) as opened:
        kept = load(opened, id)
        live, happened = play_through(opened, kept)
        ways = links(opened, live) if secrets else []
    told = listing(kept, frozenset(), {})
    left = live.clocks.left(live.changed_at)
    last = happened[len(happened) - min(events, len(happened)) :]
    if as_json:
        hidden = {"deal": kept.row.deal, "links": ways} if secrets else {}
        write_json({"table": told, "left": left, "events": last, "actions": live.match.texts, **hidden})
        return
    typer.echo(f"{live.game} · {say(f'admin.status.{told.status}')} · {clock_in_words(told.clock)}")
    typer.echo(say("admin.table.dates", made=date(told.made_at), changed=date(told.changed_at)))
    for number, seat in enumerate(told.seats):
        time_left = f" ({left_in_words(left[number])})" if left else ""
        typer.echo(say("play.sits", seat=seat_name(live.game, number), who=seat_in_words(seat) + time_left))
    for way in ways:
        typer.echo(f"  {way}")
    typer.echo(f"\n{board(scene(live, secrets=secrets), language())}\n")
    for each in last:
        typer.echo(f"{each.number:>5}  {date(each.at)}  {event_in_words(live.game, each.event)}")
    if secrets and kept.row.deal is not None:
        typer.echo(say("admin.table.deal", deal=msgspec.json.encode(kept.row.deal).decode()))
    if live.outcome:
        typer.echo("\n".join(outcome_in_words(live.game, live.outcome)))
    elif live.mover is not None:
        typer.echo(to_act(live.game, live.mover))
