"""Everybody can use every page: axe finds nothing against WCAG 2.2 AA, by day and by night."""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import AXE
from tests.browser.hands import Hands
from tests.browser.laying import ANYONE, BALSA, FRIEND, ME, SETTING_UP, lay, make, set_up
from tests.browser.meeting import meet
from tests.browser.visits import Visits

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "levels => axe.run(document, { runOnly: levels, resultTypes: ['violations'] })"


def waiting(page: Page) -> str:
    return f"/table/{make(page, 'empire', ME, FRIEND)['table']['id']}"


def invited(page: Page) -> str:
    """By the link of somebody else."""
    assert page.context.browser is not None
    host = page.context.browser.new_page(base_url=page.url)
    host.goto("/")
    path = str(make(host, "empire", ME, FRIEND)["links"][0]["path"])
    host.context.close()
    return path


def known(page: Page) -> str:
    """Somebody with devices."""
    waiting(page)
    return "/account"


def with_tables(page: Page) -> str:
    """One to sit down at, and one to watch."""
    make(page, "empire", ME, ANYONE)
    make(page, "alignement", ME, BALSA, listed=True)
    return "/lobby"


def book(page: Page) -> str:
    set_up(page, "blokus-duo")  # its diagrams are played
    return "/rules/blokus-duo"


def lesson(page: Page) -> str:
    set_up(page, "blockers")  # its positions are played
    return "/learn/blockers"


def introduced(page: Page) -> str:
    set_up(page, "empire")  # its pictures are played
    return "/games/empire"


def lost(page: Page) -> str:
    """To somebody else, with a word on what decided it, and talk."""
    assert page.context.browser is not None
    guest = Hands(page.context.browser.new_page(base_url=page.url, viewport={"width": 1280, "height": 800}))
    guest.page.goto("/")
    path = meet(Hands(page), guest, "empire")
    guest.page.locator(".talk .phrases button").first.click()
    guest.page.locator(".talk li").first.wait_for()
    guest.page.context.close()
    return path


def explained(page: Page) -> None:
    page.locator(".result .point .btn").wait_for(timeout=SETTING_UP)  # who looks back waits for the compiler
    page.locator(".talk li").first.wait_for()


def reading(page: Page) -> None:
    page.get_by_role("button", name="Rules", expanded=False).click()
    page.locator(".rules h2").first.wait_for()


def warned(page: Page) -> None:
    page.get_by_role("region", name="Watch out").wait_for()


PAGES: dict[str, str | Callable[[Page], str]] = {
    "shelf": "/",
    "game": introduced,
    "lesson": lesson,
    "rules": book,
    "lobby": "/lobby",
    "tables": with_tables,
    "account": "/account",
    "devices": known,
    "device": "/device#secret",
    "no device": "/device",
    "notices": "/notices",
    "missing": "/nothing/here/at/all",
    "waiting": waiting,
    "invited": invited,
    "squares": lambda page: lay(page, "empire-players-4", 9),
    "walls": lambda page: lay(page, "cul-de-sac", 5),
    "polyominoes": lambda page: lay(page, "blokus-duo", 6),
    "over": lambda page: lay(page, "empire"),
    "lost": lost,
    "reading": lambda page: lay(page, "empire", 5),
    "warned": lambda page: lay(page, "barrier", 70),
}
# What is to be seen besides.
POSES: dict[str, Callable[[Page], None]] = {"lost": explained, "reading": reading, "warned": warned}


def violations(page: Page) -> str:
    """What axe finds on a page, which must have been opened with `bypass_csp`."""
    page.add_script_tag(path=AXE)
    found: dict[str, Any] = page.evaluate(RUN, LEVELS)
    return "\n".join(
        f"{violation['id']}: {violation['help']}: {[node['target'] for node in violation['nodes']][:5]}"
        for violation in found["violations"]
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visits: Visits, name: str, theme: Literal["light", "dark"]) -> None:
    path = PAGES[name]
    page = visits.come("/", bypass_csp=True, color_scheme=theme)
    page.goto(path if isinstance(path, str) else path(page))
    page.locator("h1, h2").first.wait_for(state="attached")
    if name in POSES:
        POSES[name](page)
    page.wait_for_load_state("networkidle")
    assert not violations(page)
