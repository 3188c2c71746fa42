"""Admission control: how many connections there may be, in all and from one address, and under which host names.

Whatever is turned away is counted in the metrics, and told in the log at most once in ten seconds for each reason: a
flood must not fill the disk. No log of ours has an address in it.
"""

import time
from collections import Counter
from collections.abc import Callable
from math import ceil
from typing import Literal

import msgspec
import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from palissade.server.hosts import Hosts
from palissade.server.identity.addresses import Forwarded
from palissade.server.identity.language import preferred_language
from palissade.server.limits import AtOnce
from palissade.server.metrics import Metrics
from palissade.server.open_files import most_connections
from palissade.server.refused import Refused
from palissade.server.settings import Settings

_log = structlog.get_logger("palissade.admission")

MOST_CONNECTIONS = 200  # of one address, for requests; without limit where all come from a proxy
MOST_LINES = 100  # live lines of one address
TELL_EVERY = 10.0  # seconds

Why = Literal["head", "slow", "malformed", "pipelined", "connections", "lines", "files", "host", "reads", "busy"]
REASONS: dict[Why, str] = {
    "head": "a request was cut off: its head is too long",
    "slow": "a request was cut off: it took too long to arrive",
    "malformed": "a request was cut off: it is no HTTP",
    "pipelined": "a connection was cut: too many requests wait on it",
    "connections": "a connection was refused: its address has too many",
    "lines": "a live line was refused: its address has too many",
    "files": "a connection was refused: there are no more open files for it; see LimitNOFILE in docs/hosting.md",
    "host": "a request was refused: it was sent to a host name that is not ours; see PALISSADE_HOSTS",
    "reads": "a request was refused: its address asks too often",
    "busy": "something was refused: there is too much to do",
}


class Admission:
    """Who is let in. There are at most `most_open` connections in all, as many as the system has files for."""

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        most_open: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hosts = Hosts(settings.hosts, settings.host or "")
        self.trusts_proxies = settings.trusts_proxies
        scale = settings.limits
        self.connections = AtOnce(0 if self.trusts_proxies else ceil(MOST_CONNECTIONS * scale))
        self.lines = AtOnce(ceil(MOST_LINES * scale))
        self._most_open = most_connections() if most_open is None else most_open
        self._metrics = metrics
        self._clock = clock
        self._told_at: dict[Why, float] = {}
        self._untold: Counter[Why] = Counter()

    def connect(self, address: str) -> Why | None:
        """Count a connection, until it leaves `connections`; or why it may not be."""
        if self._most_open is not None and self.connections.total + self.lines.total >= self._most_open:
            return "files"
        return None if self.connections.enter(address) else "connections"

    def refused(self, why: Why) -> None:
        """Count what was turned away, and tell it if that is due."""
        self._metrics.refused(why)
        self._untold[why] += 1
        now = self._clock()
        if now - self._told_at.get(why, -TELL_EVERY) >= TELL_EVERY:
            self._told_at[why] = now
            _log.warning(REASONS[why], why=why, times=self._untold.pop(why))


def with_known_hosts(app: ASGIApp, admission: Admission) -> ASGIApp:
    """The application, for requests that are meant for us."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            client = scope["client"]
            came = Forwarded.of(scope["headers"], client[0] if client else "", trusts_proxies=admission.trusts_proxies)
            try:
                admission.hosts.check(came.host)
            except Refused as refused:
                admission.refused("host")
                await _say(refused, scope, send)
                return
        await app(scope, receive, send)

    return answer


async def _say(refused: Refused, scope: Scope, send: Send) -> None:
    wishes = dict(scope["headers"]).get(b"accept-language", b"")
    body = msgspec.json.encode(refused.to_wire(preferred_language(wishes.decode("latin-1"))))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
