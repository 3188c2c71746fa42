"""A whole game without a mouse."""

from playwright.sync_api import expect

from tests.browser.keys import Keys, PupilByKeys
from tests.browser.laying import SETTING_UP, record, set_up
from tests.browser.visits import Visits


def test_a_whole_game_is_played_by_keyboard(visits: Visits) -> None:
    told = record("cul-de-sac")
    keys = Keys(visits.come("/games/cul-de-sac"))
    page = keys.page
    keys.tab_to(page.get_by_role("radio", name="The machine"))
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(page.get_by_role("radio", name="One screen")).to_be_checked()
    keys.press("Enter")
    keys.table.wait_for(timeout=SETTING_UP)
    for ply, action in enumerate(told["actions"]):
        assert keys.wait_for_turn(after=ply - 1)
        if ply % 4 < 2:
            keys.play(action)
        else:
            keys.type(action)
    assert not keys.wait_for_turn()
    expect(keys.result.get_by_role("link", name=f"Rule {told['outcome']['reason']}")).to_be_visible()


def test_escape_puts_a_piece_back(visits: Visits) -> None:
    keys = Keys(visits.come("/games/empire"))
    page = keys.page
    page.get_by_role("radio", name="One screen").check(force=True)
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    keys.table.wait_for(timeout=SETTING_UP)
    keys.tab_to(keys.board)
    keys.press("n")
    expect(keys.spoken).to_contain_text("can be picked")  # the first piece of one's own
    first = keys.spoken.inner_text()
    keys.press("n")
    expect(keys.spoken).not_to_have_text(first)
    keys.go_to("a11")
    expect(keys.spoken).to_contain_text("can be picked")
    keys.press("Enter")
    expect(keys.prompt).to_contain_text("The knight on a11 goes")
    keys.press("Escape")
    expect(keys.prompt).not_to_contain_text("The knight on a11")


def test_the_focus_follows_to_a_new_page_and_can_skip_the_bar(visits: Visits) -> None:
    page = visits.come("/")
    page.locator('main a[href="/games/barrier"]').first.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.reload()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()


def test_a_lesson_is_played_by_keyboard(visits: Visits) -> None:
    page = visits.come("/")
    set_up(page, "porte")
    page.goto("/learn/porte")
    pupil = PupilByKeys(page, "porte")
    for number in range(len(pupil.steps)):
        pupil.step(number)
    expect(pupil.prompt).to_have_text("Now on your own")
    page.keyboard.press("Enter")  # the focus is there already
    page.locator("main.table").wait_for()
