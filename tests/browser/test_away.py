"""When the server is not there: the page still opens, and says what it needs."""

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.laying import ME, SCREEN, make
from tests.browser.relay import Relay
from tests.browser.visits import NO_WAY, Visits
from tests.server.served import Served

KEPT = """async () => {
  const kept = await (await caches.open("palissade-shell")).keys();
  return kept.map(({ url }) => /assets\\/([A-Za-z]+)-.*js$/.exec(url)?.[1]).filter(Boolean);
}"""


def test_the_page_opens_without_a_connection_and_says_so(visits: Visits) -> None:
    visits.allow("ERR_INTERNET_DISCONNECTED")
    page = visits.come("/")
    page.evaluate("navigator.serviceWorker.ready")
    assert {"AddDevice", "TablePage", "Board"} <= set(page.evaluate(KEPT))  # also what no page has asked for yet
    page.context.set_offline(True)
    page.goto("/games/empire")
    expect(page.get_by_role("status").first).to_contain_text("offline")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator('main a[href="/games/empire"]').first).to_be_visible()  # by itself


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
        expect(hands.prompt).to_contain_text("Your turn")
