"""A table kept with a machine that there is no more goes on: another machine plays for it, and the host reads so."""

import asyncio
from typing import TYPE_CHECKING, Any, cast

from structlog.testing import capture_logs

from palissade import Match, player
from palissade.server.identity.tokens import Dice
from palissade.server.limits import Limits
from palissade.server.machines.levels import MIDDLING
from palissade.server.store.database import Database
from palissade.server.store.rows import SeatRow, Summary
from palissade.server.store.tables import Tables
from palissade.server.tables.making import again
from palissade.server.tables.thinker import TableThinker
from tests.server.served import Served
from tests.server.store.samples import table_row
from tests.server.tables.fakes import World
from tests.server.tables.set_up import machine, person, play
from tests.server.tables.set_up import table as made
from tests.server.visitor import Visitor

if TYPE_CHECKING:
    from palissade.server.machines.readiness import Readiness
    from palissade.server.machines.thinking import Thinking

GONE = "a-granite-of-another-palissade"


def write_the_past(url: str) -> None:
    database = Database(url)
    seats = [SeatRow(0, "machine", level=GONE), SeatRow(1, "screen")]
    row = table_row("past", game="alignement", options={}, summary=Summary("running", 0, 0, True, None))
    Tables(database).make(row, seats, [])
    database.close()


def test_the_table_is_shown_and_its_machine_plays(database_url: str) -> None:
    write_the_past(database_url)

    async def watch(address: str) -> None:
        async with Visitor(address) as visitor:
            listed = (await visitor.http.get("/api/tables/past")).json()
            assert listed["seats"][0] == {"who": "machine", "level": GONE}
            line = await visitor.line()
            told = (await line.ask("attend", table="past", depth="program"))["attended"]
            news = await line.news(told["number"] + 1)
            assert (news["event"]["kind"], news["event"]["seat"]) == ("acted", 0)
            record = (await visitor.http.get("/api/tables/past/record")).json()
            assert record["players"][0] == GONE

    with Served(database_url) as served:
        asyncio.run(asyncio.wait_for(watch(served.address), 120))


class Asked:
    """Scheduler and readiness in one: every game is ready, and no thought is ever thought."""

    most_at_once = 1

    def __init__(self) -> None:
        self.minds = list[Any]()

    def patience(self, game: str) -> float:
        return 0.0

    def is_ready(self, game: str) -> bool:
        return True

    def think(self, table: str, beneficiary: object, view: Match, mind: Any, done: object, progress: object) -> None:
        self.minds.append(mind)


def test_the_stand_in_plays_and_the_host_is_told_once() -> None:
    asked, dice = Asked(), Dice(b"secret")
    thinker = TableThinker(cast("Thinking", asked), cast("Readiness", asked), dice, Limits())
    seats = [machine(0, GONE), machine(1, "balsa")]
    live = World(made("alignement", *seats)).live
    with capture_logs() as logs:
        for seat in (seats[0], seats[1], seats[0]):
            thinker.think(live, seat, lambda action: None, lambda share, best: None)
    seed = dice.seed(live.id)
    assert asked.minds == [player(MIDDLING, seed=seed), player("balsa", seed=seed), player(MIDDLING, seed=seed)]
    assert [(entry["log_level"], entry["game"], entry["level"], entry["plays"]) for entry in logs] == [
        ("warning", "alignement", GONE, MIDDLING)
    ]


def test_who_plays_again_sees_who_plays() -> None:
    table = made("alignement", person(0, "ann"), machine(1, GONE))
    play(table, "k5")
    _, seats = again(table, "ann", 0, 7)
    assert seats == [machine(0, MIDDLING), person(1, "ann")]
