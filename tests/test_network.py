"""The network that has learned a game: what it is asked, what it says, who plays without it."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from palissade import Game, Match, game, player
from palissade.games.blokus_duo.pieces import HEIGHT, ORIENTATION, ORIENTATIONS, SIDE, WIDTH
from palissade.kernel import random_source
from palissade.players import Uct, levels_of, network
from palissade.players.levels import MACHINES, _listed
from palissade.players.network import NETWORKS, Network, NoNetwork, network_of, provenance
from tests.random_games import end_of, random_action, walk

FILES = sorted(NETWORKS.glob("*.onnx"))
VIOLET = 0
asking = pytest.mark.skipif(not network.has_runtime(), reason="ONNX Runtime is not installed")


def asked(match: Match) -> tuple[np.ndarray, np.ndarray]:
    """The planes and the vector that a network gets."""
    variant, part = match.game, match.game.network
    assert part is not None
    planes, vector = np.full((1, part.PLANES, *part.SHAPE), 7, np.float32), np.full((1, part.VECTOR), 7, np.float32)
    actions, position = np.zeros((1, variant.rules.MOST_LEGAL), np.int32), match.position.copy()
    legal = match.actions()
    actions[0, : len(legal)] = legal
    room = np.empty(variant.rules.MOST_LEGAL, np.int32)
    compiled = variant.compiled("palissade.search.leaves")
    compiled.describe(position, actions, np.array([len(legal)], np.int32), room, planes, vector)
    assert position.tobytes() == match.position.tobytes()
    return planes[0], vector[0]


def covered(variant: Game, match: Match, seat: int) -> np.ndarray:
    """How many placements that the seat could lay now cover each square."""
    position, found = match.position.copy(), np.zeros((SIDE, SIDE), np.float32)
    position["mover"] = seat
    for action in variant.legal_actions(position):
        if action != variant.rules.ACTIONS - 1:
            (row, column) = corner(action)
            for up, right in ORIENTATIONS[ORIENTATION[action]]:
                found[row + up, column + right] += 1
    return found


def corner(action: int) -> tuple[int, int]:
    """The lower left corner of a placement's box: places are numbered row by row."""
    orientation = ORIENTATION[action]
    first = int(np.flatnonzero(orientation == ORIENTATION)[0])
    row, column = divmod(action - first, SIDE + 1 - int(WIDTH[orientation]))
    assert row + HEIGHT[orientation] <= SIDE
    return row, column


@pytest.mark.parametrize("start", ["free", "fixed"])
def test_blokus_duo_is_asked_what_is_seen_and_what_could_be_covered(start: str) -> None:
    variant = game("blokus-duo", start=start)
    for match in walk(variant, 3, 40):
        if match.mover is None:
            continue
        planes, vector = asked(match)
        seen, beside = np.zeros((1, 6, SIDE, SIDE), np.float32), np.zeros((1, 46), np.float32)
        variant.batch.observe(match.position, seen, beside)
        if match.mover != VIOLET:  # an observation lies on the mover's side, the network learned the board as it is
            seen = seen[:, :, ::-1, ::-1]
        assert np.array_equal(planes[:6], seen[0])
        for whose in range(2):
            expected = 0.2 * np.log1p(covered(variant, match, match.mover ^ whose))
            assert planes[6 + whose] == pytest.approx(expected, abs=1e-6)
        assert np.array_equal(vector[:42], beside[0, :42])
        assert vector[42:].tolist() == [beside[0, 44], match.mover]


def test_every_action_of_blokus_duo_has_its_cell() -> None:
    variant = game("blokus-duo")
    part = variant.network
    assert part is not None
    cells = [part.cell(action) for action in range(variant.rules.ACTIONS)]
    assert cells.pop() == -1  # pass
    for action in range(0, len(cells), 7):
        row, column = corner(action)
        assert cells[action] == int(ORIENTATION[action]) * SIDE * SIDE + row * SIDE + column
    assert len(set(cells)) == len(cells)
    assert min(cells) == 0
    assert max(cells) < part.CELLS


@asking
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_network_is_the_one_that_is_described(file: Path) -> None:
    part = game(file.stem).network
    assert part is not None
    told = provenance(file)
    assert told["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert told["origin"]
    assert file.stat().st_size <= 8_000_000
    session = network_of(game(file.stem))._session
    shapes = {one.name: one.shape[1:] for one in (*session.get_inputs(), *session.get_outputs())}
    expected = {"planes": [part.PLANES, *part.SHAPE], "vector": [part.VECTOR], "policy": [part.CELLS]}
    assert {name: shapes[name] for name in expected} == expected


@asking
def test_another_file_than_the_one_described_is_refused(tmp_path: Path) -> None:
    part = game("blokus-duo").network
    assert part is not None
    (tmp_path / "some.onnx").write_bytes(b"something else")
    (tmp_path / "some.toml").write_text((NETWORKS / "blokus-duo.toml").read_text("utf-8"), "utf-8")
    with pytest.raises(NoNetwork, match=r"some\.onnx is not the network that some\.toml describes"):
        Network(part, tmp_path / "some.onnx")


@asking
def test_a_network_knows_who_is_ahead() -> None:
    """Shortly before the end of random games that are won by a lot, of a kind that it has never seen."""
    variant, looked_at = game("blokus-duo"), 0
    for seed in range(12):
        match = end_of(variant, seed)
        assert match.outcome is not None
        assert match.outcome.scores is not None
        winner, scores = int(np.argmax(match.outcome.scores)), match.outcome.scores
        if abs(scores[0] - scores[1]) >= 15:
            for _ in range(4):
                match.undo()
            expected = Uct(simulations=1, leaf="network").evaluate(match)
            assert int(np.argmax(expected)) == winner
            looked_at += 1
    assert looked_at >= 3


@asking
def test_the_end_of_a_game_is_known_whatever_the_network_thinks() -> None:
    machine, proven = Uct(simulations=200, leaf="network"), set[float]()
    for seed in range(8):
        match = end_of(game("blokus-duo"), seed)
        for _ in range(5):
            match.undo()
        assert match.mover is not None
        mover, rng = match.mover, random_source(seed)
        value = machine.evaluate(match)[mover]
        while match.mover is not None:
            match.play(machine.choose(match) if match.mover == mover else random_action(match, rng))
        assert match.outcome is not None
        if value in (0.5, 1.0):
            proven.add(value)
            assert mover in match.outcome.winners or (match.outcome.draw and value == 0.5)
    assert 1.0 in proven


@asking
def test_what_a_network_says_does_not_depend_on_how_many_are_asked_at_once() -> None:
    match = game("blokus-duo").match()
    answers = [Uct(simulations=33, leaf="network", batch=batch).hint(match).values for batch in (1, 16)]
    assert answers[0] == pytest.approx(answers[1], abs=0.1)


@asking
def test_several_threads_ask_for_one_tree() -> None:
    match = game("blokus-duo").match()
    hint = Uct(simulations=200, leaf="network", threads=2, batch=4).hint(match)
    assert sum(choice.share for choice in hint.choices) == pytest.approx(1)
    assert hint.action in match.actions()


def test_games_that_no_network_has_learned_say_so() -> None:
    with pytest.raises(NoNetwork, match="no network has learned L’Empire"):
        Uct(simulations=10, leaf="network").choose(game("empire").match())


@asking
def test_without_what_runs_networks_machines_think_without(monkeypatch: pytest.MonkeyPatch) -> None:
    duo = game("blokus-duo")
    assert any(level.evaluations for level in levels_of(duo) if hasattr(level, "evaluations"))
    monkeypatch.setattr("palissade.players.levels.has_runtime", lambda: False)
    without = _listed.__wrapped__(MACHINES / "blokus-duo.toml")
    assert not any(level.evaluations for level in without)
    assert [level.name for level in without] == [level.name for level in levels_of(duo)]
    monkeypatch.setattr(network, "has_runtime", lambda: False)
    with pytest.raises(NoNetwork, match=r"palissade\[machines\]"):
        player("uct", duo, simulations=10, leaf="network").choose(duo.match())
