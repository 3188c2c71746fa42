"""Everything has its room beside a board: on a tablet, held either way, and on a small desktop."""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.hands import Hands
from tests.browser.laying import lay, set_up
from tests.browser.meeting import meet
from tests.browser.visits import Visits

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}
UPRIGHT: dict[str, Any] = TABLET | {"viewport": {"width": 820, "height": 1180}}
ROUNDS = 2  # of moves to be seen at least, however much else there is


def at_table(visits: Visits, name: str, plies: int, look: dict[str, Any]) -> Hands:
    page = visits.come("/", **look)
    page.goto(lay(page, name, plies))
    hands = Hands(page)
    hands.wait_for_turn()
    return hands


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("look", [TABLET, UPRIGHT])
def test_moves_have_room_beside_four_players_and_what_threatens(visits: Visits, look: dict[str, Any]) -> None:
    hands = at_table(visits, "empire-players-4", 30, look)
    expect(hands.page.get_by_role("region", name="Watch out")).to_be_visible()
    moves = hands.page.locator(".log ol")
    last = moves.locator("[aria-current]")
    expect(last).to_be_in_viewport(ratio=1)
    assert box(moves)["height"] >= (ROUNDS + 0.5) * box(last)["height"]


@pytest.mark.parametrize("look", [DESKTOP, TABLET])
def test_the_last_move_stays_in_sight_when_a_warning_takes_its_room(visits: Visits, look: dict[str, Any]) -> None:
    hands = at_table(visits, "barrier", 70, look)
    expect(hands.page.get_by_role("region", name="Watch out")).to_be_visible()
    expect(hands.page.locator(".log [aria-current]")).to_be_in_viewport(ratio=1)


def test_after_a_game_one_sees_what_is_said_beside_the_result(visits: Visits) -> None:
    host, guest = Hands(visits.come("/", **DESKTOP)), Hands(visits.come("/"))
    meet(host, guest, "empire")
    talk = host.page.get_by_role("region", name="Talk")
    for said in ("Good game", "Thank you", "Goodbye"):
        talk.get_by_role("button", name=said).click()
    expect(host.result.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    for part in (talk.get_by_role("button", name="Good game"), talk.get_by_label("Write here")):
        expect(part).to_be_in_viewport(ratio=1)
    above, below = (box(host.page.locator(where)) for where in (".others .plate", ".own .plate"))
    assert above["y"] + above["height"] <= box(talk)["y"]
    assert box(talk)["y"] + box(talk)["height"] <= below["y"]


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_what_is_done_with_a_wall_stands_in_one_row(visits: Visits, locale: str) -> None:
    hands = at_table(visits, "cul-de-sac", 13, TABLET | {"locale": locale})
    hands.click("f8h")
    controls = hands.dock.locator(".controls button").filter(visible=True)
    expect(controls).to_have_count(4)
    middles = {round(place["y"] + place["height"] / 2) for place in map(box, controls.all())}
    assert max(middles) - min(middles) <= 2, middles  # a wooden key is a little higher


def test_a_narrow_board_stands_in_the_middle(visits: Visits) -> None:
    hands = at_table(visits, "cul-de-sac", 12, DESKTOP)
    board, plate, moves = (box(hands.page.locator(one).first) for one in (".boardbox", ".plate", ".panel"))
    assert abs((board["x"] - plate["x"] - plate["width"]) - (moves["x"] - board["x"] - board["width"])) <= 1


@pytest.mark.parametrize("game", ["empire", "solitaire"])
def test_play_is_in_the_first_screen_of_a_small_desktop(visits: Visits, game: str) -> None:
    page = visits.come(f"/games/{game}", **DESKTOP)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_on_a_tablet_held_upright_a_lesson_has_a_large_board(visits: Visits) -> None:
    page = visits.come("/", **UPRIGHT)
    set_up(page, "saute")
    page.goto("/learn/saute")
    board, say = page.locator(".learn .boardbox"), page.locator(".learn .dock")
    expect(say).to_be_in_viewport(ratio=1)
    assert box(board)["width"] >= 0.75 * UPRIGHT["viewport"]["width"]


def test_pictures_of_a_game_leave_their_sentences_room_in_a_narrow_column(visits: Visits) -> None:
    page = visits.come("/", **UPRIGHT)
    set_up(page, "empire")
    page.goto("/games/empire")
    for figure in (page.get_by_role("figure").nth(number) for number in range(3)):
        assert box(figure.locator("figcaption"))["width"] >= box(figure.get_by_role("button"))["width"]
