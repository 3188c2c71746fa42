"""Where links in mails lead."""

import re

from playwright.sync_api import expect

from tests.browser.visits import Visits


def test_a_link_that_is_worth_nothing_says_so_and_leaves_the_address(visits: Visits) -> None:
    visits.allow(r"status of 403 .*/api/notices/confirm")
    page = visits.come("/notices#confirm.nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link is worth nothing any more")
    expect(page).to_have_url(re.compile(r"/notices$"))
    page.get_by_role("link", name="To your page").click()
    expect(page).to_have_url(re.compile(r"/account$"))
