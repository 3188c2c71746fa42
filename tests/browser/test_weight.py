"""What a first visit costs, and what the browser is told to be strict about."""

import gzip

from playwright.sync_api import Response, expect

from tests.browser.visits import Visits

HEAVIEST = 120_000  # bytes of script, compressed


def test_the_scripts_of_a_first_visit_are_light(visits: Visits) -> None:
    page = visits.come("")
    scripts: list[Response] = []
    page.on("response", lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None)
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert scripts
    assert sum(len(gzip.compress(script.body())) for script in scripts) < HEAVIEST


def test_nothing_comes_from_elsewhere(visits: Visits) -> None:
    page = visits.come("")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto("/", wait_until="networkidle")
    assert answer is not None
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert all(url.startswith(("data:", "blob:", page.evaluate("location.origin"))) for url in asked)
