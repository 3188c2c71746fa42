"""Nobody loses without knowing why: dangers are shown, what loses at once is asked about, and the end is explained."""

from playwright.sync_api import expect

from tests.browser.finger import PHONE, Finger
from tests.browser.hands import Hands
from tests.browser.laying import lay, record
from tests.browser.meeting import meet
from tests.browser.visits import Visits

EMPIRE = record("empire")["actions"]
IS_COMPILED = """async () => {
    const { games } = await (await fetch("/api/shelf")).json();
    return games.find((game) => game.id === "empire").progress === 1;
}"""


def test_a_loss_by_touch_is_doubted_first_and_explained_after(visits: Visits) -> None:
    finger, guest = Finger(visits.come("/", **PHONE)), Hands(visits.come("/"))
    *_, blunder, answer = EMPIRE
    meet(finger, guest, "empire", len(EMPIRE) - 2)
    # By rules that are still interpreted too few positions are looked at.
    finger.page.wait_for_function(IS_COMPILED, timeout=120_000, polling=500)
    for choice in ("Think again", "Play it anyway"):
        finger.wait_for_turn()
        finger.choose(blunder)
        expect(finger.prompt).to_have_text("Are you sure?")
        expect(finger.dock).to_contain_text(answer)
        expect(finger.table).to_have_attribute("data-ply", str(len(EMPIRE) - 2))
        finger.touch.survey()
        finger.push(finger.button(choice))
    guest.wait_for_turn(after=len(EMPIRE) - 2)
    guest.play(answer)
    expect(finger.result.get_by_role("heading")).to_contain_text("wins.")
    finger.touch.survey()
    why = f"Turn {len(EMPIRE) - 1} decided it"
    expect(finger.result).to_contain_text(why)
    finger.push(finger.result.get_by_role("button", name="Show me"))
    expect(finger.prompt).to_have_text(f"Turn {len(EMPIRE) - 2} of {len(EMPIRE)}")
    expect(finger.dock).to_contain_text(why)
    expect(finger.board.locator(".hint-frame:not(.back)")).not_to_have_count(0)  # what still held
    expect(finger.board.locator(".mark-threat")).not_to_have_count(0)  # and what was overlooked
    finger.touch.survey()


def test_threats_stand_beside_the_board_until_help_is_turned_off(visits: Visits) -> None:
    hands = Hands(visits.come("/"))
    hands.page.goto(lay(hands.page, "barrier", 70))
    hands.wait_for_turn()
    threats = hands.page.get_by_role("region", name="Watch out")
    expect(threats.get_by_role("listitem").first).to_contain_text("could take")
    expect(hands.board.locator(".mark-threat")).not_to_have_count(0)
    expect(hands.page.locator(".log [aria-current]")).to_be_in_viewport(ratio=1)  # though they leave it less room
    hands.choose_in_menu("Hide what threatens")
    expect(threats).to_have_count(0)
    expect(hands.board.locator(".mark-threat")).to_have_count(0)
