"""Servers to be abused: whatever is done to them, they must not fail, and their log must say so."""

from collections.abc import Iterator

import pytest

from tests.server.abuse.watched import Watched


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A server without limits, shared by the tests of a file."""
    with Watched(tmp_path_factory.mktemp("server")) as served:
        yield served
