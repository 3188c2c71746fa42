"""Two people with a browser each: a game by link, with all that happens to connections and secrets."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from palissade.server.house import own_address
from tests.browser.hands import Hands
from tests.browser.laying import FRIEND, ME, SETTING_UP, make, record
from tests.browser.relay import Relay
from tests.browser.visits import NO_WAY, Visits
from tests.server.served import Served


def by_link(visits: Visits, game: str, by: Callable[[str], str] = str) -> tuple[Hands, Hands]:
    """One makes a table, the other opens the link they were sent, `by` a way of their own."""
    first = visits.come(f"/games/{game}")
    host = Hands(first)
    first.get_by_role("radio", name="A friend, by link").check(force=True)
    first.get_by_role("button", name="Make the link").click()
    link = first.get_by_label("Link for Seat 2")
    link.wait_for(timeout=SETTING_UP)
    guest = Hands(visits.come(""))
    guest.page.goto(by(link.input_value()))
    guest.sit_down()
    expect(guest.page).to_have_url(re.compile(r"/table/[0-9a-z]+$"))  # the secret has left the address
    host.wait_for_turn()
    return host, guest


def play(both: tuple[Hands, Hands], actions: list[str], start: int = 0) -> None:
    """Each plays what is theirs, whoever is to move."""
    for ply, action in enumerate(actions, start):
        mover = both[both[0].told.now["mover"]]
        mover.wait_for_turn(after=ply - 1)
        mover.play(action)
        for hands in both:
            expect(hands.table).to_have_attribute("data-ply", str(ply + 1))


def test_a_friend_comes_by_link_and_both_play_again(visits: Visits) -> None:
    told = record("empire")
    actions = told["actions"]
    both = host, guest = by_link(visits, "empire")
    play(both, actions[:4])
    guest.page.reload()
    guest.table.wait_for()
    expect(guest.table).to_have_attribute("data-ply", "4")
    play(both, actions[4:], 4)
    expect(host.result.get_by_role("heading")).to_have_text(re.compile(r"(?<!You )wins\.$"))
    expect(guest.result.get_by_role("heading")).to_have_text("You win.")
    before = host.page.url
    host.result.get_by_role("button", name="Play again").click()
    expect(host.result).to_contain_text("Waiting for")
    expect(guest.result).to_contain_text("would like to play again")
    expect(host.page).to_have_url(before)  # nothing begins before both have agreed
    guest.result.get_by_role("button", name="Accept").click()
    for hands in both:
        expect(hands.result).to_have_count(0)
        expect(hands.page).not_to_have_url(before)
    expect(guest.page).to_have_url(host.page.url)
    guest.wait_for_turn()  # the seats are turned
    guest.play(guest.actions()[0])
    expect(host.table).to_have_attribute("data-ply", "1")


def test_to_play_again_is_declined_and_taken_back_for_all_to_see(visits: Visits) -> None:
    host, guest = by_link(visits, "empire")
    watcher = Hands(visits.come(host.page.url))
    watcher.table.wait_for()
    host.play(record("empire")["actions"][0])
    host.choose_in_menu("Give up")
    host.button("Give up").click()
    host.result.get_by_role("button", name="Play again").click()
    guest.result.get_by_role("button", name="Decline").click()
    expect(guest.result).to_contain_text("You do not want to play again now.")
    for hands in (host, watcher):
        expect(hands.result).to_contain_text("does not want to play again now.")
    guest.result.get_by_role("button", name="Play again").click()
    guest.result.get_by_role("button", name="Take back").click()
    expect(guest.result).to_contain_text("You took your offer back.")
    expect(host.result).to_contain_text("took the offer to play again back.")
    expect(host.result.get_by_role("button", name="Play again")).to_be_visible()
    guest.result.get_by_role("button", name="Play again").click()
    host.result.get_by_role("button", name="Go over the game").click()
    expect(host.prompt).to_contain_text("would like to play again")  # also for who looks back
    host.button("Accept").click()
    expect(watcher.result.get_by_role("link", name="Go to the new game")).to_be_visible()
    expect(host.result).to_have_count(0)
    watcher.result.get_by_role("link", name="Go to the new game").click()
    expect(watcher.page).to_have_url(host.page.url)


def test_a_link_seats_one_person_once(visits: Visits) -> None:
    page = visits.come("/")
    made = make(page, "empire", ME, FRIEND, FRIEND, options={"players": 3})
    page.goto(f"/table/{made['table']['id']}")
    first = made["links"][0]["path"]
    guest, late = Hands(visits.come("")), Hands(visits.come(""))
    for hands in (guest, late):
        hands.page.goto(first)
        expect(hands.page.get_by_role("heading", name="A seat is kept for you")).to_be_visible()
    guest.sit_down()
    for hands in (late, Hands(visits.come(first))):  # who has it open, and who opens it now
        expect(hands.page.get_by_text("This link has been used.")).to_be_visible()
        expect(hands.page.get_by_role("button", name="Sit down")).to_have_count(0)
        expect(hands.page).to_have_url(re.compile(r"/table/[0-9a-z]+$"))
    expect(page.get_by_label("Link for Seat 2")).to_have_count(0)
    page.goto(first)  # the host has the seat's link no more than others
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)

    page.get_by_role("button", name="Ask to leave").click()
    expect(guest.page.locator(".waiting")).to_contain_text("You were asked to leave your seat.")
    link = page.get_by_label("Link for Seat 2")
    expect(link).not_to_have_value(re.compile(re.escape(first)))
    second = link.input_value()
    guest.page.goto(first)
    visits.allow("status of 403")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.get_by_text("This link has been used.")).to_be_visible()
    guest.page.goto(second)
    guest.sit_down()
    guest.page.get_by_role("button", name="Stand up").click()
    expect(guest.page.get_by_role("button", name="Stand up")).to_have_count(0)
    expect(link).not_to_have_value(re.compile(re.escape(second)))


def test_the_link_is_copied_also_where_there_is_no_clipboard(visits: Visits) -> None:
    page = visits.come("")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # as on plain http
    page.goto("/")
    page.goto(f"/table/{make(page, 'empire', ME, FRIEND)['table']['id']}")
    link = page.get_by_label("Link for Seat 2").input_value()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    page.goto("/lobby")
    page.get_by_role("button", name="Join a table").click()
    page.get_by_role("dialog").get_by_role("textbox").press("Control+v")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value(link)


@pytest.mark.skipif(own_address() is None, reason="this machine has no network")
def test_a_friend_in_the_house_is_let_in_by_the_host_who_is_asked_first(visits: Visits, tmp_path: Path) -> None:
    visits.allow(NO_WAY)  # when it is over, before they go home
    visits.allow("Cross-Origin-Opener-Policy")  # is for https, and for this computer
    with Served(f"sqlite:///{tmp_path / 'palissade.db'}") as served:  # the one of the other tests stays closed
        home = f"http://{served.address}"
        page = visits.come(home)
        page.goto(f"{home}/table/{make(page, 'empire', ME, FRIEND)['table']['id']}")
        reach, link = page.locator(".reach"), page.get_by_label("Link for Seat 2")
        expect(reach).to_contain_text("This link works on this computer only.")
        expect(link).to_have_value(re.compile(rf"^{re.escape(home)}/"))
        reach.get_by_role("button", name="Let devices in this house open it").click()
        expect(reach).to_contain_text("Every device in your network can then reach the tables here")
        reach.get_by_role("button", name="Not now").click()
        reach.get_by_role("button", name="Let devices in this house open it").click()
        reach.get_by_role("button", name="Let them in").click()
        expect(reach).to_contain_text("Every device in this house can open the link.")
        expect(link).to_have_value(re.compile(rf"^http://{re.escape(str(own_address()))}:"))
        guest = Hands(visits.come(""))
        guest.page.goto(link.input_value())
        guest.sit_down()
        Hands(page).wait_for_turn()


def test_who_loses_the_connection_catches_up(visits: Visits, server: Served) -> None:
    visits.allow(NO_WAY)
    actions = record("empire")["actions"]
    with Relay(server.port) as way:
        both = host, guest = by_link(visits, "empire", lambda link: link.replace(str(server.port), str(way.port)))
        play(both, actions[:1])
        way.cut()
        expect(guest.prompt).to_have_text("Connection lost")
        expect(guest.dock).to_contain_text("Your game is safe.")
        way.mend()
        expect(guest.prompt).to_contain_text("Thrones held")  # it is their turn, and they are told what to do
        play(both, actions[1:2], 1)
        way.cut()
        expect(guest.prompt).to_have_text("Connection lost")
        expect(host.page.get_by_text("Away", exact=True)).to_be_visible()
        host.play(actions[2])
        expect(guest.table).to_have_attribute("data-ply", "2")
        way.mend()
        expect(guest.table).to_have_attribute("data-ply", "3")  # by itself
        play(both, actions[3:5], 3)


def test_two_tabs_of_one_seat_stay_in_step(visits: Visits) -> None:
    actions = record("empire")["actions"]
    both = host, _ = by_link(visits, "empire")
    tab = Hands(host.page.context.new_page())
    tab.page.goto(host.page.url)
    tab.wait_for_turn()
    tab.play(actions[0])
    expect(host.table).to_have_attribute("data-ply", "1")
    expect(host.prompt).to_contain_text("to move")
    play(both, actions[1:3], 1)
    expect(tab.table).to_have_attribute("data-ply", "3")
    expect(tab.prompt).to_contain_text("to move")


def test_nobody_is_told_what_another_holds(visits: Visits) -> None:
    both = by_link(visits, "blockers")
    lot = random.Random(1)
    for ply in range(6):
        expect_secrets(both)
        mover = both[both[0].told.now["mover"]]
        mover.wait_for_turn(after=ply - 1)
        mover.play(lot.choice(mover.actions()))
        for hands in both:
            expect(hands.table).to_have_attribute("data-ply", str(ply + 1))
    expect_secrets(both)
    both[1].page.reload()
    both[1].table.wait_for()
    expect_secrets(both)


def expect_secrets(both: tuple[Hands, Hands]) -> None:
    """Neither the page nor anything it was ever told has the tiles on the other's rack."""
    for seat, hands in enumerate(both):
        other = both[1 - seat]
        theirs = other.told.held(1 - seat)
        assert len(theirs) == 5
        assert hands.told.held(1 - seat) == []
        page, others_page = hands.page.content(), other.page.content()
        told, others = (each.told.frames + each.told.answers() for each in (hands, other))
        rack = other.page.get_by_role("group", name="Pieces").get_by_role("button").all()
        for tile, button in zip(theirs, rack, strict=True):
            on_page, in_words = f'"{button.get_attribute("aria-label")}"', f'"{tile["id"]}"'
            assert on_page.startswith(f'"{tile["colour"]} ')
            assert on_page in others_page
            assert on_page not in page
            assert any(in_words in text for text in others)
            assert not [text for text in told if in_words in text]
