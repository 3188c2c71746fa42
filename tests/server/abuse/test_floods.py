"""Too much of everything, too slowly or not at all: memory stays bounded, and others are served meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import httpx

from tests.server.abuse.party import Party, party
from tests.server.abuse.raw import PING, RawLine, frame, run
from tests.server.abuse.watched import Watched
from tests.server.visitor import PATIENCE, Visitor

MEGABYTE = 1 << 20


async def gauge(server: Watched, name: str) -> float:
    """One of the figures that a host can look at."""
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        lines = (await http.get(f"http://{server.address}/metrics")).text.splitlines()
    return float(next(line for line in lines if line.startswith(f"palissade_{name} ")).split()[1])


async def deaf_line(server: Watched) -> RawLine:
    """Somebody who hardly takes anything in."""
    line = await RawLine.connect(server.address)
    line.reader._limit = 1024  # type: ignore[attr-defined]  # so that nothing is read ahead
    await line.shake_hands(server.address)
    return line


async def flood(line: RawLine, data: bytes) -> None:
    """Send again and again until the server hangs up."""
    with suppress(ConnectionError):
        while True:
            line.send(data)
            await line.writer.drain()


def run_at_a_party(address: str, evening: Callable[[Party], Awaitable[None]]) -> None:
    """Whatever happens, two people play on."""

    async def at_a_party() -> None:
        async with party(address) as at:
            await evening(at)

    run(at_a_party())


def test_all_who_dawdle_are_hung_up_on(tmp_path: Path) -> None:
    """Heads and bodies that never end, and questions without an ear for answers; only those who play stay."""
    heads = [
        b"",
        b"GET /api/me HT",
        b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
        b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    ]

    async def evening(server: Watched, at: Party) -> None:
        memory, lines = server.memory, await gauge(server, "connections")
        dawdlers = [await RawLine.connect(server.address) for _ in range(20 * len(heads))]
        for number, line in enumerate(dawdlers):
            line.send(heads[number % len(heads)])
        look = b'{"do":"look","id":"again","table":"%s","ply":0}' % at.table.encode()
        floods = (frame(b"x" * 125, PING) * 1000, frame(look) * 1000)
        deaf = [await deaf_line(server) for _ in range(6)]
        for line in deaf:
            line.tell({"do": "attend", "id": "come", "table": at.table})
        flooding = asyncio.gather(*(flood(line, floods[number % 2]) for number, line in enumerate(deaf)))
        for _ in range(5):
            await at.play()
            assert server.memory - memory < 100 * MEGABYTE
        await asyncio.wait_for(flooding, 2 * PATIENCE)
        assert await gauge(server, "connections") == lines
        for line in dawdlers:
            assert await line.is_closed()
        assert (await server.refusals())["slow"] == 20 * sum(head != b"" for head in heads)

    with Watched(tmp_path, PALISSADE_LIMITS="1") as strict:
        run_at_a_party(strict.address, lambda at: evening(strict, at))


def test_hundreds_of_idle_lines_cost_little(server: Watched) -> None:
    async def evening(at: Party) -> None:
        memory, count = server.memory, await gauge(server, "connections")
        lines = [await RawLine.open(server.address) for _ in range(300)]
        for line in lines[::3]:
            assert "attended" in await line.ask("come", do="attend", table=at.table)
        await at.play(2)
        assert await gauge(server, "connections") == count + len(lines)
        assert server.memory - memory < 100 * MEGABYTE
        for line in lines:
            await line.close()
        while await gauge(server, "connections") > count:
            await asyncio.sleep(0.05)

    run_at_a_party(server.address, evening)


def test_a_flood_of_requests_is_answered(server: Watched) -> None:
    paths = ("/api/me", "/api/tables", "/", "/nowhere", "/api/nowhere", "/api/tables/nowhere", "/health")

    async def ask() -> None:
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=PATIENCE, limits=limits) as http:
            await http.get("/api/shelf")
            memory = server.memory
            answers = await asyncio.gather(*(http.get(path) for path in paths * 60))
        assert {answer.status_code for answer in answers} == {200, 404}
        assert server.memory - memory < 100 * MEGABYTE

    run(ask())


def test_a_flood_of_messages_is_slowed_down_and_one_of_noise_cut(tmp_path: Path) -> None:
    async def try_it(address: str) -> None:
        async with party(address) as at:
            line = await RawLine.open(address)
            line.send(b"".join(frame(b'{"do":"ping","id":"%d"}' % n) for n in range(600)))
            answers = [await line.next() for _ in range(600)]
            refused = [answer["refused"]["code"] for answer in answers if "refused" in answer]
            assert set(refused) == {"too-many"}
            assert len(line.answered) == 600
            await at.play()
            line.send(frame(b"noise") * 600)
            assert await line.is_cut()

    with Watched(tmp_path, PALISSADE_LIMITS="1") as strict:
        run(try_it(strict.address))


def test_a_flood_of_guests_or_of_passwords_is_refused_in_time(tmp_path: Path) -> None:
    async def try_it(address: str) -> None:
        guests, passwords = [], []
        for _ in range(32):
            async with Visitor(address) as visitor:
                guests.append((await visitor.http.patch("/api/me", json={})).status_code)
        async with Visitor(address) as visitor:
            for _ in range(12):
                refused = await visitor.http.post("/api/session", json={"name": "Ann", "password": "a wild guess"})
                passwords.append(refused.status_code)
        assert (guests[0], guests[-1]) == (200, 429)
        assert (passwords[0], passwords[-1]) == (403, 429)
        assert int(refused.headers["retry-after"]) > 0

    with Watched(tmp_path, PALISSADE_LIMITS="1") as strict:
        run(try_it(strict.address))
