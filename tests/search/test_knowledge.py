"""What rooms know: each function as the contract has it, and right about what can be counted."""

import inspect
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from palissade import Game, Match, game, games
from palissade.contract import KNOWLEDGE, Knowledge
from palissade.games.blocus import knowledge as blocus
from palissade.games.cul_de_sac import knowledge as race
from palissade.games.cul_de_sac.board import BASES, is_open, neighbour
from palissade.games.cul_de_sac.rules import FIRST_MOVE
from palissade.games.empire import knowledge as empire
from palissade.match import outcome
from palissade.players.tree import LEAVES
from tests.random_games import walk

KNOWING = [variant for shelved in games() if shelved.knowledge for variant in shelved.variants()]


@pytest.mark.parametrize("variant", KNOWING, ids=str)
def test_the_contract_is_kept(variant: Game) -> None:
    promises = {
        name: promised for name, promised in inspect.getmembers(Knowledge, inspect.isfunction) if name[0] != "_"
    }
    assert set(KNOWLEDGE) < set(promises)
    for name, promised in promises.items():
        function: Any = getattr(variant.knowledge, name, None)
        if function is not None:
            expected = list(inspect.signature(promised).parameters)[1:]
            assert list(inspect.signature(function.py_func).parameters) == expected, name
    assert getattr(variant.knowledge, "LEAF", "playout") in LEAVES


@pytest.mark.parametrize("variant", [game for game in KNOWING if hasattr(game.knowledge, "evaluate")], ids=str)
def test_what_seats_may_expect_adds_up_and_weights_are_above_0(variant: Game) -> None:
    knowledge: Any = variant.knowledge
    values, room = np.zeros(5, np.float32), np.zeros(variant.rules.MOST_LEGAL, np.int32)
    teams = len({seat.team for seat in variant.seats})
    for match in walk(variant, 2, 80):
        if match.mover is None:
            break
        knowledge.evaluate(match.position[0], values)
        seats = values[: len(variant.seats)]
        assert (seats >= 0).all()
        assert seats.sum() == pytest.approx(len(variant.seats) / teams, abs=1e-5)
        assert knowledge.moves_left(match.position[0]) > 0
        if hasattr(knowledge, "prior"):
            count = variant.single.legal_actions(match.position, room)
            weights = np.zeros(len(room), np.float32)
            knowledge.prior(match.position[0], room, count, weights)
            assert (weights[:count] > 0).all()


# ---- Le Blocus


def quiet_games() -> Iterator[Match]:
    """Positions of Le Blocus in which nobody can leave, some with all guards placed."""
    for seed, kings in enumerate(["offset", "facing"] * 2):
        rng, match = Random(seed), game("blocus", kings=kings).match()
        while match.ply < 18:
            quiet = [action for action in match.actions() if is_quiet(match, action)]
            if not quiet:
                break
            match.play(rng.choice(quiet))
            yield match


def is_quiet(match: Match, action: int) -> bool:
    """Whether no way is open to anybody after it."""
    after = match.position.copy()
    match.game.single.apply(after, action)
    return not blocus.wins_next(after[0]) and not blocus.presses(after[0])


def expected(position: Any) -> list[float]:
    values = np.zeros(5, np.float32)
    blocus.evaluate(position[0], values)
    return values.tolist()


def test_nothing_but_an_answer_shuts_a_way() -> None:
    room, saved = np.zeros(200, np.int32), 0
    for match in quiet_games():
        for action in match.actions():
            pressed = match.position.copy()
            match.game.single.apply(pressed, action)
            assert blocus.wins_next(pressed[0]) == pressed[0].exit_due
            if pressed[0].exit_due or not blocus.presses(pressed[0]):
                continue
            answers = room[: blocus.answers(pressed[0], room)].tolist()
            legal = match.game.legal_actions(pressed)
            assert set(answers) <= set(legal)
            assert len(set(answers)) == len(answers)
            for answer in legal:
                after = pressed.copy()
                match.game.single.apply(after, answer)
                saved += not after[0].exit_due
                assert after[0].exit_due or answer in answers
    assert saved > 100


def test_what_does_not_matter_changes_nothing() -> None:
    idle = 0
    for match in quiet_games():
        room = np.array(match.actions(), np.int32)
        mattering = blocus.matters(match.position[0], room, len(room))
        assert sorted(room.tolist()) == sorted(match.actions())
        found = []
        for action in room[mattering:]:
            after = match.position.copy()
            match.game.single.apply(after, int(action))
            assert not after[0].exit_due
            found.append(expected(after))
        assert found == found[:1] * len(found)
        idle += len(found)
    assert idle > 500


# ---- L'Empire


@pytest.mark.parametrize("variant", list(game("empire").variants()), ids=str)
def test_who_can_win_at_once_is_known(variant: Game) -> None:
    found = 0
    for seed in range(3):
        for match in walk(variant, seed, 150):
            if match.mover is None:
                break
            wins = False
            for action in match.actions():
                after = match.position.copy()
                variant.single.apply(after, action)
                wins = wins or (variant.single.is_over(after) and match.mover in outcome(variant, after).winners)
            assert empire.wins_at_once(match.position[0], match.mover) == wins
            found += wins
    assert found > 0


def test_a_commander_in_danger_is_a_threat() -> None:
    match = game("empire").match()
    out = np.zeros(60, np.int32)
    assert empire.threats(match.position[0], out) == 0
    match.play("b11-h11", "l2-l10")  # the commander can go to its throne
    count = empire.threats(match.position[0], out)
    threats = out[: 3 * count].reshape(count, 3).tolist()
    throne = empire.kings_throne(match.position[0], 0)
    assert [empire.CAN_WIN, throne, 0] in threats


# ---- Cul-de-Sac


def steps_by_hand(match: Any, seat: int) -> dict[int, int]:
    """A plain search from the seat's goals."""
    goals = [int(goal) for goal in BASES[1 - seat]]
    steps, waiting = dict.fromkeys(goals, 0), deque(goals)
    while waiting:
        square = waiting.popleft()
        for step in range(8, 12):
            beside = neighbour(square, step)
            if beside >= 0 and beside not in steps and is_open(match.position[0], square, step):
                steps[beside] = steps[square] + 1
                waiting.append(beside)
    return steps


def test_the_ways_are_as_long_as_a_plain_search_says() -> None:
    for seed in range(3):
        for match in walk(game("cul-de-sac"), seed, 80):
            if match.outcome:
                break
            for seat in range(2):
                steps = steps_by_hand(match, seat)
                pawns = [int(pawn) for pawn in match.position[0].pawns[2 * seat : 2 * seat + 2] if pawn >= 0]
                near, far = race.steps_left(match.position[0], seat)
                assert near == min(steps[pawn] for pawn in pawns)
                assert far == (max(steps[pawn] for pawn in pawns) if len(pawns) == 2 else race.FAR_AWAY)
                measured = np.zeros(154, np.int32)
                race.measure(match.position[0], seat, measured)
                assert {square: int(measured[square]) for square in steps} == steps


def test_walls_across_the_other_way_weigh_most() -> None:
    match = game("cul-de-sac").match()
    match.play("d4-d6")
    actions = np.array(match.actions(), np.int32)
    weights = np.zeros(len(actions), np.float32)
    race.prior(match.position[0], actions, len(actions), weights)
    heaviest = {match.game.text(match.position, int(actions[i])) for i in np.flatnonzero(weights == weights.max())}
    # Black runs from d11 straight down to d4, White the other way: what lies above White's pawn is in its own way too.
    assert heaviest == {"c4h", "c5h", "d4h", "d5h"}
    assert (actions < FIRST_MOVE).all()
