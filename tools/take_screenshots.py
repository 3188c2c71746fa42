"""Takes the pictures of the pages and games in `docs/images`: `make screenshots`.

A fresh server, tables laid from the golden records, and the Chromium of the browser tests: nothing else is needed.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the tests are no package of ours, but know how to lay a table

from tests.browser import chromium  # noqa: E402
from tests.browser.hands import Hands  # noqa: E402
from tests.browser.laying import FRIEND, ME, lay, make  # noqa: E402
from tests.browser.visits import Visits  # noqa: E402
from tests.server.served import Served  # noqa: E402

IMAGES = ROOT / "docs" / "images"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
QUALITY = 82

Arrange = Callable[[Hands], object]


@dataclass(frozen=True)
class Picture:
    """A page as somebody sees it, once they have arranged what it shows."""

    name: str
    path: str = "/"
    arrange: Arrange = lambda hands: None
    screen: tuple[tuple[str, Any], ...] = tuple(DESKTOP.items())
    theme: str = "light"
    language: str = "en-GB"


def table(record: str, plies: int | None = None, then: Arrange = lambda hands: None) -> Arrange:
    """At the table of a golden record, after so much of it."""

    def arrange(hands: Hands) -> None:
        path = lay(hands.page, record, plies)
        hands.page.goto(path)
        hands.table.wait_for()
        if plies is not None:
            hands.wait_for_turn()
        then(hands)

    return arrange


def waiting(hands: Hands) -> None:
    """A table that waits for a friend."""
    made = make(hands.page, "barrier", ME, FRIEND)
    hands.page.goto(f"/table/{made['table']['id']}")
    hands.page.get_by_role("heading", name="The table is set").wait_for()


def pick(*spots: str) -> Arrange:
    """Pick these and leave it at that."""

    def then(hands: Hands) -> None:
        for spot in spots:
            hands.take(spot)
        hands.page.mouse.move(0, 0)

    return then


def hold(action: str) -> Arrange:
    """Take a piece and hold it where the action says."""

    def then(hands: Hands) -> None:
        hands.hold(action)
        hands.page.mouse.move(0, 0)

    return then


PHONE_ITEMS = tuple(PHONE.items())
PICTURES = (
    Picture("page-shelf"),
    Picture("page-shelf-dark-french", theme="dark", language="fr-FR"),
    Picture("page-shelf-phone", screen=PHONE_ITEMS),
    Picture("page-game", "/games/cul-de-sac"),
    Picture("page-game-phone-dark", "/games/empire", screen=PHONE_ITEMS, theme="dark"),
    Picture("page-rules", "/rules/blocus"),
    Picture("page-rules-french", "/rules/barrier", language="fr-FR"),
    Picture("page-lobby", "/lobby"),
    Picture("page-account", "/account"),
    Picture("page-missing", "/nothing/here/at/all"),
    Picture("page-waiting", arrange=waiting),
    Picture("table-alignement", arrange=table("alignement", 20)),
    Picture("table-barrier", arrange=table("barrier", 45)),
    Picture("table-blockers", arrange=table("blockers", 0)),
    Picture("table-blocus", arrange=table("blocus", 22)),
    Picture("table-blokus-duo", arrange=table("blokus-duo", 18)),
    Picture("table-cul-de-sac", arrange=table("cul-de-sac", 12)),
    Picture("table-empire", arrange=table("empire-players-4", 30)),
    Picture("table-porte", arrange=table("porte", 14)),
    Picture("table-saute", arrange=table("saute", 24)),
    Picture("table-solitaire", arrange=table("solitaire", 8)),
    Picture("table-empire-dark", arrange=table("empire-players-4", 30), theme="dark"),
    Picture("table-blokus-duo-dark", arrange=table("blokus-duo", 18), theme="dark"),
    Picture("table-cul-de-sac-french", arrange=table("cul-de-sac", 13), language="fr-FR"),
    Picture("table-cul-de-sac-phone", arrange=table("cul-de-sac", 12), screen=PHONE_ITEMS),
    Picture("table-blokus-duo-phone", arrange=table("blokus-duo", 18), screen=PHONE_ITEMS, theme="dark"),
    Picture("table-empire-phone-french", arrange=table("empire-players-4", 30), screen=PHONE_ITEMS, language="fr-FR"),
    Picture("table-over", arrange=table("alignement")),
    Picture("table-over-phone", arrange=table("cul-de-sac"), screen=PHONE_ITEMS),
)


@contextmanager
def at_a_fresh_server() -> Iterator[Visits]:
    """A house of its own, without anybody in it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        with Served(f"sqlite:///{folder}/palissade.db") as served:
            visits = Visits(browser, f"http://{served.address}")
            yield visits
            visits.end()


def take(visits: Visits, picture: Picture) -> None:
    """Take one picture."""
    page = visits.come("/", color_scheme=picture.theme, locale=picture.language, **dict(picture.screen))
    hands = Hands(page)
    if picture.path != "/":
        page.goto(picture.path)
    picture.arrange(hands)
    settle(page)
    save(page, IMAGES / f"{picture.name}.webp")
    page.context.close()


def settle(page: Page) -> None:
    """Everything has come, fonts too, and no edge of a pointer is in the picture."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => undefined)")


def save(page: Page, path: Path) -> None:
    """As WebP, which is a third of a PNG; the browser itself can write it."""
    session = page.context.new_cdp_session(page)
    import base64

    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    wanted = sys.argv[1:]
    IMAGES.mkdir(parents=True, exist_ok=True)
    with at_a_fresh_server() as visits:
        for picture in PICTURES:
            if not wanted or picture.name in wanted:
                take(visits, picture)
                print(picture.name, flush=True)
