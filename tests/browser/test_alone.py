"""Solitaire alone: the same deal for a friend far away, by its number; a way that is looked for."""

import random

from playwright.sync_api import expect

from tests.browser.finger import PHONE, Finger
from tests.browser.hands import Hands
from tests.browser.laying import SETTING_UP
from tests.browser.visits import Visits


def test_a_deal_is_handed_on_by_its_link_and_the_best_is_kept(visits: Visits) -> None:
    page = visits.come()
    hands = Hands(page)
    page.goto("/games/solitaire?deal=1234")
    expect(page.get_by_label("Deal number")).to_have_value("1234")
    page.get_by_role("button", name="Play", exact=True).click()
    hands.table.wait_for(timeout=SETTING_UP)
    expect(page.get_by_role("link", name="Deal 1234")).to_be_visible()
    ply = -1
    while hands.wait_for_turn(after=ply):
        ply = hands.ply
        hands.play(hands.actions()[0])
    left, moves = hands.told.now["outcome"]["scores"]
    assert left > 1
    expect(hands.result.get_by_role("heading")).to_have_text(f"{left} pawns left.")
    expect(hands.result.locator(".stake.tall")).to_have_count(0)
    expect(hands.result.get_by_role("button", name="Share this deal")).to_be_visible()
    hands.result.get_by_role("link", name="Deal 1234").click()
    expect(page.get_by_label("Deal number")).to_have_value("1234")
    expect(page.get_by_text(f"Your best: {left} left in {moves} moves.")).to_be_visible()


def test_a_deal_is_handed_on_by_a_finger(visits: Visits) -> None:
    visits.allow(r"status of 503 .*/par")  # what a good result is may be asked for by another page of theirs
    finger = Finger(visits.come("/games/solitaire?deal=1234", **PHONE))
    finger.push(finger.page.get_by_role("button", name="Play", exact=True))
    finger.table.wait_for(timeout=SETTING_UP)
    finger.play_on(random.Random(1), last=True)
    finger.touch.survey()
    finger.push(finger.result.get_by_role("link", name="Deal 1234"))
    expect(finger.page.get_by_label("Deal number")).to_have_value("1234")


def test_a_search_for_a_way_is_stopped_and_gone_on_with(visits: Visits) -> None:
    page = visits.come()
    page.goto("/games/solitaire")
    page.get_by_role("button", name="Show me a way").click(timeout=SETTING_UP)
    dialog = page.get_by_role("dialog", name="A way to the end")
    stop, on = dialog.get_by_role("button", name="Stop looking"), dialog.get_by_role("button", name="Look on")
    expect(dialog.get_by_text("13 moves, 1 left.")).to_be_visible(timeout=SETTING_UP)
    expect(on).to_have_count(0)
    stop.click()
    expect(dialog.get_by_text("Nothing is proven yet")).to_be_visible()
    on.click()
    expect(stop).to_be_visible()
    expect(dialog.get_by_text("Looking for a shorter one")).to_be_visible()
