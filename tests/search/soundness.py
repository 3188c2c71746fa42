"""Whether a tree is sound: links, counts and values, and what it says is proven."""

import numpy as np

from palissade import Match
from palissade.players.tree import Tree
from palissade.search import tree as words


def is_right(tree: Tree, node: int, match: Match) -> bool:
    """Whether what the tree says is proven follows from the rules, by playing it."""
    proof = int(tree.nodes[node]["proof"])
    if match.outcome:
        return proof == (words.DRAWN if match.outcome.draw else sum(1 << seat for seat in match.outcome.winners))
    assert match.mover is not None
    mover, children = match.mover, {int(tree.nodes[child]["action"]): child for child in tree._children(node)}
    best = float(words.proven_value(proof, mover))
    needed = [action for action, child in children.items() if tree.nodes[child]["proof"] == proof][:1]
    if best < 1:
        needed = match.actions()
        if any(words.proven_value(int(tree.nodes[children[action]]["proof"]), mover) > best for action in needed):
            return False
    for action in needed:
        match.play(action)
        right = is_right(tree, children[action], match)
        match.undo()
        if not right:
            return False
    return bool(needed)


def check(tree: Tree) -> int:
    """Walk through all of a tree that grew from its root, and return how many nodes that are."""
    nodes, seen, waiting = tree.nodes, {words.ROOT}, [words.ROOT]
    assert all(one.search["used"][0] <= one.search["end"][0] <= len(nodes) for one in tree.gardeners)
    while waiting:
        node = waiting.pop()
        children = children_of(tree, node)
        assert seen.isdisjoint(children), "a node is on two ways"
        seen.update(children)
        waiting += children
        visits = nodes["visits"][children]
        assert (visits >= 0).all()
        assert visits.sum() <= nodes["visits"][node]
        if node == words.ROOT:
            was_leaf = tree.kept or tree.kind.leaf == "outside"
            assert visits.sum() == nodes["visits"][node] - (1 if was_leaf else 0)
        assert len(set(nodes["action"][children].tolist())) == len(children)
        check_values(tree, children)
        check_order(tree, children)
    return len(seen)


def children_of(tree: Tree, node: int) -> list[int]:
    """By the links, which must come to an end."""
    found, child = list[int](), int(tree.nodes[node]["first"])
    while child != words.NONE:
        found.append(child)
        assert len(found) <= tree.game.rules.MOST_LEGAL or tree.game.is_hidden, "the links go round"
        child = int(tree.nodes[child]["next"])
    return found


def check_values(tree: Tree, children: list[int]) -> None:
    """What an action has brought is between nothing and all; NEVER is for those alone that are proven to lose."""
    kept = tree.nodes[children]
    is_proven = kept["proof"] > words.OPEN
    assert np.isin(kept["proof"][~is_proven], [words.OPEN, words.REPEATED]).all()
    still_open = kept[~is_proven]
    assert (still_open["total"] >= 0).all()
    assert (still_open["total"] <= still_open["visits"] * 1.001).all()
    assert not np.isnan(kept["total"]).any()


def check_order(tree: Tree, children: list[int]) -> None:
    """Where the room's weights order the children: the heaviest first, and behind them what nobody has tried."""
    if not tree.kind.uses_prior or tree.game.is_hidden:
        return
    kept = tree.nodes[children]
    ordered = int((kept["order"] == words.ORDERED).sum())
    assert (kept["order"][:ordered] == words.ORDERED).all()
    assert (kept["order"][ordered:] == words.UNORDERED).all()
    assert (kept["visits"][ordered:] == 0).all()
    front = kept["prior"][: ordered + 1]
    assert (np.diff(front) <= 0).all()
    assert (kept["prior"][ordered + 1 :] <= (front[-1] if len(front) else 1)).all()
