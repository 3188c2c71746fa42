"""The tree: what it proves, what has come again, what is evaluated outside, what is kept."""

from itertools import pairwise
from threading import Event

import numpy as np
import pytest

from palissade import Game, Match, game, games
from palissade.arrays import Actions, Floats, Ints, Positions
from palissade.kernel import random_source
from palissade.players import Thinker, Uct, player
from palissade.players.past import keys_of
from palissade.players.tree import Kind, Tree
from palissade.search import tree as words
from tests.random_games import end_of, random_action, walk
from tests.search.soundness import is_right

OPEN_GAMES = [shelved for shelved in games() if not shelved.is_hidden and len(shelved.seats) > 1]
SHUTTLE = ("a9-a8", "l4-l5", "a8-a9", "l5-l4")  # L'Empire: two archers to and fro


def tree_of(match: Match, kind: Kind | None = None, seed: int = 1, nodes: int = 50_000) -> Tree:
    assert match.mover is not None
    return Tree(match.view(match.mover), seed, nodes, kind or Kind())


def child_of(tree: Tree, node: int, action: int) -> int:
    return next(child for child in tree._children(node) if tree.nodes[child]["action"] == action)


def kept_by(thinker: Thinker) -> int:
    """Simulations that it remembers."""
    assert thinker._tree
    return thinker._tree.kept


# ---- what it expects


@pytest.mark.parametrize("shelved", OPEN_GAMES, ids=str)
def test_a_line_is_a_way_to_go_on(shelved: Game) -> None:
    match = shelved.match(seed=2)
    hint = Uct(simulations=600, seed=1).hint(match)
    assert hint.line[0] == hint.action
    for action in hint.line:
        match.play(action)


def test_a_line_goes_as_far_as_was_looked_well() -> None:
    match = game("alignement").match()
    match.play("k5", "h8", "e8", "h2", "h5", "h11", "b11", "e2")
    short, long = (Uct(simulations=simulations, seed=1).hint(match).line for simulations in (100, 4_000))
    assert 1 <= len(short) < len(long)


def test_what_others_hold_is_part_of_no_line() -> None:
    hint = Uct(simulations=600, seed=1).hint(game("blockers").match(seed=2))
    assert hint.line == (hint.action,)


# ---- what is proven


@pytest.mark.parametrize("variant", OPEN_GAMES, ids=str)
def test_what_is_proven_follows_from_the_rules(variant: Game) -> None:
    """The last positions of random games, from which a win is near."""
    proven = 0
    for seed in range(4):
        match = end_of(variant, seed)
        for _ in range(min(match.ply, 4)):
            match.undo()
            tree = tree_of(match)
            tree.simulate(2_000)
            for node in (words.ROOT, *tree._children(words.ROOT)):
                action = int(tree.nodes[node]["action"])
                if tree.nodes[node]["proof"] > words.OPEN:
                    proven += 1
                    if node != words.ROOT:
                        match.play(action)
                    assert is_right(tree, node, match)
                    if node != words.ROOT:
                        match.undo()
    assert proven > 0


@pytest.mark.parametrize("variant", [shelved for shelved in games() if shelved not in OPEN_GAMES], ids=str)
def test_nothing_is_proven_in_a_hidden_game_nor_in_one_for_one(variant: Game) -> None:
    match = end_of(variant, 1)
    match.undo()
    tree = tree_of(match)
    tree.simulate(300)
    assert tree.simulations == 300
    assert not tree.nodes["proof"][: int(tree.gardeners[0].search["used"][0])].any()


def test_a_choice_of_who_wins_proves_nothing() -> None:
    """A seat of three that has lost may choose the winner: children won by two others leave it open."""
    compiled = game("empire").compiled(words.__name__)
    nodes = np.zeros(4, words.NODE)
    nodes["first"], nodes["next"] = [1, -1, -1, -1], [-1, 2, 3, -1]

    def prove(*proofs: int) -> int:
        nodes["proof"] = [0, *proofs]
        compiled.prove(nodes, 0, 1, 0)
        return int(nodes[0]["proof"])

    first, second, third = 1, 2, 4
    assert prove(second, third, second) == words.OPEN
    assert prove(second, second, second) == second
    assert prove(second, second, words.OPEN) == words.OPEN
    assert prove(second, third, words.DRAWN) == words.DRAWN
    assert prove(first, third, words.OPEN) == first


# ---- who leads


def test_the_only_action_that_is_not_lost_is_ahead_for_ever() -> None:
    compiled = game("alignement").compiled(words.__name__)
    nodes = np.zeros(4, words.NODE)
    nodes["first"], nodes["next"], nodes["visits"] = [1, -1, -1, -1], [-1, 2, 3, -1], [15, 7, 5, 3]

    def lead(*proofs: int) -> tuple[int, int]:
        nodes["proof"] = [0, *proofs]
        best, ahead = compiled.lead(nodes, 0)
        return int(best), int(ahead)

    mine, theirs = 1, 2
    assert lead(words.OPEN, words.OPEN, words.OPEN) == (1, 2)
    assert lead(theirs, words.OPEN, words.DRAWN) == (2, 2)
    assert lead(theirs, theirs, words.OPEN) == (3, words.FOR_EVER)
    assert lead(theirs, words.OPEN, mine) == (3, 3)
    assert lead(theirs, theirs, theirs) == (1, 2)


# ---- repetition


def test_com_1_is_seen_with_the_history_of_the_match() -> None:
    match = game("empire").match()
    match.play(*SHUTTLE, *SHUTTLE[:3])
    last = match.check(SHUTTLE[3])
    tree = tree_of(match)
    tree.simulate(3_000)
    assert tree.nodes[child_of(tree, words.ROOT, last)]["proof"] == words.DRAWN
    values = {choice.action: choice.value for choice in player("uct", simulations=3_000).hint(match).choices}
    assert values[last] == 0.5
    match.play(last)
    assert match.outcome is not None
    assert match.outcome.reason == "COM-1"


def test_a_match_from_a_position_counts_anew() -> None:
    *_, match = walk(game("alignement"), 1, 20)
    begun = game("alignement").match(position=match.position)
    assert begun.view().identities == match.view().identities[-1:]
    assert len(tree_of(match).past) == 21
    assert set(tree_of(begun).past) < set(tree_of(match).past)


def test_what_comes_again_after_the_root_is_a_draw_but_no_proof() -> None:
    compiled = game("empire").compiled(words.__name__)
    path = np.zeros(1, words.PATH)
    path["nodes"][0, :4] = range(4)

    def repetition(before: list[int], after: list[int]) -> int:
        keys = np.array([99, *after], np.uint64)
        path["depth"] = len(after)
        return int(compiled.repetition(3, path[0], keys, np.array(sorted(before), np.uint64)))

    assert repetition([], [5, 6, 7]) == words.OPEN
    assert repetition([], [5, 6, 5]) == words.REPEATED
    assert repetition([5, 6, 9], [1, 2, 5]) == words.OPEN
    assert repetition([5, 6, 5], [1, 2, 5]) == words.DRAWN
    assert repetition([4, 5, 6], [5, 2, 5]) == words.DRAWN


def test_a_view_knows_the_positions_that_came_before() -> None:
    match = game("empire").match()
    match.play(*SHUTTLE)
    identities = match.view().identities
    assert len(identities) == 5
    assert identities[0] == identities[4] != identities[2]
    assert match.view(ply=2).identities == identities[:3]
    match.undo()
    assert match.view().identities == identities[:4]
    laying = game("cul-de-sac").match()
    laying.play(laying.actions()[0])
    assert [bool(identity) for identity in laying.view().identities] == [True, False]  # in the middle of a turn
    assert set(game("saute").match().view().identities) == {b""}  # where nothing comes again


# ---- leaves evaluated outside


class Oracle:
    """Says that one action is good, and all positions are even; remembers how many it was asked about."""

    def __init__(self, good: int) -> None:
        self.good, self.batches = good, list[int]()

    def __call__(self, game: Game, leaves: Positions, actions: Actions, counts: Ints) -> tuple[Floats, Floats]:
        self.batches.append(len(leaves))
        for position, listed, count in zip(leaves, actions, counts, strict=True):
            assert sorted(listed[:count]) == sorted(game.legal_actions(position.reshape(1)))
        values = np.full((len(leaves), len(game.seats)), 1 / len(game.seats), np.float32)
        return values, np.where(actions == self.good, 50, 1).astype(np.float32)


@pytest.mark.parametrize("name", ["alignement", "blockers"])
def test_leaves_are_handed_out_in_batches_and_taken_back(name: str) -> None:
    match = game(name).match(seed=1)
    oracle = Oracle(match.actions()[3])
    tree = tree_of(match, Kind("outside", exploration=1.0, evaluator=oracle, batch=8))
    tree.simulate(200)
    assert tree.simulations == 200
    assert oracle.batches[0] == 1  # the root
    assert max(oracle.batches) == 8
    assert sum(oracle.batches) <= 200
    assert not (tree.nodes["proof"][: int(tree.gardeners[0].search["used"][0])] == words.WAITING).any()
    assert sum(child.visits for child in tree.choices()) == 199
    assert tree.lead()[0] == oracle.good
    assert tree.sums[: len(match.game.seats)].sum() == pytest.approx(200)


def test_a_machine_may_ask_outside() -> None:
    match = game("alignement").match()
    oracle = Oracle(match.actions()[5])
    assert Uct(simulations=60, leaf="outside", evaluator=oracle).choose(match) == oracle.good
    with pytest.raises(ValueError, match="needs an evaluator"):
        Uct(simulations=60, leaf="outside")


def test_what_is_left_of_a_thought_that_failed_is_not_kept() -> None:
    match = game("alignement").match()
    oracle, is_away = Oracle(match.actions()[5]), [False]

    def ask(variant: Game, leaves: Positions, actions: Actions, counts: Ints) -> tuple[Floats, Floats]:
        if is_away[0]:
            raise ConnectionError
        return oracle(variant, leaves, actions, counts)

    thinker = Uct(simulations=60, leaf="outside", evaluator=ask).thinker()
    assert thinker.choose(match) == oracle.good
    is_away[0] = True
    with pytest.raises(ConnectionError):
        thinker.choose(match)
    assert thinker.size == 0
    is_away[0] = False
    assert thinker.choose(match) == oracle.good


# ---- what is kept


def test_what_grew_from_a_position_is_kept_when_it_is_reached() -> None:
    match = game("alignement").match()
    tree = tree_of(match)
    tree.simulate(5_000)
    action = tree.lead()[0]
    assert action is not None
    child = child_of(tree, words.ROOT, action)
    visits, replies = int(tree.nodes[child]["visits"]), [tree.nodes[reply].copy() for reply in tree._children(child)]
    used = int(tree.gardeners[0].search["used"][0])
    match.play(action)
    assert tree.follow(match.view(1), 2)
    assert tree.kept == visits
    assert tree.simulations == 0
    for kept, reply in zip(tree.choices(), replies, strict=True):
        assert (kept.action, kept.visits, kept.total) == (reply["action"], reply["visits"], reply["total"])
    assert 1 < tree.gardeners[0].search["used"][0] < used
    tree.simulate(500)
    assert tree.simulations == 500
    assert sum(choice.visits for choice in tree.choices()) == visits - 1 + 500


def test_a_draw_that_was_one_only_for_the_old_root_is_looked_at_again() -> None:
    compiled = game("empire").compiled(words.__name__)
    nodes = np.zeros(5, words.NODE)
    nodes["first"], nodes["next"] = [1, 2, -1, -1, -1], [-1, 4, 3, -1, -1]
    nodes["visits"], nodes["proof"] = [9, 8, 4, 3, 1], [0, 0, words.REPEATED, words.DRAWN, 0]
    kept, keys = np.zeros(5, words.NODE), np.zeros(5, np.uint64)
    assert compiled.transplant(nodes, np.arange(5, dtype=np.uint64), 1, kept, keys) == 3
    assert kept["first"][:3].tolist() == [1, -1, -1]
    assert kept["next"][:3].tolist() == [-1, 2, -1]
    assert kept["visits"][:3].tolist() == [8, 0, 3]
    assert kept["proof"][:3].tolist() == [0, words.OPEN, words.DRAWN]
    assert keys[1:3].tolist() == [2, 3]


def test_a_thinker_remembers_its_match_and_no_other() -> None:
    thinker, match, rng = Uct(simulations=2_000).thinker(), game("alignement").match(), random_source(1)
    assert thinker.choose(match) == Uct(simulations=2_000).choose(match)  # nothing to remember yet
    kept = list[int]()
    for _ in range(3):
        match.play(thinker.choose(match))
        match.play(random_action(match, rng))
        action = thinker.choose(match)
        assert action in match.actions()
        kept.append(kept_by(thinker))
    assert min(kept) > 0
    for other in (game("alignement").match(), game("alignement", cylinder="jump").match()):
        thinker.choose(other)
        assert kept_by(thinker) == 0
    replies = other.actions()[:2]
    other.play(replies[0])
    thinker.choose(other)
    other.undo()
    other.play(replies[1])
    thinker.choose(other)  # what was thought about has been taken back
    assert kept_by(thinker) == 0


def test_what_was_pondered_is_there_when_somebody_has_played() -> None:
    thinker, match = Uct(simulations=2_000).thinker(), game("alignement").match()
    match.play(thinker.choose(match))
    thinker.ponder(match.view(0), Event())
    tree = thinker._tree
    assert tree
    assert tree.simulations == 2_000
    reply = tree.lead()[0]
    assert reply is not None
    visits = next(choice.visits for choice in tree.choices() if choice.action == reply)
    match.play(reply)
    thinker.choose(match)
    assert kept_by(thinker) == visits > 100


def test_pondering_comes_to_its_end_when_it_is_told_to() -> None:
    thinker, match, cancel = Uct(simulations=10**9).thinker(), game("alignement").match(), Event()
    cancel.set()
    thinker.ponder(match.view(1), cancel)
    assert thinker._tree
    assert thinker._tree.simulations == 1


def test_nothing_is_pondered_in_a_hidden_game() -> None:
    thinker = Uct(simulations=50).thinker()
    thinker.ponder(game("blockers").match(seed=1).view(1), Event())
    assert thinker._tree is None


def test_a_level_may_remember_too() -> None:
    match, level = game("alignement").match(), player("birch", seconds=None)
    thinker = level.thinker()  # type: ignore[attr-defined]
    assert isinstance(thinker, Thinker)
    assert thinker.is_quick == level.is_quick
    assert thinker.choose(match) == level.choose(match)
    assert sum(thinker.evaluate(match)) == pytest.approx(1)


def test_nothing_is_kept_of_a_hidden_game() -> None:
    match = game("blockers").match(seed=1)
    tree = tree_of(match)
    tree.simulate(500)
    match.play(tree.lead()[0] or 0)
    assert match.mover is not None
    assert not tree.follow(match.view(match.mover), 1)


def test_identities_are_keys_that_differ() -> None:
    for variant in games():
        if not variant.may_repeat:
            continue
        views = [match.view() for match in walk(variant, 3, 60)]
        identities = {identity for identity in views[-1].identities if identity}
        keys = keys_of(sorted(identities), variant.rules.POSITION.itemsize // 8 + 1).tolist()
        assert len(set(keys)) == len(identities)
        assert all(one < other for one, other in pairwise(keys))


def test_a_piece_that_stands_elsewhere_makes_another_key() -> None:
    squares = 144
    boards = [
        bytes(int(square in (one, other)) for square in range(squares + 1))
        for one in range(squares)
        for other in range(one)
    ]
    keys = keys_of(boards, -(-(squares + 1) // 8)).tolist()
    assert len(set(keys)) == len(boards)
