"""What a first visit costs, and what the browser is told to be strict about."""

import gzip

from playwright.sync_api import Response, expect

from tests.browser.visits import Visits

HEAVIEST = 220_000  # bytes of all that a first visit loads, compressed where it can be
HEAVIEST_SCRIPTS = 80_000


def test_a_first_visit_is_light(visits: Visits) -> None:
    page = visits.come("")
    answers: list[Response] = []

    def heard(answer: Response) -> None:
        answers.append(answer)

    page.on("response", heard)
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    weights = {
        answer.url: min(len(answer.body()), len(gzip.compress(answer.body()))) for answer in answers if answer.ok
    }
    scripts = {url: weight for url, weight in weights.items() if url.endswith(".js")}
    assert scripts
    assert sum(scripts.values()) < HEAVIEST_SCRIPTS, scripts
    assert sum(weights.values()) < HEAVIEST, weights


def test_nothing_comes_from_elsewhere(visits: Visits) -> None:
    page = visits.come("")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto("/", wait_until="networkidle")
    assert answer is not None
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert all(url.startswith(("data:", "blob:", page.evaluate("location.origin"))) for url in asked)
