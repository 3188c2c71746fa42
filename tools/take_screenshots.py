"""Takes the pictures of the pages and games in `docs/images`: `make screenshots`.

    python -m tools.take_screenshots            all of them
    python -m tools.take_screenshots NAME …     only these

A fresh server, tables laid from the golden records, and the Chromium of the browser tests: nothing else is needed.
"""

import base64
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium
from tests.browser.hands import Hands
from tests.browser.laying import ANYONE, BALSA, FRIEND, ME, SCREEN, lay, make
from tests.browser.visits import Visits
from tests.server.served import Served

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PHONE = (("viewport", {"width": 390, "height": 844}), ("has_touch", True), ("is_mobile", True))
SHARP = 1.5  # pixels for each of the page's: enough for fine screens, and not heavy
QUALITY = 80

Arrange = Callable[[Hands], object]


def nothing(hands: Hands) -> None:
    """The page is arranged already."""


@dataclass(frozen=True)
class Picture:
    """A page as somebody sees it, once they have arranged what it shows."""

    name: str
    path: str = "/"
    arrange: Arrange = nothing
    screen: tuple[tuple[str, Any], ...] = ()
    theme: str = "light"
    language: str = "en-GB"


# ---- what is arranged


def table(record: str, plies: int | None = None, then: Arrange = nothing) -> Arrange:
    """At the table of a golden record, after so much of it."""

    def arrange(hands: Hands) -> None:
        hands.page.goto(lay(hands.page, record, plies))
        hands.wait_for_turn()
        then(hands)
        hands.page.mouse.move(0, 0)

    return arrange


def pick(spot: str) -> Arrange:
    """Take up a piece, or lay a wall, and leave it at that."""
    return lambda hands: hands.click(spot)


def hold(action: str) -> Arrange:
    """Lay a piece where the action says, to be confirmed."""
    return lambda hands: hands.choose(action)


def blockers(hands: Hands) -> None:
    """What is dealt is chance, and so is what is played."""
    made = make(hands.page, "blockers", ME, *[SCREEN] * 2, options={"players": 3})
    hands.page.goto(f"/table/{made['table']['id']}")
    lot = random.Random(3)
    for ply in range(33):
        hands.wait_for_turn(after=ply - 1)
        hands.play(lot.choice(hands.actions()))
    hands.wait_for_turn(after=32)


def waiting(hands: Hands) -> None:
    """A table that waits for a friend."""
    made = make(hands.page, "barrier", ME, FRIEND)
    hands.page.goto(f"/table/{made['table']['id']}")
    hands.page.get_by_label("Link for Seat 2").wait_for()


def invited(hands: Hands) -> None:
    """By the link of somebody who waits."""
    browser = hands.page.context.browser
    assert browser is not None
    host = browser.new_page(base_url=hands.page.url)
    host.goto("/")
    made = make(host, "cul-de-sac", ME, FRIEND, clock={"kind": "game", "seconds": 300})
    host.goto(f"/table/{made['table']['id']}")
    hands.page.goto(made["links"][0]["path"])
    hands.page.get_by_role("button", name="Sit down").wait_for()


def device(hands: Hands) -> None:
    """A table that goes on on another device."""
    table("cul-de-sac", 12)(hands)
    hands.choose_in_menu("Play on another device")
    hands.page.get_by_label("Link for your other device").wait_for()


def lobby(hands: Hands) -> None:
    """Tables at which anybody may sit down, and one to watch."""
    browser = hands.page.context.browser
    assert browser is not None
    somebody = browser.new_page(base_url=hands.page.url)
    somebody.goto("/")
    for game in ("empire", "blokus-duo"):
        make(somebody, game, ME, ANYONE)
    make(somebody, "alignement", ME, BALSA, listed=True)
    somebody.close()
    hands.page.goto("/lobby")


def account(hands: Hands) -> None:
    """Somebody who has played."""
    for record in ("empire", "cul-de-sac"):
        lay(hands.page, record)
    hands.page.goto("/account")


# Tables first: whatever game a page shows later is ready then.
PICTURES = (
    Picture("table-alignement", arrange=table("alignement", 20)),
    Picture("table-barrier", arrange=table("barrier", 45)),
    Picture("table-blockers", arrange=blockers),
    Picture("table-blocus", arrange=table("blocus", 22)),
    Picture("table-blokus-duo", arrange=table("blokus-duo", 18, hold("h12,i12,j12,k12,h13"))),
    Picture("table-cul-de-sac", arrange=table("cul-de-sac", 12, pick("d2"))),
    Picture("table-empire", arrange=table("empire-players-4", 30, pick("i5"))),
    Picture("table-porte", arrange=table("porte", 14)),
    Picture("table-saute", arrange=table("saute", 24)),
    Picture("table-solitaire", arrange=table("solitaire", 8)),
    Picture("table-empire-dark", arrange=table("empire-players-4", 30), theme="dark"),
    Picture("table-blokus-duo-dark", arrange=table("blokus-duo", 18), theme="dark"),
    Picture("table-cul-de-sac-french", arrange=table("cul-de-sac", 13, pick("f8h")), language="fr-FR"),
    Picture("table-cul-de-sac-phone", arrange=table("cul-de-sac", 12), screen=PHONE),
    Picture("table-blokus-duo-phone", arrange=table("blokus-duo", 18), screen=PHONE, theme="dark"),
    Picture("table-empire-phone-french", arrange=table("empire-players-4", 30), screen=PHONE, language="fr-FR"),
    Picture("table-over", arrange=table("alignement")),
    Picture("table-over-phone", arrange=table("cul-de-sac"), screen=PHONE),
    Picture("table-waiting", arrange=waiting),
    Picture("table-invited-phone", arrange=invited, screen=PHONE),
    Picture("table-device", arrange=device),
    Picture("page-shelf"),
    Picture("page-shelf-dark-french", theme="dark", language="fr-FR"),
    Picture("page-shelf-phone", screen=PHONE),
    Picture("page-game", "/games/cul-de-sac"),
    Picture("page-game-phone-dark", "/games/empire", screen=PHONE, theme="dark"),
    Picture("page-rules", "/rules/blocus"),
    Picture("page-rules-french", "/rules/barrier", language="fr-FR"),
    Picture("page-lobby", arrange=lobby),
    Picture("page-account", arrange=account),
    Picture("page-missing", "/nothing/here/at/all"),
)


# ---- taking them


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
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => undefined)")
    save(page, IMAGES / f"{picture.name}.webp")
    page.context.close()


def save(page: Page, path: Path) -> None:
    """As WebP, which is a third of a PNG; the browser itself can write it."""
    assert page.viewport_size is not None
    clip = {"x": 0, "y": 0, "scale": SHARP, **page.viewport_size}
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
    path.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    wanted = sys.argv[1:]
    IMAGES.mkdir(parents=True, exist_ok=True)
    with at_a_fresh_server() as visits:
        for picture in PICTURES:
            if not wanted or picture.name in wanted:
                take(visits, picture)
                print(picture.name, flush=True)
