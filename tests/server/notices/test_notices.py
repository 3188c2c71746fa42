"""Notices over the wire: a real server, a push service and a mail server of our own, on either database."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("cryptography")  # of the extra `notices`

from tests.server.notices.browser import Json, PushedBrowser, PushService, signed_claims
from tests.server.notices.certificate import Certificate
from tests.server.notices.post_office import PostOffice
from tests.server.served import Served
from tests.server.test_playing import attend, run, sit_down_together
from tests.server.visitor import LiveLine, Visitor

if TYPE_CHECKING:
    from email.message import EmailMessage
    from pathlib import Path

    from tests.server.postgres import Postgres

SITE = "https://games.example.org"
BY_DAY = {"kind": "days", "days": 3}
PASSWORD = "correct horse"


def by_mail(office: PostOffice, certificate: Certificate) -> dict[str, Any]:
    """What a host sets to send mail."""
    return {
        "PALISSADE_SMTP_URL": office.url,
        "PALISSADE_MAIL_FROM": "table@example.org",
        "PALISSADE_SITE": SITE,
        "SSL_CERT_FILE": str(certificate.file),
    }


@dataclass
class House:
    address: str
    service: PushService
    office: PostOffice

    async def pushed(self, browser: PushedBrowser) -> Json:
        """What the browser is told next."""
        path, headers, body = await asyncio.to_thread(self.service.next)
        assert browser.endpoint == self.service.origin + path
        return browser.read(body) | {"authorization": headers["authorization"]}

    async def mail(self) -> "EmailMessage":
        return await asyncio.to_thread(self.office.next)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest, certificate: Certificate, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    with PushService() as service, PostOffice("games", "p@ss", certificate.shown()) as office:
        settings: dict[str, Any] = {
            "PALISSADE_PUSH_SERVICES": service.origin,
            "PALISSADE_NOTICE_AFTER": "0.2",
            **by_mail(office, certificate),
        }
        if request.param == "sqlite":
            folder: Path = tmp_path_factory.mktemp("served")
            with Served(f"sqlite:///{folder / 'palissade.sqlite3'}", **settings) as served:
                yield House(served.address, service, office)
            return
        postgres: Postgres = request.getfixturevalue("postgres")
        name = postgres.fresh()
        with Served(postgres.url(name), **settings) as served:
            yield House(served.address, service, office)
        postgres.drop(name)


async def subscribe(visitor: Visitor, house: House, name: str) -> PushedBrowser:
    browser = PushedBrowser(f"{house.service.origin}/{name}")
    answer = await visitor.http.post("/api/me/notices/push", json=browser.subscription())
    assert answer.status_code == 200, answer.text
    assert (answer.json()["devices"], answer.json()["is_told_here"]) == (1, True)
    return browser


async def act(line: LiveLine, told: Json) -> Json:
    answer = await line.ask("act", table=told["table"], seen=told["number"], action=told["action"])
    assert "refused" not in answer
    return answer


async def play(visitor: Visitor, table: str) -> None:
    """Come to the table, play whatever is legal, and leave."""
    line, told = await attend(visitor, table)
    await act(line, {"table": table, "number": told["number"], "action": told["now"]["legal"][0]})
    await line.ask("leave", table=table)


def test_who_has_left_is_told_once_that_it_is_their_turn_until_they_come_back(house: House) -> None:
    async def test() -> None:
        async with Visitor(house.address) as ann, Visitor(house.address, "fr") as bob:
            table, _ = await sit_down_together(ann, bob, clock=BY_DAY)
            browser = await subscribe(bob, house, "bob")
            key = (await bob.http.get("/api/me/notices")).json()["push_key"]
            await play(ann, table)
            told = await house.pushed(browser)
            assert signed_claims(told.pop("authorization"), key)["sub"] == "mailto:table@example.org"
            assert told == {
                "title": "Alignement\u00a0: à vous de jouer",
                "path": f"/table/{table}",
                "tag": f"turn-{table}",
            }
            # A draw is another kind; it is the last notice, since their turn was told already.
            line, attended = await attend(ann, table)
            await line.ask("offer-draw", table=table, seen=attended["number"])
            assert "propose la nulle" in (await house.pushed(browser))["title"]
            await line.ask("leave", table=table)
            await play(bob, table)
            await play(ann, table)
            assert (await house.pushed(browser))["tag"] == f"turn-{table}"
            assert house.service.received.empty()

    run(test())


def test_who_is_at_the_table_is_told_nothing_and_who_is_gone_is_forgotten(house: House) -> None:
    async def test() -> None:
        async with Visitor(house.address) as ann, Visitor(house.address) as bob:
            table, _ = await sit_down_together(ann, bob)
            browser = await subscribe(bob, house, "here")
            here, _ = await attend(bob, table)
            await play(ann, table)
            await here.news(2)
            await asyncio.sleep(1)  # it would have come by now
            assert house.service.received.empty()
            await here.ask("leave", table=table)
            await play(bob, table)
            house.service.status = 410
            await play(ann, table)
            await house.pushed(browser)
            while (await bob.http.get("/api/me/notices")).json()["devices"]:
                await asyncio.sleep(0.05)
            house.service.status = 201

    run(test())


def test_signing_out_ends_it_for_that_browser(house: House) -> None:
    async def test() -> None:
        async with Visitor(house.address) as ann, Visitor(house.address) as bob:
            account = {"name": "Signe Outgren", "password": PASSWORD}
            assert (await ann.http.post("/api/account", json=account)).status_code == 201
            await subscribe(ann, house, "ann")
            other = await bob.http.post("/api/session", json=account)
            assert other.status_code in (200, 201), other.text
            await ann.http.delete("/api/session")
            told = (await bob.http.get("/api/me/notices")).json()
            assert (told["devices"], told["is_told_here"]) == (0, False)
            await bob.http.request("DELETE", "/api/me", json={"password": PASSWORD})

    run(test())


def test_mail_goes_to_an_address_that_is_theirs_until_one_click(house: House) -> None:
    async def test() -> None:
        async with Visitor(house.address) as ann, Visitor(house.address) as bob, Visitor(house.address) as eve:
            guest = await bob.http.patch("/api/me", json={"name": "Bob Postgren"})
            assert guest.status_code == 200
            address = {"address": "bob@example.org"}
            assert (await bob.http.put("/api/me/notices/mail", json=address)).json()["code"] == "mail-accounts"
            await bob.http.post("/api/account", json={"name": "Bob Postgren", "password": PASSWORD})
            told = (await bob.http.put("/api/me/notices/mail", json=address)).json()
            assert (told["address"], told["is_confirmed"]) == ("bob@example.org", False)
            asked = await house.mail()
            assert "Bob Postgren" in asked.get_content()
            token = find(rf"{SITE}/notices#confirm\.(\S+)", asked.get_content())
            wrong = await eve.http.post("/api/notices/confirm", json={"token": token[::-1]})
            assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-mail-link")
            assert (await eve.http.post("/api/notices/confirm", json={"token": token})).status_code == 204
            assert (await bob.http.get("/api/me/notices")).json()["is_confirmed"]

            table, _ = await sit_down_together(ann, bob, clock=BY_DAY)
            await play(ann, table)
            mail = await house.mail()
            assert (mail["to"], mail["subject"]) == ("bob@example.org", "Alignement: it is your turn")
            assert f"{SITE}/table/{table}" in mail.get_content()
            off = (await bob.http.put("/api/me/notices", json={"off": ["mail-offer"]})).json()["off"]
            assert off == ["mail-offer"]
            line, attended = await attend(ann, table)
            await line.ask("offer-draw", table=table, seen=attended["number"])
            await line.ask("leave", table=table)
            # By the header of the mail, from no page of ours, without cookies.
            click = find(rf"<{SITE}(/api/notices/off\?token=\S+)>", str(mail["list-unsubscribe"]))
            async with Visitor(house.address) as nobody:
                del nobody.http.headers["x-csrftoken"]
                forged = await nobody.http.post(click.replace("=", "=x", 1))
                assert forged.status_code == 403
                body = {"List-Unsubscribe": "One-Click"}
                assert (await nobody.http.post(click, data=body)).status_code == 204
            assert (await bob.http.get("/api/me/notices")).json()["address"] is None
            assert house.office.received.empty()

    run(test())


def test_a_host_with_a_wrong_password_finds_it_in_the_log(certificate: Certificate, tmp_path: "Path") -> None:
    async def ask(address: str) -> None:
        async with Visitor(address) as ann:
            await ann.http.patch("/api/me", json={"name": "Anna Mailgren"})
            await ann.http.post("/api/account", json={"name": "Anna Mailgren", "password": PASSWORD})
            answer = await ann.http.put("/api/me/notices/mail", json={"address": "ann@example.org"})
            assert (answer.status_code, answer.json()["code"]) == (502, "mail-failed")

    with PostOffice("games", "sesame", certificate.shown()) as office:
        settings = by_mail(office, certificate)
        settings["PALISSADE_SMTP_URL"] = office.url.replace("sesame", "barley")
        with Served(f"sqlite:///{tmp_path / 'palissade.sqlite3'}", **settings) as served:
            run(ask(served.address))
            log = served.stop()
        assert {said.password for said in office.tried} == {b"barley"}
    (line,) = (line for line in log.splitlines() if "a mail could not be sent" in line)
    assert "SMTPAuthenticationError" in line
    assert "barley" not in log


def test_a_host_is_told_when_a_friend_sits_down(house: House) -> None:
    async def test() -> None:
        async with Visitor(house.address) as ann, Visitor(house.address) as bob:
            made = await ann.make("alignement", {"who": "friend"}, {"who": "me"})
            browser = await subscribe(ann, house, "host")
            await bob.sit(made["links"][0]["path"])
            told = await house.pushed(browser)
            assert told["tag"] == f"friend-{made['table']['id']}"
            assert told["title"].endswith("has sat down at your table")

    run(test())


def test_nobody_has_us_knock_at_other_doors(house: House) -> None:
    async def test() -> None:
        async with Visitor(house.address) as ann:
            await ann.http.patch("/api/me", json={"language": "en"})
            browser = PushedBrowser("http://127.0.0.1:22/")
            answer = await ann.http.post("/api/me/notices/push", json=browser.subscription())
            assert (answer.status_code, answer.json()["code"]) == (422, "unknown-push-service")

    run(test())


def find(pattern: str, text: str) -> str:
    found = re.search(pattern, text.replace("=\n", ""))
    assert found, text
    return found[1]
