"""Light and dark, two languages, still or moving: as the person wants it, and it stays so."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Hands
from tests.browser.laying import lay, record
from tests.browser.visits import Visits


def background(page: Page) -> int:
    """How light the page is, from 0 to 255."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return max(int(part) for part in re.findall(r"\d+", colour)[:3])


@pytest.mark.parametrize("path", ["/", "/games/barrier"])
def test_the_page_is_as_dark_as_the_system(visits: Visits, path: str) -> None:
    assert background(visits.come(path, color_scheme="dark")) < 64
    assert background(visits.come(path, color_scheme="light")) > 192


def test_a_chosen_theme_stays(visits: Visits) -> None:
    page = visits.come("/", color_scheme="light")
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert background(page) < 64


def test_a_french_browser_is_spoken_to_in_french(visits: Visits) -> None:
    page = visits.come("/", locale="fr-FR")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("joue")
    page.goto(lay(page, "empire", 1))
    expect(page.get_by_role("status").last).to_be_attached()
    expect(page.locator(".dock .prompt")).not_to_contain_text("Your turn")
    page.goto("/rules/empire")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Règles")


def test_the_language_can_be_changed_at_the_table_and_stays(visits: Visits) -> None:
    page = visits.come("/")
    hands = Hands(page)
    page.goto(lay(page, "empire"))
    expect(hands.result.get_by_role("heading")).to_contain_text("wins.")
    hands.choose_in_menu("En français")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("region", name="Résultat")).to_contain_text("gagne")
    page.reload()
    expect(page.get_by_role("region", name="Résultat")).to_contain_text("Règle EMP-8")


def test_who_is_nobody_is_told_in_the_language_of_the_page(visits: Visits) -> None:
    page = visits.come("/")
    hands = Hands(page)
    page.goto(lay(page, "empire", 1))
    hands.wait_for_turn()
    watcher = Hands(visits.come("/"))  # an English browser
    watcher.choose_in_menu("En français")
    watcher.page.goto(page.url)
    watcher.table.wait_for()
    hands.choose_in_menu("Give up")
    hands.button("Give up").click()
    expect(watcher.page.get_by_role("region", name="Résultat")).to_contain_text("La partie a été abandonnée")
    watcher.page.get_by_role("button", name="Plus", exact=True).click()
    watcher.page.locator("#bar-menu").get_by_role("button", name="In English").click()
    expect(watcher.result).to_contain_text("The game was given up")  # the line is opened anew


LISTEN_TO_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  window.moved.push(typeof timing === "number" ? timing : timing.duration);
  return animate.call(this, frames, timing);
};
"""


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_pieces_move_only_for_who_likes_it(visits: Visits, wish: str, moves: bool) -> None:
    page = visits.come("", reduced_motion=wish)
    page.add_init_script(LISTEN_TO_MOTION)
    page.goto("/")
    hands = Hands(page)
    page.goto(lay(page, "empire", 2))
    hands.wait_for_turn()
    for action in record("empire")["actions"][2:5]:
        hands.play(action)
    assert any(page.evaluate("window.moved")) == moves
    told = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--move')").strip()
    assert (float(told.rstrip("ms")) > 0) == moves


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_a_score_counts_in_sight_only_for_who_likes_motion(visits: Visits, wish: str, moves: bool) -> None:
    page = visits.come("", reduced_motion=wish)
    page.add_init_script(LISTEN_TO_MOTION.replace("window.moved.push", 'if (this.closest(".plate")) window.moved.push'))
    page.goto("/")
    hands = Hands(page)
    page.goto(lay(page, "blokus-duo", 4))
    hands.wait_for_turn()
    points = page.locator(".plate .holdings .num")
    before = points.all_inner_texts()
    assert len(before) == 2
    hands.play(record("blokus-duo")["actions"][4])
    expect(points).not_to_have_text(before)
    assert any(page.evaluate("window.moved")) == moves


def test_text_grows_with_large_screens(visits: Visits) -> None:
    letters = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    page = visits.come("/", viewport={"width": 1280, "height": 800})
    assert page.evaluate(letters) == 16
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(letters) == 20


def test_who_is_alone_is_shown_what_machines_play(visits: Visits) -> None:
    page = visits.come("/")
    page.get_by_role("group", name="How many are you?").get_by_text("1", exact=True).click()
    expect(page.get_by_text("A machine plays the other side.")).to_be_visible()
    expect(page.get_by_role("link", name="Barrier")).to_be_visible()
    expect(page.get_by_role("link", name="Solitaire")).to_be_visible()
    page.get_by_role("link", name="Open Blockade").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Le Blocus")
