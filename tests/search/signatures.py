"""Signatures of small searches: what each game's tree looked like after a few simulations.

A change of the search that should change nothing must leave them alone; one that should is written anew by `python -m
tests.search.write`, and the difference is read before it is committed.

They hold whole numbers only: actions, visits, nodes. Values are sums of halves, or of what `knowledge` says, in single
precision; logarithms and roots may differ in their last bit between two C libraries, which turns a choice between two
children only where their bounds agree in all the others. So they are the same compiled and interpreted, and on any
machine.
"""

import hashlib
import json
from pathlib import Path

import numpy as np

from palissade import Game, Match, game, games
from palissade.arrays import Actions, Floats, Ints, Positions
from palissade.kernel import random_source
from palissade.players.protocol import seed_from
from palissade.players.tree import Kind, Tree
from tests.random_games import random_action

FILE = Path(__file__).parent / "signatures.json"
SIMULATIONS = 64  # and two for each legal action, so that all are tried and some preferred
PLIES = (0, 9, 22)  # of a random game, where searches begin
NODES = 20_000

Signature = list[tuple[int, int, str, int]]  # ply, the action that leads, a digest of all visits, nodes


def even(game: Game, leaves: Positions, actions: Actions, counts: Ints) -> tuple[Floats, Floats]:
    """From outside: all seats alike, and the actions with small numbers first."""
    values = np.full((len(leaves), len(game.seats)), 0.5, np.float32)
    return values, (1 / (1 + actions)).astype(np.float32)


KNOWING = (
    ("static", "empire", Kind("static")),
    ("static", "porte", Kind("static")),
    ("static", "barrier", Kind("static", exploration=0.07)),
    ("static prior", "cul-de-sac", Kind("static", uses_prior=True, exploration=1.0)),
    ("guided", "cul-de-sac", Kind("guided", cut=4)),
    ("guided prior, with a margin", "blokus-duo", Kind("guided", uses_prior=True, exploration=2.5, margin=0.2)),
    ("outside", "alignement", Kind("outside", exploration=1.0, evaluator=even, batch=4)),
    ("outside, hidden", "blockers", Kind("outside", exploration=1.0, evaluator=even, batch=4)),
)
PLAIN = {repr(variant): (variant, Kind()) for shelved in games() for variant in shelved.variants()}
ALL = PLAIN | {f"{game(name)!r} {kind}": (game(name), how) for kind, name, how in KNOWING}


def signature(variant: Game, kind: Kind) -> Signature:
    """Searches at some plies of a random game; a game that is over sooner has fewer."""
    match, rng, found = variant.match(seed=5), random_source(5), []
    while match.mover is not None and match.ply <= PLIES[-1]:
        if match.ply in PLIES:
            found.append(search(match, kind))
        match.play(random_action(match, rng))
    return found


def search(match: Match, kind: Kind) -> tuple[int, int, str, int]:
    """One of them."""
    assert match.mover is not None
    view = match.view(match.mover)
    tree = Tree(view, seed_from(view), NODES, kind)
    tree.simulate(SIMULATIONS + 2 * len(view.actions))
    visits = sorted((child.action, child.visits, child.proof) for child in tree.choices())
    digest = hashlib.sha256(repr(visits).encode()).hexdigest()[:12]
    return match.ply, tree.lead()[0] or 0, digest, int(tree.gardeners[0].search["used"][0])


def stored() -> dict[str, Signature]:
    return {name: [tuple(row) for row in rows] for name, rows in json.loads(FILE.read_text()).items()}
