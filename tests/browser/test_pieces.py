"""Pieces in the hand: carried by the mouse, turned by keys and wheel, and heard of by who does not see them."""

import random

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import Hands
from tests.browser.laying import lay, record
from tests.browser.visits import Visits

BLOKUS = record("blokus-duo")["actions"]


def at_one_screen(visits: Visits, name: str, plies: int) -> Hands:
    page = visits.come("/")
    hands = Hands(page)
    page.goto(lay(page, name, plies))
    hands.wait_for_turn()
    return hands


def carry(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*goal, steps=4)
    page.mouse.up()


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pawn_is_carried_to_its_place(visits: Visits) -> None:
    hands = at_one_screen(visits, "cul-de-sac", 0)
    carry(hands.page, hands.point("d4"), hands.point("d5"))  # not there, and it stays where it was
    expect(hands.prompt).not_to_contain_text("d5")
    expect(hands.table).to_have_attribute("data-ply", "0")
    carry(hands.page, hands.point("d4"), hands.point("d2"))
    expect(hands.table).to_have_attribute("data-ply", "1")


def test_a_piece_is_carried_from_the_tray_and_lies_there_until_it_is_placed(visits: Visits) -> None:
    hands = at_one_screen(visits, "blokus-duo", 4)
    squares = BLOKUS[4].split(",")
    pieces = hands.page.get_by_role("group", name="Pieces").get_by_role("button")
    carry(hands.page, middle(pieces.last), hands.point(squares[0]))
    expect(hands.button("Place")).to_be_visible()
    expect(hands.table).to_have_attribute("data-ply", "4")
    carry(hands.page, middle(pieces.last), hands.point("n14"))
    expect(hands.dock).to_contain_text("It would stick out of the board.")


def test_a_piece_is_turned_by_keys_and_by_the_wheel(visits: Visits) -> None:
    hands = at_one_screen(visits, "blokus-duo", 4)
    page = hands.page
    pieces = page.get_by_role("group", name="Pieces")
    pieces.get_by_role("button").last.click()
    outline = pieces.locator('[aria-pressed="true"] path').first
    lying = outline.get_attribute("d") or ""
    for there, back in (("r", "q"), ("e", "q"), ("f", "f")):
        page.keyboard.press(there)
        expect(outline).not_to_have_attribute("d", lying)
        page.keyboard.press(back)
        expect(outline).to_have_attribute("d", lying)
    page.mouse.move(*middle(hands.board))
    page.mouse.wheel(0, 100)
    expect(outline).not_to_have_attribute("d", lying)
    page.mouse.wheel(0, -100)
    expect(outline).to_have_attribute("d", lying)


def test_the_arrows_stay_in_sight_and_who_is_taken_is_ringed(visits: Visits) -> None:
    ply, start = 29, "e5"  # a pawn that can take
    hands = at_one_screen(visits, "barrier", ply)
    scene = hands.told.scene
    assert start in {piece["spot"] for piece in scene["pieces"] if piece["kind"] == "arrow-tile"}
    hands.click(start)
    expect(hands.board.locator(".pick-frame")).to_have_count(1)
    expect(hands.board.locator(".pick-edge")).to_have_count(1)
    expect(hands.board.locator(".pick-back")).to_have_count(0)  # it would lie over them
    victims = [mark for mark in scene["marks"] if mark["kind"] == "take" and mark["when"] == start]
    assert victims
    for victim in victims:
        ring = f'.target-ring:not(.back)[cx="{victim["x"]:g}"][cy="{victim["y"]:g}"]'
        expect(hands.board.locator(ring)).to_have_count(1)


def test_pieces_that_fit_nowhere_are_dim_and_cannot_be_taken(visits: Visits) -> None:
    hands = at_one_screen(visits, "blokus-duo", 24)
    held = {piece["spot"] for piece in hands.told.held(hands.told.now["mover"])}
    dim = hands.page.get_by_role("group", name="Pieces").get_by_role("button", disabled=True)
    expect(dim).to_have_count(len(held - set(hands.told.choices(24))))
    for piece in dim.all():
        assert (piece.get_attribute("aria-label") or "").endswith(", fits nowhere")
        assert float(piece.evaluate("button => getComputedStyle(button).opacity")) < 1
    dim.first.click(force=True)
    expect(hands.page.locator(".pieces .chosen")).to_have_count(0)


def test_who_hears_the_board_hears_all_of_it(visits: Visits) -> None:
    hands = at_one_screen(visits, "blokus-duo", 3)
    heard = hands.page.get_by_role("region", name="The position in words")
    for action in BLOKUS[:3]:
        told = heard.inner_text().replace("\n", " ").split()
        assert set(action.split(",")) <= {word.strip(",;") for word in told}
    hands.page.goto(lay(hands.page, "barrier", 45))
    hands.wait_for_turn()
    expect(heard).to_contain_text("Arrow tiles: ")
    hands.page.goto(lay(hands.page, "solitaire", 2))
    hands.wait_for_turn()
    expect(heard).to_contain_text("On the board: ")


def test_who_hears_the_board_hears_refusals_and_the_end(visits: Visits) -> None:
    told = record("empire")["actions"]
    hands = at_one_screen(visits, "empire", len(told) - 1)
    spoken = hands.page.locator(".unseen[role=status]").last
    nowhere = next(spot for spot in hands.told.spots if not any(spot in action for action in hands.actions()))
    start = random.Random(1).choice(hands.actions()).split("-")[0]
    hands.click(start)
    hands.click(nowhere)
    expect(hands.prompt).to_have_text("Not there")
    expect(hands.dock).to_contain_text(spoken.inner_text()[1:])  # the dock begins it with a capital
    hands.click(start)
    hands.play(told[-1], wait=False)
    expect(spoken).to_contain_text("wins.")
