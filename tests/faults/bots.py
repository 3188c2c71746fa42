"""Somebody who plays at random and never gives up: comes back after a fault, and sends again what got no answer."""

import asyncio
from random import Random
from typing import Protocol

from picows import WSError

from tests.faults.book import Book, ClockWatch, Outages
from tests.server.visitor import Json, LiveLine, Visitor

PASSING = ("warming", "busy", "storage-full", "storage-locked", "storage-gone")  # refusals after which one tries again
BEHIND = ("stale", "not-your-turn", "over")  # refusals after which one looks again
SHORT, LONG = 0.1, 0.5  # seconds before it tries again


class Evening(Protocol):
    """What the bots of one evening have in common."""

    addresses: list[str]
    outages: Outages
    dice: Random
    someone_acts: asyncio.Event

    def book(self, table: str) -> Book: ...
    def pause(self) -> float: ...
    def plays_again(self, table: str) -> bool: ...


class Bot:
    """Plays one seat of a table, and then of its rematch."""

    def __init__(self, evening: Evening, visitor: Visitor, table: str, address: int = 0) -> None:
        self.resent = 0  # messages that were sent again
        self.already_done = 0  # and of these, how many had been done the first time
        self._evening = evening
        self._visitor = visitor
        self._address = address  # which server it calls first
        self._line: LiveLine | None = None
        self._sit_at(table)

    def _sit_at(self, table: str) -> None:
        self._table = table
        self._book = self._evening.book(table)
        self._watch = ClockWatch(table, self._evening.outages)
        self._number = 0  # the last event it knows
        self._now: Json | None = None
        self._mine: list[int] = []
        self._clock: Json = {}
        self._attending: tuple[str, int] | None = None  # what it asked to attend, and what was known then
        self._message: Json | None = None  # what it wants, until there is an answer
        self._has_offered = False  # to play again
        self._again: str | None = None  # the table at which all play again
        self._is_sent = False  # on this line

    def __repr__(self) -> str:
        where = "away" if self._line is None else "attending" if self._attending else "there"
        return f"<{where} at {self._table}, seats {self._mine}, event {self._number}, {self._message}, {self._now}>"

    def move_to(self, address: int) -> None:
        """Hang up, and call that server."""
        self._address = address
        if self._line is not None:
            self._line.close()

    # ---- coming back

    async def play(self) -> None:
        """Until the last game is over."""
        is_playing = True
        while is_playing:
            line = self._line = await self._call()
            try:
                await self._stay(line)
                is_playing = False
            except ConnectionError:
                pass
            self._line = None
            line.close()

    async def _call(self) -> LiveLine:
        """A line to any server that answers, the last one first."""
        pause = SHORT
        while True:
            self._visitor.address = self._evening.addresses[self._address]
            try:
                return await self._visitor.line()
            except (OSError, WSError):
                self._address = (self._address + 1) % len(self._evening.addresses)
                await asyncio.sleep(pause)
                pause = min(1.5 * pause, LONG)

    async def _stay(self, line: LiveLine) -> None:
        """Be on the line until it is cut, or until there is nothing left to do."""
        self._is_sent = False
        self._attend(line, everything=self._evening.dice.random() < 0.5)
        while True:
            frame = await line.frames.get()
            if frame is None:
                raise ConnectionError
            await self._take(line, frame)
            if self._attending is None and not await self._go_on(line):
                return

    def _attend(self, line: LiveLine, *, everything: bool = False) -> None:
        since = 0 if everything else self._number
        id_ = line.send("attend", table=self._table, since=since, depth="program")
        self._attending = (id_, self._book.last if everything else -1)

    # ---- what is told

    async def _take(self, line: LiveLine, frame: Json) -> None:
        assert "trouble" not in frame, frame
        if frame.get("news") == self._table:
            self._hear(frame["number"], frame["at"], frame["event"])
            if frame["number"] == self._number:
                self._see(frame["at"], frame["now"])
        answer = frame.get("answer")
        if self._attending and answer == self._attending[0]:
            await self._take_table(line, frame)
        elif self._message and answer == self._message["id"]:
            await self._take_answer(line, frame, self._message)

    def _hear(self, number: int, at: int, event: Json) -> None:
        """Events come in order, without gaps; one may be told again."""
        assert number <= self._number + 1, f"{self!r} is told of event {number}"
        self._book.hear(number, at, event)
        self._number = max(self._number, number)
        if event["kind"] == "rematch-made":
            self._again = event["table"]

    def _see(self, at: int, now: Json) -> None:
        self._now = now
        if "left" in now:
            self._watch.look(at, now["left"], self._clock)
        if now["status"] == "over":
            self._book.is_over = True

    async def _take_table(self, line: LiveLine, frame: Json) -> None:
        assert self._attending is not None
        if "refused" in frame:
            assert frame["refused"]["code"] in PASSING, frame
            await asyncio.sleep(LONG)
            self._attend(line, everything=self._attending[1] >= 0)
            return
        told, known = frame["attended"], self._attending[1]
        self._attending = None
        self._mine, self._clock = told["mine"], told["clock"]
        if known >= 0:
            self._book.compare(told["events"], at_least=known)
        for event in told["events"]:
            self._hear(event["number"], event["at"], event["event"])
        assert self._number >= told["number"], f"{self!r} is not told of all {told['number']} events"
        if self._number == told["number"]:
            self._see(told["at"], told["now"])
        else:  # another server was ahead of this one, which will hear of it
            self._now = None

    async def _take_answer(self, line: LiveLine, frame: Json, message: Json) -> None:
        code = frame["refused"]["code"] if "refused" in frame else None
        if code in PASSING:
            await asyncio.sleep(LONG)
            self._is_sent = False
            return
        self._message = None
        if code in BEHIND:
            self._book.refused.add(message["id"])
            self._attend(line)
            return
        assert code is None, f"{self!r} got {frame} for {message}"
        if message["do"] == "offer-rematch":
            self._has_offered = True
            return
        self.already_done += "news" not in frame
        self._book.acknowledged[message["id"]] = (message["seat"], message["action"])

    # ---- what it does

    async def _go_on(self, line: LiveLine) -> bool:
        """Send what is to be sent; False when all is done."""
        now = self._now
        if self._message is not None:
            if not self._is_sent:
                self.resent += 1
                self._send(line, self._message)
        elif self._again is not None:
            self._sit_at(self._again)
            self._attend(line)
        elif now is not None and now["status"] == "over":
            if not self._evening.plays_again(self._table):
                return False
            if not self._has_offered:
                self._send(line, {"do": "offer-rematch", "seen": self._number})
        elif now is not None and now["mover"] in self._mine:
            await asyncio.sleep(self._evening.pause())
            action = self._evening.dice.choice(now["legal"])
            self._send(line, {"do": "act", "seen": self._number, "seat": now["mover"], "action": action})
            self._now = None  # until it is told more
        return True

    def _send(self, line: LiveLine, message: Json) -> None:
        sent = {name: value for name, value in message.items() if name not in ("do", "seat")}
        id_ = line.send(message["do"], **{"table": self._table, **sent})
        self._message = {**message, "id": id_}
        self._is_sent = True
        self._evening.someone_acts.set()
