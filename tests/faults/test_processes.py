"""Several processes share a PostgreSQL: when one is killed, everybody goes on at another."""

import asyncio
from contextlib import ExitStack

import psutil

from tests.faults.evening import Evening
from tests.server.served import Served

ROUNDS = 4
GAMES = ("alignement", "cul-de-sac")


def test_who_was_at_a_server_that_is_killed_goes_on_at_the_other(shared_url: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(Served(shared_url)) for _ in range(2)]
        asyncio.run(_kill_in_turn(servers))


async def _kill_in_turn(servers: list[Served]) -> None:
    async with Evening(servers, seed=2) as evening:
        await evening.lay_tables(GAMES)
        async with evening.playing():
            for number in range(ROUNDS):
                if number % 2 == 0:
                    await evening.lay_table_of_machines()  # at the first server, which is killed now
                await evening.moment()
                await evening.crash(servers[number % 2])
                await evening.moment()  # there is play at the other one
                await evening.restart(servers[number % 2])
                evening.send_home()
        evening.check_store(servers[0].database)
        assert evening.acknowledged > 0
        assert sum(bot.resent for bot in evening.bots) > 0


def test_a_worker_that_is_killed_is_started_again_and_everybody_goes_on(shared_url: str) -> None:
    with Served(shared_url, workers=2) as server:
        asyncio.run(_kill_workers(server))


async def _kill_workers(server: Served) -> None:
    async with Evening([server], seed=3) as evening:
        await evening.lay_tables(["alignement"])
        async with evening.playing():
            for _ in range(ROUNDS):
                await evening.moment()
                workers = _workers(server)
                evening.dice.choice(workers).kill()
                while not _is_replaced(workers, _workers(server)):
                    await asyncio.sleep(0.1)
        evening.check_store(server.database)
        assert evening.acknowledged > 0


def _workers(server: Served) -> list[psutil.Process]:
    children = psutil.Process(server.pid).children()
    return [child for child in children if child.status() != psutil.STATUS_ZOMBIE]


def _is_replaced(before: list[psutil.Process], now: list[psutil.Process]) -> bool:
    return len(now) == len(before) and set(now) != set(before)
