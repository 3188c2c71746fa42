"""When the server is not there: the page still opens, and says what it needs."""

import re

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.laying import ME, SCREEN, make, set_up
from tests.browser.relay import Relay
from tests.browser.visits import NO_WAY, Visits
from tests.server.served import Served

KEPT = """async () => {
  const [shell] = (await caches.keys()).filter(name => name.startsWith("palissade-shell"));
  const kept = await (await caches.open(shell)).keys();
  return kept.map(({ url }) => new URL(url).pathname);
}"""
TOLD = """async game => {
  for (;;) {
    const told = await (await caches.open("palissade-told")).keys();
    if (["rules", "introduction"].every(name => told.some(({ url }) => url.includes(`/${game}/${name}`)))) return;
    await new Promise(later => setTimeout(later, 100));
  }
}"""


def test_the_page_opens_without_a_connection_and_says_so(visits: Visits) -> None:
    visits.allow("ERR_INTERNET_DISCONNECTED")
    page = visits.come("/")
    page.evaluate("navigator.serviceWorker.ready")
    kept = "\n".join(page.evaluate(KEPT))
    for name in ("TablePage-", "Book-", "figtree-", "bricolage-", "empire-dark-", "blockade-"):
        assert f"/assets/{name}" in kept  # also what no page has asked for yet
    page.context.set_offline(True)
    page.goto("/games/barrier")
    expect(page.get_by_role("status").first).to_contain_text("offline")
    expect(page.get_by_role("heading", level=1)).to_have_text("Barrier")
    page.context.set_offline(False)
    expect(page.get_by_text("You are offline")).to_be_hidden()


def test_the_shelf_the_pictures_and_the_rules_are_there_without_a_connection(visits: Visits) -> None:
    visits.allow(NO_WAY)
    page = visits.come("/")
    page.evaluate("navigator.serviceWorker.ready")
    set_up(page, "empire")
    page.reload()
    page.evaluate(TOLD, "empire")
    page.context.set_offline(True)
    page.goto("/")
    page.get_by_role("link", name="L’Empire").click()
    expect(page.get_by_role("group", name="At first sight").get_by_role("figure")).to_have_count(3)
    page.get_by_role("link", name="Full rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of L’Empire")
    figure = page.get_by_role("figure").nth(1)
    figure.get_by_role("button", name="Next action").click()
    expect(figure.get_by_text(re.compile("^2 of "))).to_be_visible()
    page.goto("/games/empire")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("The table server cannot be reached.")


def test_a_lost_network_is_noticed_at_once_at_a_table(visits: Visits, server: Served) -> None:
    visits.allow(NO_WAY)
    with Relay(server.port) as way:
        page = visits.come("")
        page.clock.install()
        hands = Hands(page)
        address = f"http://127.0.0.1:{way.port}"
        page.goto(address)
        page.goto(f"{address}/table/{make(page, 'empire', ME, SCREEN)['table']['id']}")
        hands.wait_for_turn()
        page.clock.pause_at(page.evaluate("Date.now() + 10000"))
        way.fall_silent()
        page.evaluate("dispatchEvent(new Event('offline'))")
        page.clock.run_for(3_100)
        expect(hands.prompt).to_have_text("Connection lost")
        way.mend()  # time stands still, so that the page does not try again by itself
        hands.button("Try now").click()
        expect(hands.prompt).to_contain_text("Thrones held")
