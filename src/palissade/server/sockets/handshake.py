"""The WebSocket handshake: who may open a connection, and from where."""

from picows import WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener

from palissade.messages import LANGUAGES, Language
from palissade.server.identity.addresses import Forwarded
from palissade.server.identity.language import preferred_language
from palissade.server.refused import Refused
from palissade.server.sockets.connection import Connection
from palissade.server.worker import Worker

PATH = "/api/socket"
MOST_CONNECTIONS = 20_000  # for one worker


class Handshake:
    """One handshake, and the place of its connection among those of its address."""

    def __init__(self, worker: Worker, peer: str) -> None:
        self._worker = worker
        self._peer = peer
        self._address: str | None = None  # where it is counted, while it is

    def answer(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        """A connection, or why not."""
        worker, headers = self._worker, request.headers
        chosen = _chosen_language(request)
        language = chosen or preferred_language(headers.get("accept-language", ""))
        raw = ((name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers.items())
        came = Forwarded.of(raw, self._peer, trusts_proxies=worker.settings.trusts_proxies)
        try:
            worker.admission.hosts.check(came.host)
        except Refused as refused:
            worker.admission.refused("host")
            return _no(refused.status, refused.message.say(language))
        if _path(request)[0] != PATH:
            return _no(404)
        if not self._is_from_our_page(headers.getall("origin", []), came.host or ""):
            return _no(403)
        if not worker.is_open or len(worker.connections) >= MOST_CONNECTIONS:
            return _no(503)
        if not worker.admission.lines.enter(came.address):
            worker.admission.refused("lines")
            return _no(429)
        self._address = came.address
        secret = worker.people.cookies.person_secret(headers.get("cookie", ""))
        connection = Connection(worker, secret, came.address, language, is_chosen=chosen is not None)
        return WSUpgradeResponseWithListener(WSUpgradeResponse.create_101_response(), connection)

    def end(self) -> None:
        """The connection is no more."""
        if self._address is not None:
            self._worker.admission.lines.leave(self._address)
            self._address = None

    def _is_from_our_page(self, origins: list[str], host: str) -> bool:
        """A page of another site has another origin; a program that is no browser has none."""
        return all(
            origin in self._worker.settings.origins or origin.partition("://")[2].lower() == host.lower()
            for origin in origins
        )


def _path(request: WSUpgradeRequest) -> tuple[str, str]:
    path, _, query = request.path.decode("latin-1").partition("?")
    return path, query


def _chosen_language(request: WSUpgradeRequest) -> Language | None:
    """The language of the page, which it says as `?lang=fr`; it goes before the person's and the browser's."""
    _, query = _path(request)
    return next((language for language in LANGUAGES if f"lang={language}" in query.split("&")), None)


def _no(status: int, words: str = "") -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, words.encode()), None)
