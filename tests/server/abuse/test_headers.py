"""Browsers are told to be strict, with whatever is answered."""

import asyncio
from pathlib import Path

import httpx
import pytest

from palissade.server.app import application
from palissade.server.headers import HEADERS
from palissade.server.settings import Settings
from palissade.server.worker import Worker
from tests.server.abuse.watched import Watched

ANSWERS = {
    "/": 200,
    "/table/nowhere": 200,
    "/api/me": 200,
    "/api/shelf": 200,
    "/api/tables": 200,
    "/api/openapi.json": 200,
    "/health": 200,
    "/ready": 200,
    "/metrics": 200,
    "/api/me/export": 401,
    "/api/nowhere": 404,
    "/nowhere.js": 404,
    "/api/tables/nowhere": 404,
    "/api/tables?status=strange": 400,
}


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_tells_browsers_to_be_strict(server: Watched, path: str) -> None:
    answer = httpx.get(f"http://{server.address}{path}")
    assert answer.status_code == ANSWERS[path]
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "server" not in answer.headers


@pytest.mark.parametrize(("method", "status"), [("POST", 403), ("PUT", 405), ("OPTIONS", 204)])
def test_other_methods_too(server: Watched, method: str, status: int) -> None:
    answer = httpx.request(method, f"http://{server.address}/api/tables")
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_the_documentation_is_no_exception(server: Watched) -> None:
    answer = httpx.get(f"http://{server.address}/api/docs")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_only_our_own_scripts_run() -> None:
    policy = HEADERS["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_what_is_told_to_one_person_is_kept_by_nobody(server: Watched) -> None:
    for path in ("/api/me", "/api/me/tables", "/api/tables"):
        assert httpx.get(f"http://{server.address}{path}").headers["cache-control"] == "no-store"


def test_a_failure_is_strict_too_and_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something in the server is broken: who asks is told so in a sentence, and nothing of what is inside."""

    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("palissade.server.routes.shelf.shelf", broken)
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'palissade.sqlite3'}", limits=0, warms=False, threads=1, hosts=("*",)
    )
    Worker.check(settings)

    async def ask() -> httpx.Response:
        worker = Worker(settings)
        await worker.open()
        try:
            transport = httpx.ASGITransport(application(worker))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
                return await http.get("/api/shelf", headers={"accept-language": "fr"})
        finally:
            await worker.close()

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.json()["code"] == "failed"
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
