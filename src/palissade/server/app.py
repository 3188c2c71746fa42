"""The ASGI application: the API over HTTP, its documentation, and the page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, SerializationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from sqlalchemy.exc import DataError

from palissade.server.admission import with_known_hosts
from palissade.server.headers import with_headers
from palissade.server.refused import Refused
from palissade.server.routes.cached import AnswerCache
from palissade.server.routes.docs import DOCS
from palissade.server.routes.even import even_games
from palissade.server.routes.health import HEALTH
from palissade.server.routes.house import HOUSE
from palissade.server.routes.learning import LEARNING
from palissade.server.routes.notices import NOTICES
from palissade.server.routes.pages import PAGES, Page
from palissade.server.routes.par import par_of_deal
from palissade.server.routes.people import PEOPLE
from palissade.server.routes.pictures import PICTURES
from palissade.server.routes.rules import RULES
from palissade.server.routes.seeks import SEEKS
from palissade.server.routes.shelf import SHELF
from palissade.server.routes.tables import TABLES
from palissade.server.routes.visitor import DEPENDENCIES, Authentication, answer_refused, from_our_page
from palissade.server.routes.ways import WAYS
from palissade.server.store.trouble import StorageTrouble
from palissade.server.version import version
from palissade.server.wire.socket import Refusal
from palissade.server.worker import Worker

_log = structlog.get_logger("palissade.http")
MOST_BYTES = 64 * 1024  # in the body of a request
# What has secrets in it is not compressed: its length would tell about them.
PLAIN = r"^/api/(me(/devices.*|/notices.*)?|account|sessions?|session/device)$"
CODES = {400: "malformed", 404: "not-found", 405: "not-found", 413: "too-long", 415: "malformed"}


class AnyRequest(Request[Any, Any, Any]):
    """A request with anything in its body: what is no text, or nested too deep, is as malformed as what is no JSON."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise SerializationException(str(error)) from error


def api(worker: Worker) -> Litestar:
    """What is told and asked over HTTP. The live line does not pass through here: see `sockets`."""

    @asynccontextmanager
    async def open_worker(app: Litestar) -> AsyncIterator[None]:
        await worker.open()
        try:
            yield
        finally:
            await worker.close()

    return Litestar(
        route_handlers=[
            *(*PEOPLE, *TABLES, *SEEKS, *NOTICES, *PICTURES, *HOUSE),
            *(*SHELF, *RULES, *LEARNING, par_of_deal, even_games, *WAYS, *HEALTH, *DOCS, *PAGES),
        ],
        dependencies=DEPENDENCIES,
        middleware=[Authentication()],
        guards=[from_our_page],
        exception_handlers={
            Refused: answer_refused,
            StorageTrouble: _storage_trouble,
            DataError: _unkeepable,
            HTTPException: _http_trouble,
            500: _failed,
        },
        lifespan=[open_worker],
        openapi_config=OpenAPIConfig(
            title="Palissade",
            version=version(),
            render_plugins=[],
            path="/api/schema",
            use_handler_docstrings=True,
        ),
        request_class=AnyRequest,
        request_max_body_size=MOST_BYTES,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=5, exclude=PLAIN, exclude_opt_key="is_compressed"
        ),
        state=State(
            {
                "worker": worker,
                "page": Page(),
                "answers": AnswerCache(worker.in_thread),
                "pictures": AnswerCache(worker.painter.in_thread),
            }
        ),
        logging_config=None,
    )


def application(worker: Worker) -> ASGIApp:
    return with_headers(with_known_hosts(with_head(api(worker)), worker.admission))


def with_head(app: ASGIApp) -> ASGIApp:
    """The application, which answers HEAD wherever it answers GET: with the same head, and nothing after it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            await app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await app({**scope, "method": "GET"}, receive, send_head)

    return answer


def _storage_trouble(request: Request[Any, Any, Any], trouble: StorageTrouble) -> Response[Refusal]:
    return answer_refused(request, Refused(f"storage-{trouble.reason}", status=503))


def _unkeepable(request: Request[Any, Any, Any], error: DataError) -> Response[Refusal]:
    """Something that the database cannot even look for, such as a name with a zero byte in it."""
    return answer_refused(request, Refused("malformed", status=400, problem=str(error.orig)))


def _http_trouble(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    if error.status_code >= 500:
        return _failed(request, error)
    code = CODES.get(error.status_code, "malformed")
    return answer_refused(request, Refused(code, status=error.status_code, problem=_problem(error)))


def _problem(error: HTTPException) -> str:
    """What is wrong, and where."""
    found = error.extra if isinstance(error.extra, list) else []
    told = [": ".join(str(item[key]) for key in ("key", "message") if key in item) for item in found if item]
    return "; ".join(told)[:300] or error.detail[:300]


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    _log.error("a request failed", path=request.url.path, exc_info=error)
    return answer_refused(request, Refused("failed", status=500))
