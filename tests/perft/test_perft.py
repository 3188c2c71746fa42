"""Sequences of actions counted from the start, against the tables in this folder; a failure prints the divide."""

import tomllib
from pathlib import Path

import pytest

from palissade import Game, game
from palissade.search.perft import divide, perft

TABLES = sorted(Path(__file__).parent.glob("*.toml"))


def starts() -> list[tuple[Game, list[int], list[int]]]:
    """Each game and option set with its counts by depth, and those that take longer."""
    return [
        (game(path.stem, **start.get("options", {})), start["counts"], start.get("slow", []))
        for path in TABLES
        for start in tomllib.loads(path.read_text())["start"]
    ]


QUICK = [(variant, depth, count) for variant, counts, _ in starts() for depth, count in enumerate(counts, start=1)]
SLOW = [
    (variant, depth, count)
    for variant, counts, slow in starts()
    for depth, count in enumerate(slow, start=len(counts) + 1)
]


def check(variant: Game, depth: int, count: int) -> None:
    position = variant.start(variant.ordered_deal())
    found = perft(variant, position, depth)
    assert found == count, divide(variant, position, depth)


@pytest.mark.parametrize(("variant", "depth", "count"), QUICK, ids=str)
def test_sequences(variant: Game, depth: int, count: int) -> None:
    check(variant, depth, count)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "depth", "count"), SLOW, ids=str)
def test_longer_sequences(variant: Game, depth: int, count: int) -> None:
    check(variant, depth, count)


@pytest.mark.parametrize(("variant", "depth", "count"), [start for start in QUICK if start[1] == 2], ids=str)
def test_the_divide_adds_up(variant: Game, depth: int, count: int) -> None:
    assert sum(divide(variant, variant.start(variant.ordered_deal()), depth).values()) == count
