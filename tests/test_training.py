"""What the trainer makes of the library's rules. PyTorch is no part of the workshop: where it is missing, the search
over such states is left out, and `python -m training check` is the test.
"""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from palissade import game
from palissade.games.cul_de_sac import rules
from tests.random_games import SEEDS, few, walk
from training.games.cul_de_sac.grid import CELL, GRID, PASS, TURNED
from training.games.cul_de_sac.states import FLAT, STEPS, States, play, position_of, start, turn

CUL_DE_SAC = game("cul-de-sac")
GAMES = Path(__file__).parents[1] / "training" / "games" / "cul_de_sac" / "games.npz"
LONGEST = 150


def legal_cells(states: States) -> np.ndarray:
    """The cells that may be played in the first state."""
    return np.flatnonzero(np.unpackbits(states["legal"][0], bitorder="little")[:GRID])


def seen(states: States) -> np.ndarray:
    """The planes that the mover of the first state sees."""
    planes = np.zeros((len(FLAT) + 2, 14 * 11), np.float32)
    planes[list(FLAT)] = np.unpackbits(states["flat"][0], bitorder="little")[: len(FLAT) * 154].reshape(-1, 154)
    steps = states["steps"][0].astype(np.float32)
    planes[STEPS : STEPS + 2] = np.divide(1, steps, out=np.zeros_like(steps), where=steps > 0)
    return planes.reshape(-1, 14, 11)


@few
@given(SEEDS)
def test_a_state_of_cul_de_sac_says_what_a_match_says(seed: int) -> None:
    states, batch = start(LONGEST), CUL_DE_SAC.batch
    planes, vectors, mirror = batch.planes(1), batch.vectors(1), np.ones(1, np.int32)
    for match in walk(CUL_DE_SAC, seed, LONGEST):
        if match.played:
            cell = CELL[states["mover"], match.played[-1]].astype(np.int32)
            mirrored = states.copy()
            turn(mirrored, mirror, LONGEST)
            play(mirrored, TURNED[1][cell].astype(np.int32), LONGEST)
            play(states, cell, LONGEST)
            turn(mirrored, mirror, LONGEST)
            assert mirrored.tobytes() == states.tobytes()
        assert position_of(states).tobytes() == match.position.tobytes()
        batch.observe(match.position, planes, vectors)
        assert np.array_equal(seen(states), planes[0])
        if match.ply < LONGEST:
            legal = set(CUL_DE_SAC.legal_actions(match.position)) - {rules.PASS}
            assert set(legal_cells(states)) == set(CELL[int(states["mover"][0]), sorted(legal)])
    assert match.outcome or not len(legal_cells(states)), "a game as long as that is over"


def test_black_and_white_have_the_same_cells_for_the_same_thing() -> None:
    """A wall in front of one's own base, a pawn that goes two squares up."""
    white, black = (position_of(start(LONGEST)) for _ in range(2))
    black["mover"] = 1
    for mine, his in (("d4h", "d10h"), ("d4v", "d10v"), ("d4-d6", "d11-d9")):
        assert CELL[0, CUL_DE_SAC.action(white, mine)] == CELL[1, CUL_DE_SAC.action(black, his)]
    assert PASS not in CELL[:, :-1]


def test_a_search_in_shifts_finds_what_one_search_finds() -> None:
    torch = pytest.importorskip("torch")
    evaluators, searches, shifts, settings = (
        import_module(f"training.{name}") for name in ("evaluator", "search", "shifts", "settings")
    )
    torch.manual_seed(1)
    taught = import_module("training.games.cul_de_sac.rules").build(longest=LONGEST)
    states = taught.start(5)
    cell = CELL[0, CUL_DE_SAC.action(position_of(start(LONGEST)), "d4-d6")]
    states[1:] = taught.play(states[1:], torch.full((4,), int(cell)))
    evaluator = evaluators.Evaluator(taught, 8, 1, compiled=False)
    effort = settings.Effort(12, 4)
    whole, apart = (
        searcher(evaluator, 5, effort, settings.SearchSettings(depth=6, shifts=2)).run(states, noise=0.0)
        for searcher in (searches.Search, shifts.search_of)
    )
    for found in ("weights", "value"):  # sums of smaller batches are rounded otherwise
        assert torch.allclose(getattr(whole, found), getattr(apart, found), atol=1e-4)


def test_the_rules_as_tensors_agree_with_the_matches_that_are_kept() -> None:
    pytest.importorskip("torch")
    taught = import_module("training.games.cul_de_sac.rules").build(longest=300)
    compare = import_module("training.games.cul_de_sac.check").compare
    assert compare(taught, str(GAMES))["games"] == 20
