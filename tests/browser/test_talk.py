"""What else happens at a table: looking back, takebacks, offers, hints, refusals, giving up."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.laying import BALSA, FRIEND, ME, SCREEN, SETTING_UP, lay, make, record
from tests.browser.line_proxy import LineProxy
from tests.browser.visits import Visits

EMPIRE = record("empire")["actions"]
ASKED = "Move one piece along its row or column"


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
    guest.sit_down()
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
    expect(guest.prompt).to_contain_text(ASKED)
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
    expect(guest.prompt).to_contain_text(ASKED)
    expect(guest.dock).to_contain_text("You did not agree to take back.")
    expect(host.dock).to_contain_text("did not agree to take back.")
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
    expect(guest.prompt).to_contain_text(ASKED)
    expect(guest.dock).to_contain_text("You declined the draw.")
    expect(host.dock).to_contain_text("declined the draw.")
    expect(host.page.locator(".unseen[role=status]").last).to_contain_text("declined the draw.")
    guest.play(EMPIRE[1])
    host.wait_for_turn(after=1)
    expect(host.dock).not_to_contain_text("declined the draw.")  # something else has happened
    guest.choose_in_menu("Offer a draw")
    host.button("Accept").click()
    for hands in (host, guest):
        expect(hands.result.get_by_role("heading")).to_have_text("A draw.")


def test_who_gives_up_is_asked_first(visits: Visits) -> None:
    host, guest = two(visits)
    host.choose_in_menu("Give up")
    expect(host.prompt).to_have_text("Give up this game?")
    host.button("Keep playing").click()
    expect(host.prompt).to_contain_text(ASKED)
    host.choose_in_menu("Give up")
    host.button("Give up").click()
    expect(guest.result.get_by_role("heading")).to_have_text("You win.")
    expect(host.result.get_by_role("heading")).to_contain_text("wins.")


def test_a_hint_shows_three_ideas_on_the_board_until_another_piece_is_taken(visits: Visits) -> None:
    page = visits.come("/")
    hands = Hands(page)
    made = make(page, "empire", ME, BALSA)
    page.goto(f"/table/{made['table']['id']}")
    hands.wait_for_turn()
    shown = hands.dock.get_by_role("group", name="What the machine would play")
    ideas = shown.get_by_role("button", name=re.compile("for you$"))  # the other button tells how it may go on
    hands.button("Hint").click()
    ideas.first.wait_for(timeout=SETTING_UP)  # hints wait for the compiler
    expect(ideas).to_have_count(3)
    ideas.last.click()
    expect(ideas.last).to_have_accessible_name(re.compile(r"^3: .*, \d+ % for you$"))
    expect(hands.board.locator(".hint-frame:not(.back)")).to_have_count(2)
    hinted = hands.prompt.inner_text().removeprefix("Hint: ")
    hands.click(next(pick for pick in hands.told.choices(0) if pick not in hinted))
    expect(ideas).to_have_count(0)
    expect(hands.board.locator(".hint-frame")).to_have_count(0)
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
    told = [message for message in hands.told.sent if message["do"] in ("act", "why")]
    assert [message["picks"] for message in told] == [["a11", "c7"]]  # asked, and nothing was tried
    hands.click("a11")
    expect(hands.prompt).not_to_have_text("Not there")
    hands.play(EMPIRE[0])


def test_why_a_polyomino_does_not_fit_is_asked_with_its_turn(visits: Visits) -> None:
    hands = at_one_screen(visits, "blokus-duo", 4)
    hands.wait_for_turn()
    hands.told.sent.clear()
    hands.page.get_by_role("group", name="Pieces").get_by_role("button").last.click()
    hands.click("a1")
    expect(hands.prompt).to_have_text("Not there")
    expect(hands.dock.get_by_role("link", name="Rule ")).to_be_visible()
    *_, asked = [message for message in hands.told.sent if message["do"] == "why"]
    assert [pick.partition(":")[0] for pick in asked["picks"][:2]] == ["tray", "turn"]
    assert not [message for message in hands.told.sent if message["do"] == "act"]


def test_time_that_has_run_out_ends_the_game_by_itself(visits: Visits) -> None:
    host, guest = two(visits, clock={"kind": "game", "seconds": 10})
    for hands, action in zip((host, guest, host), EMPIRE, strict=False):
        hands.wait_for_turn(after=EMPIRE.index(action) - 1)
        hands.play(action)
    expect(host.result.get_by_role("heading")).to_have_text("You win.", timeout=30_000)
    expect(guest.result.get_by_role("heading")).to_contain_text("wins.")


def test_who_must_begin_sees_how_long_there_is(visits: Visits) -> None:
    page = visits.come("")
    page.clock.install()
    host, guest = Hands(page), Hands(visits.come(""))
    page.goto("/")
    made = make(page, "empire", ME, FRIEND, clock={"kind": "game", "seconds": 300})
    page.goto(f"/table/{made['table']['id']}")
    guest.page.goto(made["links"][0]["path"])
    guest.sit_down()
    host.wait_for_turn()
    expect(guest.dock).to_contain_text(re.compile(r"\d+ s left to begin\."))
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    expect(host.dock).to_contain_text("Your first move starts your clock.")
    before = seconds_to_begin(host)
    page.clock.run_for(5_000)
    assert seconds_to_begin(host) == before - 5
    expect(host.page.locator(".own .clock")).to_have_text(f"0:{before - 5:02}")
    expect(host.page.locator(".own .plate")).to_contain_text("to begin")
    page.clock.resume()
    host.play(EMPIRE[0])
    expect(host.page.locator(".own .plate")).not_to_contain_text("to begin")
    expect(guest.dock).to_contain_text("the game is called off.")


def seconds_to_begin(hands: Hands) -> int:
    found = re.search(r"within (\d+) s", hands.dock.inner_text())
    assert found is not None
    return int(found[1])


def test_a_game_that_was_called_off_counts_for_nobody(visits: Visits) -> None:
    page = visits.come("/")
    proxy, hands = LineProxy(page), Hands(page)
    table = make(page, "empire", ME, SCREEN)["table"]["id"]
    page.goto(f"/table/{table}")
    hands.wait_for_turn()
    reason = "One side did not begin in time."
    now = {"status": "over", "ply": 0, "mover": None, "called_off": True, "reason": reason, "may": ["offer-rematch"]}
    proxy.say({"news": table, "number": 1, "at": 0, "event": {"kind": "called-off", "seat": 0}, "now": now})
    expect(hands.result.get_by_role("heading")).to_have_text("Called off.")
    expect(hands.result).to_contain_text(reason)
    expect(hands.result.get_by_role("button", name="Play again")).to_be_visible()
    expect(hands.page.locator(".plate.on")).to_have_count(0)


def test_a_machine_shows_how_far_it_has_come(visits: Visits) -> None:
    page = visits.come("/")
    proxy, hands = LineProxy(page), Hands(page)
    table = make(page, "empire", ME, BALSA)["table"]["id"]
    page.goto(f"/table/{table}")
    hands.wait_for_turn()
    proxy.hold()
    hands.play(EMPIRE[0], wait=False)
    expect(hands.prompt).to_have_text("One moment")
    now = {"status": "running", "ply": 1, "mover": 1}
    event = {"kind": "acted", "seat": 0, "action": EMPIRE[0]}
    proxy.say({"news": table, "number": 1, "at": 0, "event": event, "now": now})
    plate = page.locator(".others .plate")
    expect(plate).to_contain_text("Is thinking")
    box = plate.bounding_box()
    for share, best in ((0.25, None), (0.75, "l4-l7")):
        proxy.say({"thinking": table, "seat": 1, "share": share} | ({"best": best} if best else {}))
        expect(plate.get_by_role("progressbar")).to_have_attribute("aria-valuenow", str(round(100 * share)))
    expect(plate).to_contain_text("Is thinking: l4-l7")
    assert plate.bounding_box() == box  # nothing moves
    proxy.release()
    hands.wait_for_turn(after=1)
    expect(plate.get_by_role("progressbar")).to_have_count(0)
    assert plate.bounding_box() == box


def test_a_full_house_loses_nothing(visits: Visits) -> None:
    page = visits.come("/")
    proxy, hands = LineProxy(page), Hands(page)
    table = make(page, "empire", ME, SCREEN)["table"]["id"]
    proxy.refuse("attend", code="busy", seconds=2)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="The house is full just now")).to_be_visible()
    proxy.let_pass()
    hands.wait_for_turn()  # by itself
    proxy.refuse("act", code="busy", seconds=2)
    hands.play(EMPIRE[0], wait=False)
    expect(hands.prompt).to_have_text("The house is full just now")
    expect(hands.board.locator(".ghost-at")).to_have_count(1)  # it stays where it was put down
    proxy.let_pass()
    hands.button("Play it now").click()
    expect(hands.table).to_have_attribute("data-ply", "1")
    expect(hands.prompt).not_to_have_text("The house is full just now")


def test_who_is_away_can_be_claimed_from_then_on(visits: Visits) -> None:
    page = visits.come("/")
    proxy, host, guest = LineProxy(page), Hands(page), Hands(visits.come(""))
    made = make(page, "empire", ME, FRIEND)
    table = made["table"]["id"]
    page.goto(f"/table/{table}")
    guest.page.goto(made["links"][0]["path"])
    guest.sit_down()
    host.wait_for_turn()
    host.play(EMPIRE[0])
    guest.wait_for_turn()
    guest.play(EMPIRE[1])
    host.wait_for_turn(after=1)
    host.play(EMPIRE[2])  # nobody has still to begin
    guest.page.goto("about:blank")
    expect(host.prompt).to_contain_text("is away")
    expect(host.dock).to_contain_text("you can claim the win")
    expect(host.button("Claim the win")).to_have_count(0)
    proxy.say({"presence": table, "here": [0], "watchers": 0, "away": [{"seat": 1, "claim_at": 0}]})
    expect(host.button("Claim the win")).to_be_visible()
    asked = len(host.told.sent)
    host.button("Let a machine play on").click()
    expect(host.prompt).not_to_contain_text("is away")  # the server knows better
    assert [message["what"] for message in host.told.sent[asked:] if message["do"] == "claim"] == ["machine"]
    proxy.say({"presence": table, "here": [0, 1], "watchers": 0, "away": []})
    expect(host.button("Claim the win")).to_have_count(0)


@pytest.mark.slow
def test_who_has_left_can_be_replaced(visits: Visits) -> None:
    host, guest = two(visits, clock={"kind": "game", "seconds": 600})
    for hands, action in zip((host, guest, host), EMPIRE, strict=False):
        hands.wait_for_turn(after=EMPIRE.index(action) - 1)
        hands.play(action)
    guest.page.goto("about:blank")
    expect(host.page.get_by_text("Away", exact=True)).to_be_visible()
    expect(host.button("Let a machine play on")).to_be_visible(timeout=90_000)  # after a minute
    host.button("Let a machine play on").click()
    host.wait_for_turn(after=3)
    expect(host.page.get_by_text("Machine, level 4")).to_be_visible()
