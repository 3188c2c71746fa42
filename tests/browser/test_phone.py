"""On a phone: one taps, looks at what would be played, and confirms."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from palissade.registry import GAMES
from tests.browser.finger import PHONE, TALL, Finger, Touch
from tests.browser.laying import FRIEND, ME, SETTING_UP, lay, make, record, set_up
from tests.browser.visits import Visits

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

SIZES: tuple[ViewportSize, ...] = (PHONE["viewport"], TALL["viewport"])


def show(page: Page, path: str) -> None:
    """Go to another page as a link on this one does: nothing is loaded anew."""
    page.evaluate("path => (history.pushState(null, '', path), dispatchEvent(new PopStateEvent('popstate')))", path)


def at_table(visits: Visits, name: str, plies: int) -> Finger:
    page = visits.come("/", **TALL)
    finger = Finger(page)
    page.goto(lay(page, name, plies))
    finger.wait_for_turn()
    return finger


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_in_reach(visits: Visits, path: str, locale: str) -> None:
    page = visits.come("/", locale=locale, **PHONE)
    set_up(page, "empire")
    page.goto(path)
    page.get_by_role("heading", level=1).wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    Touch(page).survey()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_on_the_page_of_every_game_play_is_in_the_first_screen(visits: Visits, locale: str) -> None:
    visits.allow(r"status of 503 .*/par")  # what a good result is may be asked for by another page of theirs
    page = visits.come("/", locale=locale, **PHONE)
    play = page.get_by_role("button", name=Finger(page, locale[:2]).word("Play"), exact=True)
    for game in GAMES.values():
        set_up(page, game.id)
        show(page, f"/games/{game.id}")
        expect(page.get_by_role("heading", level=1)).to_have_text(game.name)
        page.locator("figure").nth(2).wait_for()
        for size in SIZES:
            page.set_viewport_size(size)
            expect(play).to_be_in_viewport(ratio=1)
            Touch(page).survey()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_table_of_many_is_in_reach(visits: Visits, locale: str) -> None:
    page = visits.come("/", locale=locale, **PHONE)
    for name in ("blockers-players-4", "blockers-players-5", "empire-players-4", "saute-players-4"):
        page.goto(lay(page, name, 60))
        for size in SIZES:
            page.set_viewport_size(size)
            Finger(page, locale[:2]).wait_for_turn()


def test_a_table_that_waits_for_many_fits(visits: Visits) -> None:
    page = visits.come("/", **PHONE | {"viewport": {"width": 360, "height": 740}})
    made = make(page, "empire", ME, *[FRIEND] * 3, options={"players": 4}, clock={"kind": "game", "seconds": 300})
    page.goto(f"/table/{made['table']['id']}")
    page.get_by_role("heading", name="The table is set").wait_for()
    Touch(page).survey()


def test_moves_and_walls_are_tapped_and_walls_confirmed(visits: Visits) -> None:
    finger = at_table(visits, "cul-de-sac", 0)
    finger.play_all(record("cul-de-sac")["actions"][:6])
    finger.push(finger.page.get_by_role("button", name="Moves"))
    expect(finger.page.get_by_role("button", name="d4-d2 a9v")).to_be_visible()


def test_a_wall_is_only_played_when_it_is_confirmed(visits: Visits) -> None:
    finger = at_table(visits, "cul-de-sac", 1)
    finger.click("a9v")
    expect(finger.prompt).to_have_text("The wall can lie here")
    expect(finger.table).to_have_attribute("data-ply", "1")
    finger.push(finger.button("Turn"))
    expect(finger.dock).to_contain_text("a9h")
    finger.push(finger.button("Place"))
    expect(finger.table).to_have_attribute("data-ply", "2")


def test_a_polyomino_is_taken_turned_and_placed(visits: Visits) -> None:
    finger = at_table(visits, "blokus-duo", 4)
    page, actions = finger.page, record("blokus-duo")["actions"]
    finger.push(page.get_by_role("group", name="Pieces").get_by_role("button").last)
    expect(finger.button("Place")).to_be_disabled()
    finger.push(finger.button("Turn right"))
    finger.click("d10")
    expect(finger.prompt).to_have_text("Not there")
    finger.push(page.get_by_role("group", name="Pieces").locator('[aria-pressed="true"]'))
    finger.play(actions[4])
    expect(finger.table).to_have_attribute("data-ply", "5")


def test_the_piece_of_a_hint_comes_into_sight(visits: Visits) -> None:
    finger = at_table(visits, "blokus-duo", 4)
    finger.push(finger.button("Hint"))
    chosen = finger.page.get_by_role("group", name="Pieces").locator('[aria-pressed="true"]').filter(visible=True)
    expect(chosen).to_be_in_viewport(ratio=1, timeout=SETTING_UP)  # machines wait for the compiler
    assert chosen.evaluate("piece => piece.parentElement.scrollLeft") > 0


def test_the_end_is_told_on_a_phone(visits: Visits) -> None:
    page = visits.come("/", **TALL)
    finger = Finger(page)
    page.goto(lay(page, "empire"))
    expect(finger.result.get_by_role("heading")).to_contain_text("win")
    finger.touch.survey()
    finger.push(finger.result.get_by_role("button", name="Go over the game"))
    expect(finger.prompt).to_have_text("The beginning")
