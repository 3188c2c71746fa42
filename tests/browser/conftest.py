"""One browser and one server for each process of a run; every page is watched for trouble."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.visits import Visits
from tests.server.served import Served


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For these tests alone: while Playwright is there, no other test of this process could run an event loop."""
    with sync_playwright() as playwright:
        launched = chromium.launch(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    """Started after the browser, so that the page it serves is built."""
    database = tmp_path_factory.mktemp("house") / "palissade.db"
    with Served(f"sqlite:///{database}") as served:
        yield served


@pytest.fixture
def visits(browser: Browser, server: Served) -> Iterator[Visits]:
    """People with browsers of their own; whatever went wrong on a page of theirs fails the test."""
    visits = Visits(browser, f"http://{server.address}")
    yield visits
    visits.end()
