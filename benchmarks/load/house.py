"""What the bots need to know of a server: how tables are made there, and how one talks there."""

from asyncio import Future
from dataclasses import dataclass
from typing import Protocol

from picows import WSListener

from benchmarks.load.games import Recorded
from benchmarks.load.pair import Laid, Line, Pair

SEATS = (0, 1)


@dataclass(frozen=True)
class Party:
    """Two players' tables, and what each shows at the door of the socket."""

    tables: list[Laid]
    headers: tuple[dict[str, str], ...] = ({}, {})


class OpenLine(WSListener, Line):
    """A seat's socket as picows wants it; `opened` is done when the server has welcomed it."""

    opened: Future[None]


class House(Protocol):
    """One kind of server."""

    socket: str  # its address

    async def lay(self, games: list[Recorded]) -> Party:
        """Make a table for each game, both seats taken."""

    def line(self, pair: Pair, seat: int) -> OpenLine: ...

    async def close(self) -> None: ...
