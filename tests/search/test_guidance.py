"""What rooms know about actions: weights, and playouts that are no longer at random."""

from typing import Any

import numpy as np
import pytest

from palissade import Game, game, games, player
from palissade.games.blockers import knowledge as tiles
from palissade.games.blockers.groups import count_groups
from palissade.games.blockers.tiles import NO_COLOUR
from palissade.games.blokus_duo import knowledge as duo
from palissade.games.blokus_duo import lie, weights
from palissade.games.blokus_duo.bits import bit_of
from palissade.games.blokus_duo.laid import set_of
from palissade.games.blokus_duo.pieces import ORIENTATION, PIECE, SIDE
from palissade.games.blokus_duo.rules import PASS
from palissade.kernel import random_source
from palissade.players.tree import Kind, Tree
from palissade.search import tree as words
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
    heaviest = dict.fromkeys(range(1, 6), 0.0)  # by squares
    for action, weight in weights.items():
        size = len(match.game.text(match.position, action).split(","))
        heaviest[size] = max(heaviest[size], weight)
    assert heaviest[5] == max(weights.values()) > 100 * heaviest[1]


STEPS = {"edges": (-15, -1, 1, 15), "corners": (-16, -14, 14, 16)}
ON_BOARD = {bit_of(square) for square in range(SIDE * SIDE)}


def around(bits: set[int], steps: str) -> set[int]:
    """The squares beside some, or at their corners, and the rim."""
    return {bit + step for bit in bits for step in STEPS[steps]}


def bits_of(row: Any) -> set[int]:
    """The squares of a set."""
    return {bit for bit in range(256) if set_of(row.tolist()) >> bit & 1}


def lies_of(position: Any) -> dict[int, int]:
    """What every square is, by steps from the anchors."""
    pos = position[0]
    mover, kinds = int(pos.mover), []
    for seat in (mover, 1 - mover):
        closed = bits_of(pos.closed[seat])
        kind = {bit: lie.KINDS - 1 if bit in closed else lie.KINDS - 2 for bit in range(lie.SQUARES)}
        near = set() if pos.passed[seat] else bits_of(pos.anchors[seat]) - closed
        for step in range(lie.KINDS - 2):
            kind |= {bit: min(kind[bit], step) for bit in near}
            near |= around(near, "edges") - closed
        kinds.append(kind)
    lies = {bit: lie.KINDS * kinds[0][bit] + kinds[1][bit] for bit in ON_BOARD}
    lies |= dict.fromkeys(bits_of(pos.laid[mover]), lie.OWN) | dict.fromkeys(bits_of(pos.laid[1 - mover]), lie.THEIRS)
    return {bit: lies.get(bit, lie.RIM) for bit in range(lie.SQUARES)}


def test_the_lie_of_a_square_is_counted_in_steps() -> None:
    lies = np.zeros(lie.SQUARES, np.int32)
    for match in walk(game("blokus-duo"), 4):
        if match.mover is not None:
            lie.write_lies(match.position[0], lies)
            assert dict(enumerate(lies.tolist())) == lies_of(match.position)


def test_a_placement_is_worth_what_its_squares_and_those_around_it_are() -> None:
    worth = np.zeros(4 * lie.SQUARES)
    for match in walk(game("blokus-duo"), 6):
        for action in match.actions()[:: max(len(match.actions()) // 5, 1)]:
            if action == PASS or match.mover is None:
                continue
            after, laid, lies = match.position.copy(), duo.pieces_laid(match.position[0]), lies_of(match.position)
            match.game.single.apply(after, action)
            squares = bits_of(after[0].laid[match.mover]) - bits_of(match.position[0].laid[match.mover])
            beside = around(squares, "edges") - squares
            corners = around(squares, "corners") - squares - beside
            expected = weights.OF_PIECE[laid, PIECE[ORIENTATION[action]]] + weights.AWAY[laid, duo.HALVES_AWAY[action]]
            for table, bits in ((weights.COVERED, squares), (weights.BESIDE, beside), (weights.CORNER, corners)):
                expected += sum(table[laid, lies[bit]] for bit in bits)
            duo.write_worth(match.position[0], laid, worth)
            assert duo.merit(action, laid, worth) == pytest.approx(expected)


def test_few_placements_are_worth_a_try() -> None:
    match = game("blokus-duo").match()
    tree = Tree(match.view(0), 1, 50_000, Kind("guided", uses_prior=True, exploration=1.0))
    tree.simulate(50)
    choices = tree.choices()
    weighed = weights_of(match.game, match.position)
    least = duo.LEAST * max(weighed.values())
    assert {child.action for child in choices} == {action for action in weighed if weighed[action] >= least}
    assert len(choices) < len(weighed) / 2


def test_what_lacks_actions_is_not_proven_lost() -> None:
    tree = Tree(game("blokus-duo").match().view(0), 1, 50_000, Kind("guided", uses_prior=True, exploration=1.0))
    tree.simulate(2)
    children = tree._children(words.ROOT)
    tree.nodes["proof"][children] = 1 << 1  # the other wins by all that were thought of
    assert not tree.compiled.prove(tree.nodes, words.ROOT, children[0], 0)
    tree.nodes["lacks"][words.ROOT] = 0
    assert tree.compiled.prove(tree.nodes, words.ROOT, children[0], 0)


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
