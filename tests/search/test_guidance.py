"""What rooms know about actions: weights, and playouts that are no longer at random."""

from typing import Any

import numpy as np
import pytest

from palissade import Game, game, games, player
from palissade.games.blockers import knowledge as tiles
from palissade.games.blockers.groups import count_groups
from palissade.games.blockers.tiles import NO_COLOUR
from palissade.games.blokus_duo import ground
from palissade.games.blokus_duo import knowledge as duo
from palissade.games.blokus_duo.laid import set_of
from palissade.games.blokus_duo.pieces import BIT, FIRST_PLACEMENT, ORIENTATION
from palissade.games.blokus_duo.rules import PASS
from palissade.kernel import random_source
from palissade.players.tree import Kind, Tree
from tests.random_games import end_of, walk

LOPSIDED = {"cul-de-sac"}  # it weighs the walls across one of several shortest ways
VARIANTS = [variant for shelved in games() if shelved.knowledge for variant in shelved.variants()]


def knowing(name: str) -> list[Game]:
    """The games whose room has this function."""
    return [variant for variant in VARIANTS if hasattr(variant.knowledge, name)]


def weights_of(variant: Game, position: Any) -> dict[int, float]:
    """What each legal action weighs."""
    knowledge: Any = variant.knowledge
    actions, weights = np.zeros(variant.rules.MOST_LEGAL, np.int32), np.zeros(variant.rules.MOST_LEGAL, np.float32)
    count = variant.single.legal_actions(position, actions)
    knowledge.prior(position[0], actions, count, weights)
    return dict(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True))


@pytest.mark.parametrize("variant", knowing("prior"), ids=str)
def test_weights_are_above_0_and_turn_with_the_board(variant: Game) -> None:
    for match in walk(variant, 4, 60):
        if match.mover is None or match.ply % 3:
            continue
        weights = weights_of(variant, match.position)
        assert all(0 < weight < np.inf for weight in weights.values())
        turns = variant.symmetry is not None and variant.id not in LOPSIDED
        for symmetry in range(1, variant.single.symmetries(match.position) if turns else 0):
            turned = match.position.copy()
            variant.single.turn_position(turned, symmetry)
            expected = {
                variant.single.turn_action(match.position, action, symmetry): weights[action] for action in weights
            }
            assert weights_of(variant, turned) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("variant", [variant for variant in knowing("prior") if variant.is_hidden], ids=str)
def test_weights_tell_nothing_that_the_seat_does_not_know(variant: Game) -> None:
    for match in walk(variant, 5, 30):
        if match.mover is not None and match.ply % 6 == 5:
            seen = match.view(match.mover).position
            assert weights_of(variant, seen) == weights_of(variant, match.position)


@pytest.mark.parametrize("variant", knowing("playout_action"), ids=str)
def test_playouts_are_legal_and_come_to_an_end(variant: Game) -> None:
    knowledge: Any = variant.knowledge
    room = np.zeros(variant.rules.MOST_LEGAL, np.int32)
    match, rng = variant.match(seed=3), random_source(3)
    while match.mover is not None:
        before = match.position.tobytes()
        action = int(knowledge.playout_action(match.position[0], rng, room))
        assert match.position.tobytes() == before
        match.play(action)
    assert match.outcome is not None


# ---- scores in the value


@pytest.mark.parametrize("name", ["blokus-duo", "blockers"])
def test_part_of_a_win_goes_by_scores(name: str) -> None:
    variant = game(name)
    match = end_of(variant, 4)
    assert match.outcome
    assert match.outcome.scores
    tree = Tree(variant.match(seed=3).view(0), 1, 1_000, Kind(margin=0.25))
    (gardener,) = tree.gardeners
    tree.compiled.value_seats(match.position[0], gardener.search[0], gardener.paths[0])
    points: float = getattr(variant.knowledge, "POINTS")  # noqa: B009  (rooms without scores have none)
    shares = np.exp(np.array(match.outcome.scores) / points)
    won = np.array([seat in match.outcome.winners for seat in range(len(variant.seats))])
    expected = 0.75 * won + 0.25 * shares / shares.sum()
    assert gardener.paths["values"][0][: len(won)] == pytest.approx(expected)
    assert expected[won].min() > expected[~won].max()


def test_no_margin_where_no_scores_are() -> None:
    with pytest.raises(ValueError, match="POINTS"):
        player("uct", simulations=10, margin=0.2).choose(game("alignement").match())


# ---- Blokus Duo


def test_a_large_piece_weighs_most_at_first() -> None:
    match = game("blokus-duo").match()
    weights = weights_of(match.game, match.position)
    names = sorted(weights, key=lambda action: weights[action])
    assert [len(match.game.text(match.position, names[place]).split(",")) for place in (0, -1)] == [1, 5]


def test_the_anchors_that_a_piece_makes_and_uses_up_are_counted() -> None:
    for match in walk(game("blokus-duo"), 6):
        for action in match.actions()[:: max(len(match.actions()) // 5, 1)]:
            if action == PASS or match.mover is None or match.ply < 2:  # starting points are no anchors afterwards
                continue
            after = match.position.copy()
            match.game.single.apply(after, action)
            old, new = (set_of(position[0].anchors[match.mover].tolist()) for position in (match.position, after))
            made, used, _ = duo.edges(match.position[0], match.mover, int(ORIENTATION[action]), int(BIT[action]))
            assert made == (new & ~old).bit_count()
            assert used == (old & ~new).bit_count() or action < FIRST_PLACEMENT[1]  # the single square


def test_ground_is_what_steps_on_open_squares_come_to() -> None:
    edges, corners = (-15, -1, 1, 15), (-16, -14, 14, 16)
    for match in walk(game("blokus-duo"), 4):
        pos = match.position[0]
        for seat in range(2):
            bits = [{i for i in range(256) if set_of(row[seat].tolist()) >> i & 1} for row in (pos.anchors, pos.closed)]
            begin, closed = (set() if pos.passed[seat] else bits[0]), bits[1]
            near, far = begin, begin
            for _ in range(ground.REACH):
                near = {i + step for i in near for step in (0, *edges)} - closed
            for _ in range(ground.FAR):
                far = {i + step for i in far for step in (0, *edges, *corners)} - closed
            assert (ground.reach(pos, seat), ground.far(pos, seat)) == (len(near), len(far))
            assert -len(far) <= ground.ahead(pos, 1 - seat) <= ground.far(pos, 1 - seat)


# ---- Blockers!


def test_groups_beside_a_square_are_those_that_a_tile_joins_or_fewer_that_hang_together_elsewhere() -> None:
    exact = 0
    for match in walk(game("blockers"), 2, 40):
        for square in range(81):
            if match.position[0].colour[square] == NO_COLOUR:
                fewer = 1 - (tiles.groups_with(match.position[0], 0, square) - count_groups(match.position[0], 0))
                beside = tiles.groups_beside(match.position[0], 0, square)
                assert (beside > 0) == (fewer > 0)
                assert beside >= fewer
                exact += beside == fewer > 1
    assert exact > 10
