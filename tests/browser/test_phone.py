"""On a phone: one taps, looks at what would be played, and confirms."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Hands
from tests.browser.laying import FRIEND, ME, lay, make, record, set_up
from tests.browser.visits import Visits

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PATHS = (
    "/",
    "/games/empire",
    "/rules/empire",
    "/learn/empire",
    "/lobby",
    "/account",
    "/device#secret",
    "/nothing/here/at/all",
)


class Fingers(Hands):
    """Plays by tapping."""

    def click(self, spot: str) -> None:
        self.page.touchscreen.tap(*self.point(spot))


def fits(page: Page) -> bool:
    """Whether nothing sticks out to the side."""
    wide = page.viewport_size["width"] if page.viewport_size else 0  # a phone zooms out where something sticks out
    return bool(page.evaluate("wide => document.documentElement.scrollWidth <= wide", wide))


def at_table(visits: Visits, name: str, plies: int) -> Fingers:
    page = visits.come("/", **PHONE)
    fingers = Fingers(page)
    page.goto(lay(page, name, plies))
    fingers.wait_for_turn()
    return fingers


@pytest.mark.parametrize("path", PATHS)
def test_every_page_fits(visits: Visits, path: str) -> None:
    page = visits.come("/", **PHONE)
    set_up(page, "empire")
    page.goto(path)
    page.get_by_role("heading", level=1).wait_for()
    assert fits(page)


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
@pytest.mark.parametrize("game", ["empire", "solitaire"])
def test_play_is_in_the_first_screen(visits: Visits, game: str, size: tuple[int, int]) -> None:
    page = visits.come(f"/games/{game}", **PHONE | {"viewport": {"width": size[0], "height": size[1]}})
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_a_table_that_waits_for_many_fits(visits: Visits) -> None:
    page = visits.come("/", **PHONE | {"viewport": {"width": 360, "height": 740}})
    made = make(page, "empire", ME, *[FRIEND] * 3, options={"players": 4}, clock={"kind": "game", "seconds": 300})
    page.goto(f"/table/{made['table']['id']}")
    page.get_by_role("heading", name="The table is set").wait_for()
    assert fits(page)


def test_moves_and_walls_are_tapped_and_walls_confirmed(visits: Visits) -> None:
    fingers = at_table(visits, "cul-de-sac", 0)
    assert fits(fingers.page)
    fingers.play_all(record("cul-de-sac")["actions"][:6])
    fingers.page.get_by_role("button", name="Moves").tap()
    expect(fingers.page.get_by_role("button", name="d4-d2 a9v")).to_be_visible()


def test_a_wall_is_only_played_when_it_is_confirmed(visits: Visits) -> None:
    fingers = at_table(visits, "cul-de-sac", 1)
    fingers.click("a9v")
    expect(fingers.prompt).to_have_text("The wall can lie here")
    expect(fingers.table).to_have_attribute("data-ply", "1")
    fingers.button("Turn").tap()
    expect(fingers.dock).to_contain_text("a9h")
    fingers.button("Place").tap()
    expect(fingers.table).to_have_attribute("data-ply", "2")


def test_a_polyomino_is_taken_turned_and_placed(visits: Visits) -> None:
    fingers = at_table(visits, "blokus-duo", 4)
    page, actions = fingers.page, record("blokus-duo")["actions"]
    assert fits(page)
    page.get_by_role("group", name="Pieces").get_by_role("button").last.tap()
    expect(fingers.button("Place")).to_be_disabled()
    fingers.button("Turn right").tap()
    fingers.click("d10")
    expect(fingers.prompt).to_have_text("Not there")
    page.get_by_role("group", name="Pieces").locator('[aria-pressed="true"]').tap()
    fingers.play(actions[4])
    expect(fingers.table).to_have_attribute("data-ply", "5")


def test_the_end_is_told_on_a_phone(visits: Visits) -> None:
    page = visits.come("/", **PHONE)
    fingers = Fingers(page)
    page.goto(lay(page, "empire"))
    expect(fingers.result.get_by_role("heading")).to_contain_text("win")
    assert fits(page)
    fingers.result.get_by_role("button", name="Go over the game").tap()
    expect(fingers.prompt).to_have_text("The beginning")
