"""Who I am, over HTTP."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from sqlalchemy import select, update

from palissade.server.identity.tokens import CSRF, KNOWN, SESSION
from palissade.server.store import schema
from tests.server.identity.conftest import Browser, SmallWorker

OpenBrowser = Callable[[], Browser]
ANN = {"name": "Ann", "password": "correct horse"}


def register(browser: Browser, **credentials: str) -> dict[str, Any]:
    answer = browser.post("/api/account", json=ANN | credentials)
    assert answer.status_code == 201, answer.text
    person: dict[str, Any] = answer.json()["person"]
    return person


def who(browser: Browser) -> dict[str, Any] | None:
    person: dict[str, Any] | None = browser.get("/api/me").json()["person"]
    return person


# ---- guests


def test_asking_makes_nobody_somebody(browser: Browser, worker: SmallWorker) -> None:
    assert who(browser) is None
    assert SESSION not in browser.cookies
    with worker.database.reading() as connection:
        assert connection.execute(select(schema.people)).all() == []


def test_who_gives_a_name_becomes_a_guest_of_that_name(browser: Browser) -> None:
    answer = browser.patch("/api/me", json={"name": "  Ann "})
    assert answer.status_code == 200
    assert answer.json()["person"]["name"] == "Ann"
    assert who(browser) == answer.json()["person"]


def test_a_guest_may_change_name_and_language(browser: Browser) -> None:
    first = browser.patch("/api/me", json={"language": "fr"}).json()
    assert first["language"] == "fr"
    second = browser.patch("/api/me", json={"name": "Bouleau"}).json()
    assert second["person"] == {"id": first["person"]["id"], "name": "Bouleau"}
    assert browser.get("/api/me").json() == second


def test_nobody_is_spoken_to_in_the_language_of_the_browser(browser: Browser) -> None:
    assert browser.get("/api/me", headers={"accept-language": "fr-CH, en;q=0.5"}).json()["language"] == "fr"
    refused = browser.get("/api/me/export", headers={"accept-language": "fr"})
    assert (refused.status_code, refused.json()["code"]) == (401, "nobody")
    assert refused.json()["message"].startswith("Pour cela")


@pytest.mark.parametrize(
    "name", ["", "   ", "a\u0000b", "a\u202eb", "\u2066Ann", "a\u200fb", "a\nb", "x" * 25, "\u3164"]
)
def test_a_name_that_cannot_be_read_is_refused(browser: Browser, name: str) -> None:
    assert browser.patch("/api/me", json={"name": name}).status_code == 400
    assert browser.post("/api/account", json=ANN | {"name": name}).status_code == 400
    assert who(browser) is None


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_unknown_fields_are_refused(browser: Browser, method: str) -> None:
    assert browser.request(method, "/api/me", json={"colour": "red"}).status_code == 400
    assert browser.post("/api/session", json=ANN | {"colour": "red"}).status_code == 400


# ---- cookies


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(browser: Browser) -> None:
    cookie = browser.patch("/api/me", json={}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert f"max-age={400 * 86400}" in cookie
    assert "secure" not in cookie  # a family's server without a certificate must work too


def test_the_cookie_is_secure_behind_a_proxy_only_if_proxies_are_trusted(
    open_browser: OpenBrowser, worker: SmallWorker
) -> None:
    def is_secure() -> bool:
        answer = open_browser().patch("/api/me", json={}, headers={"x-forwarded-proto": "https"})
        return "secure" in answer.headers["set-cookie"].lower()

    assert not is_secure()
    worker.settings.trusts_proxies = True
    assert is_secure()


def test_a_forged_cookie_is_nobodys_and_not_even_looked_up(
    browser: Browser, worker: SmallWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.patch("/api/me", json={"name": "Ann"})
    value = browser.cookies[SESSION]
    browser.cookies.clear()

    def fail(*_: object) -> None:
        raise AssertionError("looked up")

    monkeypatch.setattr(worker.people, "_look_up", fail)
    for forged in (f"A{value[1:]}" if value[0] != "A" else f"B{value[1:]}", value[:-1], value.split(".")[0], "é", ""):
        assert browser.get("/api/me", headers={b"cookie": f"{SESSION}={forged}".encode()}).json()["person"] is None


def test_what_changes_something_must_come_from_our_page(browser: Browser) -> None:
    token = browser.headers.pop("x-csrftoken")
    for wrong in ("", token[:-1], "é"):
        refused = browser.patch("/api/me", json={"name": "Ann"}, headers={b"x-csrftoken": wrong.encode()})
        assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    browser.headers["x-csrftoken"] = token
    browser.cookies.delete(CSRF)
    assert browser.patch("/api/me", json={"name": "Ann"}).status_code == 403


def test_a_token_from_another_database_is_replaced(browser: Browser) -> None:
    browser.cookies.clear()
    browser.cookies.set(CSRF, "old.token", domain="testserver.local")
    answer = browser.get("/api/me")
    assert f"{CSRF}=" in answer.headers["set-cookie"]
    assert "old.token" not in answer.headers["set-cookie"]
    browser.cookies.delete(CSRF, domain="testserver.local", path="/")
    browser.learn_token()
    assert browser.patch("/api/me", json={"name": "Ann"}).status_code == 200


# ---- accounts


def test_a_guest_becomes_the_account_in_place(browser: Browser) -> None:
    guest = browser.patch("/api/me", json={"name": "Birch"}).json()["person"]
    before = browser.cookies[SESSION]
    assert register(browser) == {"id": guest["id"], "name": "Ann", "kind": "account"}
    assert who(browser) == {"id": guest["id"], "name": "Ann", "kind": "account"}
    browser.cookies.delete(SESSION)
    browser.cookies.set(SESSION, before, domain="testserver.local")
    assert who(browser) is None  # the cookie of the guest opens no account


def test_an_account_cannot_register_again(browser: Browser) -> None:
    register(browser)
    assert browser.post("/api/account", json=ANN | {"name": "Bob"}).json()["code"] == "already-account"


@pytest.mark.parametrize("name", ["ann", "ＡＮＮ", "𝓐nn"])
def test_names_that_look_the_same_are_the_same(open_browser: OpenBrowser, name: str) -> None:
    register(open_browser())
    other = open_browser()
    refused = other.post("/api/account", json=ANN | {"name": name})
    assert (refused.status_code, refused.json()["code"]) == (409, "name-taken")
    assert who(other) is None
    assert other.post("/api/session", json=ANN | {"name": name}).status_code == 201


def test_a_name_that_grows_when_folded_is_no_trouble(open_browser: OpenBrowser) -> None:
    register(open_browser(), name="ß" * 24)
    assert open_browser().post("/api/session", json=ANN | {"name": "ss" * 12}).status_code == 403
    assert open_browser().post("/api/session", json=ANN | {"name": "ẞ" * 24}).status_code == 201


def test_of_two_racing_registrations_of_one_name_one_wins(open_browser: OpenBrowser) -> None:
    browsers, answers, start = [open_browser(), open_browser()], [], Barrier(2)

    def race(browser: Browser) -> None:
        start.wait()
        answers.append(browser.post("/api/account", json=ANN))

    threads = [Thread(target=race, args=[browser]) for browser in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    won, lost = sorted(answers, key=lambda answer: answer.status_code)
    assert (won.status_code, lost.status_code) == (201, 409)
    assert lost.json()["code"] == "name-taken"
    assert lost.json()["message"] == "Somebody else already has the name “Ann”, or one that looks like it."


def test_an_account_that_changes_its_name_signs_in_by_the_new_one(open_browser: OpenBrowser) -> None:
    browser = open_browser()
    register(browser)
    assert browser.patch("/api/me", json={"name": "Bea"}).json()["person"]["name"] == "Bea"
    assert open_browser().post("/api/session", json=ANN).status_code == 403
    assert open_browser().post("/api/session", json=ANN | {"name": "BEA"}).status_code == 201
    other = open_browser()
    register(other, name="Ann")
    assert other.patch("/api/me", json={"name": "bea"}).json()["code"] == "name-taken"
    person = who(other)
    assert person is not None
    assert person["name"] == "Ann"


def test_a_wrong_password_and_a_wrong_name_are_refused_alike(open_browser: OpenBrowser) -> None:
    register(open_browser())
    browser = open_browser()
    wrong = browser.post("/api/session", json=ANN | {"password": "wrong horse"})
    unknown = browser.post("/api/session", json=ANN | {"name": "Nobody"})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert wrong.json()["code"] == "wrong-password"


def test_signing_in_adopts_the_tables_of_the_guest(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    account = register(open_browser())
    browser = open_browser()
    guest = browser.patch("/api/me", json={"name": "Birch"}).json()["person"]
    worker.lay_table("t1", guest["id"], guest["id"], None)
    assert browser.post("/api/session", json=ANN).json()["person"] == account
    assert who(browser) == account
    with worker.database.reading() as connection:
        assert connection.execute(select(schema.seats.c.person).order_by(schema.seats.c.seat)).scalars().all() == [
            account["id"],
            None,
        ]
        assert connection.execute(select(schema.tables.c.host)).scalar_one() == account["id"]
        assert connection.execute(select(schema.people.c.id)).scalars().all() == [account["id"]]


def test_signing_in_from_one_account_to_another_adopts_nothing(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    bob = register(open_browser(), name="Bob")
    browser = open_browser()
    ann = register(browser)
    worker.lay_table("t1", ann["id"], ann["id"], None)
    before = browser.cookies[SESSION]
    assert browser.post("/api/session", json=ANN | {"name": "Bob"}).json()["person"] == bob
    with worker.database.reading() as connection:
        assert connection.execute(select(schema.tables.c.host)).scalar_one() == ann["id"]
    browser.cookies.delete(SESSION)
    browser.cookies.set(SESSION, before, domain="testserver.local")
    assert who(browser) is None


# ---- leaving


def test_a_cookie_is_worth_nothing_after_signing_out(browser: Browser) -> None:
    register(browser)
    value = browser.cookies[SESSION]
    answer = browser.delete("/api/session")
    assert (answer.status_code, answer.json()["person"]) == (200, None)
    assert SESSION not in browser.cookies
    browser.cookies.set(SESSION, value, domain="testserver.local")
    assert who(browser) is None


def test_signing_out_here_leaves_other_browsers_signed_in(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser()
    account = register(here)
    there.post("/api/session", json=ANN)
    here.delete("/api/session")
    assert (who(here), who(there)) == (None, account)


def test_signing_out_everywhere_signs_out_every_browser(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser()
    register(here)
    there.post("/api/session", json=ANN)
    assert who(there) is not None
    assert here.delete("/api/sessions").json()["person"] is None
    assert (who(here), who(there)) == (None, None)


def test_all_that_is_kept_about_me_is_mine_to_read(browser: Browser, worker: SmallWorker) -> None:
    account = register(browser)
    worker.lay_table("t1", account["id"], account["id"], None, status="over")
    worker.lay_table("t2", None, None, account["id"])
    worker.lay_table("t3", account["id"], None)
    worker.lay_table("t4", None, None)

    async def record_of(table: str) -> dict[str, str]:
        return {"record of": table}

    worker.people.record_of = record_of
    answer = browser.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    about = answer.json()
    assert about["person"]["name"] == "Ann"
    assert about["person"]["kind"] == "account"
    assert about["sessions"] == [{"made_at": worker.clock(), "seen_at": worker.clock()}]
    assert [(table["id"], table["is_host"], table["seats"], table.get("record")) for table in about["tables"]] == [
        ("t1", True, [{"seat": 0, "name": None}], {"record of": "t1"}),
        ("t2", False, [{"seat": 1, "name": None}], None),
        ("t3", True, [], None),
    ]
    assert "argon2" not in answer.text


def test_deleting_an_account_leaves_no_trace_of_its_name(browser: Browser, worker: SmallWorker) -> None:
    account = register(browser, name="Zebulon")
    worker.lay_table("t1", account["id"], account["id"], account["id"])
    with worker.database.writing() as connection:
        connection.execute(
            update(schema.seats).where(schema.seats.c.seat == 1).values(who="screen", name="Ann Zebulon")
        )
    refused = browser.request("DELETE", "/api/me", json={"password": "wrong horse"})
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong-password")
    assert browser.request("DELETE", "/api/me", json={}).status_code == 403
    value = browser.cookies[SESSION]
    assert browser.request("DELETE", "/api/me", json={"password": ANN["password"]}).json()["person"] is None
    with worker.database.reading() as connection:
        kept = {table.name: connection.execute(select(table)).all() for table in schema.metadata.sorted_tables}
    assert kept["tables"]
    assert kept["seats"]
    assert "zebulon" not in repr(kept).lower()
    assert account["id"] not in repr(kept)
    browser.cookies.set(SESSION, value, domain="testserver.local")
    assert who(browser) is None


def test_a_guest_needs_no_password_to_be_deleted(browser: Browser) -> None:
    browser.patch("/api/me", json={"name": "Ann"})
    assert browser.delete("/api/me").status_code == 200
    assert who(browser) is None


# ---- limits


def from_address(open_browser: OpenBrowser, worker: SmallWorker, address: str) -> Browser:
    """A browser at another address, as a trusted proxy tells it."""
    worker.settings.trusts_proxies = True
    browser = open_browser()
    browser.headers["x-forwarded-for"] = address
    return browser


def test_passwords_cannot_be_tried_for_long(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    browser = open_browser()
    tries = [browser.post("/api/session", json=ANN) for _ in range(11)]
    assert [answer.status_code for answer in tries] == [403] * 10 + [429]
    assert tries[-1].json()["code"] == "too-many"
    assert tries[-1].headers["retry-after"] == "6"
    worker.clock.now += 60_000
    assert browser.post("/api/session", json=ANN).status_code == 403
    # One name is tried less often than several, as by a class behind one address.
    assert browser.post("/api/session", json=ANN).headers["retry-after"] == "60"
    assert browser.post("/api/session", json=ANN | {"name": "Bob"}).status_code == 403


def test_wrong_tries_elsewhere_keep_nobody_out(open_browser: OpenBrowser, worker: SmallWorker) -> None:
    register(from_address(open_browser, worker, "192.0.2.1"))
    stranger = from_address(open_browser, worker, "192.0.2.2")
    wrong = ANN | {"password": "wrong horse"}
    assert [stranger.post("/api/session", json=wrong).status_code for _ in range(12)] == [403] * 10 + [429] * 2
    assert from_address(open_browser, worker, "192.0.2.3").post("/api/session", json=ANN).status_code == 201


def test_a_browser_that_the_account_knows_is_not_kept_out_by_others_at_its_address(
    open_browser: OpenBrowser, worker: SmallWorker
) -> None:
    at_home = open_browser()
    register(at_home)
    at_home.delete("/api/session")
    stranger = open_browser()
    for _ in range(12):
        stranger.post("/api/session", json=ANN | {"password": "wrong horse"})
    assert open_browser().post("/api/session", json=ANN).status_code == 429
    assert at_home.post("/api/session", json=ANN).status_code == 201
    # It may not guess for ever either, and only with the account that it knows.
    wrong = [at_home.post("/api/session", json=ANN | {"password": "wrong horse"}).status_code for _ in range(10)]
    assert wrong == [403] * 9 + [429]
    assert at_home.post("/api/session", json=ANN | {"name": "Bob"}).status_code == 429


def test_the_cookie_of_a_known_browser_tells_nobody_whose_it_is(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser()
    account = register(here)
    there.post("/api/session", json=ANN)
    values = [browser.cookies[KNOWN] for browser in (here, there)]
    assert not set(values[0].split(".")[0].split("~")) & set(values[1].split(".")[0].split("~"))
    assert account["id"] not in "".join(values)
    guest = open_browser()
    guest.patch("/api/me", json={"name": "Birch"})
    assert KNOWN not in guest.cookies


def test_one_address_makes_only_so_many_guests(open_browser: OpenBrowser) -> None:
    answers = [open_browser().patch("/api/me", json={}).status_code for _ in range(31)]
    assert answers == [200] * 30 + [429]
