"""Every game from the shelf to the end, by clicks."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import palissade
from tests.browser.hands import Hands
from tests.browser.visits import Visits

RECORDS = Path(__file__).parents[1] / "records"


def record(name: str) -> dict[str, Any]:
    return dict(json.loads((RECORDS / f"{name}.palissade.json").read_text("utf-8")))


def lay_table(page: Page, game: str, mode: str | None = "One screen", players: int | None = None) -> Hands:
    """From the shelf to a table."""
    hands = Hands(page)
    page.locator(f'a[href="/games/{game}"]').first.click()
    if mode:
        page.get_by_role("radio", name=mode).check(force=True)
    if players:
        page.get_by_role("group", name="Players").get_by_role("radio", name=str(players)).check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    hands.table.wait_for()
    return hands


@pytest.mark.parametrize("game", sorted({game.id for game in palissade.games()} - {"blockers"}))
def test_a_game_is_played_from_the_shelf_to_its_end(visits: Visits, game: str) -> None:
    told = record(game)
    hands = lay_table(visits.come(), game, None if game == "solitaire" else "One screen")
    hands.play_all(told["actions"])
    assert not hands.wait_for_turn(after=len(told["actions"]) - 1)
    reason = told["outcome"]["reason"]
    expect(hands.result.get_by_role("link", name=f"Rule {reason}")).to_be_visible()
    expect(hands.result.get_by_role("heading")).to_contain_text("win")
