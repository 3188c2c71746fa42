"""Every game from the shelf to its end on a small phone, by a finger that taps only what it can reach."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

import palissade
from tests.browser.finger import PHONE, Finger
from tests.browser.laying import PLAY, record
from tests.browser.test_games import LOT, expect_end, lay_table
from tests.browser.visits import Visits

BY_HAND = 14  # actions at either end of a game; what lies between in a long one is played without taps
LEAVES = re.compile(r"^(Shelf|Palissade)")


def begin(visits: Visits, game: str, mode: str = "One screen") -> Finger:
    finger = Finger(visits.come("/", **PHONE))
    finger.page.locator("main li").first.wait_for()
    finger.touch.survey()
    lay_table(finger, game, mode)
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
    expect(finger.page.get_by_role("heading", level=1)).to_contain_text("play")


@pytest.mark.parametrize("game", sorted({game.id for game in palissade.games()} - {"blockers"}))
def test_a_game_is_played_by_touch_from_the_shelf_to_its_end(visits: Visits, game: str) -> None:
    told = record(game)
    first, rest = told["actions"][:BY_HAND], told["actions"][BY_HAND:]
    finger = begin(visits, game)
    finger.play_all(first)
    finger.wait_for_turn()
    hasten(finger, rest[:-BY_HAND])
    finger.play_all(rest[-BY_HAND:])
    end(finger, told)


def test_blockers_is_played_by_touch_whatever_is_dealt(visits: Visits) -> None:
    finger, lot = begin(visits, "blockers"), random.Random(LOT)
    all_tiles, ply = len(record("blockers")["actions"]), -1
    while finger.wait_for_turn(after=ply):
        ply = finger.ply
        action = lot.choice(finger.actions())
        if BY_HAND <= ply < all_tiles - BY_HAND:
            hasten(finger, [action])
        else:
            finger.play(action)
    told = finger.page.request.get(f"/api/tables/{table_of(finger)}/record").text()
    palissade.Match.from_record(told)  # refuses an outcome that is not the rules'
    end(finger, json.loads(told))
