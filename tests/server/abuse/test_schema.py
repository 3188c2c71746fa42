"""The whole API, asked for everything that its documentation allows and much that it does not (Schemathesis)."""

import asyncio
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.server.abuse.watched import Watched
from tests.server.visitor import Visitor

OPERATIONS = (
    "GET /api/me",
    "PATCH /api/me",
    "DELETE /api/me",
    "GET /api/me/devices",
    "POST /api/me/devices",
    "DELETE /api/me/devices/link",
    "DELETE /api/me/devices/{device}",
    "GET /api/me/export",
    "GET /api/me/tables",
    "POST /api/account",
    "POST /api/session",
    "DELETE /api/session",
    "POST /api/session/device",
    "DELETE /api/sessions",
    "GET /api/tables",
    "POST /api/tables",
    "GET /api/tables/{id}",
    "DELETE /api/tables/{id}",
    "POST /api/tables/{id}/seats/{seat}",
    "DELETE /api/tables/{id}/seats/{seat}",
    "GET /api/tables/{id}/record",
    "GET /api/tables/{id}/scene",
    "GET /api/tables/{id}/way",
    "GET /api/seeks",
    "POST /api/seeks",
    "DELETE /api/seeks/{id}",
    "GET /api/me/notices",
    "PUT /api/me/notices",
    "POST /api/me/notices/push",
    "DELETE /api/me/notices/push",
    "PUT /api/me/notices/mail",
    "DELETE /api/me/notices/mail",
    "POST /api/notices/confirm",
    "POST /api/notices/off",
    "GET /api/tables/{id}/picture.png",
    "GET /api/tables/{id}/film.gif",
    "GET /api/games/{game}/picture.png",
    "GET /api/house",
    "POST /api/house",
    "GET /api/shelf",
    "GET /api/shelf/{game}/scene",
    "GET /api/shelf/{game}/rules",
    "GET /api/shelf/{game}/introduction",
    "GET /api/shelf/{game}/par",
    "GET /api/shelf/{game}/way",
    "GET /api/shelf/{game}/even",
    "GET /api/shelf/{game}/lesson",
    "GET /api/shelf/{game}/lesson/{step}/why",
    "GET /health",
    "GET /ready",
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
GAME = "alignement"


@pytest.fixture(scope="module")
def schema(server: Watched) -> OpenApiSchema:
    return schemathesis.openapi.from_url(f"http://{server.address}/api/openapi.json")


@pytest.fixture(scope="module")
def tables(server: Watched) -> list[str]:
    """Tables of every kind, so that not everything is asked of tables that are not there."""

    async def make() -> list[str]:
        async with Visitor(server.address) as visitor:
            made = [
                await visitor.make(GAME, {"who": "anyone"}, {"who": "friend"}),
                await visitor.make(GAME, {"who": "me"}, {"who": "anyone"}, clock={"kind": "days", "days": 2}),
                await visitor.make(GAME, {"who": "me"}, {"who": "screen", "name": "Ann"}, listed=True),
                await visitor.make(GAME, {"who": "machine", "level": "balsa"}, {"who": "friend"}),
                await visitor.make(GAME, {"who": "me"}, {"who": "machine", "level": "balsa"}),
            ]
        return [table["table"]["id"] for table in made]

    return asyncio.run(make())


def operations(schema: OpenApiSchema) -> dict[str, APIOperation[Any, Any, Any, Any]]:
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    return {operation.label: operation for operation in found}


def test_every_operation_of_the_api_is_tried(schema: OpenApiSchema) -> None:
    assert set(operations(schema)) == set(OPERATIONS)


@pytest.mark.parametrize("mode", GenerationMode, ids=str)
@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_is_asked_is_answered_as_documented(
    label: str, mode: GenerationMode, schema: OpenApiSchema, tables: list[str], server: Watched
) -> None:
    operation = operations(schema)[label]
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query or operation.path_parameters):
        return  # nothing can be wrong where nothing is said
    session = requests.Session()

    @settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(
        case=operation.as_strategy(generation_mode=mode), known=st.sampled_from([None, *tables]), makes=st.booleans()
    )
    def ask(case: Case[Any], known: str | None, makes: bool) -> None:
        if known and "id" in case.path_parameters:
            case.path_parameters["id"] = known
        if "game" in case.path_parameters and makes:
            case.path_parameters["game"] = GAME
        if label == "POST /api/tables" and makes and isinstance(case.body, dict):
            case.body |= {"game": GAME, "options": {}, "seats": [{"who": "me"}, {"who": "anyone"}]}
        me = session.get(f"http://{server.address}/api/me").json()
        ours = {"x-csrftoken": me["csrf"]}
        if me["person"] is None and makes:
            guest = session.patch(f"http://{server.address}/api/me", json={}, headers=ours)
            ours = {"x-csrftoken": guest.headers["x-csrftoken"]}
        case.call_and_validate(session=session, headers=ours, checks=CHECKS)

    try:
        ask()
    finally:
        session.close()
