"""Deleting oneself: nothing that tells of the person is left, in rows or in the bytes of the file."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from palissade.server.identity.names import folded
from palissade.server.identity.tokens import Aliases, digest_of
from palissade.server.skeleton import skeleton
from palissade.server.store import schema
from palissade.server.store.notices import NoticeStore, SubscriptionRow
from palissade.server.store.people import PersonRow
from palissade.server.store.pruning import Pruning
from tests.server.identity.conftest import SmallWorker
from tests.server.identity.test_people import PASSWORD, secret_of

NAME, AT_SCREEN, SAID = "Zebulon Quagmire", "Xanthippe", "a fine corridor"
ADDRESS, ENDPOINT = "zq@example.org", "https://push.example/of-zq"


class Traces:
    """Somebody with finished games, and all by which they could be known again."""

    def __init__(self, worker: SmallWorker, kind: str) -> None:
        self._worker = worker
        self.person, cookie = asyncio.run(self._become(kind))
        secret = secret_of(worker.people, cookie)
        link = asyncio.run(worker.people.make_device_link(self.person))
        token = link.path.partition("#")[2].encode()
        with worker.database.reading() as connection:
            mine = schema.people.c.id == self.person.id
            hashed = connection.execute(select(schema.people.c.password).where(mine)).scalar_one()
        self.bytes = {
            "id": self.person.id.encode(),
            "name": NAME.encode(),
            "skeleton": skeleton(NAME).encode(),
            "name at a screen": AT_SCREEN.encode(),
            "talk": SAID.encode(),
            "address": ADDRESS.encode(),
            "endpoint": ENDPOINT.encode(),
            "session": digest_of(secret),
            "link": digest_of(token),
        }
        if hashed:
            self.bytes |= {"hash": hashed.encode(), "folded name": folded(NAME).encode()}
        self._be_reached(digest_of(secret))
        self._play()

    def _be_reached(self, session: bytes) -> None:
        store, me = NoticeStore(self._worker.database), self.person.id
        store.ask_address(me, ADDRESS, b"t" * 32, 1)
        store.subscribe(SubscriptionRow(b"d" * 32, session, me, ENDPOINT, b"p", b"a", 1))

    async def _become(self, kind: str) -> tuple[PersonRow, str]:
        guest, cookie = await self._worker.people.become_guest(NAME, "en")
        return await self._worker.people.register(guest, NAME, PASSWORD) if kind == "account" else (guest, cookie)

    def _play(self) -> None:
        """Many games, so that pages are split and joined."""
        aliases, me = Aliases(b"k" * 32), self.person.id
        for number in range(200):
            table = f"table-{number * 7919 % 200}"
            self._worker.lay_table(table, me if number % 2 else None, me, None, status="over")
            with self._worker.database.writing() as connection:
                screen = {"table": table, "seat": 2, "who": "screen", "person": me, "name": AT_SCREEN}
                connection.execute(insert(schema.seats).values(screen))
                message = f"{aliases.alias(table, me)}:m1"
                event = {"table": table, "number": 1, "at": 1, "message": message, "event": b"{}"}
                connection.execute(insert(schema.events).values(event))
                connection.execute(insert(schema.rated_tables).values(table=table))
                said = {"table": table, "number": 1, "at": 1, "person": me, "seat": 0, "message": "m1", "text": SAID}
                connection.execute(insert(schema.talk).values(said))
        with self._worker.database.writing() as connection:
            connection.execute(insert(schema.ratings).values(person=me, game="alignement", mu=25, sigma=8, games=1))

    def in_rows(self) -> set[str]:
        """What can be found in any row."""
        with self._worker.database.reading() as connection:
            rows = [tuple(row) for table in schema.metadata.sorted_tables for row in connection.execute(select(table))]
        kept = {value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row}
        return {what for what, trace in self.bytes.items() if any(trace in value for value in kept)}

    def in_files(self, folder: Path) -> set[str]:
        """What can be found in the file, the log and the index of the log."""
        files = [file.read_bytes() for file in folder.iterdir() if file.name.startswith("palissade.db")]
        assert len(files) >= 3
        return {what for what, trace in self.bytes.items() if any(trace in file for file in files)}


def delete(worker: SmallWorker, traces: Traces) -> None:
    asyncio.run(worker.people.delete(traces.person, PASSWORD))


def prune(worker: SmallWorker, _traces: Traces) -> None:
    Pruning(worker.database, 0, worker.clock()).remove_guests()


def be_adopted(worker: SmallWorker, traces: Traces) -> None:
    """An account signs in where the guest was; what they wrote at their screen, and said, is the account's."""
    del traces.bytes["name at a screen"], traces.bytes["talk"]
    asyncio.run(worker.people.register(None, "Ann", PASSWORD))
    asyncio.run(worker.people.sign_in("Ann", PASSWORD, traces.person))


@pytest.mark.parametrize(
    ("kind", "go"), [("guest", delete), ("account", delete), ("guest", prune), ("guest", be_adopted)]
)
def test_nothing_is_left_of_who_is_gone(
    worker: SmallWorker, tmp_path: Path, kind: str, go: Callable[[SmallWorker, Traces], None]
) -> None:
    traces = Traces(worker, kind)
    assert traces.in_rows() == set(traces.bytes)
    go(worker, traces)
    assert traces.in_rows() == set()
    with worker.database.reading() as connection:
        assert len(connection.execute(select(schema.tables)).all()) == 200
        assert None not in connection.scalars(select(schema.events.c.message)).all()
    if not worker.database.is_shared:
        assert traces.in_files(tmp_path) == set()


def test_what_a_reader_held_back_is_wiped_later(worker: SmallWorker, tmp_path: Path) -> None:
    if worker.database.is_shared:
        pytest.skip("rows only")
    traces = Traces(worker, "account")
    with worker.database.reading() as reader:
        reader.execute(select(schema.people)).all()  # a backup that takes long, for one
        delete(worker, traces)
        assert traces.in_rows() == set()
    asyncio.run(worker.people.wipe_what_was_deleted())
    assert traces.in_files(tmp_path) == set()


def test_no_copy_is_left_where_pages_were_split(worker: SmallWorker, tmp_path: Path) -> None:
    """SQLite overwrites what is deleted, but not always what was moved before."""
    if worker.database.is_shared:
        pytest.skip("rows only")

    async def many() -> list[PersonRow]:
        guests = [await worker.people.become_guest(f"Zebulon {number * 7919 % 1000}", "en") for number in range(1000)]
        for guest, _ in guests[::3]:
            await worker.people.rename(guest, f"Xanthippe {guest.id[:4]}")
        return [guest for guest, _ in guests]

    guests = asyncio.run(many())
    worker.clock.now += 1
    Pruning(worker.database, 0, worker.clock()).remove_guests()
    asyncio.run(worker.people.wipe_what_was_deleted())
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir()).lower()
    assert b"zebulon" not in kept
    assert b"xanthippe" not in kept
    assert not any(guest.id.lower().encode() in kept for guest in guests)
