"""Who may open a live line, and from where."""

from typing import TYPE_CHECKING

from picows import WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener

from palissade.messages import LANGUAGES, Language
from palissade.server.identity.language import preferred_language
from palissade.server.sockets.connection import Line

if TYPE_CHECKING:
    from palissade.server.worker import Worker

PATH = "/api/socket"
MOST_LINES = 20_000  # for one worker


class Handshake:
    def __init__(self, worker: "Worker") -> None:
        self._worker = worker

    def answer(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        """A line, or why not."""
        path, _, query = request.path.decode("latin-1").partition("?")
        if path != PATH:
            return _no(404)
        if not self._is_from_our_page(request):
            return _no(403)
        if not self._worker.is_open or len(self._worker.lines) >= MOST_LINES:
            return _no(503)
        headers = request.headers
        trusts = self._worker.settings.trusts_proxies
        line = Line(
            self._worker,
            self._worker.people.cookies.person_secret(headers.get("cookie", "")),
            headers.get("x-forwarded-for", "") if trusts else "",
            _language(query, headers.get("accept-language", "")),
        )
        return WSUpgradeResponseWithListener(WSUpgradeResponse.create_101_response(), line)

    def _is_from_our_page(self, request: WSUpgradeRequest) -> bool:
        """A page of another site has another origin; a program that is no browser has none."""
        origin = request.headers.get("origin")
        if origin is None or origin in self._worker.settings.origins:
            return True
        host = request.headers.get("host", "")
        if self._worker.settings.trusts_proxies:
            host = request.headers.get("x-forwarded-host", host)
        return origin.partition("://")[2].lower() == host.lower()


def _language(query: str, accept: str) -> Language:
    """The language of the page, which it says as `?lang=fr`, or of the browser."""
    for language in LANGUAGES:
        if f"lang={language}" in query.split("&"):
            return language
    return preferred_language(accept)


def _no(status: int) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, b""), None)
