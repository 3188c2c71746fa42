"""Two strangers who want to play somebody now, one of whom plays a machine meanwhile."""

import re

from playwright.sync_api import expect

from tests.browser.laying import SETTING_UP
from tests.browser.visits import Visits


def test_who_waits_may_play_a_machine_and_is_told_when_somebody_comes(visits: Visits) -> None:
    ann, bob = visits.come("/games/alignement"), visits.come("/lobby", locale="fr-FR")
    panel = ann.get_by_role("region", name="Play somebody now")
    panel.get_by_role("radio", name="15 min + 10 s").check(force=True)
    panel.get_by_role("button", name="Find somebody").click()
    expect(panel.get_by_role("status")).to_contain_text("Waiting since", timeout=SETTING_UP)
    expect(panel.get_by_role("status")).to_contain_text("Nobody else is waiting")
    panel.get_by_role("button", name="Play a machine meanwhile").click()
    ann.locator("main.table").wait_for()
    expect(ann.get_by_role("link", name="Looking for somebody")).to_be_visible()
    bob.get_by_role("button", name="Jouer : Alignement, 15 min + 10 s").click()
    bob.locator("main.table").wait_for()
    ann.get_by_role("link", name="Somebody has come").click()
    expect(ann).to_have_url(bob.url)
    for page in (ann, bob):
        expect(page.locator("main.table:not(.is-watching)")).to_be_visible()
    expect(ann.get_by_role("link", name=re.compile("Somebody|Looking"))).to_have_count(0)


def test_who_stops_looking_is_found_by_nobody(visits: Visits) -> None:
    ann, bob = visits.come("/games/empire"), visits.come("/lobby")
    panel = ann.get_by_role("region", name="Play somebody now")
    panel.get_by_role("button", name="Find somebody").click()
    with ann.expect_response(lambda answer: answer.request.method == "DELETE"):
        panel.get_by_role("button", name="Stop looking").click(timeout=SETTING_UP)
    expect(panel.get_by_role("button", name="Find somebody")).to_be_visible()
    theirs = bob.get_by_role("region", name="Play somebody now")
    theirs.get_by_role("button", name="Find somebody").click()
    expect(theirs.get_by_role("status")).to_contain_text("Nobody else is waiting")
    theirs.get_by_role("button", name="Stop looking").click()
    expect(theirs.get_by_role("button", name="Find somebody")).to_be_visible()
