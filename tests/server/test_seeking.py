"""Playing somebody now, over the wire, against real servers on either database."""

import asyncio
from typing import TYPE_CHECKING

from palissade.server.wire.tables import GameClock
from tests.server.test_playing import attend, run
from tests.server.test_talking import addresses
from tests.server.visitor import Json, LiveLine, Visitor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["addresses"]
FAST = {"kind": "game", "seconds": GameClock(300).seconds, "increment": 5}


async def seek(visitor: Visitor, game: str | None = "alignement", **wish: object) -> Json:
    answer = await visitor._post("/api/seeks", {"game": game, **wish})
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


async def hold(visitor: Visitor, sought: Json) -> tuple[LiveLine, Json]:
    line = await visitor.line()
    line.send("hold", seek=sought["sought"])
    return line, await told(line)


async def told(line: LiveLine) -> Json:
    while True:
        frame = await line.next()
        if "sought" in frame:
            return frame


async def end_all(*visitors: Visitor) -> None:
    """Nobody is left who would be seated with those of the next test."""
    for visitor in visitors:
        await visitor.http.delete(f"/api/seeks/{(await seek(visitor, clock=FAST))['sought']}")


def test_who_waits_is_told_where_they_sit_as_soon_as_somebody_comes(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob, Visitor(there) as eve:
            mine = await seek(ann)
            assert (mine["table"], mine["waiting"]) == (None, 0)
            line, holding = await hold(ann, mine)
            assert holding | {"waiting": 0} == mine
            (open_,) = (await eve.http.get("/api/seeks")).json()["seeks"]
            assert (open_["game"], open_["clock"]) == ("alignement", {"kind": "none"})
            assert (await ann.http.get("/api/seeks")).json()["seeks"] == []  # nobody but me
            theirs = await seek(bob, None)
            assert theirs["game"] == "alignement"
            found = await told(line)
            assert found["table"] == theirs["table"] is not None
            seats = []
            for visitor in (ann, bob, eve):
                _, attended = await attend(visitor, found["table"], "page")
                seats.append(attended["mine"])
                assert attended["now"]["status"] == "running"
            assert sorted(map(str, seats)) == ["[0]", "[1]", "[]"]
            assert (await eve.http.get("/api/seeks")).json()["seeks"] == []

    run(test())


def test_two_who_seek_at_the_same_moment_sit_at_one_table(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob:
            for _ in range(5):
                both: Sequence[Json] = await asyncio.gather(seek(ann, clock=FAST), seek(bob, clock=FAST))
                (table,) = {each["table"] for each in both} - {None}
                waited = next(each for each in both if each["table"] is None)
                visitor = ann if waited is both[0] else bob
                _, holding = await hold(visitor, waited)
                assert holding["table"] == table

    run(test())


def test_a_seek_ends_when_its_page_is_gone_and_by_its_owner_alone(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob, Visitor(there) as eve:
            gone = await seek(ann, clock=FAST)
            line, _ = await hold(ann, gone)
            assert (await eve.http.delete(f"/api/seeks/{gone['sought']}")).status_code == 401
            line.close()
            while (await eve.http.get("/api/seeks")).json()["seeks"]:
                await asyncio.sleep(0.2)
            _, after = await hold(ann, gone)
            assert after["is_over"]
            again = await seek(ann, clock=FAST)
            _, stranger = await hold(bob, again)
            assert stranger["is_over"]  # it is not theirs to hold
            assert (await ann.http.delete(f"/api/seeks/{again['sought']}")).json() is None
            assert (await seek(bob, clock=FAST))["table"] is None
            await end_all(bob)

    run(test())


def test_only_games_for_two_can_be_sought(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        async with Visitor(addresses[0]) as ann:
            for game in ("solitaire", "chess"):
                answer = await ann.http.post("/api/seeks", json={"game": game})
                assert (answer.status_code, answer.json()["code"]) == (422, "not-for-two")

    run(test())
