"""Who is asking: what stands between a request and its handler."""

import ipaddress
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, Headers
from litestar.di import NamedDependency, Provide
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.params import SkipValidation
from litestar.types import ASGIApp, Receive, Scope, Send

from palissade.messages import Language
from palissade.server.identity.language import preferred_language
from palissade.server.identity.people import People
from palissade.server.identity.tokens import session_cookie
from palissade.server.limits import Limits
from palissade.server.refused import IdentityRefused, Refused, TooMany
from palissade.server.store.people import PersonRow
from palissade.server.wire.socket import Refusal

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


class Settings(Protocol):
    """What the host decides."""

    @property
    def trusts_proxies(self) -> bool:
        """Whether a proxy before the server says who asks, and how."""


class Worker(Protocol):
    """What is needed of the worker to know people."""

    @property
    def people(self) -> People: ...
    @property
    def limits(self) -> Limits: ...
    @property
    def settings(self) -> Settings: ...


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is asking, and from where."""

    person: PersonRow | None
    secret: bytes | None  # of the session
    language: Language
    address: str
    is_secure: bool  # whether what is said is heard by nobody else
    token: str | None  # by which our page shows that it is ours

    @property
    def known(self) -> PersonRow:
        """The person, or refused: for what nobody cannot do."""
        if self.person is None:
            raise IdentityRefused("nobody", 401)
        return self.person

    @property
    def key(self) -> str:
        """By whom to count what has a limit."""
        return self.person.id if self.person else self.address


# ---- recognising


class Authentication(ASGIMiddleware):
    """Finds out who is asking, so that handlers and refusals know."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        worker: Worker = scope["litestar_app"].state.worker
        scope["state"]["visitor"] = await _recognise(worker, scope)
        await next_app(scope, receive, send)


async def _recognise(worker: Worker, scope: Scope) -> Visitor:
    headers = Headers.from_scope(scope)
    trusts_proxies = worker.settings.trusts_proxies
    cookies = headers.get("cookie", "")
    secret = worker.people.cookies.person_secret(cookies)
    person = await worker.people.whoami(secret)
    client = scope["client"]
    return Visitor(
        person=person,
        secret=secret,
        language=person.language if person else preferred_language(headers.get("accept-language", "")),
        address=address_of(client[0] if client else "", headers.get("x-forwarded-for", "") if trusts_proxies else ""),
        is_secure="https" in (scope["scheme"], headers.get("x-forwarded-proto") if trusts_proxies else None),
        token=worker.people.cookies.token(cookies),
    )


def address_of(peer: str, forwarded_for: str = "") -> str:
    """The address by which to count. The last that was forwarded is what our proxy saw itself, the ones before are
    hearsay; of IPv6 somebody usually has all addresses with the same first half.
    """
    told = forwarded_for.rpartition(",")[2].strip() or peer
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return peer
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


# ---- for handlers


def visitor_of(request: Request[Any, Any, Any]) -> Visitor:
    return cast("Visitor", request.scope["state"]["visitor"])


def worker_of(request: Request[Any, Any, Any]) -> Worker:
    return cast("Worker", request.app.state.worker)


# Handlers ask for them by the names `visitor` and `worker`.
TheVisitor: TypeAlias = NamedDependency[SkipValidation[Visitor]]
TheWorker: TypeAlias = NamedDependency[SkipValidation[Worker]]
DEPENDENCIES = {
    "visitor": Provide(visitor_of, sync_to_thread=False),
    "worker": Provide(worker_of, sync_to_thread=False),
}


async def somebody(worker: Worker, visitor: Visitor, name: str | None = None) -> tuple[PersonRow, list[Cookie]]:
    """Who is asking, or a new guest, with the cookie to answer with: for what needs to be somebody's."""
    if visitor.person:
        return visitor.person, []
    worker.limits.charge("guest", visitor.address)
    guest, value = await worker.people.become_guest(name, visitor.language)
    return guest, [session_cookie(value, visitor.is_secure)]


def from_our_page(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Whatever changes something must come from our own page, not from a form on somebody else's."""
    if connection.scope["type"] != ScopeType.HTTP or connection.scope["method"] in SAFE_METHODS:
        return
    worker: Worker = connection.app.state.worker
    cookies, token = connection.headers.get("cookie", ""), connection.headers.get("x-csrftoken", "")
    if not worker.people.cookies.is_from_our_page(cookies, token):
        raise IdentityRefused("csrf", 403)


# ---- for refusals


def language_of(request: Request[Any, Any, Any]) -> Language:
    """Of the person, else the best that the browser asks for."""
    visitor: Visitor | None = request.scope["state"].get("visitor")
    return visitor.language if visitor else preferred_language(request.headers.get("accept-language", ""))


def answer_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    """A refusal as an answer, in the reader's language."""
    headers = {"retry-after": str(refused.seconds)} if isinstance(refused, TooMany) else {}
    return Response(refused.to_wire(language_of(request)), status_code=refused.status, headers=headers)
