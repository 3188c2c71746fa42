"""A batch plays exactly what matches play, however many threads share its rows."""

import os
import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given

import palissade
from palissade import Game, Match
from palissade.batch import _FEWEST_ROWS, Batch
from palissade.contract import LIMIT
from tests.random_games import SEEDS, end_of, few, random_action, walk

ROWS = 5


def rewards_of(match: Match) -> list[float]:
    """1 for each winner and -1 for each loser of a finished game that somebody won."""
    if match.outcome is None or match.outcome.draw:
        return [0.0] * len(match.game.seats)
    return [1.0 if seat in match.outcome.winners else -1.0 for seat in range(len(match.game.seats))]


def ended_by_its_own_rules(match: Match) -> bool:
    return match.outcome is not None and not match.outcome.reason.startswith("COM")


@few
@given(seed=SEEDS)
def test_a_batch_plays_what_matches_play(variant: Game, seed: int) -> None:
    batch = variant.batch
    positions = batch.start(ROWS, seed)
    matches = [variant.match(seed=seed + row) if variant.dealer else variant.match() for row in range(ROWS)]
    rngs = batch.random_sources(ROWS, seed)
    others = [rngs[row : row + 1].copy() for row in range(ROWS)]
    actions, rewards, done = batch.actions(ROWS), batch.rewards(ROWS), batch.flags(ROWS)
    plies, movers, masks = np.zeros(ROWS, np.int32), np.zeros(ROWS, np.int32), batch.masks(ROWS)
    ended = [False] * ROWS  # also by repetition, which a batch does not see
    for _ in range(80):
        batch.movers(positions, movers)
        batch.legal_masks(positions, masks)
        batch.random_actions(positions, rngs, actions)
        batch.step(positions, actions, rewards, done, plies)
        for row, match in enumerate(matches):
            if ended[row]:
                continue
            assert movers[row] == match.mover
            assert np.flatnonzero(masks[row]).tolist() == sorted(match.actions())
            match.play(random_action(match, others[row]))
            assert match.played[-1] == actions[row]
            assert positions[row : row + 1].tobytes() == match.position.tobytes()
            assert bool(done[row]) == (ended_by_its_own_rules(match) or match.ply == LIMIT)
            assert rewards[row].tolist() == rewards_of(match)
            ended[row] = match.outcome is not None


@few
@given(seed=SEEDS)
def test_what_is_over_waits_or_begins_anew(variant: Game, seed: int) -> None:
    batch, over = variant.batch, end_of(variant, seed)
    if not ended_by_its_own_rules(over):
        return
    before = Match.from_record(str(over.record()))
    before.undo()
    positions, fresh = np.repeat(before.position, 3), batch.start(3, seed)
    actions = np.full(3, over.played[-1], np.int32)
    rewards, done, flags = batch.rewards(3), batch.flags(3), batch.flags(3)
    batch.step(positions, actions, rewards, done)
    batch.is_over(positions, flags)
    assert done.all()
    assert flags.all()
    assert rewards.tolist() == [rewards_of(over)] * 3
    results = batch.rewards(3)
    batch.results(positions, results)
    assert results.tolist() == rewards.tolist()
    kept = positions.copy()
    batch.step(positions, actions, rewards, done)
    assert positions.tobytes() == kept.tobytes()
    assert done.all()
    assert not rewards.any()
    positions, plies = np.repeat(before.position, 3), np.full(3, before.ply, np.int32)
    batch.step(positions, actions, rewards, done, plies, fresh)
    assert (positions.tobytes(), plies.tolist()) == (fresh.tobytes(), [0, 0, 0])
    assert done.all()
    assert rewards.tolist() == results.tolist()


@few
@given(seed=SEEDS)
def test_a_random_step_is_random_actions_and_then_a_step(variant: Game, seed: int) -> None:
    batch, near_the_limit = variant.batch, np.array([0, 0, LIMIT - 3, LIMIT - 1, LIMIT], np.int32)
    for fresh in (None, batch.start(1, seed), batch.start(ROWS, seed + 1)):
        played = []
        for at_once in (False, True):
            positions, rngs, plies = batch.start(ROWS, seed), batch.random_sources(ROWS, seed), near_the_limit.copy()
            actions, rewards, done, seen = batch.actions(ROWS), batch.rewards(ROWS), batch.flags(ROWS), []
            for _ in range(40):
                if at_once:
                    batch.random_step(positions, rngs, actions, rewards, done, plies, fresh)
                else:
                    batch.random_actions(positions, rngs, actions)
                    batch.step(positions, actions, rewards, done, plies, fresh)
                seen.append([array.tobytes() for array in (positions, rngs, actions, rewards, done, plies)])
            played.append(seen)
        assert played[0] == played[1]


def test_threads_change_nothing(variant: Game) -> None:
    rows, played = 5 * _FEWEST_ROWS + 5, []
    for threads in (1, 3):
        batch = Batch(variant, threads)
        positions, rngs, fresh = batch.start(rows), batch.random_sources(rows, 7), batch.start(rows)
        actions, rewards, done = batch.actions(rows), batch.rewards(rows), batch.flags(rows)
        for one_for_all in (False, True, False):
            batch.random_step(positions, rngs, actions, rewards, done, fresh=fresh[:1] if one_for_all else fresh)
        played.append((positions.tobytes(), rngs.tobytes(), actions.tobytes(), rewards.tobytes(), done.tobytes()))
    assert played[0] == played[1]


def test_what_goes_wrong_in_another_thread_is_told() -> None:
    batch, rows = Batch(palissade.game("alignement"), 2), np.arange(2 * _FEWEST_ROWS)

    def refuse_the_last(share: npt.NDArray[np.int64]) -> None:
        if share[-1] == rows[-1]:
            raise ArithmeticError("the last one")

    with pytest.raises(ArithmeticError, match="the last one"):
        batch._share(refuse_the_last, rows)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no forks")
def test_a_forked_process_has_threads_of_its_own() -> None:
    code = """
import os, warnings
import numpy as np
import palissade
from palissade.batch import Batch
warnings.simplefilter("ignore")  # forks and threads are warned of
batch = Batch(palissade.game("alignement"), 2)
positions = batch.start(10_000)
for process in ("parent", "child"):
    batch.movers(positions, np.zeros(10_000, np.int32))
    print(process, flush=True)
    if process == "parent" and os.fork():
        raise SystemExit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert told.stdout.split() == ["parent", "child"]


def test_arrays_of_different_lengths_are_refused(variant: Game) -> None:
    batch = variant.batch
    with pytest.raises(ValueError, match=r"different lengths: \[2, 3\]"):
        batch.movers(batch.start(2), np.zeros(3, np.int32))
    for fresh in (batch.start(0), batch.start(2)):
        with pytest.raises(ValueError, match=rf"different lengths: \[3, 3, 3, 3, 3, {len(fresh)}\]"):
            batch.step(batch.start(3), batch.actions(3), batch.rewards(3), batch.flags(3), fresh=fresh)


@few
@given(seed=SEEDS)
def test_a_batch_turns_as_single_positions_do(variant: Game, seed: int) -> None:
    batch, single = variant.batch, variant.single
    for match in walk(variant, seed, most=40):
        if match.ply % 8 or match.outcome:
            continue
        counts = np.zeros(1, np.int32)
        batch.symmetries(match.position, counts)
        count = int(counts[0])
        numbers, actions = np.arange(count, dtype=np.int32), np.full(count, match.actions()[0], np.int32)
        positions = np.repeat(match.position, count)
        batch.turn_actions(positions, actions, numbers)
        batch.turn(positions, numbers)
        for number in range(count if variant.symmetry else 0):
            turned = match.position.copy()
            assert actions[number] == single.turn_action(match.position, match.actions()[0], number)
            single.turn_position(turned, number)
            assert positions[number : number + 1].tobytes() == turned.tobytes()
