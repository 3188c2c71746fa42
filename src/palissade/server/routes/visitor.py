"""Authentication: who is asking, the middleware and guards that stand between a request and its handler."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, Headers
from litestar.di import NamedDependency, Provide
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.params import SkipValidation
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from palissade.messages import Language
from palissade.server.identity.addresses import Forwarded
from palissade.server.identity.language import preferred_language
from palissade.server.identity.tokens import SESSION, session_cookie
from palissade.server.refused import IdentityRefused, Refused, TooMany
from palissade.server.store.people import PersonRow
from palissade.server.wire.socket import Refusal
from palissade.server.worker import Worker

FROM_ANYWHERE = {"from_anywhere": True}  # of a handler for which it does not matter whose page asks
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
TOKEN_HEADER = "x-csrftoken"  # in requests that change something, and in answers after which there is a new one


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is asking, and from where."""

    person: PersonRow | None
    secret: bytes | None  # of the session
    language: Language
    address: str
    is_secure: bool  # whether what is said is heard by nobody else
    nonce: str | None  # of the browser, from which the token is made by which our page shows that it is ours

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
    """Finds out who is asking, so that handlers and refusals know. Who asks too often is not even looked up."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        worker: Worker = scope["litestar_app"].state.worker
        client = scope["client"]
        peer, trusts_proxies = client[0] if client else "", worker.settings.trusts_proxies
        came = Forwarded.of(scope["headers"], peer, scope["scheme"], trusts_proxies=trusts_proxies)
        if scope["path"].startswith("/api/") and cast("HTTPScope", scope)["method"] in SAFE_METHODS:
            if wait := worker.limits.spend("read", came.address):
                worker.admission.refused("reads")
                raise TooMany(wait)
        visitor = scope["state"]["visitor"] = await _recognise(worker, scope, came)

        async def send_with_token(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_new_token(worker, visitor, message["headers"])]
            await send(message)

        await next_app(scope, receive, send_with_token)


def _new_token(worker: Worker, visitor: Visitor, headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Whoever becomes somebody else by an answer is told their new token with it."""
    for name, value in headers:
        cookie = value.decode("latin-1")
        if name == b"set-cookie" and cookie.startswith(f"{SESSION}=") and visitor.nonce:
            cookies = worker.people.cookies
            token = cookies.csrf_token(visitor.nonce, cookies.person_secret(cookie))
            return [(TOKEN_HEADER.encode(), token.encode())]
    return []


async def _recognise(worker: Worker, scope: Scope, came: Forwarded) -> Visitor:
    headers = Headers.from_scope(scope)
    cookies = headers.get("cookie", "")
    secret = worker.people.cookies.person_secret(cookies)
    person = await worker.people.whoami(secret)
    return Visitor(
        person=person,
        secret=secret,
        language=person.language if person else preferred_language(headers.get("accept-language", "")),
        address=came.address,
        is_secure=came.is_secure,
        nonce=worker.people.cookies.nonce(cookies),
    )


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


def from_our_page(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Whatever changes something must come from our own page, not from a form on somebody else's."""
    if connection.scope["type"] != ScopeType.HTTP or connection.scope["method"] in SAFE_METHODS:
        return
    if handler.opt.get("from_anywhere"):
        return
    worker: Worker = connection.app.state.worker
    cookies, token = connection.headers.get("cookie", ""), connection.headers.get(TOKEN_HEADER, "")
    if not worker.people.cookies.is_from_our_page(cookies, token):
        raise IdentityRefused("csrf", 403)


# ---- for refusals


def language_of(request: Request[Any, Any, Any]) -> Language:
    """Of the person, else the best that the browser asks for."""
    visitor: Visitor | None = request.scope["state"].get("visitor")
    return visitor.language if visitor else preferred_language(request.headers.get("accept-language", ""))


def answer_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    """A refusal as an answer, in the reader's language."""
    headers = {} if refused.seconds is None else {"retry-after": str(refused.seconds)}
    return Response(refused.to_wire(language_of(request)), status_code=refused.status, headers=headers)
