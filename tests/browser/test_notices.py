"""What one is told when one is not there: choosing it, the address for mail, and where links in mails lead."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visits import Visits
from tests.server.notices.post_office import PostOffice

KINDS = ("It is my turn", "Somebody offers a draw, a takeback or a rematch", "Somebody sits down at my table")
PASSWORD = "correct horse"


def ask(page: Page, method: str, path: str, body: Any) -> None:
    """As another page of theirs would."""
    asked = """async ([method, path, body]) => {
        const { csrf } = await (await fetch("/api/me")).json();
        const headers = { "content-type": "application/json", "x-csrftoken": csrf };
        const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
        return answer.ok ? "" : await answer.text();
    }"""
    assert page.evaluate(asked, [method, path, body]) == ""


def switches(page: Page) -> Locator:
    return page.get_by_role("region", name="When something waits for you").get_by_role("checkbox")


def switch_each_off(page: Page) -> None:
    """One after the other; what is off is off after a reload too, and all else is not."""
    expect(switches(page)).to_have_count(len(KINDS))
    for number, kind in enumerate(KINDS):
        with page.expect_response("**/api/me/notices"):
            page.get_by_role("checkbox", name=kind).click()
        page.reload()
        for place, each in enumerate(KINDS):
            expect(page.get_by_role("checkbox", name=each)).to_be_checked(checked=place > number)
    with page.expect_response("**/api/me/notices"):
        page.get_by_role("checkbox", name=KINDS[0]).click()
    page.reload()
    expect(page.get_by_role("checkbox", name=KINDS[0])).to_be_checked()


def test_each_notice_to_a_browser_can_be_switched_off(visits: Visits) -> None:
    pytest.importorskip("cryptography")  # of the extra `notices`
    from tests.server.notices.browser import PushedBrowser  # noqa: PLC0415

    page = visits.come("/account")
    ask(page, "PATCH", "/api/me", {"name": "Pia Pushgren"})
    browser = PushedBrowser("https://fcm.googleapis.com/fcm/send/pia")  # nothing is sent there: nobody plays with her
    ask(page, "POST", "/api/me/notices/push", browser.subscription())
    page.reload()
    switch_each_off(page)


def test_mail_goes_to_a_good_address_and_each_can_be_switched_off(visits: Visits, office: PostOffice) -> None:
    visits.allow(r"status of 400 .*/api/me/notices/mail")
    page = visits.come("/account")
    ask(page, "PATCH", "/api/me", {"name": "Mia Mailgren"})
    page.reload()
    expect(page.get_by_text("Mail is for accounts.")).to_be_visible()
    ask(page, "POST", "/api/account", {"name": "Mia Mailgren", "password": PASSWORD})
    page.reload()
    field, send = page.get_by_label("Mail address"), page.get_by_role("button", name="Send me a link")
    for wrong in ("", "mia", "mia@", "mia@example.org, bob@example.org"):
        field.fill(wrong)
        send.click()
        expect(page.get_by_role("alert")).to_have_text("That is no mail address. One looks like ann@example.org.")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
    assert office.received.empty()
    field.fill("mia@example.org")
    expect(page.get_by_role("alert")).to_have_count(0)
    send.click()
    expect(page.get_by_role("status").filter(has_text="on its way to mia@example.org")).to_be_visible()
    expect(switches(page)).to_have_count(0)  # nobody knows yet that it is hers
    link = re.search(r"/notices#confirm\.\S+", office.next().get_content().replace("=\n", ""))
    assert link
    page.goto(link[0])
    expect(page.get_by_role("heading", level=1)).to_have_text("Done: you are told by mail")
    page.goto("/account")
    expect(page.get_by_text("Mail goes to mia@example.org.")).to_be_visible()
    switch_each_off(page)
    page.get_by_role("button", name="Forget the address").click()
    expect(field).to_have_value("")


def test_a_link_that_is_worth_nothing_says_so_and_leaves_the_address(visits: Visits) -> None:
    visits.allow(r"status of 403 .*/api/notices/confirm")
    page = visits.come("/notices#confirm.nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link is worth nothing any more")
    expect(page).to_have_url(re.compile(r"/notices$"))
    page.get_by_role("link", name="To your page").click()
    expect(page).to_have_url(re.compile(r"/account$"))
