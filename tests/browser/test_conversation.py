"""Talk beside the game: phrases in the reader's language, words among friends, and peace for who wants it."""

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.laying import FRIEND, ME, make
from tests.browser.visits import Visits

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}


def test_friends_talk_each_in_their_language_and_may_be_muted(visits: Visits) -> None:
    host, guest = Hands(visits.come("/")), Hands(visits.come("", **PHONE))
    made = make(host.page, "empire", ME, FRIEND)
    host.page.goto(f"/table/{made['table']['id']}")
    guest.page.goto(made["links"][0]["path"])
    guest.page.locator(".waiting .btn.act").click()
    guest.page.locator(".talk").wait_for(state="attached")  # who only watches hears no words of people's own
    talk = host.page.get_by_role("region", name="Talk")
    talk.get_by_role("button", name="Good luck").click()
    talk.get_by_label("Write here").fill("Mind the <b>throne</b>")
    talk.get_by_role("button", name="Send").click()
    expect(talk.get_by_role("listitem")).to_have_text(["You Good luck", "You Mind the <b>throne</b>"])
    # On the phone nothing opens by itself: a dot on the button, and the words are read out.
    moves = guest.page.locator(".log-button")
    expect(moves.get_by_role("img")).to_have_accessible_name("Conversation : un nouveau message")
    expect(guest.page.get_by_role("status").filter(has_text="Mind the <b>throne</b>")).to_have_count(1)
    moves.click()
    theirs = guest.page.get_by_role("region", name="Conversation")
    theirs.get_by_role("button", name="Conversation").click()
    expect(theirs.get_by_role("listitem").first).to_contain_text("Bonne chance")
    expect(moves.get_by_role("img")).to_have_count(0)
    theirs.get_by_role("button", name="Merci").click()
    expect(talk.get_by_role("listitem").nth(2)).to_contain_text("Thank you")
    talk.get_by_role("button", name="Mute somebody").click()
    talk.get_by_role("button", name="Mute", exact=False).nth(1).click()  # the one person; the last is the table
    talk.get_by_role("button", name="Mute somebody").click()
    expect(talk.get_by_role("listitem")).to_have_count(2)
    host.page.reload()
    expect(talk.get_by_role("listitem")).to_have_count(2)
