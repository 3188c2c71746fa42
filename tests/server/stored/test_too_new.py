"""A server that finds a game of a newer version says so, clearly, wherever somebody asks for that game."""

import asyncio
from pathlib import Path

import httpx

from palissade.server import events
from palissade.server.events import Acted
from palissade.server.store.database import Database
from palissade.server.store.rows import EventRow, SeatRow, Summary
from palissade.server.store.tables import Tables
from tests.server.served import Served
from tests.server.store.samples import table_row
from tests.server.visitor import Json, Visitor

TOO_NEW = b'{"kind":"acted","seat":1,"action":"h8","dice":[3,5],"v":%d}' % (events.VERSION + 1)
PATHS = ("/api/tables/future/record", "/api/tables/future/scene")


def write_the_future(url: str) -> None:
    database = Database(url)
    database.migrate()
    happened = [
        EventRow("future", 1, 1_001, None, events.write(Acted(0, "k5"))),
        EventRow("future", 2, 1_002, None, TOO_NEW),
    ]
    row = table_row("future", game="alignement", options={}, number=2, summary=Summary("running", 2, 0, False, None))
    Tables(database).make(row, [SeatRow(0, "screen"), SeatRow(1, "screen")], happened)
    database.close()


async def when_ready(visitor: Visitor, path: str) -> httpx.Response:
    """The answer, once the game is compiled."""
    while True:
        answer = await visitor.http.get(path)
        if answer.json().get("code") != "warming":
            return answer
        await asyncio.sleep(0.2)


def check(refusal: Json, language: str) -> None:
    assert refusal["code"] == "too-new"
    words = "database is newer" if language == "en" else "base de données est plus récente"
    assert words in refusal["message"]


def test_a_server_says_that_a_game_is_of_a_newer_version(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'palissade.sqlite3'}"
    write_the_future(url)

    async def ask(address: str, language: str) -> None:
        async with Visitor(address, language) as visitor:
            for path in PATHS:
                answer = await when_ready(visitor, path)
                assert answer.status_code == 503
                check(answer.json(), language)
            line = await visitor.line(**{"accept-language": language})
            check((await line.ask("attend", table="future"))["refused"], language)
            listed = await visitor.http.get("/api/tables/future")
            assert listed.status_code == 200, "what is known of it is told"

    with Served(url) as served:
        for language in ("en", "fr"):
            asyncio.run(ask(served.address, language))
