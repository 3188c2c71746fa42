"""A game of Blockers! at a real server, and every byte that anybody at the table receives of it."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from palissade import Game
from palissade.contract import Deal
from palissade.match import SPECTATOR
from tests.server.secrecy.indoors import dealt, known_secrets, open_house
from tests.server.visitor import Json, LiveLine, Visitor

PROBES_EVERY = 7  # plies: in every game it is everybody's turn at some of them
Chooser = Callable[[int, list[str]], str]  # the action at this ply, out of these


def following(script: Sequence[str]) -> Chooser:
    """Play what was played before."""
    return lambda ply, legal: script[ply]


def at_random(rng: random.Random) -> Chooser:
    return lambda ply, legal: rng.choice(legal)


class OtherCourse(Exception):
    """What was played before cannot be played now."""


@dataclass
class Ear:
    """All that one person receives."""

    visitor: Visitor
    seat: int
    heard: list[bytes] = field(default_factory=list)  # answers over HTTP, head and body
    marks: dict[int, tuple[int, int]] = field(default_factory=dict)  # how much had been heard, and told live, by ply
    legal: list[str] = field(default_factory=list)  # what is offered now
    sent: int = 0
    line: LiveLine = field(init=False)

    async def ask(self, do: str, **message: object) -> Json:
        self.sent += 1
        return await self.line.ask(do, id=f"{self.seat}.{self.sent}", **message)

    async def get(self, path: str) -> None:
        answer = await self.visitor.http.get(path)
        head = b"".join(name + b": " + value + b"\n" for name, value in answer.headers.raw)
        self.heard.append(f"{path} {answer.status_code}\n".encode() + head + answer.content)

    def see(self, now: Json) -> None:
        """Programs are told what is legal, pages what can be clicked."""
        self.legal = sorted(now.get("legal") or _leaves(now.get("choices", {})))

    def until(self, ply: int) -> list[bytes]:
        """Everything up to this ply, live or not, but for how far machines have come: that is for time alone to say."""
        heard, live = self.marks[max(mark for mark in self.marks if mark <= ply)]
        return [*self.heard[:heard], *(frame for frame in self.line.raw[:live] if not _is_progress(frame))]


@dataclass
class Overheard:
    """One game, from its first to its last byte."""

    actions: list[str]
    ears: Mapping[int, Ear]  # by seat
    seeds: list[int]  # from which chance was drawn
    table: str
    record: Json  # after the last action

    def by(self, seat: int, ply: int) -> list[bytes]:
        return self.ears[seat].until(ply)


@dataclass
class Play:
    """How a game is to be played."""

    game: Game
    deal: Deal
    choose: Chooser
    plies: int  # how many actions, unless it ends before
    machines: Mapping[int, str] = field(default_factory=dict)  # their levels, by seat
    observer: int = 0  # the seat that asks for everything now and then, as a spectator does too


async def overhear(play: Play, folder: Path) -> Overheard:
    """Play the game; everybody looks around now and then, and asks for what they may not have too."""
    with known_secrets() as seeds:
        async with open_house(folder) as address:
            with dealt(play.deal):
                return await _spend(play, address, seeds)


async def _spend(play: Play, address: str, seeds: list[int]) -> Overheard:
    ears = {seat: Ear(Visitor(address), seat) for seat in _people(play)}
    try:
        return await _Evening(play, ears, seeds).spend()
    finally:
        for ear in ears.values():
            if hasattr(ear, "line"):
                ear.line.close()
            await ear.visitor.http.aclose()


def _people(play: Play) -> list[int]:
    return [*(seat for seat in range(len(play.game.seats)) if seat not in play.machines), SPECTATOR]


class _Evening:
    def __init__(self, play: Play, ears: dict[int, Ear], seeds: list[int]) -> None:
        self.play = play
        self.ears = ears
        self.seeds = seeds
        self.actions: list[str] = []
        self.number = 0
        self.now: Json = {}

    async def spend(self) -> Overheard:
        await self.sit_down()
        await self.look_around()
        while len(self.actions) < self.play.plies and self.now["mover"] is not None:
            await self.go_on()
            await self.look_around()
        record = await self.ears[SPECTATOR].visitor.http.get(f"/api/tables/{self.table}/record")
        return Overheard(self.actions, self.ears, self.seeds, self.table, record.json())

    async def sit_down(self) -> None:
        first = min(seat for seat in self.ears if seat != SPECTATOR)
        wishes: list[Json] = [{"who": "friend"} for _ in self.play.game.seats]
        wishes[first] = {"who": "me"}
        for seat, level in self.play.machines.items():
            wishes[seat] = {"who": "machine", "level": level}
        for ear in self.ears.values():
            await ear.visitor.come()
            if ear.seat != SPECTATOR:
                await ear.visitor.http.patch("/api/me", json={"name": f"Player {ear.seat}"})
        made = await self.ears[first].visitor.make(
            "blockers", *wishes, options=dict(self.play.game.chosen), listed=True
        )
        self.table = made["table"]["id"]
        for ear in self.ears.values():
            ear.line = await ear.visitor.line()
            await ear.ask("attend", table=self.table)
        for link in made["links"]:
            await self.ears[link["seat"]].visitor.sit(link["path"])
            self.number += 1
            await self.hear_news()
        for ear in self.ears.values():
            self.now = await self.attend(ear, "page" if ear.seat in (self.play.observer, SPECTATOR) else "program")
        await self.hear_everything()

    async def attend(self, ear: Ear, depth: str, since: int | None = None) -> Json:
        attended: Json = (await ear.ask("attend", table=self.table, depth=depth, since=since))["attended"]
        assert attended["mine"] == ([] if ear.seat == SPECTATOR else [ear.seat])
        now: Json = attended["now"]
        ear.see(now)
        return now

    async def hear_everything(self) -> None:
        """Whatever is on its way arrives before the answer to a ping."""
        for ear in self.ears.values():
            if hasattr(ear, "line"):
                await ear.ask("ping")

    async def hear_news(self) -> None:
        for ear in self.ears.values():
            news = await ear.line.news(self.number)
            self.now, event = news["now"], news["event"]
            ear.see(self.now)
        if event["kind"] == "acted":
            self.actions.append(event["action"])

    async def go_on(self) -> None:
        """One action of whoever is to move."""
        mover, ply = self.now["mover"], len(self.actions)
        self.number += 1
        if mover not in self.play.machines:
            ear = self.ears[mover]
            action = self.play.choose(ply, ear.legal)
            if action not in ear.legal:
                raise OtherCourse
            ear.sent += 1
            ear.line.send("act", id=f"{mover}.{ear.sent}", table=self.table, seen=self.number - 1, action=action)
        await self.hear_news()

    async def look_around(self) -> None:
        """At some plies everybody asks for all there is, and a little more."""
        ply = len(self.actions)
        if self.now["mover"] in self.play.machines:
            return  # its action is on its way
        if ply % PROBES_EVERY == 0:
            for seat in (self.play.observer, SPECTATOR):
                await self.probe(self.ears[seat], ply)
        await self.hear_everything()
        for ear in self.ears.values():
            ear.marks[ply] = (len(ear.heard), len(ear.line.raw))

    async def probe(self, ear: Ear, ply: int) -> None:
        table = f"/api/tables/{self.table}"
        for path in (table, f"{table}/scene", f"{table}/record", "/api/tables?status=running", "/api/tables"):
            await ear.get(path)
        await ear.get("/api/me/tables")
        await ear.get("/api/me/export")
        where = {"table": self.table, "seen": self.number}
        await ear.ask("look", table=self.table, ply=ply // 2)
        await self.attend(ear, "program", since=0)
        await self.attend(ear, "page")
        for action in ("pass", "7@C7", "nonsense"):
            if ear.seat != self.now["mover"] or (action != "7@C7" and action not in ear.legal):
                await ear.ask("act", action=action, **where)
        await ear.ask("ask-takeback", **where)
        await ear.ask("claim", seat=0, what="win", **where)
        await ear.ask("hint", **where)
        await ear.ask("offer-rematch", **where)
        await ear.ask("decline-rematch", **where)
        for picks in (["rack:red:7", "C7"], ["rack:green:7", "C7"], ["rack:red:7"], ["pass"], ["nowhere"]):
            await ear.ask("why", table=self.table, picks=picks)


def _is_progress(frame: bytes) -> bool:
    """Whether it tells how far a machine has come; of what it thinks it says nothing where something is secret."""
    if not frame.startswith(b'{"thinking":'):
        return False
    assert set(msgspec.json.decode(frame)) == {"thinking", "seat", "share"}, frame
    return True


def _leaves(tree: Json) -> list[str]:
    return [leaf for branch in tree.values() for leaf in ([branch] if isinstance(branch, str) else _leaves(branch))]
