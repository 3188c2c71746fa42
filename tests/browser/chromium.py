"""A real Chromium from npm, so that a machine needs nothing but Python to run it."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from palissade.server.filelock import FileLock
from tools import build_web

HERE = Path(__file__).parent
INSTALLED = HERE / "node_modules"
UNPACKED = INSTALLED / ".chromium"
AXE = INSTALLED / "axe-core" / "axe.min.js"

IS_FOR_US = (sys.platform, platform.machine()) == ("linux", "x86_64")  # the only ones the package is made for
# The package unpacks itself into the folder for temporary files, and its libraries only in the cloud it was made for.
UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();"
ELSEWHERE = {"TMPDIR": str(UNPACKED), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs24.x"}
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""
# Pages of our own server need no sandbox, and root has none; text is drawn alike on every machine.
FLAGS = ("--no-sandbox", "--no-zygote", "--disable-webgl", "--font-render-hinting=none")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Several processes of one run install and build nothing at once."""
    lock = FileLock(Path(sys.prefix) / ".browser.lock")
    while not lock.take():
        time.sleep(0.1)
    try:
        yield
    finally:
        lock.release()


def put_in_place() -> None:
    """What the tests need of npm, exactly as locked, if it is not there yet."""
    now = build_web.digest([HERE / "package.json", HERE / "package-lock.json"])
    kept = INSTALLED / ".digest"
    if build_web.is_fresh(kept, now):
        return
    build_web.install_locked(HERE)
    if IS_FOR_US:
        unpack()
    kept.write_text(now, "utf-8")


def unpack() -> None:
    """The browser itself, its libraries and its fonts."""
    UNPACKED.mkdir()
    build_web.node("--input-type=module", "--eval", UNPACK, cwd=HERE, env={**os.environ, **ELSEWHERE})
    fonts = UNPACKED / "fonts"
    (fonts / "fonts.conf").write_text(FONTS.format(folder=fonts), "utf-8")


def build_page() -> None:
    """The web app, if it was never built; `make web` builds it anew when it has changed."""
    if not (build_web.PAGE / "index.html").exists():
        subprocess.run([sys.executable, build_web.ROOT / "tools" / "build_web.py"], check=True)


def launch(playwright: Playwright) -> Browser:
    """A browser without a screen; elsewhere than on Linux, the one that `playwright install chromium` brings."""
    with one_at_a_time():
        build_page()
        put_in_place()
    if not IS_FOR_US:
        return playwright.chromium.launch()
    places = {"LD_LIBRARY_PATH": str(UNPACKED / "al2023" / "lib"), "FONTCONFIG_PATH": str(UNPACKED / "fonts")}
    return playwright.chromium.launch(executable_path=UNPACKED / "chromium", args=FLAGS, env={**os.environ, **places})
