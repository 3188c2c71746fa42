"""A seat belongs to one person: whoever else has had its link sees and does what a spectator may, and no more."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import get_args

import pytest

from palissade.server.wire import socket
from tests.server.abuse.raw import run
from tests.server.abuse.test_schema import OPERATIONS
from tests.server.abuse.watched import Watched
from tests.server.visitor import Json, LiveLine, Visitor

GAME = "blockers"  # where seats hide something from each other
FRIEND = {"who": "friend"}
SEAT = 1  # the one that is bob's

# Every message as somebody sends it who would like to be bob. What is here must be refused, or shown as to a watcher.
MESSAGES: dict[str, Json] = {
    "act": {"seen": 99, "action": "pass"},
    "resign": {"seen": 99, "seat": SEAT},
    "offer-draw": {"seen": 99, "seat": SEAT},
    "decline-draw": {"seen": 99, "seat": SEAT},
    "ask-takeback": {"seen": 99, "seat": SEAT},
    "answer-takeback": {"seen": 99, "seat": SEAT, "agree": True},
    "claim": {"seen": 99, "seat": SEAT, "what": "win"},
    "offer-rematch": {"seen": 99},
    "decline-rematch": {"seen": 99},
    "hint": {"seen": 99},
    "why": {"picks": ["a1"]},
    "advice": {"threats": True},
    "turning-point": {},
    "talk": {"phrase": "hello"},
}
# These are answered; what they show is compared. A seek is no table's: `hold` is tried in `test_seeks.py`.
SHOWN = {"attend", "look", "leave", "ping", "hold"}
REFUSED = {"watching", "not-your-turn", "not-your-seat", "not-over", "nothing-to-claim", "no-offer"}


def test_every_message_is_tried() -> None:
    known = {str(message.__struct_config__.tag) for message in get_args(socket.Message)}
    assert known == set(MESSAGES) | SHOWN


@dataclass
class Evening:
    """A host who does not play, ann and bob who do, carl who sat in bob's seat before, and others who found links."""

    table: str
    people: dict[str, Visitor]
    spent: str  # the key by which bob sat down
    old: str  # the key from before carl stood up

    def key(self, name: str) -> str:
        """What somebody has of bob's seat."""
        return {"host": self.spent, "eve": self.spent, "carl": self.old, "ann": self.spent}.get(name, "A" * 22)


INTRUDERS = ("host", "eve", "guess", "carl", "ann")
WATCHERS = ("host", "eve", "guess", "carl")  # of these, those who have no seat at all


@asynccontextmanager
async def evening(address: str) -> AsyncIterator[Evening]:
    people = {name: Visitor(address) for name in ("host", "ann", "bob", "carl", "eve", "guess", "watcher")}
    try:
        for visitor in people.values():
            await visitor.come()
        made = await people["host"].make(GAME, FRIEND, FRIEND)
        table, (first, old) = made["table"]["id"], [link["path"] for link in made["links"]]
        await people["carl"].sit(old)
        assert (await people["carl"].http.delete(f"/api/tables/{table}/seats/{SEAT}")).status_code == 200
        again = await people["eve"].http.post(f"/api/tables/{table}/seats/{SEAT}", json={"key": _key(old)})
        assert (again.status_code, again.json()["code"]) == (403, "wrong-key")  # carl's link went with him
        fresh = (await _attended(people["host"], table))[1]["links"][SEAT]
        await people["bob"].sit(fresh)
        await people["ann"].sit(first)
        yield Evening(table, people, _key(fresh), _key(old))
    finally:
        for visitor in people.values():
            await visitor.__aexit__()


def _key(link: str) -> str:
    return link.rpartition(".")[2]


async def _attended(visitor: Visitor, table: str, depth: str = "page") -> tuple[LiveLine, Json]:
    line = await visitor.line()
    return line, (await line.ask("attend", table=table, depth=depth))["attended"]


def _shown(attended: Json) -> Json:
    """What somebody sees of a table, without what depends on when they came."""
    return {key: value for key, value in attended.items() if key not in {"at", "here", "watchers", "away"}}


@pytest.mark.parametrize("name", INTRUDERS)
def test_a_link_that_was_used_sits_nobody_down(server: Watched, name: str) -> None:
    async def try_it() -> None:
        async with evening(server.address) as at:
            path = f"/api/tables/{at.table}/seats/{SEAT}"
            for key in (at.key(name), None):
                answer = await at.people[name].http.post(path, json={"key": key})
                assert (answer.status_code, answer.json()["code"]) == (409, "seat-taken")
            answer = await at.people[name].http.delete(path)
            assert answer.json()["code"] in {"begun", "nobody"}
            told = (await at.people["bob"].http.get(f"/api/tables/{at.table}")).json()
            assert told["mine"] == [SEAT]

    run(try_it())


@pytest.mark.parametrize("name", INTRUDERS)
@pytest.mark.parametrize("depth", ["page", "program"])
def test_who_had_the_link_sees_what_a_watcher_sees(server: Watched, name: str, depth: str) -> None:
    async def try_it() -> None:
        async with evening(server.address) as at:
            _, plain = await _attended(at.people["watcher"], at.table, depth)
            line, told = await _attended(at.people[name], at.table, depth)
            bob, bobs = await _attended(at.people["bob"], at.table, depth)
            assert SEAT not in told["mine"]
            assert told["links"] == []
            if name in WATCHERS:
                assert _shown(told) == _shown(plain)
            watching, _ = await _attended(at.people["watcher"], at.table, depth)
            await _play(at, bob, bobs)
            number = bobs["number"] + (2 if bobs["now"]["mover"] == 0 else 1)
            seen, should = await line.news(number), await watching.news(number)
            if name in WATCHERS:
                assert seen == should
            for ply in (0, 1):
                looked = await line.ask("look", table=at.table, ply=ply)
                if name in WATCHERS:
                    assert looked["looked"] == (await watching.ask("look", table=at.table, ply=ply))["looked"]
                assert looked["looked"] != (await bob.ask("look", table=at.table, ply=ply))["looked"]

    run(try_it())


async def _play(at: Evening, bob: LiveLine, bobs: Json) -> None:
    """Let ann play, if she begins, and then bob."""
    line, told = await _attended(at.people["ann"], at.table, "program")
    if told["now"]["mover"] == 0:
        await line.ask("act", table=at.table, seen=told["number"], action=told["now"]["legal"][0])
    program, now = await _attended(at.people["bob"], at.table, "program")
    await program.ask("act", table=at.table, seen=now["number"], action=now["now"]["legal"][0])


@pytest.mark.parametrize("name", INTRUDERS)
def test_who_had_the_link_does_nothing_for_the_seat(server: Watched, name: str) -> None:
    async def try_it() -> None:
        async with evening(server.address) as at:
            line, told = await _attended(at.people[name], at.table)
            own = {"talk"} if told["mine"] else set()
            if told["mine"] == [told["now"]["mover"]]:
                own |= {"act", "hint", "why", "advice"}  # ann's right, in her turn
            for do, message in MESSAGES.items():
                if do not in own:
                    answer = await line.ask(do, table=at.table, **message)
                    assert answer["refused"]["code"] in REFUSED, answer
            _, after = await _attended(at.people["watcher"], at.table)
            assert after["number"] == told["number"]

    run(try_it())


@pytest.mark.parametrize("name", INTRUDERS)
def test_no_route_gives_more_than_a_watcher_has(server: Watched, name: str) -> None:
    async def try_it() -> None:
        async with evening(server.address) as at:
            for operation in (each for each in OPERATIONS if "/tables/{id}" in each):
                method, path = operation.replace("{id}", at.table).replace("{seat}", str(SEAT)).split()
                key = {"key": at.key(name)} if method == "POST" else None
                answer = await at.people[name].http.request(method, path, json=key)
                if method != "GET":
                    assert answer.status_code in {401, 403, 409}, answer.text
                    continue
                plain = await at.people["watcher"].http.get(path)
                if name in WATCHERS or "picture" in path or "film" in path:
                    assert answer.content == plain.content
                if "json" not in answer.headers["content-type"]:
                    continue
                assert answer.json().get("mine", []) in ([], [0])
                assert answer.json().get("deal") is None

    run(try_it())


def test_nobody_sits_in_two_seats_where_seats_hide_something(server: Watched) -> None:
    async def try_it() -> None:
        async with Visitor(server.address) as ann:
            made = await ann.make(GAME, {"who": "me"}, FRIEND)
            link = made["links"][0]["path"]
            table = made["table"]["id"]
            answer = await ann.http.post(f"/api/tables/{table}/seats/1", json={"key": _key(link)})
            assert (answer.status_code, answer.json()["code"], answer.json()["rule"]) == (409, "one-seat", "BKR-10")
            twice = await ann.http.post("/api/tables", json={"game": GAME, "seats": [{"who": "me"}, {"who": "me"}]})
            assert (twice.status_code, twice.json()["code"]) == (422, "one-seat")
            await ann.make(GAME, {"who": "me"}, {"who": "screen", "name": "Zoé"})  # openly, at one screen

    run(try_it())


def test_seats_for_anyone_have_no_links(server: Watched) -> None:
    async def try_it() -> None:
        async with Visitor(server.address) as ann:
            made = await ann.make(GAME, {"who": "me"}, {"who": "anyone"})
            assert made["links"] == []
            assert (await _attended(ann, made["table"]["id"]))[1]["links"] == []

    run(try_it())


def test_who_was_asked_to_leave_needs_a_new_link_and_sits_down_nowhere_for_anyone(server: Watched) -> None:
    async def try_it() -> None:
        async with Visitor(server.address) as ann, Visitor(server.address) as bob:
            made = await ann.make(GAME, {"who": "me"}, FRIEND, {"who": "anyone"}, options={"players": 3})
            table, link = made["table"]["id"], made["links"][0]["path"]
            await bob.sit(link)
            line, _ = await _attended(bob, table)
            assert (await ann.http.delete(f"/api/tables/{table}/seats/1")).status_code == 200
            assert (await line.news(2))["event"] == {"kind": "asked-to-leave", "seat": 1}
            again = await bob.http.post(f"/api/tables/{table}/seats/1", json={"key": _key(link)})
            assert (again.status_code, again.json()["code"]) == (403, "wrong-key")
            elsewhere = await bob.http.post(f"/api/tables/{table}/seats/2", json={})
            assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "unwelcome")
            fresh = (await _attended(ann, table))[1]["links"][0]
            assert fresh != link
            assert (await bob.sit(fresh))["mine"] == [1]  # the host has thought better of it, and sent him a link

    run(try_it())
