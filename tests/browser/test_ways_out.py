"""Ways in and ways out at a table: gates, walls that lie to be confirmed, moves that are confirmed too."""

from playwright.sync_api import expect

from tests.browser.finger import PHONE, Finger
from tests.browser.hands import Hands
from tests.browser.laying import lay, record
from tests.browser.visits import Visits


def gate_of(name: str) -> int:
    """After how many actions a gate is open."""
    return next(ply for ply, action in enumerate(record(name)["actions"]) if action in ("+t", "+s"))


def test_what_comes_in_at_a_gate_is_chosen_there_by_touch(visits: Visits) -> None:
    for name in ("porte", "porte-players-4"):
        ply = gate_of(name)
        finger = Finger(visits.come("/", **PHONE))
        page = finger.page
        page.goto(lay(page, name, ply))
        finger.wait_for_turn()
        (gate,) = (pick for pick, after in finger.told.choices(ply).items() if isinstance(after, dict))
        expect(finger.prompt).to_contain_text(f"A gate is open on {gate}")
        expect(finger.button("Stop here")).to_be_visible()
        finger.click(gate)
        expect(finger.prompt).to_have_text(f"What comes in at {gate}?")
        finger.touch.survey()
        assert finger.dock.locator(".btn.act").count() <= 1
        finger.push(page.locator('.comer[data-kind="square"]'))
        expect(finger.table).to_have_attribute("data-ply", str(ply + 1))


def test_a_wall_by_touch_can_be_taken_back_in_every_way(visits: Visits) -> None:
    finger = Finger(visits.come("/", **PHONE))
    page = finger.page
    page.goto(lay(page, "cul-de-sac", 1))
    finger.wait_for_turn()
    rim = finger.board.bounding_box()
    assert rim is not None
    for way in ("button", "square", "rim"):
        finger.click("e7h")
        expect(finger.prompt).to_have_text("The wall can lie here")
        expect(finger.button("Take back")).to_be_visible()
        if way == "button":
            finger.push(finger.button("Put back"))
        elif way == "square":
            finger.click("c3")  # its middle is no groove
        else:
            page.touchscreen.tap(rim["x"] + 3, rim["y"] + 100)
        expect(finger.prompt).to_contain_text("Lay a wall")
    expect(finger.table).to_have_attribute("data-ply", "1")


def test_a_wall_that_was_confirmed_by_a_second_click_is_not_drawn_as_refused(visits: Visits) -> None:
    hands = Hands(visits.come("/"))
    hands.page.goto(lay(hands.page, "cul-de-sac", 1))
    hands.wait_for_turn()
    hands.click("a9v")
    expect(hands.prompt).to_have_text("The wall can lie here")
    hands.click("a9v")
    expect(hands.table).to_have_attribute("data-ply", "2")
    expect(hands.board.locator(".wall.bad")).to_have_count(0)


def test_where_every_move_is_confirmed_a_goal_waits_for_it(visits: Visits) -> None:
    hands = Hands(visits.come("/"))
    page, (action, *_) = hands.page, record("empire")["actions"]
    page.goto(lay(page, "empire", 0))
    hands.wait_for_turn()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Always", exact=True).click()
    page.keyboard.press("Escape")
    hands.choose(action)
    expect(hands.prompt).to_have_text(f"Play {action}?")
    hands.button("Put back").click()
    expect(hands.button("Confirm")).to_have_count(0)
    hands.choose(action)
    hands.button("Confirm").click()
    expect(hands.table).to_have_attribute("data-ply", "1")
    page.reload()
    hands.wait_for_turn()
    hands.choose(hands.actions()[0])
    expect(hands.button("Confirm")).to_be_visible()  # this browser remembers it
