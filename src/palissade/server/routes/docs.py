"""The API's documentation: OpenAPI, made from the types of the wire, the live line's messages included."""

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State

from palissade.scene import Scene
from palissade.server.refused import Refused
from palissade.server.wire import socket

if TYPE_CHECKING:
    from palissade.server.routes.pages import Page

FRESH = {"cache-control": "no-cache"}


def document(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document: paths by Litestar, types by msgspec, which knows its own tagged unions best."""
    told: dict[str, Any] = app.openapi_schema.to_schema()
    _, types = msgspec.json.schema_components(
        [socket.Message, socket.Frame, Scene], ref_template="#/components/schemas/{name}"
    )
    schemas = told.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(types)
    told["info"]["description"] = (socket.__doc__ or "").strip()
    return told


@cache
def _written(app: Litestar) -> bytes:
    return msgspec.json.encode(document(app))


@get("/api/openapi.json", include_in_schema=False, media_type="application/json")
async def openapi(request: Request[None, None, State]) -> Response[bytes]:
    """The API, for programs."""
    return Response(_written(request.app), media_type="application/json", headers=FRESH)


@get("/api/docs", include_in_schema=False)
async def docs(state: State) -> Response[bytes]:
    """The API, for people: a page of the web app of its own."""
    page: Page = state.page
    try:
        file = page.find("docs.html")
    except Refused:
        raise Refused("not-built", status=404) from None
    # The reader of OpenAPI documents brings styles of its own; nothing on this page can act for anybody.
    policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
    return Response(file.content, media_type=file.kind, headers={**FRESH, "content-security-policy": policy})


DOCS = [openapi, docs]
