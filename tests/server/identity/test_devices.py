"""Further devices: a link that only its person can ask for and withdraw, and that works once."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from palissade.server.identity.people import LINK_LIFE, Change
from palissade.server.identity.tokens import SESSION
from palissade.server.store import schema
from tests.server.identity.conftest import Browser, SmallWorker
from tests.server.identity.test_routes import ANN, register, who

OpenBrowser = Callable[[], Browser]


def guest(browser: Browser, name: str = "Birch") -> dict[str, Any]:
    person: dict[str, Any] = browser.patch("/api/me", json={"name": name}).json()["person"]
    return person


def link(browser: Browser) -> str:
    """The token of a new link."""
    answer = browser.post("/api/me/devices")
    assert answer.status_code == 201, answer.text
    path: str = answer.json()["path"]
    assert path.startswith("/device#")
    return path.removeprefix("/device#")


def open_link(browser: Browser, token: str) -> Any:
    return browser.post("/api/session/device", json={"token": token})


def assert_refused(browser: Browser, token: str) -> None:
    before = who(browser)
    answer = open_link(browser, token)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-link")
    assert who(browser) == before


def seats(worker: SmallWorker, table: str) -> list[str | None]:
    query = select(schema.seats.c.person).where(schema.seats.c.table == table).order_by(schema.seats.c.seat)
    with worker.database.reading() as connection:
        return list(connection.scalars(query))


@pytest.mark.parametrize("become", [guest, register])
def test_a_link_makes_one_more_browser_mine_once(
    open_browser: OpenBrowser, become: Callable[[Browser], dict[str, Any]]
) -> None:
    here, there, third = open_browser(), open_browser(), open_browser()
    person = become(here)
    token = link(here)
    assert open_link(there, token).json()["person"] == person
    assert (who(here), who(there)) == (person, person)
    assert_refused(third, token)
    assert there.patch("/api/me", json={"language": "fr"}).status_code == 200


def test_nobody_has_no_devices(browser: Browser) -> None:
    for method, path in (("GET", ""), ("POST", ""), ("DELETE", "/link"), ("DELETE", "/abc")):
        assert browser.request(method, f"/api/me/devices{path}").status_code == 401


def test_a_link_is_open_for_ten_minutes(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    here, there = open_browser(), open_browser()
    guest(here)
    token = link(here)
    assert here.get("/api/me/devices").json()["link_until"] == worker.clock() + LINK_LIFE
    worker.clock.now += LINK_LIFE
    assert_refused(there, token)
    assert here.get("/api/me/devices").json()["link_until"] is None
    asyncio.run(worker.people.forget_the_absent())
    with worker.database.reading() as connection:
        assert connection.execute(select(schema.device_links)).all() == []


def test_a_new_link_and_a_withdrawn_one_close_the_old(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser()
    guest(here)
    first, second = link(here), link(here)
    assert_refused(there, first)
    assert here.delete("/api/me/devices/link").json()["link_until"] is None
    assert_refused(there, second)


def test_signing_out_everywhere_and_registering_close_the_link(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser()
    guest(here)
    token = link(here)
    register(here)
    assert_refused(there, token)
    token = link(here)
    here.delete("/api/sessions")
    assert_refused(there, token)


def test_only_a_digest_of_the_link_is_kept_and_the_export_tells_of_it(browser: Browser, worker: SmallWorker) -> None:
    guest(browser)
    token = link(browser)
    with worker.database.reading() as connection:
        assert token not in repr(connection.execute(select(schema.device_links)).all())
    about = browser.get("/api/me/export").json()
    assert about["device_links"] == [{"made_at": worker.clock(), "until": worker.clock() + LINK_LIFE}]


def test_whoever_guesses_links_has_to_wait(browser: Browser) -> None:
    codes = [open_link(browser, f"wrong-{number}").status_code for number in range(31)]
    assert codes == [403] * 30 + [429]


def test_my_browsers_are_listed_and_one_can_be_withdrawn(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    changes: list[Change] = []
    here, there, stranger = open_browser(), open_browser(), open_browser()
    person = register(here)
    worker.clock.now += 1000
    open_link(there, link(here))
    guest(stranger)
    devices = here.get("/api/me/devices").json()["devices"]
    assert [device["is_this"] for device in devices] == [False, True]
    assert devices[0] == {**devices[0], "made_at": worker.clock(), "seen_at": worker.clock()}
    assert stranger.delete(f"/api/me/devices/{devices[0]['id']}").status_code == 404
    assert who(there) == person
    worker.people.on_change = changes.append
    left = here.delete(f"/api/me/devices/{devices[0]['id']}").json()["devices"]
    assert left == devices[1:]
    assert changes == [Change(person["id"], person["id"])]  # its live lines are cut
    assert (who(here), who(there)) == (person, None)


def test_withdrawing_this_browser_is_signing_out(browser: Browser) -> None:
    guest(browser)
    (device,) = browser.get("/api/me/devices").json()["devices"]
    assert browser.delete(f"/api/me/devices/{device['id']}").status_code == 200
    assert SESSION not in browser.cookies
    assert who(browser) is None
    assert browser.patch("/api/me", json={"name": "Beech"}).status_code == 200


# ---- who was there before


def test_a_guest_on_the_new_device_is_adopted(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    here, there = open_browser(), open_browser()
    person, other = guest(here), guest(there, "Beech")
    worker.lay_table("t1", other["id"], other["id"], None)
    open_link(there, link(here))
    assert seats(worker, "t1") == [person["id"], None]
    with worker.database.reading() as connection:
        assert connection.scalars(select(schema.people.c.id)).all() == [person["id"]]


def test_an_account_on_the_new_device_is_signed_out(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    here, there = open_browser(), open_browser()
    person, ann = guest(here), register(there)
    worker.lay_table("t1", ann["id"], ann["id"], None)
    before = there.cookies[SESSION]
    assert open_link(there, link(here)).json()["person"] == person
    assert seats(worker, "t1") == [ann["id"], None]
    there.cookies.delete(SESSION)
    there.cookies.set(SESSION, before, domain="testserver.local")
    assert who(there) is None


def test_my_own_link_in_the_same_browser_changes_nothing(browser: Browser, worker: SmallWorker) -> None:
    person = guest(browser)
    worker.lay_table("t1", person["id"], person["id"], None)
    assert open_link(browser, link(browser)).json()["person"] == person
    assert seats(worker, "t1") == [person["id"], None]
    assert len(browser.get("/api/me/devices").json()["devices"]) == 1


@pytest.mark.parametrize("way", ["sign in", "link"])
def test_nobody_comes_to_a_second_seat_by_adoption(open_browser: OpenBrowser, worker: SmallWorker, way: str) -> None:
    here, there = open_browser(), open_browser()
    ann, other = register(here), guest(there)
    worker.lay_table("both", ann["id"], ann["id"], other["id"], None)
    worker.lay_table("mine", ann["id"], ann["id"], None)
    worker.lay_table("guests", other["id"], None, other["id"])
    answer = there.post("/api/session", json=ANN) if way == "sign in" else open_link(there, link(here))
    assert answer.json()["person"] == ann
    assert seats(worker, "both") == [ann["id"], None, None]
    assert seats(worker, "mine") == [ann["id"], None]
    assert seats(worker, "guests") == [None, ann["id"]]
