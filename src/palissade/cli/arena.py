"""`palissade arena`: who plays better, measured."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from palissade.cli.command import INTERRUPTED
from palissade.cli.extras import needing_ray
from palissade.cli.output import console, write_json
from palissade.cli.parameters import AsJson, GameArgument, InLanguage, OptionList, game_of
from palissade.cli.show import write
from palissade.cli.telling import seat_names
from palissade.cli.words import complain, say
from palissade.game import Game
from palissade.look import Theme
from palissade.svg.ladder import Rung, ladder

if TYPE_CHECKING:
    from palissade.arena import Book, Crew, Report, Tournament, Trial, Verdict

MOST_CROSSED = 9  # players whose results against each other fit beside one another
FEW, MANY = 100, 20_000  # games, without a test and with one


def arena(
    game: GameArgument,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="oak, level-7, random, greedy, uct:simulations=1000,leaf=static, oak:seed=3, gtp:COMMAND; "
            "with a name of its own, NAME=PLAYER. One alone meets itself; none: only tell what RESULTS holds.",
        ),
    ] = None,
    *,
    option: OptionList = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help=f"Games of each set of players. (default: {FEW}; with --sprt at most {MANY})"
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same games.")] = 1,
    plies: Annotated[
        int, typer.Option(min=0, metavar="N", help="Actions at random first; each opening is played from all seats.")
    ] = 2,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player meets the others.")] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="No more than two players at a table, also where it has more sides.")
    ] = False,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every game there (JSON lines); the same command goes on with it."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar='"ELO0 ELO1"',
            help="Stop as soon as it is clear whether the first of two players is ELO1 stronger, or only ELO0.",
        ),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="P", help="How often “better” may be wrong.")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="How often “not better” may be wrong.")] = 0.05,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Games at once. (default: one on each core)")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the machines of this Ray cluster instead.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the ladder into this SVG file.")] = None,
    theme: Annotated[Theme, typer.Option(help="For the drawing.")] = "light",
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Let players meet: any of them, in all seats, from many openings, on all cores. Tells Elo ratings with intervals.

    Examples: palissade arena empire random greedy birch --games 20 · palissade arena saute oak ash --sprt "0 50"
    """
    from palissade import arena as field  # noqa: PLC0415  (brings the compiler)

    chosen = game_of(game, option)
    book = field.Book(results)
    trial: Trial | None = None
    is_whole = True
    if players or results is None:
        tournament = field.Tournament(
            chosen, tuple(players or ()), games or (MANY if sprt else FEW), seed, plies, gauntlet, pairs
        )
        trial = field.Trial(tournament, field.Sprt.read(sprt, alpha, beta), book.results) if sprt else None
        warn_of_clocks(tournament)
        is_whole = hold(tournament, book, crew_of(ray, jobs), trial)
        if not is_whole and results:
            book = field.Book(results)  # who was interrupted may have written a game down and not yet counted it
    report, verdict = field.report(chosen, book.of(chosen)), trial.verdict if trial else None
    if svg:
        write(svg, drawn(chosen, report, theme))
    if as_json:
        told = msgspec.to_builtins(report)
        write_json({**told, "sprt": verdict} if verdict else told)
    else:
        tell(chosen, report, verdict)
    if not is_whole:
        complain(say("arena.stopped-kept" if results else "arena.stopped", file=str(results)))
        raise typer.Exit(INTERRUPTED)


def crew_of(ray: str | None, jobs: int | None) -> "Crew":
    """Who plays: the processes of this machine, or those of a cluster."""
    if ray is not None:
        with needing_ray():
            from palissade.arena.cluster import Cluster  # noqa: PLC0415  (brought by an extra)

            return Cluster(ray)
    from palissade.arena import Processes  # noqa: PLC0415

    return Processes(jobs)


def warn_of_clocks(tournament: "Tournament") -> None:
    """A thought that is cut by a clock makes other games on another machine."""
    timed = [player.name for player in tournament.contestants if player.is_timed(tournament.game)]
    if timed:
        complain(say("arena.timed", players=", ".join(timed)))


def hold(tournament: "Tournament", book: "Book", crew: "Crew", trial: "Trial | None") -> bool:
    """Play what is left, with a bar that shows how far it is; False if somebody stopped it."""
    from palissade.arena import run  # noqa: PLC0415

    fixtures = list(tournament.fixtures())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        done = sum(fixture in book for fixture in fixtures)
        task = progress.add_task(str(tournament.game), total=len(fixtures), completed=done)
        try:
            for _ in run(tournament, book, crew, trial):
                test = f"{trial.verdict.ratio:+.2f}" if trial else ""
                progress.update(task, advance=1, description=f"{tournament.game} {test}".strip())
        except KeyboardInterrupt:
            return False
    return True


def drawn(game: Game, report: "Report", theme: Theme) -> str:
    """The ladder as SVG."""
    rungs = [Rung(one.name, one.rating.elo, one.rating.low, one.rating.high) for one in report.standings if one.rating]
    return ladder(say("arena.title", game=str(game), games=report.games), rungs, game.box, theme)


def tell(game: Game, report: "Report", verdict: "Verdict | None") -> None:
    """The standings, the seats, how games ended, and what a test says."""
    typer.echo(say("arena.title", game=str(game), games=report.games))
    if not report.games:
        return
    console().print(standings(report))
    typer.echo()
    if 2 < len(report.standings) <= MOST_CROSSED:
        console().print(duels(report))
        typer.echo()
    console().print(seats(game, report))
    endings = ", ".join(f"{reason} {count}" for reason, count in report.endings.items())
    typer.echo(say("arena.endings", draws=report.draws, plies=f"{report.plies:.0f}", endings=endings))
    for fault in dict.fromkeys(report.faults):
        typer.echo(say("arena.fault", fault=fault, count=report.faults.count(fault)))
    if verdict:
        low, high = verdict.bounds
        bounds = {"ratio": f"{verdict.ratio:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
        key = f"arena.test.{verdict.answer.replace(' ', '-')}"
        typer.echo(say(key, openings=verdict.openings, **bounds))


def standings(report: "Report") -> Table:
    """The best above."""
    table = table_of(("player", "elo", "games", "won", "drawn", "lost", "share", "cpu", "wall"))
    for one in report.standings:
        rating = f"{one.rating.elo:+.0f} ±{one.rating.margin:.0f}" if one.rating else "–"
        table.add_row(
            one.name,
            rating,
            *(str(count) for count in (one.games, one.won, one.drawn, one.lost)),
            f"{one.points / one.games:.1%}",
            "–" if one.cpu_seconds is None else milliseconds(one.cpu_seconds),
            milliseconds(one.wall_seconds),
        )
    return table


def duels(report: "Report") -> Table:
    """Everybody's wins, losses and draws against everybody, in the order of the standings."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(say("arena.against"), overflow="fold")
    for number in range(1, len(report.standings) + 1):
        table.add_column(str(number), justify="right")
    found = {(duel.player, duel.opponent): (duel.won, duel.lost, duel.drawn) for duel in report.duels}
    found |= {(duel.opponent, duel.player): (duel.lost, duel.won, duel.drawn) for duel in report.duels}
    for number, one in enumerate(report.standings, start=1):
        cells = [against(*found.get((one.player, other.player), (0, 0, 0))) for other in report.standings]
        table.add_row(f"{number} {one.name}", *cells)
    return table


def against(won: int, lost: int, drawn: int) -> str:
    """7–2, and =1 where there were draws."""
    return f"{won}–{lost}" + (f" ={drawn}" if drawn else "") if won or lost or drawn else "·"


def seats(game: Game, report: "Report") -> Table:
    """What sitting somewhere is worth."""
    table = table_of(("seat", "elo", "won", "share"))
    for side in report.sides:
        share = side.points / report.games
        rating = f"{side.rating.elo:+.0f} ±{side.rating.margin:.0f}"
        table.add_row(seat_names(game, side.seats), rating, str(side.won), f"{share:.1%}")
    return table


def table_of(columns: Sequence[str]) -> Table:
    """Names on the left, numbers on the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(say(f"arena.{column}"), justify="right" if number else "left", overflow="fold")
    return table


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g}" if seconds < 1 else f"{seconds * 1000:.0f}"
