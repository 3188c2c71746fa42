"""Games from the shelf to their end, by clicks."""

import random
import re
from re import Pattern
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.laying import SETTING_UP, lay, record
from tests.browser.visits import Visits

LOT = 7


class End(NamedTuple):
    """How the page words an end."""

    draw: Pattern[str]
    win: Pattern[str]  # a pawn that is left alone is one, too
    won: str
    rule: str


ENDS = {
    "en": End(re.compile(r"^A draw\.$"), re.compile(r"( wins?|^1 pawn left)\.$"), "Won", "Rule"),
    "fr": End(re.compile(r"^Partie nulle\.$"), re.compile(r" gagne(nt)?\.$|^Il en reste 1\.$"), "Victoire", "Règle"),
}


def open_game(hands: Hands, game: str) -> None:
    """From the shelf to the page of a game, as soon as one can play there."""
    hands.push(hands.page.locator(f'main a[href="/games/{game}"]').last)
    hands.page.get_by_role("button", name=hands.word("Play"), exact=True).wait_for()


def lay_table(
    hands: Hands, game: str, mode: str = "One screen", players: int | None = None, teams: str | None = None
) -> None:
    """A table, as somebody chooses it on the page of its game."""
    page = hands.page
    if game != "solitaire":
        hands.tick(page.get_by_role("radio", name=hands.word(mode)))
    if players:
        hands.tick(page.get_by_role("group", name="Players").get_by_role("radio", name=str(players)))
    if teams:
        hands.push(page.get_by_text("More options"))
        hands.tick(page.get_by_role("radio", name=teams))
    hands.push(page.get_by_role("button", name=hands.word("Play"), exact=True))
    hands.table.wait_for(timeout=SETTING_UP)


def expect_end(hands: Hands, told: dict[str, Any]) -> None:
    """The page tells who has won, and why."""
    outcome = told["outcome"]
    assert not hands.wait_for_turn(after=len(told["actions"]) - 1)
    words = ENDS[hands.language]
    expect(hands.result.get_by_role("heading")).to_have_text(words.draw if outcome["draw"] else words.win)
    expect(hands.result.get_by_role("link", name=f"{words.rule} {outcome['reason']}")).to_be_visible()
    if len(hands.told.scene["trays"]) > 1:
        expect(hands.page.locator(".plate.on")).to_have_count(len(outcome["winners"]))
        expect(hands.page.locator(".plate.on .what")).to_have_text([words.won] * len(outcome["winners"]))


@pytest.mark.parametrize("game", ["cul-de-sac", "blokus-duo"])  # all ten are played by touch
def test_a_game_is_played_from_the_shelf_to_its_end(visits: Visits, game: str) -> None:
    told = record(game)
    hands = Hands(visits.come())
    open_game(hands, game)
    lay_table(hands, game)
    hands.play_all(told["actions"])
    expect_end(hands, told)


def test_at_one_screen_tiles_are_shown_only_to_who_asks_for_them(visits: Visits) -> None:
    hands = Hands(visits.come())
    open_game(hands, "blockers")
    lay_table(hands, "blockers")
    rack = hands.page.get_by_role("group", name="Pieces").get_by_role("button")
    for ply in range(2):
        expect(hands.button("Show my tiles")).to_be_visible()
        expect(rack).to_have_count(0)
        hands.wait_for_turn(after=ply - 1)
        expect(rack).to_have_count(5)
        hands.play(hands.actions()[0])


def test_three_play_at_one_screen(visits: Visits) -> None:
    told = record("empire-players-3")
    hands = Hands(visits.come())
    open_game(hands, "empire")
    lay_table(hands, "empire", players=3)
    hands.play_all(told["actions"])
    expect_end(hands, told)


def test_two_teams_play_at_one_screen(visits: Visits) -> None:
    told = record("empire-players-4-teams-true")
    hands = Hands(visits.come())
    open_game(hands, "empire")
    lay_table(hands, "empire", players=4, teams="Two against two")
    hands.play_all(told["actions"])
    expect_end(hands, told)
    expect(hands.result.get_by_role("heading")).to_contain_text(" and ")


def test_a_machine_plays_its_part_with_everything_moving(visits: Visits) -> None:
    page = visits.come(reduced_motion="no-preference")
    page.locator('main a[href="/games/alignement"]').first.click()
    hands = Hands(page)
    hands.tick(page.get_by_role("radio", name="Balsa"))
    hands.tick(page.get_by_role("radio", name="The machine"))
    page.get_by_role("button", name="Play", exact=True).click()
    hands.table.wait_for(timeout=SETTING_UP)
    expect(page.get_by_text("Machine, level 1")).to_be_visible()
    hands.play_on(random.Random(LOT))
    expect(hands.result.get_by_role("heading")).to_have_text(re.compile(r"^(You win|Balsa wins|A draw)\.$"))
    page.goto("/games/empire")
    expect(page.get_by_role("radio", name="Balsa")).to_be_checked()  # the level is remembered


def test_a_newcomer_plays_a_machine_after_two_clicks(visits: Visits) -> None:
    page = visits.come("/")
    hands = Hands(page)
    page.locator('main a[href="/games/alignement"]').first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    hands.table.wait_for(timeout=SETTING_UP)
    assert hands.wait_for_turn()
    expect(page.get_by_text("Machine, level")).to_be_visible()


def test_a_finished_game_is_taken_along_as_a_picture_and_a_film(visits: Visits) -> None:
    page = visits.come("/")
    page.goto(lay(page, "cul-de-sac"))
    for name, ending in (("Picture", ".png"), ("Film", ".gif")):
        with page.expect_download() as kept:
            page.get_by_role("region", name="Result").get_by_role("button", name=name, exact=True).click()
        assert kept.value.suggested_filename.endswith(ending)
