"""How the tests run: bounds checked, the deeper ones only when asked for, failures with a record to replay."""

import os
from collections.abc import Generator

# An index out of range is silent in compiled code otherwise.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import pytest

from tests import random_games
from tests.machines import offer

__all__ = ["offer"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the deeper checks too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        deeper = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=deeper)
        items[:] = [item for item in items if item not in deeper]


def pytest_runtest_setup() -> None:
    random_games.last_walked = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A random game that broke something can be replayed."""
    report = yield
    match = random_games.last_walked
    if report.failed and match is not None:
        report.sections.append((f"replay {match.game!r}", str(match.record())))
    return report
