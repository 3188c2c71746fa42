"""What docs/hosting.md tells hosts is so."""

import asyncio
import re
import ssl
from pathlib import Path

import httpx
import msgspec
import pytest
from picows import ws_connect

from palissade.cli.admin.commands import app as admin
from palissade.server.settings import Settings
from tests.server.nginx import IS_INSTALLED, PAGE, Nginx, blocks
from tests.server.served import Served
from tests.server.visitor import PATIENCE, LiveLine

NAME = "games.example.org"


def test_every_setting_is_on_the_page() -> None:
    rows = re.findall(r"^\| `PALISSADE_(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [row.lower() for row in rows] == [field.name for field in msgspec.structs.fields(Settings)]


def test_every_command_for_hosts_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for command in admin.registered_commands:
        assert re.search(rf"^\|.*`{command.name}\b.*\|$", page, re.MULTILINE), command.name


def test_the_service_starts_the_server_as_it_is() -> None:
    (unit,) = blocks("ini")
    assert "LimitNOFILE=" in unit
    assert f"PALISSADE_HOSTS={NAME}" in unit
    (command,) = re.findall(r"^ExecStart=\S+/palissade serve (.+)$", unit, re.MULTILINE)
    source = (Path(__file__).parents[2] / "src/palissade/cli/serve.py").read_text("utf-8")
    for option in re.findall(r"--[a-z-]+", command):
        assert option.removeprefix("--no-").removeprefix("--").replace("-", "_") in source


@pytest.mark.skipif(not IS_INSTALLED, reason="nginx is not installed, or openssl is not")
def test_the_nginx_configuration_of_the_page_works(tmp_path: Path) -> None:
    served = Served(
        f"sqlite:///{tmp_path / 'palissade.db'}",
        PALISSADE_TRUSTS_PROXIES="true",
        PALISSADE_HOSTS=NAME,
        PALISSADE_LIMITS="0.04",
    )
    with served, Nginx(tmp_path, served.port) as nginx:
        asyncio.run(asyncio.wait_for(_visit(served, nginx), 4 * PATIENCE))


async def _visit(served: Served, nginx: Nginx) -> None:
    site = f"https://127.0.0.1:{nginx.port}"
    async with _browser(nginx) as ann:
        await _see_the_page(ann, nginx)
        me = await ann.get("/api/me")
        assert all("; Secure" in cookie for cookie in me.headers.get_list("set-cookie"))
        assert me.headers.get_list("set-cookie")
        line = await _line(ann, nginx, origin=site)
        assert (await line.ask("ping"))["answer"]
        with pytest.raises(Exception, match="403"):
            await _line(ann, nginx, origin="https://elsewhere.example")

        served.stop()
        with pytest.raises(ConnectionError):
            await line.next()
        assert (await ann.get("/api/me")).status_code == 502
        served.start()
        assert (await ann.get("/api/me")).json()["csrf"] == me.json()["csrf"]  # known again
        line = await _line(ann, nginx, origin=site)
        assert (await line.ask("ping"))["answer"]
        line.close()
        await line.transport.wait_disconnected()
    await _be_counted_by_address(nginx)
    await _be_known_by_name(nginx)


async def _see_the_page(ann: httpx.AsyncClient, nginx: Nginx) -> None:
    page = await ann.get("/")
    assert page.status_code == 200
    assert page.http_version == "HTTP/1.1"
    assert "Palissade" in page.text
    assert page.headers["strict-transport-security"]
    assert page.headers["content-security-policy"]
    assert (await ann.get("/ready")).json()["status"] == "ready"
    assert (await ann.get("/metrics")).status_code == 404
    moved = await ann.get(f"http://127.0.0.1:{nginx.plain_port}/game/empire?a=b", headers={"host": NAME})
    assert moved.status_code == 301
    assert moved.headers["location"] == f"https://{NAME}/game/empire?a=b"


async def _be_counted_by_address(nginx: Nginx) -> None:
    """Each address may become one guest, whatever it claims to be."""
    statuses = [
        await _become_guest(nginx, "127.0.0.2"),
        await _become_guest(nginx, "127.0.0.2"),
        await _become_guest(nginx, "127.0.0.2", claiming="192.0.2.7"),
        await _become_guest(nginx, "127.0.0.3"),
    ]
    assert statuses == [200, 429, 429, 200]


async def _be_known_by_name(nginx: Nginx) -> None:
    """Only by the names of the server, whatever a visitor claims besides."""
    async with _browser(nginx, "127.0.0.4") as somebody:
        asked = [
            {"host": NAME},
            {"host": NAME, "x-forwarded-host": "evil.example"},
            {"host": NAME, "x-forwarded-proto": "http"},
            {"host": "evil.example"},
            {"host": "evil.example", "x-forwarded-host": NAME},
        ]
        answers = [await somebody.get("/ready", headers=headers) for headers in asked]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 421, 421]
        me = await somebody.get("/api/me", headers={"host": NAME, "x-forwarded-proto": "http"})
        assert "; Secure" in me.headers["set-cookie"]


async def _become_guest(nginx: Nginx, address: str, claiming: str | None = None) -> int:
    headers = {"x-forwarded-for": claiming} if claiming else {}
    async with _browser(nginx, address) as somebody:
        csrf = (await somebody.get("/api/me")).json()["csrf"]
        answer = await somebody.patch("/api/me", json={"name": "Somebody"}, headers={**headers, "x-csrftoken": csrf})
        return answer.status_code


def _browser(nginx: Nginx, address: str = "127.0.0.1") -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
    return httpx.AsyncClient(base_url=f"https://127.0.0.1:{nginx.port}", transport=transport, timeout=PATIENCE)


async def _line(browser: httpx.AsyncClient, nginx: Nginx, origin: str) -> LiveLine:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    _, line = await ws_connect(
        LiveLine,
        f"wss://127.0.0.1:{nginx.port}/api/socket",
        ssl_context=trusting,
        extra_headers={"cookie": cookies, "origin": origin},
        websocket_handshake_timeout=PATIENCE,
    )
    assert isinstance(line, LiveLine)
    return line
