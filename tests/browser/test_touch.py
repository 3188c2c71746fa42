"""Every game from the shelf to its end on a small phone, by a finger that taps only what it can reach.

Of a long game the first and the last actions are tapped, and what lies between is played as if on another screen; with
`--slow` all of it is tapped. Every other game is played in French.
"""

import json
import random
import re
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

import palissade
from palissade.registry import GAMES
from tests.browser.finger import PHONE, Finger
from tests.browser.laying import PLAY, SETTING_UP, record
from tests.browser.test_games import LOT, expect_end, lay_table, open_game
from tests.browser.visits import Visits

LEAVES = re.compile(r"^(Shelf|Étagère|Palissade)")
LANGUAGES = {game: ("en-GB", "fr-FR")[number % 2] for number, game in enumerate(GAMES)}


@pytest.fixture
def by_hand(pytestconfig: pytest.Config) -> int:
    """How many actions are tapped at either end of a game."""
    return sys.maxsize if pytestconfig.getoption("--slow") else 14


def begin(visits: Visits, game: str) -> Finger:
    locale = LANGUAGES[game]
    finger = Finger(visits.come("/", locale=locale, **PHONE), locale[:2])
    finger.page.locator("main li").first.wait_for()
    finger.touch.survey()
    open_game(finger, game)
    finger.touch.survey()
    lay_table(finger, game)
    return finger


def hasten(finger: Finger, actions: list[str]) -> None:
    """Play these as if on another screen of the same person."""
    ply = finger.ply
    finger.page.evaluate(PLAY, [table_of(finger), actions])
    finger.page.locator(f'main.table[data-ply="{ply + len(actions)}"]').wait_for()


def table_of(finger: Finger) -> str:
    return finger.page.url.rpartition("/")[2]


def end(finger: Finger, told: dict[str, Any]) -> None:
    """The result is read, and one is back at the shelf."""
    expect_end(finger, told)
    finger.touch.survey()
    finger.push(finger.page.get_by_role("link", name=LEAVES).first)
    expect(finger.page.get_by_role("heading", level=1)).to_have_text(re.compile("play|joue"))


@pytest.mark.parametrize("game", sorted({*GAMES} - {"blockers"}))
def test_a_game_is_played_by_touch_from_the_shelf_to_its_end(visits: Visits, by_hand: int, game: str) -> None:
    told = record(game)
    first, rest = told["actions"][:by_hand], told["actions"][by_hand:]
    finger = begin(visits, game)
    finger.play_all(first)
    finger.wait_for_turn()
    hasten(finger, rest[:-by_hand])
    finger.play_all(rest[-by_hand:])
    end(finger, told)


def test_blockers_is_played_by_touch_whatever_is_dealt(visits: Visits, by_hand: int) -> None:
    finger, lot = begin(visits, "blockers"), random.Random(LOT)
    all_tiles, ply = len(record("blockers")["actions"]), -1
    while finger.wait_for_turn(after=ply):
        ply = finger.ply
        action = lot.choice(finger.actions())
        if by_hand <= ply < all_tiles - by_hand:
            hasten(finger, [action])
        else:
            finger.play(action)
    told = finger.page.request.get(f"/api/tables/{table_of(finger)}/record").text()
    palissade.Match.from_record(told)  # refuses an outcome that is not the rules'
    end(finger, json.loads(told))


def test_a_newcomer_plays_a_machine_after_two_taps(visits: Visits) -> None:
    finger = Finger(visits.come("/", **PHONE))
    page = finger.page
    play = page.get_by_role("button", name="Play", exact=True)
    finger.push(page.locator('main a[href="/games/alignement"]').first)
    expect(play).to_be_in_viewport(ratio=1)  # nothing is to be scrolled for it
    finger.push(play)
    finger.table.wait_for(timeout=SETTING_UP)
    assert finger.wait_for_turn()
    expect(page.get_by_text("Machine, level")).to_be_visible()
