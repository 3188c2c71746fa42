"""What a live table needs of the worker around it: a clock, a ledger, a loader, timers, a thinker and a registry.

All of it answers by callbacks on the event loop's thread, so that a test can let anything happen in any order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from palissade.server.events import Event, Happened
from palissade.server.refused import Refused
from palissade.server.store.rows import Entry, Receipt, SeatRow
from palissade.server.tables.table import Table

if TYPE_CHECKING:
    from palissade.server.tables.attendance import Attendance
    from palissade.server.tables.live_table import LiveTable
    from palissade.server.wire.socket import AskHint, AskTurningPoint


@dataclass(frozen=True)
class Loaded:
    """A table as it is kept, built anew."""

    table: Table
    messages: frozenset[str]  # that have done something there
    news: list[Happened]  # that the asker had not heard of


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class Ledger(Protocol):
    def submit(self, entry: Entry, done: Callable[[Receipt], None]) -> None:
        """Have an entry written, and be told what became of it."""


class Loader(Protocol):
    def load(self, table: Table, told: int, done: Callable[[Loaded | None], None]) -> None:
        """Build a table anew from what is kept of it, off the event loop, for who knows events up to `told`; None if it
        cannot be read.
        """

    def look_up(self, table: str, message: str, done: Callable[[bool | Refused], None]) -> None:
        """Whether a message has done something already; refused if that cannot be known now."""


class Timer(Protocol):
    def at(self, moment: int, do: Callable[[], None]) -> Cancellable:
        """Do something at a moment of the worker's clock, or at once if that is past."""


class Thinker(Protocol):
    def think(
        self,
        live: "LiveTable",
        machine: SeatRow,
        done: Callable[[int | None], None],
        progress: Callable[[float, int | None], None],
    ) -> Cancellable | None:
        """Let a machine choose; the answer comes unless it is cancelled. None if too many wait."""

    def ponder(self, live: "LiveTable") -> None:
        """Something has happened: let machines think on while others are to move, where the host allows it."""

    def hint(self, live: "LiveTable", attendance: "Attendance", message: "AskHint") -> None:
        """Answer with what a machine would play."""

    def turning_point(self, live: "LiveTable", attendance: "Attendance", message: "AskTurningPoint") -> None:
        """Answer with the action that decided the game."""


class Registry(Protocol):
    """Where the live tables of a worker are known."""

    is_alone: bool  # whether no other worker shares the database

    def happened(self, live: "LiveTable", event: Event) -> None:
        """Something was written here, and told."""

    def came(self, live: "LiveTable", person: str | None) -> None:
        """Somebody who plays here is here."""

    def over(self, table: Table) -> None:
        """A game has ended here."""

    def play_again(self, live: "LiveTable") -> None:
        """All want to play again: make the table."""

    def drop(self, live: "LiveTable") -> None:
        """Know the table no longer; who is at it will come back and find it as it is kept."""

    def say_presence(self, live: "LiveTable") -> None:
        """Tell the other workers who is here."""

    def links(self, table: Table) -> list[str]:
        """The secret links of the seats that wait for a friend."""

    def message_of(self, table: str, person: str, id_: str) -> str:
        """How a message is known again, without telling whose it was."""


@dataclass(frozen=True)
class Needs:
    clock: Callable[[], int]
    ledger: Ledger
    loader: Loader
    timer: Timer
    thinker: Thinker
    registry: Registry
