"""The disk is full, or somebody else holds the database: whoever plays is told so, and nothing is half done."""

import asyncio
import resource
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from tests.faults.evening import MACHINE, leave_to_machines
from tests.server.served import Served
from tests.server.visitor import Json, LiveLine, Visitor


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the room of another process")
def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "palissade.db"
    with Served(f"sqlite:///{path}") as server:
        asyncio.run(_play_in_trouble(server, "storage-full", lambda: _full_disk(server)))
        server.stop()
    _check_whole(path)


def test_a_locked_database_is_said_and_play_goes_on_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "palissade.db"
    with Served(f"sqlite:///{path}") as server:
        asyncio.run(_play_in_trouble(server, "storage-locked", lambda: _locked(path)))
        server.stop()
    _check_whole(path)


@contextmanager
def _full_disk(server: Served) -> Iterator[None]:
    """No file of the server may grow."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Somebody else writes, and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def _play_in_trouble(server: Served, code: str, trouble: Callable[[], AbstractContextManager[None]]) -> None:
    async with _sitting(server) as me:
        before = await me.turn(after=0)
        assert "refused" not in await me.act("first", before)
        before = await me.turn(after=before["number"])
        machines = await leave_to_machines(me.visitor)
        with trouble():
            answer, made = await asyncio.gather(
                me.act("second", before),
                me.visitor.http.post("/api/tables", json={"game": "alignement", "seats": [{"who": "me"}, MACHINE]}),
            )
            assert answer["refused"]["code"] == code
            assert answer["refused"]["message"].endswith(".")
            assert made.status_code == 503
            assert made.json() == answer["refused"]
            assert (await me.read())["events"] == before["events"]
            assert (await me.table(machines))["status"] == "running"
        answer = await me.act("second", before)
        assert answer["number"] == before["number"] + 1
        after = await me.turn(after=answer["number"])
        assert after["events"][: answer["number"] - 1] == before["events"]
        while (await me.table(machines))["status"] == "running":
            await asyncio.sleep(0.2)
        mine = (await me.visitor.http.get("/api/me/tables")).json()["tables"]
        assert [table["id"] for table in mine] == [me.id]


class _AtTable:
    """Somebody who plays against a machine."""

    def __init__(self, visitor: Visitor, line: LiveLine, table: str) -> None:
        self.visitor = visitor
        self.line = line
        self.id = table

    async def read(self) -> Json:
        """My table from its first event on."""
        answer = await self.line.ask("attend", table=self.id, since=0, depth="program")
        told: Json = answer["attended"]
        return told

    async def turn(self, after: int) -> Json:
        """My table when it is my turn, after this event."""
        while (told := await self.read())["number"] < after or told["now"]["mover"] != 0:
            await asyncio.sleep(0.1)
        return told

    async def act(self, message: str, told: Json) -> Json:
        """The same action each time for the same message."""
        action = told["now"]["legal"][0]
        return await self.line.ask("act", id=message, table=self.id, seen=told["number"], action=action)

    async def table(self, table: str) -> Json:
        told: Json = (await self.visitor.http.get(f"/api/tables/{table}")).json()
        return told


@asynccontextmanager
async def _sitting(server: Served) -> AsyncIterator[_AtTable]:
    async with Visitor(server.address) as visitor:
        made = await visitor.make("alignement", {"who": "me"}, MACHINE)
        line = await visitor.line()
        yield _AtTable(visitor, line, made["table"]["id"])
        line.close()


def _check_whole(path: Path) -> None:
    """Nothing is broken, and every table has its seats."""
    with closing(sqlite3.connect(path)) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert kept.execute("PRAGMA foreign_key_check").fetchall() == []
        seats = 'SELECT count(*) FROM seats GROUP BY "table"'
        assert sorted(kept.execute(seats).fetchall()) == [(2,), (3,)]
        assert kept.execute("SELECT count(*) FROM tables").fetchall() == [(2,)]
