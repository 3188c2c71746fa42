"""First game together: every lesson is played on the page, and the game goes on alone.

Each is played in one language, and with `--slow` in both; in one of them on a phone.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from palissade.registry import GAMES
from tests.browser.finger import PHONE
from tests.browser.laying import set_up
from tests.browser.pupil import Pupil, PupilOnPhone
from tests.browser.visits import Visits

ENDS = {"en": ("Now on your own", "Go on alone"), "fr": ("À vous de jouer", "Continuer sans aide")}


def opened(page: Page, game: str) -> Page:
    set_up(page, game)
    page.goto(f"/learn/{game}")
    page.locator("main.learn").wait_for()
    return page


def lessons() -> Iterator[pytest.ParameterSet]:
    """Without the slow ones there are still both languages on both screens."""
    for number, game in enumerate(GAMES):
        for other, language in enumerate(ENDS):
            is_phone = (number + other) % 2 == 1
            marks = [] if number // 2 % 2 == other else [pytest.mark.slow]
            yield pytest.param(game, language, is_phone, id=f"{game}-{language}", marks=marks)


@pytest.mark.parametrize(("game", "language", "is_phone"), [*lessons()])
def test_a_lesson_is_played_to_its_end_and_the_game_goes_on(
    visits: Visits, game: str, language: str, is_phone: bool
) -> None:
    page = opened(visits.come("/", locale=language, **(PHONE if is_phone else {})), game)
    pupil = (PupilOnPhone if is_phone else Pupil)(page, game, language)
    for number in range(len(pupil.steps)):
        pupil.step(number)
    yours, go_on = ENDS[language]
    expect(pupil.prompt).to_have_text(yours)
    pupil.push(page.get_by_role("button", name=go_on))
    page.wait_for_url("**/table/*")
    page.locator("main.table").wait_for()


def test_a_lesson_goes_on_in_another_language_where_it_is(visits: Visits) -> None:
    page = opened(visits.come("/"), "saute")
    pupil = Pupil(page, "saute")
    pupil.step(0)
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#bar-menu").get_by_role("button", name="Français").click()
    page.keyboard.press("Escape")
    pupil.speak("fr")
    pupil.step(1)


def test_what_is_wrong_is_answered_and_the_way_shown(visits: Visits) -> None:
    page = opened(visits.come("/"), "empire")
    pupil = Pupil(page, "empire")
    pupil.step(0)
    pupil.step(1)
    step = pupil.steps[2]
    pupil.play(step, "c11-c5")
    expect(pupil.prompt).to_have_text(step["otherwise"])
    expect(page.get_by_role("link", name=f"Rule {step['rule']}")).to_be_visible()
    spots = {spot["id"]: spot for spot in step["scene"]["spots"]}
    pupil.pick(spots["c11"])
    pupil.pick(spots["d4"])
    expect(pupil.prompt).to_have_text("A piece goes along its row or its column, to another square.")
    rule = page.get_by_role("link", name="Rule EMP-4")
    rule.click()
    rules = page.get_by_role("region", name="Rules", exact=True)
    expect(rules.locator(":is(p, li).meant")).to_be_in_viewport()
    page.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    expect(rule).to_be_focused()
    expect(pupil.prompt).to_have_text("A piece goes along its row or its column, to another square.")  # where one was
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hint-frame:not(.back)")).to_have_count(2)


def test_a_phone_shows_board_sentence_and_buttons_at_once(visits: Visits) -> None:
    page = opened(visits.come("/", **PHONE), "cul-de-sac")
    pupil = PupilOnPhone(page, "cul-de-sac")
    pupil.step(0)
    pupil.step(1)
    pupil.pick(next(spot for spot in pupil.steps[2]["scene"]["spots"] if spot["id"] == "a1h"))
    for part in (pupil.board, pupil.prompt, pupil.act):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_role("link", name=f"Rule {pupil.steps[2]['rule']}").tap()
    expect(page.locator(".reading :is(p, li).meant")).to_be_in_viewport()
    pupil.push(page.get_by_role("button", name="Close"))
    expect(pupil.board).to_be_in_viewport(ratio=1)


def test_the_page_of_a_game_leads_to_its_lesson_and_shows_three_pictures(visits: Visits) -> None:
    page = visits.come("/")
    set_up(page, "alignement")
    page.goto("/games/alignement")
    pictures = page.get_by_role("group", name="At first sight")
    expect(pictures.get_by_role("figure")).to_have_count(3)
    last = pictures.get_by_role("figure").last
    expect(last).to_contain_text("Four in a row")
    last.get_by_role("button", name="From the start").click()  # where nothing moves by itself, it shows its end
    last.get_by_role("button", name="Next step").click()  # and one steps through
    expect(last.get_by_role("button", name="From the start")).to_be_visible()
    page.get_by_role("link", name="First game together").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("First game together")
