"""The engine room: what is compiled, where it is kept, and randomness that is the same everywhere."""

import logging
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palissade import kernel

PLAY = """
import palissade
from palissade.kernel import random_source
match = palissade.game("cul-de-sac").match()
match.legal()
rules, batch = match.game.rules, match.game.batch
found = [batch.legal_actions, rules.legal_actions, match.game.compiled("palissade.search.mcts").simulate]
palissade.player("uct", simulations=2).choose(match)
print(sum(sum(f.stats.cache_hits.values()) for f in found), sum(sum(f.stats.cache_misses.values()) for f in found))
"""


def run(code: str, **environment: str) -> str:
    """What the code prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def test_a_second_process_finds_everything_compiled(tmp_path: Path) -> None:
    first = run(PLAY, PALISSADE_CACHE=str(tmp_path))
    second = run(PLAY, PALISSADE_CACHE=str(tmp_path))
    hits, misses = map(int, first.split())
    assert (hits, misses > 0) == (0, True)
    hits, misses = map(int, second.split())
    assert hits >= 2
    assert misses == 0


def test_where_nothing_can_be_written_the_rules_are_compiled_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "a file, not a folder"
    file.write_text("")
    code = "import palissade; print(len(palissade.game('cul-de-sac').match().legal()))"
    assert run(code, PALISSADE_CACHE=str(file)) == "16"


def test_a_folder_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    monkeypatch.setenv("PALISSADE_CACHE", str(file))
    with caplog.at_level(logging.WARNING, "palissade"):
        assert kernel.cache_folder.__wrapped__() is None
    assert "compile them again" in caplog.text


def test_the_digest_changes_with_any_source_and_with_the_flags(tmp_path: Path) -> None:
    package = Path(kernel.__file__).parent
    copy = tmp_path / "palissade"
    copy.mkdir()
    for path in package.rglob("*.py"):
        target = copy / path.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    for path in package.rglob("*.toml"):
        (copy / path.relative_to(package)).write_bytes(path.read_bytes())
    code = "from palissade.kernel import digest; print(digest())"
    digest = run(code, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert digest == kernel.digest()
    assert run(code, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK="0") != digest
    with (copy / "boards" / "squares.py").open("a") as file:
        file.write("\n# one more line\n")
    assert run(code, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK="1") != digest


def test_folders_that_nobody_uses_any_more_are_removed(tmp_path: Path) -> None:
    current = tmp_path / "rules-current"
    folders = [tmp_path / f"rules-{number}" for number in range(12)]
    for age, folder in enumerate([current, *folders]):
        folder.mkdir()
        os.utime(folder, (2e9 - age, 2e9 - age))
    other = tmp_path / "something else"
    other.mkdir()
    kernel._prune(current)
    kept = sorted(path.name for path in tmp_path.glob("rules-*"))
    assert kept == sorted(["rules-current", *(f"rules-{n}" for n in range(kernel._FOLDERS_KEPT - 1))])
    os.utime(folders[0], (1e9, 1e9))
    kernel._prune(current)
    assert not folders[0].exists()
    assert other.exists()


def test_other_users_of_numba_keep_their_cache_folder() -> None:
    code = (
        "import numba; numba.config.CACHE_DIR = 'theirs'; import palissade; "
        "palissade.game('cul-de-sac').batch; print(numba.config.CACHE_DIR)"
    )
    assert run(code) == "theirs"


def test_positions_have_no_gaps_between_their_fields() -> None:
    odd: Any = kernel.position_type(
        [("a", np.int8), ("b", np.int32), ("c", np.int8, (3,)), ("d", np.uint64), ("e", np.int8)]
    )
    assert odd.itemsize == 32
    assert sum(kind.itemsize for kind, _ in odd.fields.values()) == odd.itemsize
    assert {name: odd.fields[name][1] for name in "abcde"} == {"a": 0, "b": 4, "c": 8, "d": 16, "e": 24}


def test_numbers_below_n_are_equally_likely_and_follow_the_seed() -> None:
    rng = kernel.random_source(7)
    counts = Counter(kernel.below(rng, 6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())
    again = kernel.random_source(7)
    other = kernel.random_source(8)
    assert [kernel.below(kernel.random_source(7), 1000) for _ in range(3)] == [kernel.below(again, 1000)] * 3
    assert kernel.below(other, 2**31) != kernel.below(kernel.random_source(7), 2**31)
    assert {kernel.below(rng, 1) for _ in range(10)} == {0}
