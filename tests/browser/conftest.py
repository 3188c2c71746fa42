"""One browser and one server for each process of a run; every page is watched for trouble."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.visits import Visits
from tests.server.notices.post_office import PostOffice
from tests.server.served import Served


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For these tests alone: while Playwright is there, no other test of this process could run an event loop."""
    with sync_playwright() as playwright:
        launched = chromium.launch(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def office() -> Iterator[PostOffice]:
    """Where mail of the server goes."""
    with PostOffice() as office:
        yield office


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser, office: PostOffice) -> Iterator[Served]:
    """Started after the browser, so that the page it serves is built."""
    database = tmp_path_factory.mktemp("house") / "palissade.db"
    mail = {"SMTP_URL": office.url, "MAIL_FROM": "table@example.org", "SITE": "https://games.example.org"}
    settings: dict[str, Any] = {f"PALISSADE_{name}": value for name, value in mail.items()}
    with Served(f"sqlite:///{database}", **settings) as served:
        yield served


@pytest.fixture
def visits(browser: Browser, server: Served) -> Iterator[Visits]:
    """People with browsers of their own; whatever went wrong on a page of theirs fails the test."""
    visits = Visits(browser, f"http://{server.address}")
    yield visits
    visits.end()
