"""The rules beside the board: the table stays, and so does the clock."""

import re

from playwright.sync_api import expect

from tests.browser.finger import PHONE, Finger
from tests.browser.hands import Hands
from tests.browser.laying import lay
from tests.browser.visits import Visits

CLOCK = {"kind": "game", "seconds": 600, "increment": 0}


def test_the_rule_of_a_refusal_is_opened_beside_the_board(visits: Visits) -> None:
    page = visits.come()
    path = lay(page, "empire", 0)
    page.goto(path)
    hands = Hands(page)
    hands.wait_for_turn()
    hands.click("a11")
    hands.click("c7")
    refusal = hands.dock.get_by_role("link", name="Rule EMP-")
    refusal.focus()
    page.keyboard.press("Enter")
    book = page.get_by_role("region", name="Rules of L’Empire")
    expect(book.locator(":is(p, li).meant")).to_be_in_viewport(ratio=1)  # from its beginning on
    expect(page).to_have_url(re.compile(f"{path}$"))
    expect(page.get_by_role("application", name="Board: L’Empire")).to_be_visible()
    expect(page.get_by_role("button", name="Rules", pressed=True)).to_be_focused()

    page.get_by_text("Contents").click()
    book.get_by_role("link", name="The goal").click()
    expect(book.get_by_role("heading", name="The goal")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(f"{path}$"))
    book.get_by_role("button", name="Next action").first.focus()
    page.keyboard.press("ArrowRight")  # steps in the diagram, not through the game
    expect(book.get_by_text(re.compile("^2 of ")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    expect(refusal).to_be_focused()


def test_the_page_of_the_rules_leads_back_to_the_table(visits: Visits) -> None:
    page = visits.come()
    path = lay(page, "barrier", 4)
    page.goto(path)
    Hands(page).wait_for_turn()
    page.get_by_role("button", name="Rules", expanded=False).click()
    page.get_by_role("link", name="The rules on a page of their own").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Barrier")
    page.mouse.wheel(0, 5000)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("main.table")).to_have_attribute("data-ply", "4")


def test_the_drawer_of_a_phone_shows_rules_and_clocks(visits: Visits) -> None:
    page = visits.come(**PHONE)
    finger = Finger(page)
    page.goto(lay(page, "cul-de-sac", 4, clock=CLOCK))
    finger.wait_for_turn()
    button = page.get_by_role("button", name="Rules")
    finger.push(button)
    book = page.get_by_role("region", name="Rules of Cul-de-Sac")
    expect(book.locator(":is(p, li).meant")).to_be_in_viewport()  # what is asked for now
    expect(page.locator(".clocks")).to_contain_text(re.compile(r"Your turn.*\d+:\d\d.*\d+:\d\d", re.DOTALL))
    expect(page.locator(".clocks")).to_be_in_viewport()
    finger.touch.survey()
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    expect(button).to_be_focused()
