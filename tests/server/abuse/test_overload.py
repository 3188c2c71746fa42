"""Overload: too much to do is said at once, to who asks and to who watches over the server, until it is over."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from palissade.server.app import application
from palissade.server.overload import EVERY, LATEST, SOONEST, Overload
from palissade.server.refused import Refused
from palissade.server.routes import health
from palissade.server.settings import Settings
from palissade.server.worker import Worker


class House:
    """An overload whose measures a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.depth = self.thoughts = self.refused = 0
        self.overload = Overload(
            lambda: self.depth, lambda: self.thoughts, on_refused=self.count, clock=lambda: self.now
        )

    def count(self) -> None:
        self.refused += 1

    def looks(self, times: int = 1, late: float = 0.0) -> bool:
        """Whether it is too much, after so many looks at which the event loop was so late."""
        for _ in range(times):
            self.overload.look(late)
            self.now += EVERY
        return self.overload.is_busy

    def seconds(self, check: Callable[[], None] | None = None) -> int | None:
        """When who wants to begin something, or what else is checked, is asked to try again."""
        try:
            (check or self.overload.check)()
        except Refused as refused:
            return refused.seconds
        return None


@pytest.fixture
def house() -> House:
    return House()


def test_one_pause_is_no_overload_but_many_are(house: House) -> None:
    assert not house.looks(100)
    assert not house.looks(1, late=60.0)  # a machine that slept
    assert not house.looks(20)
    assert not house.looks(100, late=0.3)
    assert house.looks(10, late=2.0)


def test_it_begins_high_and_ends_low(house: House) -> None:
    house.looks(20, late=1.0)
    assert house.looks(20, late=0.3)  # still late
    assert not house.looks(20)
    assert not house.looks(20, late=0.3)


def test_what_waits_to_be_written_counts_too(house: House) -> None:
    for depth, is_busy in ((1499, False), (1500, True), (501, True), (500, False), (1499, False)):
        house.depth = depth
        assert house.looks() == is_busy


def test_who_plays_goes_on_while_nothing_new_is_begun(house: House) -> None:
    playing = house.overload.check_playing
    house.looks(100, late=1.0)
    assert house.seconds()
    assert house.seconds(playing) is None
    house.looks(100, late=4.0)
    assert house.seconds(playing)
    house.looks(100, late=0.5)
    assert house.seconds(playing) is None
    house.depth = 3000
    house.looks()
    assert house.seconds(playing) == SOONEST


def test_who_is_refused_is_told_when_to_try_again_the_later_the_longer_it_lasts(house: House) -> None:
    assert house.seconds() is None
    house.depth = 5000
    house.looks()
    house.now -= EVERY
    assert house.seconds() == SOONEST
    house.now += 5
    assert house.seconds() == SOONEST + 5
    house.now += 1000
    assert house.seconds() == LATEST
    assert house.refused == 3
    house.depth = 0
    house.looks()
    assert house.seconds() is None


def test_machines_that_wait_keep_only_other_machines_out(house: House) -> None:
    thinking = house.overload.check_thinking
    house.thoughts = 200
    assert not house.looks()
    assert house.seconds() is None
    assert house.seconds(thinking) == SOONEST
    house.thoughts = 100
    house.looks()
    assert house.seconds(thinking) is None
    house.depth = 5000
    house.looks()
    assert house.seconds(thinking) == SOONEST


def test_the_refusal_is_a_sentence_with_the_seconds_for_programs_too(house: House) -> None:
    house.depth = 5000
    house.looks()
    with pytest.raises(Refused) as refused:
        house.overload.check()
    assert (refused.value.code, refused.value.status) == ("busy", 503)
    told = refused.value.to_wire("en")
    assert told.seconds == SOONEST
    assert told.message == f"There is too much to do just now. Try again in {SOONEST} s."


def test_an_event_loop_that_is_held_up_is_noticed() -> None:
    async def hold_up() -> None:
        overload = Overload(lambda: 0, lambda: 0)
        loop = asyncio.get_running_loop()
        overload.start()
        was_late = loop.time
        loop.time = lambda: was_late() + 10.0  # type: ignore[method-assign]  # the loop comes late, without waiting
        while not overload.lag:
            await asyncio.sleep(0)
        overload.close()

    asyncio.run(asyncio.wait_for(hold_up(), 60))


# ---- at a server


Run = Callable[[Callable[[Worker, httpx.AsyncClient], Awaitable[None]]], None]


@pytest.fixture
def worker(tmp_path: Path) -> Run:
    """Does something with a worker, in this process, and with who asks it."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'palissade.sqlite3'}", limits=0, warms=False, threads=1)
    Worker.check(settings)

    def run(do: Callable[[Worker, httpx.AsyncClient], Awaitable[None]]) -> None:
        async def open_and_do() -> None:
            opened = Worker(settings)
            await opened.open()
            try:
                transport = httpx.ASGITransport(application(opened))  # type: ignore[arg-type]
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                    await do(opened, http)
            finally:
                await opened.close()

        asyncio.run(open_and_do())

    return run


def test_a_busy_server_says_so_and_changes_nothing(worker: Run) -> None:
    async def visit(opened: Worker, http: httpx.AsyncClient) -> None:
        opened.overload.close()  # from here on nobody looks but the test
        http.headers["x-csrftoken"] = (await http.get("/api/me")).json()["csrf"]
        assert (await http.get("/ready")).json()["status"] == "ready"
        for _ in range(20):
            opened.overload.look(1.0)
        ready = await http.get("/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "busy")
        refused = await http.post(
            "/api/tables", json={"game": "alignement", "seats": [{"who": "me"}, {"who": "anyone"}]}
        )
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert int(refused.headers["retry-after"]) == refused.json()["seconds"] >= SOONEST
        assert (await http.get("/api/tables")).json()["tables"] == []
        metrics = (await http.get("/metrics")).text
        assert "palissade_busy 1.0" in metrics
        assert 'palissade_refused_total{why="busy"} 1.0' in metrics
        for _ in range(20):
            opened.overload.look(0.0)
        assert (await http.get("/ready")).status_code == 200

    worker(visit)


def test_a_full_disk_is_not_ready(worker: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(opened: Worker, http: httpx.AsyncClient) -> None:
        for free, status in ((health.SPARE - 1, 503), (health.SPARE, 200)):
            room = SimpleNamespace(free=free)
            monkeypatch.setattr("palissade.server.routes.health.shutil.disk_usage", lambda _path, room=room: room)
            ready = await http.get("/ready")
            assert (ready.status_code, ready.json()["status"]) == (status, "ready" if status == 200 else "storage full")
            assert (await http.get("/health")).status_code == 200  # to be started anew would not help

    worker(visit)


def test_a_store_that_takes_nothing_in_is_not_ready(worker: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(opened: Worker, http: httpx.AsyncClient) -> None:
        assert (await http.get("/ready")).status_code == 200
        monkeypatch.setattr(opened.outages, "open_for", lambda at: 60_000)  # since the last heartbeat was written
        ready = await http.get("/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "not ready")

    worker(visit)
