"""People who visit the server, each with a browser of their own, and what goes wrong on their pages."""

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

PATIENCE = 20_000  # milliseconds for what must come: machines are shared
expect.set_options(timeout=PATIENCE)  # pages have it from their contexts; what is expected of them has 5 s else
# A game that is being set up is answered so, and asked for again.
SETTING_UP = r"status of 503 .*/api/tables\)"
# What a browser says while there is no way to the server, of attempts that fail and of those that are given up.
NO_WAY = r"ERR_|WebSocket connection to .* failed"


class Visits:
    """Opens pages and keeps an eye on all of them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._contexts: list[BrowserContext] = []
        self._allowed = [re.compile(SETTING_UP)]
        self.troubles: list[str] = []

    def come(self, path: str = "/", **options: Any) -> Page:
        """Somebody new opens a page. Nothing moves by itself unless `reduced_motion` says otherwise."""
        wishes = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options
        context = self._browser.new_context(base_url=self._address, **wishes)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.troubles.append(f"uncaught: {error.error}"))
        context.on("requestfailed", self._failed)
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """Trouble that this test makes on purpose."""
        self._allowed.append(re.compile(pattern))

    def end(self) -> None:
        """Everybody goes home; raises where a page had trouble."""
        for context in self._contexts:
            context.close()
        bad = [trouble for trouble in self.troubles if not any(known.search(trouble) for known in self._allowed)]
        assert not bad, "\n".join(bad)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        # A page that is left may leave a request unanswered.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"request: {request.url}: {request.failure}")
