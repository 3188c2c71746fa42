"""Push services that are busy or away: asked again, as they wish, a few times; without holding up anybody else."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from email.utils import formatdate
from time import time

import pytest
from msgspec import convert
from sqlalchemy import insert

pytest.importorskip("cryptography")  # of the extra `notices`

from palissade.server.identity.tokens import digest_of
from palissade.server.notices.delivery import LONGEST, PAUSES, Delivery
from palissade.server.notices.notices import Notice, Notices
from palissade.server.notices.push import Later
from palissade.server.refused import CATALOGUE
from palissade.server.settings import Settings
from palissade.server.store.database import Database
from palissade.server.store.notices import NoticeStore
from palissade.server.store.people import PersonRow
from palissade.server.store.schema import sessions
from palissade.server.wire.notices import Subscription
from tests.server.notices.browser import PushedBrowser, PushService
from tests.server.store.samples import TWO_FRIENDS, add_people, make_table

SECRET = bytes(32)
NOTICE = Notice("ann", "turn", "t", CATALOGUE.message("notice.turn", game="Barrier"))
TOO_MANY, AWAY = 429, 503


class House:
    """Notices to Ann, whose browser is at a push service. Pauses take no time; something may happen during one."""

    def __init__(self, database: Database, service: PushService) -> None:
        self.service = service
        self.store = NoticeStore(database)
        self.pauses: list[float] = []
        self.became: Counter[str] = Counter()
        self.during: Callable[[], None] = lambda: None
        settings = Settings(push_services=(service.origin,))
        self.notices = Notices(settings, database, lambda: 1_000, self._count, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.during()

    def _count(self, way: str, how: str) -> None:
        self.became[f"{way} {how}"] += 1

    def answers(self, status: int, **headers: str) -> None:
        self.service.status = status
        self.service.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def tell(self) -> int:
        """Tell Ann that it is her turn; how often the service was asked."""
        asyncio.run(self._tell())
        return self.service.received.qsize()

    async def _tell(self) -> None:
        browser = PushedBrowser(f"{self.service.origin}/ann")
        subscription = convert(browser.subscription(), Subscription)
        await self.notices.subscribe(PersonRow("ann", "Ann", "guest", "en"), SECRET, subscription)
        await self.notices.tell(NOTICE)


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS)
    with database.writing() as connection:
        row = {"digest": digest_of(SECRET), "person": "ann", "made_at": 1, "seen_at": 1}
        connection.execute(insert(sessions).values(row))
    with PushService() as service:
        house = House(database, service)
        yield house
        house.notices.close()


def test_a_busy_service_is_asked_again_and_takes_it(house: House) -> None:
    house.answers(TOO_MANY)
    house.during = lambda: house.answers(201)
    assert house.tell() == 2
    assert house.pauses == [PAUSES[0]]
    assert house.became == {"push again": 1, "push sent": 1}


def test_a_service_that_stays_away_is_given_up_after_growing_pauses(house: House) -> None:
    house.answers(AWAY)
    assert house.tell() == len(PAUSES) + 1
    assert house.pauses == list(PAUSES) == sorted(PAUSES)
    assert house.became == {"push again": len(PAUSES), "push failed": 1}


def test_it_is_asked_no_sooner_than_it_wishes(house: House) -> None:
    house.answers(TOO_MANY, retry_after="120")
    house.during = lambda: house.answers(AWAY, retry_after=formatdate(time() + 1000, usegmt=True))
    house.tell()
    assert house.pauses[0] == 120
    assert 900 < house.pauses[1] <= 1000


@pytest.mark.parametrize("wish", ["soon", "-3", "²", ""])
def test_a_wish_that_is_none_is_no_wish(house: House, wish: str) -> None:
    house.answers(TOO_MANY, retry_after=wish.encode().decode("latin-1"))
    house.during = lambda: house.answers(201)
    house.tell()
    assert house.pauses == [PAUSES[0]]


def test_who_asks_for_too_much_is_not_asked_again(house: House) -> None:
    house.answers(TOO_MANY, retry_after=str(int(LONGEST) + 1))
    assert house.tell() == 1
    assert house.became == {"push failed": 1}


def test_a_refusal_is_final(house: House) -> None:
    house.answers(400)
    assert house.tell() == 1
    assert (house.pauses, house.became) == ([], {"push failed": 1})


def test_who_has_come_back_meanwhile_is_told_nothing(house: House) -> None:
    house.answers(TOO_MANY)
    house.during = lambda: house.store.came("ann", "t")
    assert house.tell() == 1
    assert house.became == {"push again": 1, "push late": 1}


def test_who_has_signed_out_or_switched_it_off_meanwhile_is_told_nothing(house: House) -> None:
    house.answers(TOO_MANY)
    house.during = lambda: house.store.unsubscribe(digest_of(SECRET))
    assert house.tell() == 1
    house.store.came("ann", "t")
    house.during = lambda: house.store.switch_off("ann", ["push-turn"])
    assert house.tell() == 2
    assert house.became["push late"] == 2


class Road:
    """To services that are away until they come back, if ever."""

    def __init__(self) -> None:
        self.became: Counter[str] = Counter()
        self.come_back = asyncio.Event()
        self.delivery = Delivery(self._count, self._sleep)

    def _count(self, way: str, how: str) -> None:
        self.became[how] += 1

    async def _sleep(self, seconds: float) -> None:
        await self.come_back.wait()

    async def _send(self) -> None:
        if not self.come_back.is_set():
            raise Later("no road")

    async def _is_wanted(self) -> bool:
        return True

    async def wait(self, count: int) -> list[asyncio.Task[bool]]:
        """So many notices that all wait to be sent again."""
        away = ("https://away/x", self._send, self._is_wanted)
        waiting = [asyncio.create_task(self.delivery.deliver(*away)) for _ in range(count)]
        while self.became["again"] < count:
            await asyncio.sleep(0)
        return waiting

    async def deliver(self) -> bool:
        async def sent() -> None: ...

        return await self.delivery.deliver("https://here/y", sent, self._is_wanted)


def test_a_service_that_is_away_holds_up_nobody() -> None:
    async def test() -> None:
        road = Road()
        waiting = await road.wait(5)
        assert await road.deliver()
        assert road.became == {"again": 5, "sent": 1}
        road.come_back.set()
        assert all(await asyncio.gather(*waiting))
        assert road.became == {"again": 5, "sent": 6}

    asyncio.run(test())


def test_what_waits_when_the_server_stops_is_not_lost_in_silence() -> None:
    async def test() -> None:
        road = Road()
        for waiting in await road.wait(2):
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        assert road.became["failed"] == 2

    asyncio.run(test())
