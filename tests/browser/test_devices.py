"""One person with several browsers: a link that only they can ask for makes another one theirs, too."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Hands
from tests.browser.laying import ME, SCREEN, make, record, set_up
from tests.browser.visits import Visits

EMPIRE = record("empire")["actions"]


def playing(visits: Visits) -> Hands:
    """Somebody at a table."""
    hands = Hands(visits.come("/"))
    set_up(hands.page, "empire")
    hands.page.goto(f"/table/{make(hands.page, 'empire', ME, SCREEN)['table']['id']}")
    hands.wait_for_turn()
    return hands


def link_on(page: Page) -> str:
    return page.get_by_label("Link for your other device").input_value()


def test_a_table_goes_on_on_another_device(visits: Visits) -> None:
    hands = playing(visits)
    hands.choose_in_menu("Play on another device")
    expect(hands.page.get_by_role("img", name="The link as a code to scan")).to_be_visible()
    expect(hands.page.get_by_text(re.compile(r"Works once, for another \d+:\d\d"))).to_be_visible()
    link = link_on(hands.page)
    other = Hands(visits.come(""))
    other.page.goto(link)
    expect(other.page.get_by_text("If so, this browser plays under your name, at your tables.")).to_be_visible()
    other.page.get_by_role("button", name="Yes, this is me").click()
    expect(other.page).to_have_url(hands.page.url)  # and the secret has left the address
    other.wait_for_turn()
    other.play(EMPIRE[0])
    expect(hands.table).to_have_attribute("data-ply", "1")

    visits.allow("status of 403")
    third = visits.come("")
    third.goto(link)
    third.get_by_role("button", name="Yes, this is me").click()
    expect(third.get_by_role("heading", level=1)).to_have_text("This link does not work any more")
    expect(third).to_have_url(re.compile(r"/device$"))


def test_devices_and_links_are_withdrawn(visits: Visits) -> None:
    visits.allow("status of 40[13]")
    hands = playing(visits)
    page, other = hands.page, visits.come("")
    page.goto("/account")
    page.get_by_role("button", name="Make the link").click()
    withdrawn = link_on(page)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name="Make the link")).to_be_visible()
    other.goto(withdrawn)
    other.get_by_role("button", name="Yes, this is me").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("This link does not work any more")

    page.get_by_role("button", name="Make the link").click()
    other.goto("/")
    other.goto(link_on(page))
    other.get_by_role("button", name="Yes, this is me").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("What shall we")
    name = page.get_by_role("heading", level=1).inner_text()
    other.goto("/account")
    expect(other.get_by_role("heading", level=1)).to_have_text(name)
    page.reload()
    rows = page.locator("li", has_text="Since")
    expect(rows).to_have_count(2)
    rows.get_by_role("button", name="Withdraw").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("This one")
    other.reload()
    expect(other.get_by_role("heading", level=1)).to_have_text("You")  # nobody again


@pytest.mark.parametrize("to", ["//example.org/", "https://example.org/"])
def test_a_link_leads_nowhere_else(visits: Visits, to: str) -> None:
    hands = playing(visits)
    hands.page.goto("/account")
    hands.page.get_by_role("button", name="Make the link").click()
    other = visits.come("")
    other.goto(link_on(hands.page).replace("/device#", f"/device?to={to}#"))
    other.get_by_role("button", name="Yes, this is me").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("What shall we")
