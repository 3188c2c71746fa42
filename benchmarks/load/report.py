"""What is shown: how far we are, and the table at the end."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.load.measures import Latency, Result


class Bar:
    """A line that says what is being done."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("")

    def begin(self, what: str, total: float) -> None:
        self._progress.reset(self._task, description=what, total=total or None)

    def advance(self, by: float = 1) -> None:
        self._progress.advance(self._task, by)


def progress(console: Console) -> Progress:
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*columns, console=console, transient=True, refresh_per_second=2)


def table(load: str, results: Sequence[Result]) -> Table:
    """The results of one load, one server a line."""
    shown = Table("", "Actions/s", title=load, title_justify="left", box=None)
    for heading in (
        "News, ms\np50 / p95 / p99",
        "Answer, ms\np50 / p95 / p99",
        "CPU s per\n1000 actions",
        "kB per\nidle table",
        "Lost",
        "Bots'\nCPU",
        "Disk, ms\np50 / p95 / p99",
    ):
        shown.add_column(heading)
    for column in shown.columns[1:]:
        column.justify = "right"
    for result in results:
        shown.add_row(
            result.server,
            f"{result.actions_per_second:,.0f}",
            _in_words(result.to_opponent),
            _in_words(result.to_mover),
            f"{result.cpu_per_1000_actions:.3f}",
            f"{result.bytes_per_idle_table / 1000:,.0f}" if result.bytes_per_idle_table is not None else "",
            str(result.lost),
            f"{result.bots_cpu:.0%}",
            _in_words(result.disk),
        )
    return shown


def _in_words(latency: Latency) -> str:
    return f"{latency.p50:.1f} / {latency.p95:.1f} / {latency.p99:.1f}"
