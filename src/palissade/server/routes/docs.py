"""The API's documentation: OpenAPI, made from the types of the wire, the live line's messages included."""

from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State

from palissade.record import Record
from palissade.scene import Scene
from palissade.server.refused import Refused
from palissade.server.routes.health import Health
from palissade.server.wire import people, shelf, socket, tables

if TYPE_CHECKING:
    from palissade.server.routes.pages import Page

FRESH = {"cache-control": "no-cache"}
TYPES = (
    *(people.Me, people.ChangeMe, people.Credentials, people.DeleteMe),
    *(tables.NewTable, tables.MadeTable, tables.Tables, tables.Sit, shelf.Shelf, Record, Scene, Health),
    *get_args(socket.Message),
    *get_args(socket.Frame),
)


def document(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document: paths by Litestar, types by msgspec, which knows its own tagged unions best."""
    told: dict[str, Any] = app.openapi_schema.to_schema()
    _, types = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    told["components"] = {"schemas": types}
    told["info"]["description"] = (socket.__doc__ or "").strip()
    for path in told["paths"].values():
        for operation in path.values():
            _add_refusals(operation["responses"])
    return told


def _add_refusals(answers: dict[str, Any]) -> None:
    """Whatever is asked may be refused, always in the same form; Litestar's own form is never sent."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    answers.pop("400", None)
    answers["4XX"] = {"description": "Refused, and why", "content": content}
    answers.setdefault("503", {"description": "Not now: a game gets ready, or the store is away", "content": content})


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
    return Response(file.content, media_type=file.kind, headers=FRESH)


DOCS = [openapi, docs]
