"""Compiled code is tested with its bounds checked: an index out of range is silent otherwise."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the deeper checks too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        deeper = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=deeper)
        items[:] = [item for item in items if item not in deeper]
