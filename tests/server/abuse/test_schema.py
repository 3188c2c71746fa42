"""The whole API, asked for everything that its documentation allows and much that it does not (Schemathesis)."""

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.abuse.watched import Watched

OPERATIONS = (
    "GET /api/me",
    "PATCH /api/me",
    "DELETE /api/me",
    "GET /api/me/export",
    "GET /api/me/tables",
    "POST /api/account",
    "POST /api/session",
    "DELETE /api/session",
    "DELETE /api/sessions",
    "GET /api/tables",
    "POST /api/tables",
    "GET /api/tables/{id}",
    "DELETE /api/tables/{id}",
    "POST /api/tables/{id}/seats/{seat}",
    "DELETE /api/tables/{id}/seats/{seat}",
    "GET /api/tables/{id}/record",
    "GET /api/tables/{id}/scene",
    "GET /api/shelf",
    "GET /api/shelf/{game}/scene",
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
