"""Other people's pages, cookies, keys and seats: nothing is had without the right."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from palissade.server.identity.tokens import CSRF, SESSION
from tests.server.abuse.party import GAME, party
from tests.server.abuse.raw import RawLine, run
from tests.server.abuse.test_schema import OPERATIONS
from tests.server.abuse.watched import Watched
from tests.server.visitor import PATIENCE, Visitor

MOST_BODY = 64 * 1024

# ---- where it comes from


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://[", "file://", "http://127.0.0.1", "http://127.0.0.1:1@x", "é"],
)
def test_a_page_of_another_site_gets_no_line(server: Watched, origin: str) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        head = await line.shake_hands(server.address, Origin=origin)
        assert head.startswith(b"HTTP/1.1 403"), head

    run(try_it())


def test_our_own_page_and_programs_get_a_line(server: Watched) -> None:
    async def try_it() -> None:
        for headers in ({}, {"Origin": f"http://{server.address}"}, {"Origin": f"HTTPS://{server.address}"}):
            line = await RawLine.open(server.address, **headers)
            assert await line.ask("1", do="ping") == {"answer": "1"}

    run(try_it())


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/socket/", "/api/socketx", "//[", "/api/%73ocket"])
def test_there_is_a_line_at_one_address_only(server: Watched, path: str) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        head = await line.shake_hands(server.address, path)
        assert head.startswith(b"HTTP/1.1 40"), head

    run(try_it())


@pytest.mark.parametrize(
    "wrong", [{"Sec-WebSocket-Key": ""}, {"Sec-WebSocket-Version": "12"}, {"Upgrade": "h2c"}, {"Connection": "close"}]
)
def test_a_handshake_that_is_none_is_refused(server: Watched, wrong: dict[str, str]) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        head = await line.shake_hands(server.address, **wrong)
        assert head.startswith(b"HTTP/1.1 4"), head

    run(try_it())


# Mail programs ask for it by the token of the mail alone (RFC 8058).
FROM_ANYWHERE = "POST /api/notices/off"


@pytest.mark.parametrize(
    "operation",
    [operation for operation in OPERATIONS if not operation.startswith("GET") and operation != FROM_ANYWHERE],
)
def test_nothing_is_changed_without_the_token_of_our_page(server: Watched, operation: str) -> None:
    async def try_it() -> None:
        async with Visitor(server.address) as visitor:
            method, path = (
                operation.replace("{id}", "nowhere").replace("{seat}", "0").replace("{device}", "none").split()
            )
            for token in (None, "", "wrong", f"{visitor.http.cookies[CSRF]}x", "é"):
                headers = {} if token is None else {b"x-csrftoken": token.encode()}
                del visitor.http.headers["x-csrftoken"]
                answer = await visitor.http.request(method, path, headers=headers, json={})
                assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
                visitor.http.headers["x-csrftoken"] = ""

    run(try_it())


# ---- who it is


async def mine(address: str, table: str, cookie: str) -> list[int]:
    """The seats that somebody with this cookie plays, by the live line."""
    line = await RawLine.open(address, Cookie=cookie)
    attended = (await line.ask("come", do="attend", table=table))["attended"]
    seats: list[int] = attended["mine"]
    return seats


def test_a_cookie_is_worth_nothing_after_signing_out(server: Watched) -> None:
    async def try_it() -> None:
        async with party(server.address) as at, Visitor(server.address) as carl:
            made = await carl.make(GAME, {"who": "me"}, {"who": "screen"})
            table, cookie = made["table"]["id"], f"{SESSION}={carl.http.cookies[SESSION]}"
            assert await mine(server.address, table, cookie) == [0, 1]
            line = await RawLine.open(server.address, Cookie=cookie)
            await line.ask("come", do="attend", table=table)
            assert (await carl.http.delete("/api/session")).status_code == 200
            assert await line.is_cut()  # the open line ends with the session
            assert await mine(server.address, table, cookie) == []
            address, as_carl = f"http://{server.address}", {"cookie": cookie}
            async with httpx.AsyncClient(base_url=address, headers=as_carl, timeout=PATIENCE) as thief:
                assert (await thief.get("/api/me")).json()["person"] is None
                assert (await thief.get("/api/me/export")).status_code == 401
                assert (await thief.get(f"/api/tables/{table}")).json()["mine"] == []
            await at.play()

    run(try_it())


def test_a_forged_cookie_is_nobodys(server: Watched) -> None:
    async def try_it() -> None:
        async with party(server.address) as at:
            true = at.ann.http.cookies[SESSION]
            assert await mine(server.address, at.table, f"{SESSION}={true}") == [0]
            secret, _, signature = true.partition(".")
            other = at.bob.http.cookies[SESSION].partition(".")[2]
            for forged in ("", ".", secret, f"{secret}.", f"{secret}.{other}", f"{secret[:-1]}.{signature}", true[:-1]):
                assert await mine(server.address, at.table, f"{SESSION}={forged}") == []
                assert await mine(server.address, at.table, f"{CSRF}={true}; {SESSION}={forged}") == []

    run(try_it())


# ---- secret links


def test_keys_of_seats_cannot_be_guessed(tmp_path: Path) -> None:
    """After a few wrong ones the right one is not even looked at, at whichever table they were tried."""

    async def try_it(address: str) -> None:
        async with Visitor(address) as ann, Visitor(address) as thief, Visitor(address) as other:
            made = await ann.make(GAME, {"who": "me"}, {"who": "friend"})
            second = await ann.make(GAME, {"who": "friend"}, {"who": "friend"})
            table, key = made["table"]["id"], made["links"][0]["path"].rpartition(".")[2]
            seats = [f"/api/tables/{table}/seats/1", f"/api/tables/{second['table']['id']}/seats/0"]
            codes = [
                (await thief.http.post(seats[number % 2], json={"key": f"{number:02}{key[2:]}"})).status_code
                for number in range(30)
            ]
            assert set(codes) == {403}
            for visitor in (thief, other):  # whoever it is: they come from the same address
                answer = await visitor.http.post(seats[0], json={"key": key})
                assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
                assert int(answer.headers["retry-after"]) > 0
            assert (await ann.http.get(f"/api/tables/{table}")).json()["seats"][1]["who"] == "friend"

    with Watched(tmp_path, PALISSADE_LIMITS="1") as strict:
        run(try_it(strict.address))


def test_a_key_opens_its_own_seat_only(server: Watched) -> None:
    async def try_it() -> None:
        async with Visitor(server.address) as ann, Visitor(server.address) as bob:
            made = await ann.make(GAME, {"who": "friend"}, {"who": "friend"})
            other = await ann.make(GAME, {"who": "friend"}, {"who": "friend"})
            table, key = made["table"]["id"], made["links"][0]["path"].rpartition(".")[2]
            for path, refusal in (
                (f"{table}/seats/1", (403, "wrong-key")),
                (f"{other['table']['id']}/seats/0", (403, "wrong-key")),
                ("nowhere/seats/0", (404, "no-such-table")),
                (f"{table}/seats/2", (404, "no-such-seat")),
            ):
                answer = await bob.http.post(f"/api/tables/{path}", json={"key": key})
                assert (answer.status_code, answer.json()["code"]) == refusal
            for nothing in ({}, {"key": None}, {"key": ""}, {"key": "é"}):
                answer = await bob.http.post(f"/api/tables/{table}/seats/0", json=nothing)
                assert (answer.status_code, answer.json()["code"]) == (403, "wrong-key")
            assert (await bob.come())["person"] is None  # nobody becomes a guest for nothing
            assert (await bob.http.get(f"/api/tables/{table}")).json()["mine"] == []
            await bob.sit(made["links"][0]["path"])
            assert (await bob.http.get(f"/api/tables/{table}")).json()["mine"] == [0]

    run(try_it())


# ---- requests that are none

BODIES = {
    "too long": (413, b'{"name":"' + b"a" * MOST_BODY + b'"}'),
    "deep": (400, b'{"name":' + b"[" * 20_000),
    "truncated": (400, b'{"name":"Ann"'),
    "empty": (400, b""),
    "no text": (400, b'{"name":"\xff\xfe"}'),
    "half a character": (400, b'{"name":"\\ud800"}'),
    "no object": (400, b'"name"'),
    "huge number": (400, b'{"name":1' + b"0" * 5000 + b"}"),
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_body_that_will_not_do_is_refused(server: Watched, kind: str, is_chunked: bool) -> None:
    async def try_it() -> None:
        status, body = BODIES[kind]

        async def chunks() -> AsyncIterator[bytes]:
            for begin in range(0, len(body), 8192):
                yield body[begin : begin + 8192]

        async with Visitor(server.address) as visitor:
            answer = await visitor.http.patch(
                "/api/me", content=chunks() if is_chunked else body, headers={"content-type": "application/json"}
            )
            assert answer.status_code == status, answer.text
            assert answer.json()["message"]
            assert (await visitor.http.get("/api/me")).json()["person"] is None

    run(try_it())


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /%00 HTTP/1.1",
        b"GET /%ff%fe HTTP/1.1",
        b"GET /../../../../etc/passwd HTTP/1.1",
        b"GET /assets/%2e%2e/%2e%2e/house.py HTTP/1.1",
        b"GET /api/tables/%00 HTTP/1.1",
        b"GET /api/tables/%ff%fe HTTP/1.1",
        b"GET /api/tables/%F0%9F%98%80 HTTP/1.1",
        b"GET /api/tables?cursor=%00%ff HTTP/1.1",
        b"GET /api/tables?game=%00 HTTP/1.1",
        b"GET /api/tables?status=open&status=running HTTP/1.1",
        b"GET /api/shelf/blockers/scene?players=99999999999999999999999 HTTP/1.1",
        b"GET /api/tables/x/seats/99999999999999999999999 HTTP/1.1",
        b"POST /api/tables/x/seats/-1 HTTP/1.1",
        b"PUT /api/me HTTP/1.1",
        b"TRACE / HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"CONNECT evil.example:80 HTTP/1.1",
        b"GET http://evil.example/ HTTP/1.1",
        b"GET / HTTP/9.9",
        b"NONSENSE",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000,
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 20_000 + b"Y: b",
        b"GET / HTTP/1.1\r\nContent-Length: -1",
        b"GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
        b"GET / HTTP/1.1\r\nCookie: " + b"palissade-session=x; " * 2000,
        b"GET /api/me HTTP/1.1\r\nAccept-Language: " + b"fr;q=x,\xff" * 500,
    ],
    ids=lambda line: repr(line[:50]),
)
def test_a_strange_request_does_no_harm(server: Watched, request_line: bytes) -> None:
    async def try_it() -> None:
        line = await RawLine.connect(server.address)
        line.send(request_line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        try:
            answer = await asyncio.wait_for(line.reader.read(), PATIENCE)
        except ConnectionError:
            answer = b""
        assert not answer.startswith(b"HTTP/1.1 5"), answer[:300]
        assert b"root:" not in answer
        assert b"import" not in answer
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            assert (await http.get(f"http://{server.address}/health")).status_code == 200

    run(try_it())
