"""Alpha-beta: what plain minimax says, sooner."""

from threading import Event
from typing import Any, cast

import numpy as np
import pytest

from palissade import Game, Match, game, player
from palissade.players.alphabeta import AlphaBeta, Deepening
from palissade.search import alphabeta as words
from tests.random_games import walk


def minimax(
    variant: Game,
    position: Any,
    depth: int,
    ply: int,
    line: tuple[bytes, ...],
    low: int = -words.WON,
    top: int = words.WON,
) -> int:
    """What the search should find, without any of its arts but one: what is outside low and top is not told exactly."""
    single, knowledge = variant.single, cast("Any", variant.knowledge)
    mover = int(single.mover(position))
    if single.is_over(position):
        won = np.zeros(5, np.int32)
        single.result(position, won, np.zeros(5, np.int32))
        return 0 if won.sum() != 1 else words.WON - ply if won[mover] else ply - words.WON
    if hasattr(knowledge, "wins_next") and knowledge.wins_next(position[0]):
        return words.WON - ply - 1
    mark = np.zeros(variant.rules.POSITION.itemsize + 8, np.uint8)
    identity = mark[: single.identity(position, mark)].tobytes() if variant.may_repeat else b""
    if identity and identity in line:
        return 0
    is_pressed = hasattr(knowledge, "presses") and bool(knowledge.presses(position[0]))
    has_answers = is_pressed and hasattr(knowledge, "answers")
    if depth == 0 and not has_answers:
        values = np.zeros(5, np.float32)
        knowledge.evaluate(position[0], values)
        return int(words.WHOLE * (2 * float(values[mover]) - 1))
    room = np.zeros(variant.rules.MOST_LEGAL, np.int32)
    if has_answers:
        actions = room[: knowledge.answers(position[0], room)]
        if len(actions) == 0:
            return ply + 2 - words.WON
    else:
        actions = room[: single.legal_actions(position, room)]
    best = -words.WON
    for action in actions:
        after = position.copy()
        single.apply(after, int(action))
        side = 1 if single.mover(after) == mover else -1
        below, bounds = depth if is_pressed else depth - 1, sorted((side * max(low, best), side * top))
        best = max(best, side * minimax(variant, after, below, ply + 1, (*line, identity), *bounds))
        if best >= top:
            break
    return best


def best_value(match: Match, depth: int, entries: int, *, reduces: bool = False) -> int:
    """What the search finds at this depth."""
    assert match.mover is not None
    deepening = Deepening(
        match.view(match.mover), AlphaBeta(depth=depth, seconds=1_000, entries=entries, reduces=reduces)
    )
    deepening.look(depth)
    return int(deepening.roots[0, 1])


def expected_value(match: Match, depth: int) -> int:
    """The root itself does not count as come before."""
    values = []
    for action in match.actions():
        after = match.position.copy()
        match.game.single.apply(after, action)
        side = 1 if match.game.single.mover(after) == match.mover else -1
        values.append(side * minimax(match.game, after, depth - 1, 1, ()))
    return max(values)


@pytest.mark.parametrize(
    ("variant", "depth"),
    [
        (game("alignement"), 2),
        (game("blocus", kings="facing"), 1),
        (game("cul-de-sac"), 1),
    ],  # here turns have two actions
)
def test_the_value_is_that_of_minimax(variant: Game, depth: int) -> None:
    compared = 0
    for match in walk(variant, 3, 21):
        if match.mover is not None and match.ply % 5 == 4:
            assert best_value(match, depth, entries=1) == expected_value(match, depth)
            compared += 1
    assert compared > 1


def test_what_is_not_listed_changes_no_value() -> None:
    """With what was remembered, and without what comes to the same."""
    match = all_guards_placed()
    for _ in range(3):
        assert best_value(match, 2, entries=1 << 12) == expected_value(match, 2)
        match.play(next(slide for slide in sorted(slides(match)) if is_quiet(match, slide)))


def test_what_is_proven_with_the_table_is_so() -> None:
    proven = 0
    for seed in range(10):
        for match in walk(game("alignement"), seed, 14):
            if match.mover is None or match.ply < 10:
                continue
            found, truth = best_value(match, 3, entries=1 << 16), expected_value(match, 3)
            hurried = best_value(match, 3, entries=1 << 16, reduces=True)
            if abs(truth) >= words.DECIDED:
                assert found == truth
                assert hurried * truth > 0
                proven += 1
            break
    assert proven > 2


def test_what_was_tried_before_takes_nobodys_place() -> None:
    """One before the end only what matters is listed; an idle action that was tried once took the place of another."""
    match = game("blocus", kings="facing").match()
    knowledge: Any = match.game.knowledge
    quiet = [action for action in match.actions() if is_quiet(match, action)]
    match.play(quiet[0])
    deepening = Deepening(match.view(1), AlphaBeta(positions=1_000))
    legal = np.array(match.actions(), np.int32)
    mattering = int(knowledge.matters(match.position[0], legal, len(legal)))
    tried = legal[-words.KILLERS - 1 :]
    assert 0 < mattering < len(legal) - len(tried)
    deepening.work["tried"][0, 0] = tried
    count = deepening.compiled.list_all(
        *(0, words.SHALLOW, len(tried), deepening.line, deepening.work[0]),
        *(deepening.actions[0], deepening.order[0], deepening.history[0]),
    )
    listed = deepening.actions[0, :count].tolist()
    assert listed[: len(tried)] == tried.tolist()
    assert set(legal[:mattering].tolist()) < set(listed)
    assert len(set(listed)) == count == len(tried) + mattering + 1


def test_a_win_is_played_and_known() -> None:
    variant = game("alignement")
    for seed in range(20):
        for match in walk(variant, seed, 40):
            if match.mover is None:
                break
            value = expected_value(match, 1)
            if value == words.WON - 1:
                hint = player("alphabeta", positions=2_000).hint(match)
                assert hint.values[match.mover] == 1.0
                match.play(hint.action)
                assert match.outcome is not None
                return
    raise AssertionError("nobody could win at once")


def test_com_1_is_seen_with_the_history_of_the_match() -> None:
    match = all_guards_placed()
    there: list[str] = []
    for turned in (False, True):  # far apart, so that nobody is in the other's way
        there.append(next(slide for slide in sorted(slides(match), reverse=turned) if is_quiet(match, slide)))
        match.play(there[-1])
    back = ["-".join(reversed(slide.split("-"))) for slide in there]
    match.play(*back, *there, back[0])
    assert match.mover is not None
    last = match.check(back[1])
    deepening = Deepening(match.view(match.mover), AlphaBeta(positions=10**6))
    deepening.roots = deepening.roots[deepening.roots[:, 0] == last]  # no other is looked at
    deepening.look(2)
    assert deepening.roots[0, 1] == words.DRAW
    match.play(last)
    assert match.outcome is not None
    assert match.outcome.reason == "COM-1"


def all_guards_placed() -> Match:
    """A match of Le Blocus in which nobody can leave yet."""
    match = game("blocus", kings="facing").match()
    while not slides(match):
        match.play(next(action for action in match.actions() if is_quiet(match, action)))
    return match


def slides(match: Match) -> list[str]:
    texts = [match.game.text(match.position, action) for action in match.actions()]
    return [text for text in texts if "-" in text]


def is_quiet(match: Match, action: int | str) -> bool:
    """Whether no way is open to anybody after it."""
    match.play(action)
    knowledge: Any = match.game.knowledge
    quiet = not match.position[0].exit_due and not knowledge.presses(match.position[0])
    match.undo()
    return quiet


def test_equal_questions_have_equal_answers() -> None:
    *_, match = walk(game("blocus", kings="facing"), 3, 6)
    first = player("alphabeta", positions=5_000, seed=1).hint(match)
    assert player("alphabeta", positions=5_000, seed=1).hint(match) == first
    assert player("alphabeta", positions=5_000).choose(match) in match.actions()


def test_a_thought_can_be_cut_short_and_tells_how_far_it_is() -> None:
    match, cancel, told = game("blocus").match(), Event(), []

    def progress(share: float, best: int | None) -> None:
        told.append((share, best))
        cancel.set()

    assert player("alphabeta", seconds=600).choose(match, cancel, progress) in match.actions()
    assert all(0 <= share < 1 and best in match.actions() for share, best in told)
    assert told


def test_a_thought_that_is_interrupted_ends() -> None:
    def interrupt(share: float, best: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        player("alphabeta", seconds=600).choose(game("blocus").match(), progress=interrupt)


LOST, OPEN, WON = -words.WON + 4, 10, words.WON - 3


@pytest.mark.parametrize(
    ("values", "depths"),
    [
        ((WON, OPEN, OPEN), []),  # proven
        ((LOST, LOST, LOST), []),
        ((OPEN, LOST, LOST), [2]),  # no choice any more
        ((OPEN, OPEN, LOST), [2, 3, 4]),
    ],
)
def test_it_looks_no_deeper_once_the_choice_is_settled(
    monkeypatch: pytest.MonkeyPatch, values: tuple[int, ...], depths: list[int]
) -> None:
    looked = list[int]()
    deepening = Deepening(game("blocus").match().view(0), AlphaBeta(positions=1_000))
    deepening.roots = np.array([(action, value, 1) for action, value in enumerate(values)], np.int64)
    monkeypatch.setattr(deepening, "look", looked.append)
    deepening.deepen(4)
    assert looked == depths


def test_it_plays_open_games_between_two() -> None:
    for match in (game("blockers").match(seed=1), game("saute", players=3).match()):
        with pytest.raises(ValueError, match="between two"):
            player("alphabeta", positions=100).hint(match)
    with pytest.raises(ValueError, match="power of two"):
        player("alphabeta", entries=3)
