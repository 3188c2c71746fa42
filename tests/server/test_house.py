"""A server for this machine alone lets the house in when its host asks for it, and never otherwise."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from palissade.server.house import House, own_address
from palissade.server.refused import Refused
from palissade.server.settings import Settings
from tests.server.served import Served, free_port
from tests.server.visitor import PATIENCE, Visitor

ELSEWHERE = "127.0.0.2"  # stands for an address in the house: not where the server listens at first


def settings(**chosen: Any) -> Settings:
    return Settings(database="sqlite:///x", **chosen)


async def no_listening(listening: socket.socket) -> None:
    listening.close()


def house(find: str | None = ELSEWHERE, port: int = 0, **chosen: Any) -> House:
    made = House(settings(**chosen), lambda: find)
    made.attach(port, no_listening)
    return made


def test_nobody_is_asked_where_the_host_has_chosen_already() -> None:
    assert house().may_open
    for chosen in ({"host": "127.0.0.1"}, {"hosts": ("a.example",)}, {"trusts_proxies": True}, {"workers": 2}):
        assert not house(**chosen).may_open
        with pytest.raises(Refused):
            asyncio.run(house(**chosen).open())
    assert not house(None).may_open  # without a network


def test_a_server_that_listens_everywhere_tells_its_address() -> None:
    assert house(port=1, host="0.0.0.0").address == f"http://{ELSEWHERE}:1"
    assert house(port=1, host="127.0.0.1").address is None


def test_a_port_that_somebody_else_has_there_is_not_needed() -> None:
    with socket.create_server((ELSEWHERE, 0)) as taken:
        port = taken.getsockname()[1]
        listening: list[socket.socket] = []

        async def listen(at: socket.socket) -> None:
            listening.append(at)

        made = House(settings(), lambda: ELSEWHERE)
        made.attach(port, listen)
        asyncio.run(made.open())
        with listening[0]:
            assert made.address == f"http://{ELSEWHERE}:{listening[0].getsockname()[1]}"
            assert made.address != f"http://{ELSEWHERE}:{port}"
    assert not made.may_open  # it is open


@pytest.mark.skipif(own_address() is None, reason="this machine has no network")
def test_the_house_is_let_in(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'palissade.db'}") as served:
        asyncio.run(asyncio.wait_for(_open(served), 4 * PATIENCE))


async def _open(served: Served) -> None:
    from_elsewhere = f"http://{own_address()}:{served.port}"
    async with Visitor(served.address) as host:
        assert (await host.http.get("/api/house")).json() == {"address": None, "may_open": True}
        async with httpx.AsyncClient(base_url=from_elsewhere, timeout=PATIENCE) as before:
            with pytest.raises(httpx.ConnectError):
                await before.get("/health")
        unasked = await host.http.post("/api/house", headers={"x-csrftoken": "no"})
        assert unasked.json()["code"] == "csrf"
        opened = (await host.http.post("/api/house")).json()
        assert opened == {"address": from_elsewhere, "may_open": False}
        async with Visitor(f"{own_address()}:{served.port}") as friend:
            assert (await friend.http.get("/api/shelf")).status_code == 200
            assert (await friend.http.get("/api/house")).json() == {"address": None, "may_open": False}
            assert (await friend.http.post("/api/house")).status_code == 403
            line = await friend.line(origin=from_elsewhere)
            assert await line.ask("ping", id="heard") == {"answer": "heard"}


def test_who_said_where_to_listen_is_not_asked(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'palissade.db'}", port=free_port(), PALISSADE_HOST="127.0.0.1") as served:
        told = httpx.get(f"http://{served.address}/api/house", timeout=PATIENCE).json()
        assert told == {"address": None, "may_open": False}
