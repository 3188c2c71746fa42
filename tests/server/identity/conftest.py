"""A small worker that knows people, on each database."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from argon2 import PasswordHasher
from httpx import Response
from litestar import Litestar, Router
from litestar.testing import TestClient
from sqlalchemy import insert

from palissade.server.identity.passwords import Passwords
from palissade.server.identity.people import People
from palissade.server.limits import Limits
from palissade.server.refused import Refused
from palissade.server.routes.people import PEOPLE
from palissade.server.routes.visitor import DEPENDENCIES, Authentication, answer_refused, from_our_page
from palissade.server.store import schema
from palissade.server.store.database import Database

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Clock:
    """Time that goes by when a test says so, in milliseconds."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


@dataclass
class Settings:
    trusts_proxies: bool = False


@dataclass
class SmallWorker:
    """What the identity of people needs of a worker."""

    database: Database
    clock: Clock
    people: People
    limits: Limits
    settings: Settings = field(default_factory=Settings)

    def lay_table(self, table: str, host: str | None, *seats: str | None, status: str = "running") -> None:
        """A table with these people in its seats."""
        with self.database.writing() as connection:
            connection.execute(
                insert(schema.tables).values(
                    id=table, game="alignement", options={}, clock={}, listed=False, rated=True, takebacks=True,
                    host=host, made_at=self.clock(), number=0, status=status, ply=0, machine_moves=False,
                    for_anyone=False, changed_at=self.clock(),
                )
            )  # fmt: skip
            for seat, person in enumerate(seats):
                values = {"table": table, "seat": seat, "who": "person", "person": person}
                connection.execute(insert(schema.seats).values(values))


@pytest.fixture
def worker(database: Database) -> SmallWorker:
    clock = Clock()
    return SmallWorker(database, clock, People(database, clock, Passwords(QUICK)), Limits(clock=lambda: clock() / 1000))


class Browser(TestClient[Litestar]):
    """Keeps cookies, and sends the token back as our page does."""

    def learn_token(self) -> None:
        self.headers["x-csrftoken"] = self.get("/api/me").json()["csrf"]

    def request(self, *args: Any, **options: Any) -> Response:
        answer = super().request(*args, **options)
        if "x-csrftoken" in answer.headers:  # it is somebody else's now
            self.headers["x-csrftoken"] = answer.headers["x-csrftoken"]
        return answer


@pytest.fixture
def open_browser(worker: SmallWorker) -> Iterator[Callable[[], Browser]]:
    """Opens our page in another browser, as nobody."""
    with ExitStack() as opened:

        def open_one() -> Browser:
            browser = opened.enter_context(Browser(small_app(worker)))
            browser.learn_token()
            return browser

        yield open_one


def small_app(worker: SmallWorker) -> Litestar:
    api = Router("/", route_handlers=PEOPLE, middleware=[Authentication()], guards=[from_our_page])
    app = Litestar([api], dependencies=DEPENDENCIES, exception_handlers={Refused: answer_refused}, openapi_config=None)
    app.state.worker = worker
    return app


@pytest.fixture
def browser(open_browser: Callable[[], Browser]) -> Browser:
    return open_browser()
