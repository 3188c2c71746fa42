"""Two people at a table, who must notice nothing of what others do to the server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.server.visitor import Json, LiveLine, Visitor

GAME = "alignement"


@dataclass
class Party:
    """A game between two people who play on, whatever happens around them."""

    address: str
    table: str
    links: list[str]
    ann: Visitor
    bob: Visitor
    lines: tuple[LiveLine, LiveLine]
    number: int = 1  # of the last event
    mover: int = 0
    legal: list[str] | None = None

    async def play(self, turns: int = 1) -> None:
        """Play on; both are told each action, in order, and nothing else happens at the table."""
        for _ in range(turns):
            assert self.legal
            self.lines[self.mover].send("act", table=self.table, seen=self.number, action=self.legal[0])
            self.number += 1
            told = [await self._news(line) for line in self.lines]
            assert told[0]["event"] == told[1]["event"]
            self.mover = told[0]["now"]["mover"]
            self.legal = told[self.mover]["now"]["legal"]

    async def _news(self, line: LiveLine) -> Json:
        while True:
            frame = await line.next()
            if "news" in frame:
                assert frame["number"] == self.number
                return frame
            assert "presence" in frame, frame


@asynccontextmanager
async def party(address: str) -> AsyncIterator[Party]:
    async with Visitor(address) as ann, Visitor(address) as bob:
        made = await ann.make(GAME, {"who": "me"}, {"who": "friend"}, listed=True)
        table, link = made["table"]["id"], made["links"][0]["path"]
        await bob.sit(link)
        lines = (await ann.line(), await bob.line())
        try:
            found = Party(address, table, [link], ann, bob, lines)
            for line in lines:
                attended = (await line.ask("attend", table=table, depth="program"))["attended"]
                found.legal = attended["now"].get("legal") or found.legal
            await ann.compiled(GAME)  # or that would come in between, and take time and memory
            yield found
            await found.play(2)  # they still can
        finally:
            for line in lines:
                line.close()
