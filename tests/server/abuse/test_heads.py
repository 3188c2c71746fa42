"""Heads that are too long, too slow or too many: answered and cut while they arrive, told once, and counted."""

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from palissade.server.admission import MOST_CONNECTIONS, MOST_LINES, TELL_EVERY, Admission, Why
from palissade.server.metrics import Metrics
from palissade.server.settings import Settings
from palissade.server.sockets.protocol import MOST_HEAD, MOST_PIPELINED, PIECE
from tests.server.abuse.party import party
from tests.server.abuse.raw import RawLine, run
from tests.server.abuse.watched import Watched
from tests.server.visitor import PATIENCE

MEGABYTE = 1 << 20
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\n"


async def answer(line: RawLine) -> bytes:
    """All that the server says before it hangs up."""
    said = b""
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while part := await line.reader.read(65536):
                said += part
    return said


# ---- long


@pytest.mark.parametrize("head", [
    b"GET /" + b"x" * MOST_HEAD,
    GET + b"X-Long: " + b"x" * MOST_HEAD,
    GET + b"X-Many: short\r\n" * (MOST_HEAD // 15),
    GET + b"x" * MOST_HEAD,
    GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\nX-Long: " + b"x" * MOST_HEAD,
    b"\r\n" * (MOST_HEAD // 2 + 1),
    CHUNKED + b"1;" + b"x" * MOST_HEAD,
    CHUNKED + b"0\r\nX-Trailer: " + b"x" * MOST_HEAD,
], ids=["url", "header", "headers", "name", "upgrade", "nothing", "chunk", "trailer"])  # fmt: skip
def test_a_head_is_cut_while_it_arrives(server: Watched, head: bytes) -> None:
    """None of these heads has an end."""

    async def try_it() -> None:
        before = await server.refusals()
        line = await RawLine.connect(server.address)
        line.send(head)
        said = await answer(line)
        assert said.startswith(TOO_LONG) or b"POST" in head  # which may have been answered already
        assert (await server.refusals() - before) == Counter({"head": 1})

    run(try_it())


def test_a_head_as_long_as_allowed_is_answered_also_the_second_on_a_connection(server: Watched) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        for _ in range(3):
            filling = b"x" * (MOST_HEAD - len(GET) - len(b"X-Long: \r\n\r\n"))
            line.send(GET + b"X-Long: " + filling + b"\r\n\r\n")
            head = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), PATIENCE)
            assert head.startswith(b"HTTP/1.1 200 ")
            length = next(part for part in head.split(b"\r\n") if part.startswith(b"content-length: "))
            await line.reader.readexactly(int(length.split()[1]))
        line.send(GET + b"X-Long: " + b"x" * (MOST_HEAD + PIECE))
        assert (await answer(line)).startswith(TOO_LONG)

    run(try_it())


def test_endless_heads_take_no_memory_and_nobody_else_waits_for_them(tmp_path: Path) -> None:
    async def send_without_end(address: str) -> None:
        line = await RawLine.connect(address)
        line.send(GET + b"X-Long: ")
        with suppress(ConnectionError):
            for _ in range(40):
                line.send(b"x" * MEGABYTE)
                await line.writer.drain()

    async def try_it(server: Watched) -> None:
        async with party(server.address) as at:
            memory = server.memory
            flood = asyncio.gather(*(send_without_end(server.address) for _ in range(10)))
            await at.play(4)
            await asyncio.wait_for(flood, PATIENCE)
            assert server.memory - memory < 50 * MEGABYTE
            assert (await server.refusals())["head"] == 10

    with Watched(tmp_path, PALISSADE_LIMITS="1") as strict:
        run(try_it(strict))
        said = strict.stop()
    assert 1 <= said.count("its head is too long") < 10  # a flood must not fill the disk


def test_what_is_no_http_is_cut_and_told_once(tmp_path: Path) -> None:
    async def try_it(server: Watched) -> None:
        for _ in range(30):
            line = await RawLine.connect(server.address)
            line.send(b"What is this?\r\n\r\n")
            assert (await answer(line)).startswith(b"HTTP/1.1 400 ")
        assert (await server.refusals())["malformed"] == 30

    with Watched(tmp_path) as served:
        run(try_it(served))
        said = served.stop()
    assert said.count("it is no HTTP") < 30
    assert "Invalid HTTP" not in said


def test_an_upgrade_that_we_do_not_know_is_a_plain_request(server: Watched) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        line.send(GET + b"Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n")
        assert (await answer(line)).startswith(b"HTTP/1.1 200 ")

    run(try_it())


# ---- many


def test_who_sends_too_many_requests_ahead_is_cut(server: Watched) -> None:
    async def try_it() -> None:
        before = await server.refusals()
        line = await RawLine.connect(server.address)
        line.send((GET + b"\r\n") * 5000)
        said = await answer(line)
        assert said.count(b"HTTP/1.1 200 ") <= 2 * MOST_PIPELINED + 2 * PIECE // len(GET)
        assert (await server.refusals() - before)["pipelined"] == 1

    run(try_it())


def test_a_few_requests_ahead_are_answered_in_order(server: Watched) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        paths = [b"/health", b"/nowhere.js", b"/health", b"/api/nowhere"]
        for path in paths:
            close = b"Connection: close\r\n" if path == paths[-1] else b""
            line.send(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + close + b"\r\n")
        said = await answer(line)
        statuses = [part[:3] for part in said.split(b"HTTP/1.1 ")[1:]]
        assert statuses == [b"200", b"404", b"200", b"404"]

    run(try_it())


def test_floods_of_requests_ahead_keep_nobody_from_playing(tmp_path: Path) -> None:
    async def flood(address: str) -> None:
        line = await RawLine.connect(address)
        line.send(b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
        await answer(line)

    async def try_it(server: Watched) -> None:
        async with party(server.address) as at:
            await flood(server.address)  # the first answer loads what all need
            memory = server.memory
            flooding = asyncio.gather(*(flood(server.address) for _ in range(150)))
            await at.play(4)
            await asyncio.wait_for(flooding, PATIENCE)
            assert server.memory - memory < 50 * MEGABYTE

    with Watched(tmp_path, PALISSADE_LIMITS="1") as strict:
        run(try_it(strict))


# ---- from one address


def test_an_address_has_only_so_many_connections_and_lines(tmp_path: Path) -> None:
    """The limits are a tenth of the usual, so that the test is no flood itself."""
    connections, lines = MOST_CONNECTIONS // 10, MOST_LINES // 10

    async def try_it(server: Watched) -> None:
        opened = [await RawLine.open(server.address) for _ in range(lines)]
        refused = await RawLine.connect(server.address)
        assert b" 429 " in await refused.shake_hands(server.address)
        idle = [await RawLine.connect(server.address) for _ in range(connections)]
        for line in idle:
            line.send(GET + b"\r\n")
            assert (await line.reader.readline()).startswith(b"HTTP/1.1 200 ")
        one_more = await RawLine.connect(server.address)
        assert (await answer(one_more)).startswith(b"HTTP/1.1 429 ")
        for line in opened:
            assert (await line.ask("there", do="ping"))["answer"] == "there"  # who was in stays in
        for line in (idle.pop(), opened.pop()):
            await line.close()
        while not (await answer_to_get(server)).startswith(b"HTTP/1.1 200 "):
            await asyncio.sleep(0.05)
        while b" 101 " not in await (again := await RawLine.connect(server.address)).shake_hands(server.address):
            await again.close()
        await idle.pop().close()
        counted = await server.refusals()
        assert counted["lines"] >= 1
        assert counted["connections"] >= 1

    async def answer_to_get(server: Watched) -> bytes:
        line = await RawLine.connect(server.address)
        line.send(GET + b"Connection: close\r\n\r\n")
        return await answer(line)

    with Watched(tmp_path, PALISSADE_LIMITS="0.1") as strict:
        run(try_it(strict))
        said = strict.stop()
    assert "a live line was refused: its address has too many" in said
    assert "a connection was refused: its address has too many" in said


def test_behind_a_proxy_lines_count_by_who_is_behind_it(tmp_path: Path) -> None:
    async def try_it(server: Watched) -> None:
        async def shake(address: str) -> bytes:
            line = await RawLine.connect(server.address)
            head = await line.shake_hands(server.address, **{"X-Forwarded-For": f"192.0.2.99, {address}"})
            return head.split()[1]

        most = MOST_LINES // 10
        assert {await shake("192.0.2.1") for _ in range(most)} == {b"101"}
        assert await shake("192.0.2.1") == b"429"
        assert await shake("192.0.2.2") == b"101"
        more = [await RawLine.connect(server.address) for _ in range(2 * MOST_CONNECTIONS // 10)]
        for line in more:
            line.send(GET + b"\r\n")
            assert (await line.reader.readline()).startswith(b"HTTP/1.1 200 ")

    with Watched(tmp_path, PALISSADE_LIMITS="0.1", PALISSADE_TRUSTS_PROXIES="true") as strict:
        run(try_it(strict))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_when_there_are_no_more_files_the_door_says_so(tmp_path: Path) -> None:
    """Those who are in play on, those who come are told, and the host is too."""

    async def try_it(server: Watched) -> None:
        async with party(server.address) as at:
            heard = []
            lines = [await RawLine.connect(server.address) for _ in range(200)]
            for line in lines:
                with suppress(ConnectionError):
                    line.send(GET + b"\r\n")
                    heard.append((await line.reader.readline())[9:12])
            assert {b"200", b"503"} >= set(heard) - {b""}
            assert b"503" in heard
            await at.play(2)
            for line in lines:
                await line.close()
            assert (await server.refusals())["files"] > 0

    served = Watched(tmp_path)
    served._command = ["sh", "-c", 'ulimit -n 256 && exec "$@"', "sh", *served._command]
    with served:
        run(try_it(served))
        assert "there are no more open files" in served.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the limits of another process")
def test_the_server_takes_all_files_that_it_may_have(tmp_path: Path) -> None:
    served = Watched(tmp_path)
    served._command = ["sh", "-c", 'ulimit -Sn 256 && exec "$@"', "sh", *served._command]
    with served:
        soft, hard = psutil.Process(served.pid).rlimit(psutil.RLIMIT_NOFILE)
        assert soft == hard > 256


# ---- telling


def test_of_each_reason_one_line_in_ten_seconds(caplog: pytest.LogCaptureFixture) -> None:
    now, told = 100.0, []
    metrics = Metrics()
    admission = Admission(Settings(database="sqlite:///x"), metrics, clock=lambda: now)

    def refuse(why: Why, times: int) -> None:
        for _ in range(times):
            admission.refused(why)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("palissade.server.admission._log.warning", lambda words, **facts: told.append(facts))
        refuse("head", 1000)
        refuse("slow", 2)
        now += TELL_EVERY
        refuse("head", 1000)
    assert told == [{"why": "head", "times": 1}, {"why": "slow", "times": 1}, {"why": "head", "times": 1000}]
    assert b'palissade_refused_total{why="head"} 2000.0' in metrics.text()
