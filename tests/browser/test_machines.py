"""What machines tell of themselves: how strong they are, how a game may go on, and a way to the end of what one plays
alone.
"""

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.finger import PHONE
from tests.browser.hands import Hands
from tests.browser.laying import BALSA, ME, SETTING_UP, make, set_up
from tests.browser.test_access import violations
from tests.browser.visits import Visits

SAYS = "Between the strongest machines the second player wins 72 of 100 games, loses 25 and draws 3."


def measure(page: Page, game: str, even_with: str = "birch") -> None:
    """Let the server have measured a game, and know who asks."""

    def with_ladder(route: Route) -> None:
        told: dict[str, Any] = route.fetch().json()
        for one in told["games"]:
            rungs = [
                {"level": level, "elo": 150 * at, "low": 150 * at - 60, "high": 150 * at + 60}
                for at, level in enumerate(one["levels"])
            ]
            one["ladders"] = [{"options": {}, "rungs": rungs, "balance": SAYS}] if one["id"] == game else []
        route.fulfill(json=told)

    page.route(re.compile(r"/api/shelf(\?.*)?$"), with_ladder)
    even = {"options": {}, "level": even_with, "elo": 500, "games": 5}
    page.route(f"**/api/shelf/{game}/even", lambda route: route.fulfill(json={"of": [even]}))


def test_the_level_of_an_even_game_is_proposed(visits: Visits) -> None:
    page = visits.come("", bypass_csp=True)
    measure(page, "alignement")
    page.goto("/games/alignement")
    expect(page.get_by_role("radio", name="Birch, even game for you")).to_be_checked()
    expect(page.get_by_text("450 Elo points above Balsa.")).to_be_visible()
    expect(page.get_by_text(SAYS)).to_be_visible()
    assert not violations(page)


def test_who_has_lost_is_not_sent_to_a_stronger_machine(visits: Visits) -> None:
    page = visits.come("")
    measure(page, "alignement", even_with="poplar")
    page.goto("/")
    hands = Hands(page)
    others = page.get_by_role("region", name="Result").get_by_role("button", name=re.compile("^(Next|Try harder)"))
    for level, proposed in (("ebony", ["Next: Poplar, 6 steps softer"]), ("balsa", [])):
        made = make(page, "alignement", ME, {"who": "machine", "level": level})
        page.goto(f"/table/{made['table']['id']}")
        hands.wait_for_turn()
        with page.expect_response("**/even"):
            hands.choose_in_menu("Give up")
            hands.push(hands.button("Give up"))
        expect(others).to_have_text(proposed)
        again = hands.result.get_by_role("button", name="Play again")
        assert again.evaluate("button => button.offsetWidth <= button.parentElement.clientWidth - 48")  # has its room


def test_a_hint_shows_on_the_board_how_the_game_may_go_on(visits: Visits) -> None:
    page = visits.come("/", bypass_csp=True, **PHONE)
    set_up(page, "alignement")
    hands = Hands(page)
    page.goto(f"/table/{make(page, 'alignement', ME, BALSA)['table']['id']}")
    hands.wait_for_turn()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="How it may go on").click(timeout=SETTING_UP)  # machines wait for the compiler
    line = page.get_by_role("list", name="How it may go on").get_by_role("button")
    expect(line.first).to_have_attribute("aria-label", re.compile("^1: You, "))
    expect(line.nth(1)).to_have_attribute("aria-label", re.compile("^2: Balsa, "))
    line.nth(1).focus()
    expect(hands.board.locator(".hint-frame")).not_to_have_count(0)
    assert not violations(page)


def test_a_way_is_found_and_played_through(visits: Visits) -> None:
    page = visits.come("/", bypass_csp=True)
    set_up(page, "solitaire")
    page.goto("/games/solitaire?deal=1")
    page.get_by_role("button", name="Show me a way").click()
    way = page.get_by_role("dialog", name="A way to the end")
    expect(way.get_by_text("Proven: no way is shorter.")).to_be_visible(timeout=SETTING_UP)
    expect(way.get_by_text("9 moves, 1 left.")).to_be_visible()
    assert not violations(page)
    way.get_by_role("listitem").nth(8).get_by_role("button").click()
    expect(way.locator(".board-svg .stands")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(way.locator(".board-svg .stands")).not_to_have_count(1)
    page.keyboard.press("Escape")
    expect(way).to_have_count(0)


def test_a_way_that_does_not_come_says_so_and_none_stays_on_another_page(visits: Visits) -> None:
    page = visits.come("/", service_workers="block")  # which would have kept what is not to come
    set_up(page, "solitaire")
    page.goto("/")
    page.locator("a[href='/games/solitaire']").first.click()
    visits.allow("ERR_FAILED|Service Worker registration blocked")
    page.route(re.compile(r"/assets/WayDialog-.*\.js"), lambda route: route.abort())
    ask = page.get_by_role("button", name="Show me a way")
    ask.click()
    away = page.get_by_role("dialog", name="The table server is away")
    away.get_by_role("button", name="Close").click()
    expect(away).to_have_count(0)
    ask.click()
    page.unroute_all()
    away.get_by_role("button", name="Try again").click()
    ask.click()
    way = page.get_by_role("dialog", name="A way to the end")
    expect(way).to_be_visible()
    page.go_back()
    page.get_by_role("heading", name="What shall we play tonight?").wait_for()
    expect(way).to_have_count(0)
