"""Takes pictures of every page and game, to be looked at: `make screenshots`, then `screenshots/index.html`.

    python -m tools.take_screenshots            every view in every look
    python -m tools.take_screenshots NAME …     only views, looks or pictures of these names
    python -m tools.take_screenshots README     the pictures of the README, into docs/images

A fresh server, tables laid from the golden records, and the Chromium of the browser tests: nothing else is needed.
"""

import base64
import html
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, FloatRect, Page, StorageState, sync_playwright

from tests.browser import chromium
from tests.browser.hands import Hands
from tests.browser.laying import BALSA, ME, SETTING_UP, make
from tests.browser.visits import Visits
from tests.server.served import Served
from tools.views import VIEWS, View

ROOT = Path(__file__).parents[1]
TAKEN = ROOT / "screenshots"
TALLEST = 2600  # pixels of a page that is shown as a whole

SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
PHONE: dict[str, Any] = SMALL | {"viewport": {"width": 390, "height": 844}}
DARK: dict[str, Any] = {"color_scheme": "dark"}
FRENCH: dict[str, Any] = {"locale": "fr-FR"}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": DARK,
    "french": FRENCH,
    "small": SMALL,
    "small-french-dark": SMALL | DARK | FRENCH,
    "1180": {"viewport": {"width": 1180, "height": 820}, "has_touch": True},
    "1920": {"viewport": {"width": 1920, "height": 1080}},
}

# What the README shows, by the view and the look; sharper, and as WebP, which is a third of a PNG.
IMAGES = ROOT / "docs" / "images"
IN_README: dict[str, tuple[str, dict[str, Any]]] = {
    "table-empire": ("table-empire", {}),
    "table-empire-dark": ("table-empire", DARK),
    "table-cul-de-sac-phone": ("table-cul-de-sac", PHONE),
    "table-over": ("table-won", {}),
    "page-shelf": ("shelf", {}),
    "page-shelf-dark-french": ("shelf", DARK | FRENCH),
    "page-game": ("game-cul-de-sac", {}),
}
SHARP = 1.5  # pixels for each of the page's
QUALITY = 80


@contextmanager
def at_a_fresh_server() -> Iterator[Visits]:
    """A house of its own, without anybody in it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        with Served(f"sqlite:///{folder}/palissade.db") as served:
            visits = Visits(browser, f"http://{served.address}")
            yield visits
            visits.end()


class Studio:
    """People with a screen of every look, at whose tables pictures are taken; one for each language they speak."""

    def __init__(self, visits: Visits) -> None:
        self._visits = visits
        self._hosts: dict[str, Page] = {}
        self._laid: dict[tuple[str, str], str] = {}
        self._screens: dict[str, BrowserContext] = {}  # one for each look, so that what was loaded once is there

    def _host(self, language: str) -> Page:
        if language not in self._hosts:
            self._hosts[language] = self._visits.come(locale=language)
            make(self._hosts[language], "empire", ME, BALSA)  # from now on they are somebody
        return self._hosts[language]

    def _screen(self, look: dict[str, Any], host: Page) -> BrowserContext:
        """A screen of the host's that remembers nothing but who they are."""
        if str(look) not in self._screens:
            state: StorageState = {"cookies": host.context.storage_state()["cookies"], "origins": []}
            self._screens[str(look)] = self._visits.come("", storage_state=state, **look).context
        return self._screens[str(look)]

    def _path(self, view: View, language: str) -> str:
        """Where the view is seen; it is laid when it is first asked for."""
        if (view.name, language) not in self._laid:
            self._laid[view.name, language] = view.lay(self._host(language))
        return self._laid[view.name, language]

    @contextmanager
    def posed(self, view: View, look: dict[str, Any]) -> Iterator[Page]:
        """A page that shows the view in this look."""
        language = look.get("locale", "en-GB")
        where = self._path(view, language)
        page = self._screen(look, self._host(language)).new_page()
        hands = Hands(page)
        page.goto(where)
        view.pose(hands)
        page.mouse.move(0, 0)
        page.wait_for_load_state("networkidle", timeout=SETTING_UP)  # what a good result is takes the server a while
        page.evaluate("document.fonts.ready.then(() => undefined)")
        yield page
        page.close()


def save(page: Page, view: View, path: Path) -> None:
    assert page.viewport_size is not None
    wide, high = page.viewport_size["width"], page.viewport_size["height"]
    if view.is_whole:
        high = min(max(high, page.evaluate("document.scrollingElement.scrollHeight")), TALLEST)
    page.screenshot(path=path, full_page=view.is_whole, clip=FloatRect(x=0, y=0, width=wide, height=high))


def save_for_readme(page: Page, path: Path) -> None:
    assert page.viewport_size is not None
    clip = {"x": 0, "y": 0, "scale": SHARP, **page.viewport_size}
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
    path.write_bytes(base64.b64decode(shot["data"]))


def contact_sheet() -> str:
    """All pictures that are there, a row for each view."""
    rows = []
    for view in VIEWS:
        figures = "".join(
            f'<figure><a href="{view.name}-{look}.png"><img loading="lazy" src="{view.name}-{look}.png" alt=""></a>'
            f"<figcaption>{html.escape(look)}</figcaption></figure>"
            for look in LOOKS
            if (TAKEN / f"{view.name}-{look}.png").exists()
        )
        rows.append(f"<h2>{html.escape(view.name)}</h2><div>{figures}</div>")
    style = (
        "body{font:16px sans-serif}div{display:flex;gap:12px;align-items:start}figure{margin:0}img{max-height:480px}"
    )
    return f"<!doctype html><meta charset=utf-8><title>Palissade</title><style>{style}</style>{''.join(rows)}"


def take(studio: Studio, wanted: set[str]) -> None:
    TAKEN.mkdir(exist_ok=True)
    for view in VIEWS:
        for look, options in LOOKS.items():
            name = f"{view.name}-{look}"
            if wanted and not wanted & {view.name, look, name}:
                continue
            with studio.posed(view, options) as page:
                save(page, view, TAKEN / f"{name}.png")
            print(name, flush=True)
    (TAKEN / "index.html").write_text(contact_sheet(), "utf-8")


def take_for_readme(studio: Studio) -> None:
    views = {view.name: view for view in VIEWS}
    for name, (view, look) in IN_README.items():
        with studio.posed(views[view], look) as page:
            save_for_readme(page, IMAGES / f"{name}.webp")
        print(name, flush=True)


if __name__ == "__main__":
    wanted = set(sys.argv[1:])
    with at_a_fresh_server() as visits:
        studio = Studio(visits)
        if wanted == {"README"}:
            take_for_readme(studio)
        else:
            take(studio, wanted)
