"""Ways in and ways out at a table: gates, walls that lie to be confirmed, moves that are confirmed too."""

from playwright.sync_api import Locator, expect

from tests.browser.hands import Hands
from tests.browser.laying import lay, record
from tests.browser.test_phone import PHONE, Fingers, fits
from tests.browser.visits import Visits

SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}


def gate_of(name: str) -> int:
    """After how many actions a gate is open."""
    return next(ply for ply, action in enumerate(record(name)["actions"]) if action in ("+t", "+s"))


def is_in_sight(button: Locator) -> bool:
    """Whether all of a button lies in the window."""
    return bool(
        button.evaluate(
            """button => {
              const { left, right, bottom } = button.getBoundingClientRect();
              return left >= 0 && right <= innerWidth && bottom <= innerHeight;
            }"""
        )
    )


def test_what_comes_in_at_a_gate_is_chosen_there_by_touch(visits: Visits) -> None:
    for name in ("porte", "porte-players-4"):
        ply = gate_of(name)
        fingers = Fingers(visits.come("/", **SMALL))
        page = fingers.page
        page.goto(lay(page, name, ply))
        fingers.wait_for_turn()
        (gate,) = (pick for pick, after in fingers.told.choices(ply).items() if isinstance(after, dict))
        expect(fingers.prompt).to_contain_text(f"A piece may come in at {gate}")
        expect(fingers.button("Stop here")).to_be_visible()
        fingers.click(gate)
        expect(fingers.prompt).to_have_text(f"What comes in at {gate}?")
        assert fits(page)
        assert all(is_in_sight(button) for button in fingers.dock.get_by_role("button").all())
        assert fingers.dock.locator(".btn.act").count() <= 1
        page.locator('.comer[data-kind="square"]').tap()
        expect(fingers.table).to_have_attribute("data-ply", str(ply + 1))


def test_a_wall_by_touch_can_be_taken_back_in_every_way(visits: Visits) -> None:
    fingers = Fingers(visits.come("/", **SMALL))
    page = fingers.page
    page.goto(lay(page, "cul-de-sac", 1))
    fingers.wait_for_turn()
    rim = fingers.board.bounding_box()
    assert rim is not None
    for way in ("button", "square", "rim"):
        fingers.click("e7h")
        expect(fingers.prompt).to_have_text("The wall can lie here")
        expect(fingers.button("Take back")).to_be_visible()
        if way == "button":
            fingers.button("Put back").tap()
        elif way == "square":
            fingers.click("c3")  # its middle is no groove
        else:
            page.touchscreen.tap(rim["x"] + 3, rim["y"] + 100)
        expect(fingers.prompt).to_contain_text("Lay a wall")
    expect(fingers.table).to_have_attribute("data-ply", "1")


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
