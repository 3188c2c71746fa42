"""How `palissade serve` comes and goes: what is wrong is one sentence and status 2, being told to stop is status 0."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from palissade.cli import app
from palissade.server.serve import addresses_for_people, is_root
from palissade.server.store.database import Database
from palissade.server.store.migrations import NEWEST, versions
from tests.cli.conftest import record_of
from tests.processes import run as run_python
from tests.server.postgres import Postgres
from tests.server.served import PATIENCE, Served
from tests.server.visitor import Visitor

COMMAND = [sys.executable, "-m", "palissade"]
ENVIRONMENT = {**os.environ, "PALISSADE_WARMS": "0", "LC_ALL": "C.UTF-8"}


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server at any free port, and the address that it tells."""
    with subprocess.Popen(
        [*COMMAND, "serve", "--no-browser", "--port", "0", *arguments],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            told = re.search(r"http://\S+", process.stdout.readline())
            assert told, process.stderr and process.stderr.read()
            yield process, told.group()
        finally:
            process.kill()


def answers(address: str) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            return httpx.get(f"{address}/ready", timeout=5).status_code == 200
        except httpx.TransportError:
            time.sleep(0.05)
    return False


def besides_root(complaint: str) -> str:
    """What a server says in its log, but for the line with which it warns of running as root."""
    lines = complaint.splitlines(keepends=True)
    warnings = [line for line in lines if "running as root" in line]
    assert len(warnings) == (1 if is_root() else 0)
    return "".join(line for line in lines if line not in warnings)


# ---- going


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_being_told_to_stop_is_no_failure(tmp_path: Path, number: signal.Signals) -> None:
    host = "::1" if socket.has_ipv6 and number is signal.SIGINT else "127.0.0.1"
    with serving("--database", f"sqlite:///{tmp_path / 'palissade.db'}", "--host", host) as (process, address):
        assert host in address
        assert answers(address)
        process.send_signal(number)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert besides_root(complaint) == ""


def test_a_supervisor_that_stops_takes_its_workers_along(postgres: Postgres) -> None:
    name = postgres.fresh()
    with serving("--database", postgres.url(name), "--workers", "2") as (process, address):
        assert answers(address)
        workers = psutil.Process(process.pid).children()
        assert len(workers) == 2
        assert not any(name in part for worker in workers for part in worker.cmdline())  # nor the password beside it
        process.terminate()
        _, complaint = process.communicate(timeout=PATIENCE)
        assert psutil.wait_procs(workers, timeout=0)[1] == []
    assert process.returncode == 0
    assert besides_root(complaint) == ""
    postgres.drop(name)


def test_a_supervisor_that_is_killed_leaves_nobody_behind(postgres: Postgres) -> None:
    name = postgres.fresh()
    with serving("--database", postgres.url(name), "--workers", "2") as (process, address):
        assert answers(address)
        workers = psutil.Process(process.pid).children()
        process.kill()
        assert psutil.wait_procs(workers, timeout=PATIENCE)[1] == []
    postgres.drop(name)


# ---- not coming at all


def refused(*arguments: str) -> str:
    """The one sentence with which the server does not start."""
    answer = CliRunner().invoke(app, ["serve", "--no-browser", *arguments, "--lang", "en"])
    assert answer.exit_code == 2, answer.output
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    return answer.stderr


def test_a_port_in_use_or_an_address_of_another_machine_is_said(tmp_path: Path) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'palissade.db'}"]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Something else is listening at 127.0.0.1 port {port}." in refused("--port", port, *database)
    assert "Nobody can listen at 192.0.2.1 port 8124" in refused("--host", "192.0.2.1", *database)
    assert "Nobody can listen at nowhere.invalid port 8124" in refused("--host", "nowhere.invalid", *database)


def test_a_database_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("This is no database, and was never meant to be one.\n" * 100)
    for url, sentence in {
        "nonsense": "“nonsense” is no database for Palissade.",
        f"sqlite:///{tmp_path}": "cannot be used: Is a directory.",
        f"sqlite:///{tmp_path / 'file' / 'palissade.db'}": "palissade.db cannot be used: ",
        f"sqlite:///{tmp_path / 'file'}": "cannot be used: file is not a database.",
        "postgresql://nobody:secret@127.0.0.1:1/x": "postgresql://nobody:***@127.0.0.1:1/x cannot be used: ",
    }.items():
        assert sentence in refused("--database", url)


def test_a_newer_database_or_one_in_use_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'palissade.db'}"
    database = Database(url)
    database.lock()
    assert "Another server is already using the database" in refused("--database", url)
    database.migrate()
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    assert "newer Palissade" in refused("--database", url)


# ---- coming


def test_who_listens_everywhere_is_here_too() -> None:
    assert addresses_for_people("127.0.0.1", 1) == ["http://127.0.0.1:1"]
    assert addresses_for_people("::1", 1) == ["http://[::1]:1"]
    assert addresses_for_people("0.0.0.0", 1)[0] == "http://127.0.0.1:1"
    assert addresses_for_people("::", 1)[0] == "http://[::1]:1"


@pytest.mark.parametrize(("user", "times"), [(0, 1), (1000, 0)])
def test_who_starts_it_as_root_is_warned(tmp_path: Path, user: int, times: int) -> None:
    """In the log and on the console, once each."""
    code = (
        f"import os, palissade.cli, palissade.server.serve as serve; os.geteuid = lambda: {user}; "
        "serve.run_worker = lambda settings, listening: listening.close(); palissade.cli.app()"
    )
    database = f"sqlite:///{tmp_path / 'palissade.db'}"
    arguments = ["serve", "--no-browser", "--port", "0", "--database", database, "--lang", "en"]
    command = [sys.executable, "-c", code, *arguments]
    said = subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True, text=True)
    assert said.stdout.count("It runs as root") == times
    assert said.stderr.count("running as root") == times


def test_a_start_with_nothing_to_migrate_needs_no_migrations(tmp_path: Path) -> None:
    assert versions()[0] == NEWEST
    url = f"sqlite:///{tmp_path / 'palissade.db'}"
    code = (
        "import sys; from palissade.server.worker import Worker; from palissade.server.settings import Settings; "
        "Worker.check(Settings(database=sys.argv[1])); print('alembic' in sys.modules)"
    )
    assert [run_python(code, url) for _ in range(2)] == ["True", "False"]


# ---- the host beside it


def test_a_host_works_beside_a_running_server(database_url: str, tmp_path: Path) -> None:
    with Served(database_url) as served:
        asyncio.run(asyncio.wait_for(_host(served, tmp_path), 4 * PATIENCE))


async def _host(served: Served, folder: Path) -> None:
    """A game that is imported is played on by who has the links, and nothing that a host does is in their way."""
    (folder / "game.jsonl").write_text(record_of(["d4-d6"]))
    imported = await _admin(served, "import", str(folder / "game.jsonl"))
    links = re.findall(r"/table/\S+", imported)
    table = links[0].removeprefix("/table/").partition("#")[0]
    async with Visitor(served.address) as ann, Visitor(served.address) as bob:
        await (await ann.line()).ask("ping")
        while (await ann.http.get(f"/api/tables/{table}/record")).status_code == 503:  # the game gets ready
            await asyncio.sleep(0.2)
        await ann.sit(links[0])
        await bob.sit(links[1])
        line = await ann.line()
        attended = (await line.ask("attend", table=table, depth="program"))["attended"]
        assert attended["now"]["status"] == "running"
        assert attended["actions"] == ["d4-d6"]
        played = await line.ask("act", table=table, seen=attended["number"], action=attended["now"]["legal"][0])
        assert "refused" not in played
        assert "running" in await _admin(served, "tables")
        assert "White played d4-d6" in await _admin(served, "table", table)
        await _admin(served, "prune")
        await _admin(served, "backup", str(folder / "backup.gz"))
        with pytest.raises(AssertionError, match="already using"):
            await _admin(served, "restore", str(folder / "backup.gz"), "--replace", "--yes")
        assert (await line.ask("attend", table=table, depth="program"))["attended"]["number"] == played["number"]


async def _admin(served: Served, *arguments: str) -> str:
    command = ["admin", *arguments, "--database", served.database, "--lang", "en"]
    answer = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert answer.exit_code == 0, answer.stderr
    return answer.stdout
