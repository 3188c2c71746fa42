"""A scene can be told as what has changed: with the scene before it, all comes right again, here and on the page.

The page's own test (`web/src/board/changes.test.ts`) reads a file that is written here:
`python -m tests.laws.test_scene_changes`.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given

from palissade import Game, game
from palissade.match import SPECTATOR, Match
from palissade.scene import Scene
from palissade.scene_changes import SceneChanges, apply_changes, changes
from tests.random_games import SEEDS, end_of, few, walk

FIXTURE = Path(__file__).parents[2] / "web" / "src" / "board" / "changes.fixture.json"


def told(before: Scene, after: Scene) -> Scene:
    """The scene after as somebody has it who had the one before, and was sent what changed."""
    sent = msgspec.json.encode(changes(before, after))
    return apply_changes(before, msgspec.json.decode(sent, type=SceneChanges))


def seen_by_all(match: Match) -> list[Scene]:
    return [match.view(seat).scene() for seat in (SPECTATOR, *range(len(match.game.seats)))]


@few
@given(seed=SEEDS)
def test_changes_lead_from_each_scene_to_the_next_and_back(variant: Game, seed: int) -> None:
    before: list[Scene] = []
    for match in walk(variant, seed, most=120):
        after = seen_by_all(match)
        for was, now in zip(before, after, strict=False):
            assert told(was, now) == now
            assert told(now, was) == was  # an action is taken back
        before = after


@few
@given(seed=SEEDS)
def test_changes_lead_to_what_another_seat_sees(variant: Game, seed: int) -> None:
    """At one screen the board may turn to whoever is to move."""
    for match in walk(variant, seed, most=40):
        if match.ply % 10 == 0:
            for one, other in pairwise(seen_by_all(match)):
                assert told(one, other) == other


def test_changes_lead_to_any_other_position_of_the_game(variant: Game) -> None:
    """Somebody may have missed a few."""
    match = end_of(variant, 7)
    end, begin = match.view(0).scene(), match.view(0, ply=0).scene()
    assert told(begin, end) == end
    assert told(end, begin) == begin


def test_where_nothing_has_changed_nothing_is_told(variant: Game) -> None:
    match = variant.match(seed=1)
    assert msgspec.json.encode(changes(match.view(0).scene(), match.view(0).scene())) == b"{}"


def test_one_action_changes_a_few_pieces(variant: Game) -> None:
    for match in walk(variant, 3, most=60):
        if match.played:
            now, was = match.view(0).scene(), match.view(0, ply=match.ply - 1).scene()
            assert len(changes(was, now).pieces) <= (len(now.pieces) if variant.id == "empire" else 2)  # EMP-8


# ---- what the page's test reads


def story(name: str, *actions: str) -> dict[str, Any]:
    """A short game from its first scene, the last action taken back, and then seen by the other seat."""
    match = game(name).match(seed=1)
    scenes = [match.view(0).scene()]
    for action in actions:
        match.play(action)
        scenes.append(match.view(0).scene())
    match.undo()
    scenes += [match.view(0).scene(), match.view(1).scene()]
    steps = [{"changes": changes(was, now), "after": now.without_board()} for was, now in pairwise(scenes)]
    return {"first": scenes[0], "steps": steps}


def fixture() -> bytes:
    stories = [story("alignement", "k8", "e5", "k5", "e2"), story("barrier", "N+E@a4", "N+E@b4")]
    return msgspec.json.encode(stories) + b"\n"


def test_the_page_tries_the_changes_of_today() -> None:
    assert FIXTURE.read_bytes() == fixture(), "write it anew: python -m tests.laws.test_scene_changes"


if __name__ == "__main__":
    FIXTURE.write_bytes(fixture())
