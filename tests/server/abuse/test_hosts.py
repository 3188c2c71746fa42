"""Only who asks for us is answered: a page whose name was made to lead here (DNS rebinding) gets nothing."""

import socket
from collections.abc import Iterator

import httpx
import pytest

from palissade.server.hosts import Hosts
from palissade.server.refused import Refused
from tests.server.abuse.raw import RawLine, run
from tests.server.abuse.watched import Watched

OURS = Hosts(["games.example.org", " Club.Example "], listens_at="board.lan")


def refused(host: str | None, hosts: Hosts = OURS) -> int | None:
    """The status with which a host is refused."""
    try:
        hosts.check(host)
    except Refused as error:
        return error.status
    return None


# ---- which names are ours


@pytest.mark.parametrize("host", [
    "localhost", "LOCALHOST:8124", "localhost.", "127.0.0.1", "127.0.0.1:8124", "127.3.2.1", "[::1]", "[::1]:8124",
    "games.example.org", "games.example.org:443", "Games.Example.ORG.", "club.example", "board.lan:8124",
    socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local",
])  # fmt: skip
def test_our_own_names_and_addresses_are_ours_with_and_without_a_port(host: str) -> None:
    assert refused(host) is None


@pytest.mark.parametrize("host", [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "example.org", "xgames.example.org",
    "192.0.2.1", "192.0.2.1:8124", "[2001:db8::1]", "0.0.0.0", "[::]", "*",
])  # fmt: skip
def test_any_other_is_not(host: str) -> None:
    assert refused(host) == 421


@pytest.mark.parametrize("host", [
    None, "", " ", ":8124", "[", "[]", "[::1", "::1", "a:b", "localhost:80:80", "me@localhost", "http://localhost",
    "localhost/x", "localhost, evil.example", "local host",
])  # fmt: skip
def test_what_is_no_host_is_malformed(host: str | None) -> None:
    assert refused(host) == 400


def test_the_addresses_of_the_machine_are_ours_whichever_it_has() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent
        except OSError:
            pytest.skip("this machine has no network")
        address = asking.getsockname()[0]
    assert refused(f"{address}:8124") is None


def test_a_host_may_answer_to_any_name() -> None:
    assert refused("whatever.example", Hosts(["*"])) is None
    assert refused("192.0.2.1", Hosts(["*"])) is None
    assert refused("", Hosts(["*"])) == 400


# ---- at a server


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A server that believes its proxy."""
    folder = tmp_path_factory.mktemp("proxied")
    with Watched(folder, PALISSADE_HOSTS="games.example.org", PALISSADE_TRUSTS_PROXIES="true") as served:
        yield served


PATHS = ("/", "/api/me", "/health", "/ready", "/metrics", "/api/openapi.json")


@pytest.mark.parametrize("path", PATHS)
def test_nothing_at_all_is_told_under_a_strange_name(server: Watched, path: str) -> None:
    answer = httpx.get(f"http://{server.address}{path}", headers={"host": "evil.example", "accept-language": "fr"})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")
    assert "« evil.example »" in answer.json()["message"].replace("\N{NO-BREAK SPACE}", " ").replace("\u202f", " ")
    assert "PALISSADE_HOSTS" in answer.json()["message"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", PATHS)
def test_a_header_that_anybody_can_send_changes_nothing_without_a_proxy(server: Watched, path: str) -> None:
    headers = {"host": "evil.example", "x-forwarded-host": "localhost"}
    assert httpx.get(f"http://{server.address}{path}", headers=headers).status_code == 421
    headers = {"host": "localhost", "x-forwarded-host": "evil.example"}
    assert httpx.get(f"http://{server.address}{path}", headers=headers).status_code == 200


def test_who_asks_for_nobody_or_for_two_is_malformed(server: Watched) -> None:
    async def ask(hosts: bytes) -> bytes:
        line = await RawLine.connect(server.address)
        line.send(b"GET /health HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n")
        return await line.reader.read()

    async def try_it() -> None:
        for hosts in (b"", b"Host:\r\n", b"Host: localhost\r\nHost: localhost\r\n"):
            answer = await ask(hosts)
            assert answer.startswith(b"HTTP/1.1 400 "), answer
            assert b"no-host" in answer
        assert (await ask(b"Host: localhost\r\n")).startswith(b"HTTP/1.1 200 ")

    run(try_it())


async def shake(server: Watched, **headers: str) -> bytes:
    """The status line that a handshake is answered with."""
    line = await RawLine.connect(server.address)
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return (await line.shake_hands(server.address, **told)).partition(b"\r\n")[0]


def test_no_live_line_is_opened_under_a_strange_name(server: Watched) -> None:
    async def try_it() -> None:
        assert b"421" in await shake(server, Host="evil.example", Origin="http://evil.example")
        assert b"421" in await shake(server, Host="evil.example")
        assert b"421" in await shake(server, Host="evil.example", X_Forwarded_Host=server.address)
        assert b"400" in await shake(server, Host="")
        assert b"403" in await shake(server, Origin="http://evil.example")
        assert b"403" in await shake(server, Origin="http://evil.example", X_Forwarded_Host="evil.example")
        assert b"101" in await shake(server, Host="localhost", Origin="http://localhost")
        assert b"101" in await shake(server, Host="[::1]:8124", Origin="http://[::1]:8124")
        assert b"101" in await shake(server, Origin=f"http://{server.address}")

    run(try_it())


def test_behind_a_proxy_the_name_is_what_the_proxy_was_asked_for(proxied: Watched) -> None:
    async def try_it() -> None:
        name, page = "games.example.org", "https://games.example.org"
        assert b"101" in await shake(proxied, Host=name, Origin=page)
        assert b"101" in await shake(proxied, X_Forwarded_Host=name, Origin=page)
        assert b"101" in await shake(proxied, X_Forwarded_Host=f"evil.example, {name}", Origin=page)
        assert b"403" in await shake(proxied, X_Forwarded_Host=name, Origin="https://evil.example")
        assert b"421" in await shake(proxied, X_Forwarded_Host="evil.example", Origin="https://evil.example")
        assert b"421" in await shake(proxied, X_Forwarded_Host=f"{name}, evil.example", Origin=page)

    run(try_it())
    for headers, status in (
        ({"x-forwarded-host": "games.example.org"}, 200),
        ({"host": "games.example.org"}, 200),
        ({"host": "games.example.org", "x-forwarded-host": "evil.example"}, 421),
        ({"host": "evil.example"}, 421),
        ({}, 200),
    ):
        assert httpx.get(f"http://{proxied.address}/ready", headers=headers).status_code == status
