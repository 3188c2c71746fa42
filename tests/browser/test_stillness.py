"""A page that has been shown lies still: what comes late moves nothing under a finger."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.finger import PHONE
from tests.browser.laying import BALSA, ME, make
from tests.browser.visits import Visits

LATE = {
    "pictures": re.compile(r"\.svg$"),
    "letters": re.compile(r"\.woff2$"),
    "one's own tables": re.compile(r"/api/me/tables"),
}
WATCH = """(() => {
  window.moved = [];
  const tell = ({ node, previousRect, currentRect }) =>
    `${node?.outerHTML?.slice(0, 80) ?? node?.data}: ${previousRect.y} to ${currentRect.y}`;
  new PerformanceObserver(list => {
    for (const { sources } of list.getEntries()) window.moved.push(...sources.map(tell));
  }).observe({ type: "layout-shift", buffered: true });
})()"""
MOST_LOOKS = 1_000  # at what has been asked for
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))"


def hold(page: Page, late: str) -> list[Route]:
    held: list[Route] = []
    page.route(LATE[late], lambda route: held.append(route))  # noqa: PLW0108 -- Playwright marks what it is given
    return held


def release(page: Page, held: list[Route]) -> None:
    """Let what was held go on, as soon as it is asked for, and wait until it is there and painted."""
    for _ in range(MOST_LOOKS):
        if held:
            break
        page.wait_for_timeout(20)
    assert held, "nothing was asked for"
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    page.evaluate(PAINTED)


def come_back(visits: Visits) -> Page:
    """Somebody with a table, who sees the shelf on a phone for the first time."""
    somebody = visits.come()
    make(somebody, "empire", ME, BALSA)
    state = somebody.context.storage_state()
    visits.allow("Service Worker registration blocked")  # it would fetch past what holds requests back
    kept = {"storage_state": {"cookies": state["cookies"], "origins": []}, "service_workers": "block"}
    page = visits.come("", **kept, **PHONE)
    page.add_init_script(WATCH)
    return page


def test_what_comes_late_does_not_move_the_shelf(visits: Visits) -> None:
    page = come_back(visits)
    pictures, letters, tables = (hold(page, late) for late in LATE)
    with page.expect_response(re.compile("/api/shelf")):
        page.goto("/", wait_until="commit")
    page.evaluate(PAINTED)  # what can be shown without them
    release(page, tables)
    page.locator("main li").first.wait_for()
    page.evaluate(PAINTED)
    release(page, pictures)
    release(page, letters)
    page.evaluate("document.fonts.ready.then(() => undefined)")
    assert page.evaluate("document.fonts.check('1em Figtree')")
    assert page.evaluate("[...document.images].every(image => image.naturalWidth)")
    assert page.evaluate("window.moved") == []


def test_the_shelf_does_not_wait_long_for_ones_own_tables(visits: Visits) -> None:
    page = come_back(visits)
    tables = hold(page, "one's own tables")
    page.goto("/", wait_until="commit")
    page.locator("main li").first.wait_for()
    page.evaluate(PAINTED)
    release(page, tables)
    expect(page.get_by_role("region", name="Your tables").get_by_role("link")).to_have_count(1)
    page.evaluate(PAINTED)
    assert page.evaluate("window.moved") == []
