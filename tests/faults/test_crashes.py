"""The server is killed again and again while people and machines play, and started again on the same file."""

import asyncio
from pathlib import Path

import pytest

from tests.faults.book import ALONE, milliseconds
from tests.faults.evening import Evening
from tests.server.served import Served
from tests.server.visitor import Visitor

CRASHES, SLOW = 24, 60


def test_a_server_that_is_killed_again_and_again_loses_nothing_and_doubles_nothing(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = tmp_path / "palissade.db"
    crashes = SLOW if request.config.getoption("--slow") else CRASHES
    with Served(f"sqlite:///{path}") as server:
        asyncio.run(_crash_often(server, path, crashes))


async def _crash_often(server: Served, path: Path, crashes: int) -> None:
    async with Evening([server], seed=1, unsure=ALONE) as evening:
        await evening.lay_tables()
        async with evening.playing():
            for crash in range(crashes):
                if crash % 4 == 0:
                    await evening.lay_table_of_machines()
                await evening.moment()
                await _cut_power(evening, server, path, outage=3.0 if crash % 6 == 5 else 0.0)
        assert evening.acknowledged > 10 * crashes
        assert sum(bot.resent for bot in evening.bots) > 0
        assert sum(bot.already_done for bot in evening.bots) > 0, (
            "no message was done without its answer: who is tried?"
        )
        server.stop()
        evening.check_store(server.database)


async def _cut_power(evening: Evening, server: Served, path: Path, outage: float) -> None:
    evening.outages.begin(milliseconds())
    await evening.crash(server)
    evening.check_file(path)
    await asyncio.sleep(outage)
    await evening.restart(server)
    evening.outages.end()


def test_a_clock_that_runs_out_with_nobody_there_ends_the_game_after_a_crash_too(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'palissade.db'}") as server:
        asyncio.run(_run_out_alone(server))


async def _run_out_alone(server: Served) -> None:
    async with Visitor(server.address) as ann, Visitor(server.address) as bob:
        made = await ann.make("alignement", {"who": "me"}, {"who": "friend"}, clock={"kind": "game", "seconds": 10})
        table = made["table"]["id"]
        await bob.sit(made["links"][0]["path"])
        for visitor in (ann, bob):  # both begin, and leave
            line = await visitor.line()
            told = (await line.ask("attend", table=table, depth="program"))["attended"]
            await line.ask("act", table=table, seen=told["number"], action=told["now"]["legal"][0])
            line.close()
        assert (await ann.http.get(f"/api/tables/{table}")).json()["status"] == "running"
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        while (told := (await ann.http.get(f"/api/tables/{table}")).json())["status"] == "running":
            await asyncio.sleep(0.5)
        assert told["outcome"]["reason"] == "time"
        assert told["outcome"]["winners"] == [1]
