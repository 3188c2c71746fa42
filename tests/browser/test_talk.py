"""What else happens at a table: looking back, takebacks, offers, hints, refusals, giving up."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.laying import BALSA, FRIEND, ME, lay, make, record
from tests.browser.visits import Visits

EMPIRE = record("empire")["actions"]


def at_one_screen(visits: Visits, name: str, plies: int | None) -> Hands:
    page = visits.come("/")
    hands = Hands(page)
    page.goto(lay(page, name, plies))
    hands.table.wait_for()
    return hands


def two(visits: Visits, **wish: object) -> tuple[Hands, Hands]:
    page = visits.come("/")
    host, guest = Hands(page), Hands(visits.come(""))
    made = make(page, "empire", ME, FRIEND, **wish)
    page.goto(f"/table/{made['table']['id']}")
    guest.page.goto(made["links"][0]["path"])
    guest.table.wait_for()
    host.wait_for_turn()
    return host, guest


def test_who_looks_back_is_left_in_peace(visits: Visits) -> None:
    host, guest = two(visits)
    host.play(EMPIRE[0])
    guest.wait_for_turn()
    guest.play(EMPIRE[1])
    host.wait_for_turn(after=1)
    guest.page.get_by_role("button", name=EMPIRE[0]).click()
    expect(guest.prompt).to_have_text("Turn 1 of 2")
    before = guest.board.inner_html()
    host.play(EMPIRE[2])
    expect(guest.prompt).to_have_text("Turn 1 of 3")
    assert guest.board.inner_html() == before
    guest.button("Next").click()
    expect(guest.prompt).to_have_text("Turn 2 of 3")
    guest.button("Back to now").click()
    expect(guest.prompt).to_have_text("Your turn")
    guest.play(EMPIRE[3])


def test_the_arrows_step_through_a_game_that_is_over(visits: Visits) -> None:
    hands = at_one_screen(visits, "empire", None)
    hands.result.get_by_role("button", name="Go over the game").click()
    expect(hands.prompt).to_have_text("The beginning")
    hands.page.keyboard.press("ArrowRight")
    expect(hands.prompt).to_have_text("Turn 1 of 16")
    hands.page.keyboard.press("End")
    hands.page.get_by_role("button", name="Result").click()
    expect(hands.result).to_be_visible()


def test_a_turn_is_taken_back_at_one_screen(visits: Visits) -> None:
    hands = at_one_screen(visits, "empire", 2)
    hands.wait_for_turn()
    hands.button("Take back").click()
    expect(hands.table).to_have_attribute("data-ply", "1")
    hands.play(EMPIRE[1])
    expect(hands.table).to_have_attribute("data-ply", "2")


def test_a_takeback_needs_the_other_to_agree(visits: Visits) -> None:
    host, guest = two(visits)
    host.play(EMPIRE[0])
    host.button("Take back").click()
    expect(host.prompt).to_have_text("Waiting for an answer")
    expect(guest.prompt).to_contain_text("asks to take a turn back")
    guest.button("No").click()
    expect(guest.prompt).to_have_text("Your turn")
    expect(host.table).to_have_attribute("data-ply", "1")
    host.button("Take back").click()
    guest.button("Agree").click()
    expect(host.table).to_have_attribute("data-ply", "0")
    host.wait_for_turn()


def test_a_draw_is_offered_declined_and_agreed(visits: Visits) -> None:
    host, guest = two(visits)
    host.play(EMPIRE[0])
    guest.wait_for_turn()
    host.choose_in_menu("Offer a draw")
    expect(guest.prompt).to_contain_text("offers a draw")
    guest.button("Decline").click()
    expect(guest.prompt).to_have_text("Your turn")
    guest.play(EMPIRE[1])
    host.wait_for_turn(after=1)
    guest.choose_in_menu("Offer a draw")
    host.button("Accept").click()
    for hands in (host, guest):
        expect(hands.result.get_by_role("heading")).to_have_text("A draw.")


def test_who_gives_up_is_asked_first(visits: Visits) -> None:
    host, guest = two(visits)
    host.choose_in_menu("Give up")
    expect(host.prompt).to_have_text("Give up this game?")
    host.button("Keep playing").click()
    expect(host.prompt).to_have_text("Your turn")
    host.choose_in_menu("Give up")
    host.button("Give up").click()
    expect(guest.result.get_by_role("heading")).to_have_text("You win.")
    expect(host.result.get_by_role("heading")).to_contain_text("wins.")


def test_a_hint_is_framed_on_the_board(visits: Visits) -> None:
    page = visits.come("/")
    hands = Hands(page)
    made = make(page, "empire", ME, BALSA)
    page.goto(f"/table/{made['table']['id']}")
    hands.wait_for_turn()
    hands.button("Hint").click()
    expect(hands.prompt).to_contain_text("Hint: ")
    expect(hands.board.locator(".hint-frame:not(.back)")).to_have_count(2)
    hinted = hands.prompt.inner_text().removeprefix("Hint: ")
    hands.play(hinted)
    hands.wait_for_turn(after=1)


def test_a_refusal_is_the_rules_own_sentence(visits: Visits) -> None:
    hands = at_one_screen(visits, "empire", 0)
    hands.wait_for_turn()
    hands.click("a11")
    hands.click("c7")
    expect(hands.prompt).to_have_text("Not there")
    expect(hands.dock.get_by_role("link", name="Rule EMP-")).to_be_visible()
    expect(hands.table).to_have_attribute("data-ply", "0")
    hands.click("a11")
    expect(hands.prompt).not_to_have_text("Not there")
    hands.play(EMPIRE[0])


def test_time_that_has_run_out_can_be_claimed(visits: Visits) -> None:
    host, guest = two(visits, clock={"kind": "game", "seconds": 10})
    host.play(EMPIRE[0])
    expect(host.button("Claim the win")).to_be_visible(timeout=30_000)
    host.button("Claim the win").click()
    expect(host.result.get_by_role("heading")).to_have_text("You win.")
    expect(guest.result.get_by_role("heading")).to_contain_text("wins.")


@pytest.mark.slow
def test_who_has_left_can_be_replaced(visits: Visits) -> None:
    host, guest = two(visits, clock={"kind": "game", "seconds": 600})
    host.play(EMPIRE[0])
    guest.page.goto("about:blank")
    expect(host.page.get_by_text("Away")).to_be_visible()
    expect(host.button("Let a machine play on")).to_be_visible(timeout=90_000)  # after a minute
    host.button("Let a machine play on").click()
    host.wait_for_turn(after=1)
    expect(host.page.get_by_text("Machine, level 4")).to_be_visible()
