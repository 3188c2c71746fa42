"""What is shipped: the sdist builds the wheel, page and all, and the wheel runs where there is nothing else.

A clean environment is made without fetching anything. An empty virtual environment gets links to those distributions
of the workshop that the wheel's own metadata ask for, and to what these ask for in turn: whatever is used without
being asked for is missing there, as it would be for a user.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import httpx
import pytest
from packaging.requirements import Requirement

from palissade.cache import cache_root
from palissade.server.filelock import FileLock
from tests.server.served import Served

ROOT = Path(__file__).parents[1]
PAGE = "palissade/server/page"
INSTALL_SERVER = 'pip install "palissade[server]"'
PLAY = """
import dataclasses, importlib, pkgutil, sys, palissade
for module in pkgutil.walk_packages(palissade.__path__, "palissade."):
    if not module.name.startswith(("palissade.server", "palissade.cli.admin.", "palissade.__main__")):
        importlib.import_module(module.name)
machine = dataclasses.replace(palissade.player("balsa", seed=1), seconds=None)  # no clock decides anything
match = palissade.game("alignement").match()
while match.outcome is None:
    match.play(machine.choose(match))
print(match.outcome.reason, palissade.__file__)
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The wheel, built from the sdist: once, by whichever process of the run comes first."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "dist"
    folder.mkdir(exist_ok=True)
    lock = FileLock(folder / "lock")
    while not lock.take():
        time.sleep(0.1)
    try:
        if not list(folder.glob("*.whl")):
            build("sdist", ROOT, folder)
            (sdist,) = folder.glob("*.tar.gz")
            with tarfile.open(sdist) as archive:
                archive.extractall(folder, filter="data")
            unpacked = folder / sdist.name.removesuffix(".tar.gz")
            build("wheel", unpacked, folder)
            shutil.rmtree(unpacked)
    finally:
        lock.release()
    (built,) = folder.glob("*.whl")
    return built


def build(target: str, source: Path, folder: Path) -> None:
    """As `pip wheel` would, but with the build requirements of the workshop: they are the same, see below."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder], cwd=source, check=True)


class Clean:
    """An environment with the wheel and what it asks for, whose PATH leads nowhere else: there is no Node."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        venv.create(folder / "venv")
        self.bin = folder / "venv" / "bin"
        (site,) = folder.glob("venv/lib/python*/site-packages")
        for asked in asked_for(metadata_of(wheel).requires or (), extras):
            for name in {file.parts[0] for file in asked.files or ()} - {"..", "__pycache__"}:
                (site / name).symlink_to(str(asked.locate_file(name)))
        pip = (sys.executable, "-m", "pip", "--python", str(self.bin / "python"))
        subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", wheel], check=True)
        subprocess.run([*pip, "check"], check=True)

    def run(self, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
        rules = {"PALISSADE_CACHE": str(cache_root())}  # with what other tests have compiled
        return subprocess.run(
            [self.bin / command, *arguments],
            env={**kept, **rules, "PATH": str(self.bin), "HOME": str(self.bin), "LC_ALL": "C.UTF-8"},
            cwd=self.bin,
            capture_output=True,
            text=True,
            check=False,
        )


def metadata_of(wheel: Path) -> Distribution:
    (info,) = {name.split("/")[0] for name in ZipFile(wheel).namelist() if ".dist-info/" in name}
    return PathDistribution(ZipPath(wheel, f"{info}/"))


def asked_for(requires: Iterable[str], extras: Iterable[str]) -> list[Distribution]:
    """The distributions that these requirements ask for here, and those that they ask for in turn."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(text, extra) for text in requires for extra in ("", *extras)]
    while waiting:
        text, extra = waiting.pop()
        requirement = Requirement(text)
        if (text, extra) in seen or (requirement.marker and not requirement.marker.evaluate({"extra": extra})):
            continue
        seen.add((text, extra))
        asked = distribution(requirement.name)
        found[asked.name] = asked
        waiting += [(each, inner) for each in asked.requires or () for inner in ("", *requirement.extras)]
    return list(found.values())


def test_the_wheel_has_the_page_and_everything_beside_the_code(wheel: Path) -> None:
    shipped = set(ZipFile(wheel).namelist())
    source = ROOT / "src"
    needed = {file.relative_to(source).as_posix() for file in source.rglob("*") if file.is_file()}
    needed = {name for name in needed if "__pycache__" not in name and not name.startswith(f"{PAGE}/")}
    assert {Path(name).suffix for name in needed} >= {".py", ".toml", ".json", ".typed", ".woff2"}
    assert needed - shipped == set()
    page = ZipFile(wheel).read(f"{PAGE}/index.html").decode()
    assert {f"{PAGE}/{asset}" for asset in re.findall(r'"/(assets/[^"]+)"', page)} <= shipped
    assert {name for name in shipped - needed if not name.startswith(f"{PAGE}/") and ".dist-info/" not in name} == set()


def test_the_library_and_its_command_need_no_extra(wheel: Path, tmp_path: Path) -> None:
    clean = Clean(tmp_path, wheel)
    reason, where = clean.run("python", "-W", "error", "-c", PLAY).stdout.split()
    assert reason == "ALI-6"
    assert where.startswith(str(tmp_path))
    assert "Cul-de-Sac" in clean.run("palissade", "games").stdout
    assert clean.run("palissade", "show", "cul-de-sac").stdout.count("\n") > 10
    assert "serve" in clean.run("palissade", "--help").stdout
    for arguments in (["serve"], ["admin", "tables"]):
        refused = clean.run("palissade", *arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == f"The table server is not installed: {INSTALL_SERVER}.\n"
    french = clean.run("palissade", "serve", "--lang", "fr").stderr
    assert french.startswith("Le serveur de tables")
    assert INSTALL_SERVER in french


def test_the_server_serves_the_page_without_node(wheel: Path, tmp_path: Path) -> None:
    clean = Clean(tmp_path, wheel, "server")
    refused = clean.run("palissade", "serve", "--database", "postgresql://host/games")
    assert refused.returncode == 2
    assert refused.stderr.endswith(': pip install "palissade[server,postgres]".\n')
    command = [str(clean.bin / "palissade")]
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with Served(database, palissade=command, PATH=str(clean.bin), HOME=str(tmp_path), PYTHONPATH="") as served:
        site = f"http://{served.address}"
        page = httpx.get(f"{site}/")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
        assert script is not None
        assert len(httpx.get(f"{site}{script[1]}").raise_for_status().content) > 10_000
        assert "cul-de-sac" in httpx.get(f"{site}/api/shelf").raise_for_status().text


def test_wheels_are_built_with_what_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    locked = (ROOT / "requirements-dev.lock").read_text("utf-8")
    for requirement in project["build-system"]["requires"] + hook["dependencies"]:
        assert re.search(rf"^{re.escape(requirement)} ", locked, re.MULTILINE), f"{requirement}: see `make lock`"


def test_the_locks_agree() -> None:
    """So that what is installed for playing stays when the workshop comes on top of it."""
    locked = {
        name: set(re.findall(r"^\S+==\S+", (ROOT / name).read_text("utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "requirements-web.lock", "requirements-dev.lock")
    }
    assert locked["requirements.lock"] | locked["requirements-web.lock"] <= locked["requirements-dev.lock"]
