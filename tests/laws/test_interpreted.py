"""Compiled rules and the same rules run by Python itself play the same games, byte for byte."""

import hashlib
import os
import subprocess
import sys

import numpy as np

from palissade import Game, games, player
from palissade.kernel import random_source
from palissade.lesson import Lesson
from palissade.match import SPECTATOR

PLIES = 60


def fingerprints() -> list[str]:
    """For every game and option set, what a random game was: positions, lists, deals, what is seen, a thought."""
    lessons = [f"{game!r} {lesson_fingerprint(game)}" for game in games()]
    return lessons + [f"{variant!r} {fingerprint(variant)}" for game in games() for variant in game.variants()]


def lesson_fingerprint(game: Game) -> str:
    """The lesson of a game, played: random games seldom come to how one wins."""
    sha, lesson = hashlib.sha256(), Lesson.of(game)
    for number, step in enumerate(lesson.steps):
        match = lesson.after(number, step.accept[0])
        sha.update(match.position.tobytes() + repr(match.outcome).encode() + b"".join(match.view(0).identities))
    return sha.hexdigest()


def fingerprint(variant: Game) -> str:
    sha = hashlib.sha256()
    match, rng, room = variant.match(seed=2), random_source(2), np.empty(variant.rules.MOST_LEGAL, np.int32)
    while match.ply < PLIES and not match.outcome:
        if match.ply % 10 == 0:
            sha.update(repr(match.actions()).encode())
            for action in range(0, variant.rules.ACTIONS, 97):
                sha.update(bytes([variant.single.refusal(match.position, action)]))
            if variant.observation:
                planes, vectors = variant.batch.planes(1), variant.batch.vectors(1)
                variant.batch.observe(match.position, planes, vectors)
                sha.update(planes.tobytes() + vectors.tobytes())
        if variant.is_hidden and match.ply % 10 == 5:
            for seat in (SPECTATOR, 0):
                position = match.view(seat).position
                variant.single.redeal(position, seat, rng)
                sha.update(position.tobytes())
        if match.ply == 20:
            sha.update(repr(player("uct", simulations=40).hint(match)).encode())
        match.play(int(variant.single.random_action(match.position, rng, room)))
        sha.update(match.position.tobytes())
    sha.update(repr(match.outcome).encode())
    return sha.hexdigest()


def test_compiled_equals_interpreted() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.laws.test_interpreted"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert interpreted.splitlines() == fingerprints()


if __name__ == "__main__":
    print("\n".join(fingerprints()))
