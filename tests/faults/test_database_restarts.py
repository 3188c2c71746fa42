"""PostgreSQL is stopped and started again while people and machines play."""

import asyncio

import pytest

from palissade.server.store.ledger import PATIENCE
from tests.faults.book import milliseconds
from tests.faults.evening import Evening
from tests.server.postgres import Postgres
from tests.server.served import Served

ROUNDS = 3
GAMES = ("alignement", "cul-de-sac")


def test_a_database_that_restarts_costs_a_pause_and_nothing_else(own_postgres: Postgres) -> None:
    _restart(own_postgres, [2.0] * ROUNDS)


@pytest.mark.slow
def test_a_database_that_is_away_for_longer_than_anybody_waits_costs_nothing_that_was_told(
    own_postgres: Postgres,
) -> None:
    _restart(own_postgres, [PATIENCE + 10.0])


def _restart(postgres: Postgres, outages: list[float]) -> None:
    name = postgres.empty()
    url = postgres.url(name)
    with Served(url) as server:
        asyncio.run(_restart_under_load(postgres, server, outages))


async def _restart_under_load(postgres: Postgres, server: Served, outages: list[float]) -> None:
    async with Evening([server], seed=4) as evening:
        await evening.lay_tables(GAMES)
        async with evening.playing():
            for outage in outages:
                await evening.lay_table_of_machines()
                await evening.moment()
                evening.outages.begin(milliseconds())
                await asyncio.to_thread(postgres.stop)
                answer = await evening.host.http.get("/ready")
                assert answer.status_code == 503
                await asyncio.sleep(outage)
                await asyncio.to_thread(postgres.restart)
                evening.outages.end()
                before = evening.acknowledged
                await evening.moment()
                assert evening.acknowledged > before
        evening.check_store(server.database)
