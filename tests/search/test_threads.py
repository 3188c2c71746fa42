"""Several threads that grow one tree: it is as sound as one that grew alone, and proves the same."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Barrier, Event, Thread

import pytest

from palissade import Game, Match, game, kernel
from palissade.arrays import Actions, Floats, Ints, Positions
from palissade.players import Uct
from palissade.players.crew import OwnThreads, Work
from palissade.players.tree import PLOTS, Budget, Kind, Tree
from palissade.search import tree as words
from tests.random_games import end_of, walk
from tests.search.signatures import even
from tests.search.soundness import check, is_right

THREADS = 4
KINDS = {
    "by chance": ("alignement", Kind()),
    "four seats": ("saute", Kind()),
    "with repetition": ("empire", Kind("static", exploration=0.07)),
    "with weights": ("cul-de-sac", Kind("static", uses_prior=True, exploration=1.0)),
    "hidden": ("blockers", Kind()),
    "asked outside": ("cul-de-sac", Kind("outside", exploration=1.0, evaluator=even, batch=4)),
    "asked outside, many actions": ("blokus-duo", Kind("outside", exploration=0.8, evaluator=even, least=0.01)),
}


def tree_of(match: Match, kind: Kind, nodes: int = 800_000) -> Tree:
    assert match.mover is not None
    tree = Tree(match.view(match.mover), 1, nodes, kind, THREADS)
    tree.simulate(1)  # compiles
    return tree


class Eager:
    """A crew; the thread that thinks begins when one of them has simulated."""

    @contextmanager
    def helping(self, work: Work, most: int) -> Iterator[None]:
        has_helped = Event()

        def help_first(may_go_on: Callable[[], bool]) -> None:
            steps = iter((True, False))
            try:
                work(lambda: next(steps))
            finally:
                has_helped.set()
            work(may_go_on)

        with OwnThreads().helping(help_first, most):
            has_helped.wait()
            yield


def grow(tree: Tree, simulations: int) -> None:
    tree.grow(Budget(simulations, None, time.monotonic(), None), None, Eager())


def match_of(name: str) -> Match:
    variant = game(name, players=4) if name == "saute" else game(name)
    *_, match = walk(variant, 2, 3)
    return match


@pytest.mark.parametrize("kind", KINDS)
def test_a_tree_of_several_threads_is_sound(kind: str) -> None:
    name, how = KINDS[kind]
    tree = tree_of(match_of(name), how)
    for simulations in (500, 2_000, 6_000):
        grow(tree, simulations)
        assert tree.simulations == simulations
        assert check(tree) > simulations // 4
    assert sum(tree.sums[: len(tree.game.seats)]) == pytest.approx(6_000, rel=1e-3)
    assert any(one.search["sums"].any() for one in tree.gardeners[1:])  # not one alone has done it all


def test_what_a_tree_takes_is_what_has_grown() -> None:
    match = match_of("cul-de-sac")
    tree = tree_of(match, KINDS["with weights"][1])
    assert 0 < (first := tree.size) < tree.nodes.nbytes // 100
    grow(tree, 4_000)
    assert first < (grown := tree.size) < tree.nodes.nbytes
    match.play(tree.lead()[0] or 0)
    assert tree.follow(match.view(match.mover or 0), 2)
    assert 0 < tree.size < grown


def test_who_is_quicker_takes_more_room() -> None:
    tree = tree_of(match_of("cul-de-sac"), Kind(), 16_000)
    quick, slow = tree.gardeners[:2]
    for _ in range(3_000):
        tree.simulate(1)
        tree._make_room(quick)
    used = tree.size // (tree.nodes.itemsize + tree.keys.itemsize * tree.game.may_repeat)
    assert used == 1 + quick.used  # nobody else has done anything
    assert len(tree.nodes) - (THREADS - 1) * tree._plot - used < tree.game.rules.MOST_LEGAL * PLOTS * THREADS
    assert slow.room == tree._plot
    check(tree)


@pytest.mark.parametrize("kind", KINDS)
def test_threads_that_begin_at_the_same_moment_do_not_harm_each_other(kind: str) -> None:
    """Small trees, again and again: here they meet at every node."""
    name, how = KINDS[kind]
    match = match_of(name)
    for _ in range(20):
        tree, barrier = tree_of(match, how, nodes=2_000 * PLOTS * THREADS), Barrier(THREADS)
        tree.nodes[words.ROOT]["first"] = words.NONE  # as new: all make its children
        tree.nodes[words.ROOT]["visits"] = 0
        together(barrier, [partial(tree._simulate, 40, gardener) for gardener in tree.gardeners])
        assert tree.simulations == 40 * THREADS
        check(tree)


def together(barrier: Barrier, works: list[Callable[[], None]]) -> None:
    def begin(work: Callable[[], None]) -> None:
        barrier.wait()
        work()

    threads = [Thread(target=begin, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("name", ["cul-de-sac", "empire", "alignement"])
def test_several_threads_prove_what_follows_from_the_rules(name: str) -> None:
    kind = next(kind for other, kind in KINDS.values() if other == name)
    proven = 0
    for seed in range(4):
        match = end_of(game(name), seed)
        for _ in range(min(match.ply, 4)):
            match.undo()
            alone, together = tree_of(match, kind), tree_of(match, kind)
            alone.simulate(3_000)
            grow(together, 3_000)
            if alone.is_proven and together.is_proven:
                assert alone.proof == together.proof
            for node in (words.ROOT, *together._children(words.ROOT)):
                if together.nodes[node]["proof"] > words.OPEN:
                    proven += 1
                    if node != words.ROOT:
                        match.play(int(together.nodes[node]["action"]))
                    assert is_right(together, node, match)
                    if node != words.ROOT:
                        match.undo()
    assert proven > 0


def test_a_tree_of_several_threads_is_kept() -> None:
    match = match_of("cul-de-sac")
    tree = tree_of(match, KINDS["with weights"][1])
    grow(tree, 4_000)
    action = tree.lead()[0]
    assert action is not None
    match.play(action)
    assert tree.follow(match.view(match.mover or 0), 2)
    kept = tree.kept
    assert kept > 0
    grow(tree, 2_000)
    assert tree.simulations == 2_000
    check(tree)


def test_a_tree_without_room_for_its_threads_goes_on_without_growing() -> None:
    tree = tree_of(match_of("cul-de-sac"), KINDS["with weights"][1], nodes=1)
    grow(tree, 3_000)
    assert tree.simulations == 3_000
    check(tree)


def test_nobody_helps_by_rules_that_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nobody:
        @contextmanager
        def helping(self, work: Work, most: int) -> Iterator[None]:
            pytest.fail("asked for help")
            yield

    monkeypatch.setattr("palissade.players.tree.is_machine_code", lambda function: False)
    tree = tree_of(match_of("alignement"), Kind())
    tree.grow(Budget(50, None, time.monotonic(), None), None, Nobody())
    assert tree.simulations == 50


class Noticing:
    """A crew of nobody that notices who asks for it."""

    def __init__(self) -> None:
        self.asked = 0

    @contextmanager
    def helping(self, work: Work, most: int) -> Iterator[None]:
        self.asked += 1
        yield


@pytest.mark.parametrize("kind", ["by chance", "asked outside"])
def test_where_rules_are_interpreted_until_compiled_who_is_compiled_is_helped(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """As in the server: what counts is the function that grows this kind of tree."""
    name, how = KINDS[kind]
    tree, crew = tree_of(match_of(name), how), Noticing()
    monkeypatch.setattr(kernel, "is_patient", lambda: True)
    tree.grow(Budget(50, None, time.monotonic(), None), None, crew)
    assert crew.asked == 1


def test_nobody_waits_for_what_a_thread_that_failed_has_handed_out() -> None:
    def ask(variant: Game, leaves: Positions, actions: Actions, counts: Ints) -> tuple[Floats, Floats]:
        if is_away:
            raise ConnectionError
        return even(variant, leaves, actions, counts)

    is_away = False
    tree = tree_of(match_of("cul-de-sac"), Kind("outside", exploration=1.0, evaluator=ask, batch=4))
    one, other = tree.gardeners[:2]
    is_away = True
    with pytest.raises(ConnectionError):
        tree._simulate(10, one)
    is_away = False
    tree._simulate(10, other)
    assert other.simulations == 0
    with pytest.raises(RuntimeError, match="has failed"):
        tree.grow(Budget(1_000, None, time.monotonic(), None))


def test_a_helper_that_fails_is_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(tree: Tree, *more: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Tree, "_help", fail)
    with pytest.raises(ZeroDivisionError):
        Uct(simulations=100, threads=2).choose(game("alignement").match())
