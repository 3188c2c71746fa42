"""Solitaire with a friend far away: the same deal, by its number."""

from playwright.sync_api import expect

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
