"""Compiled rules on disk: found again, never stale, never another game's, and never in a game's way."""

import logging
import os
from pathlib import Path

import pytest

from palissade import cache
from tests.processes import run

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


def test_a_second_process_finds_everything_compiled(tmp_path: Path) -> None:
    first = run(PLAY, PALISSADE_CACHE=str(tmp_path))
    second = run(PLAY, PALISSADE_CACHE=str(tmp_path))
    hits, misses = map(int, first.split())
    assert (hits, misses > 0) == (0, True)
    hits, misses = map(int, second.split())
    assert hits >= 2
    assert misses == 0


TWINS = """
import sys
import numpy as np
from palissade import kernel
sys.path.insert(0, sys.argv[1])
import rules_one, rules_two
pos = np.zeros(1, rules_one.POSITION)
for rules in (rules_one, rules_two)[:: int(sys.argv[2])]:
    kernel.load("palissade.search.playout", rules.__name__, rules=rules)
    play_out = sys.modules[f"palissade.search.playout__{rules.__name__}"].play_out
    print(rules.__name__, play_out(pos.copy(), kernel.random_source(1), np.zeros(1, np.int32), 1000))
"""
TWIN = """
import numpy as np
from palissade.kernel import position_type, rule
POSITION = position_type([("count", np.int32)])

@rule
def is_over(pos):
    return pos.count >= {length}

@rule
def random_action(pos, rng, out):
    return 1

@rule
def apply(pos, action):
    pos.count += action
"""


def test_two_games_with_positions_of_one_type_never_share_code(tmp_path: Path) -> None:
    for name, length in (("one", 3), ("two", 5)):
        (tmp_path / f"rules_{name}.py").write_text(TWIN.format(length=length))
    for order in ("1", "-1"):
        told = run(TWINS, str(tmp_path), order, PALISSADE_CACHE=str(tmp_path / "cache"))
        assert sorted(told.splitlines()) == ["rules_one 3", "rules_two 5"]


def test_where_nothing_can_be_written_the_rules_are_compiled_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "a file, not a folder"
    file.write_text("")
    code = "import palissade; print(len(palissade.game('cul-de-sac').match().legal()))"
    assert run(code, PALISSADE_CACHE=str(file)) == "16"


def test_a_disk_that_fills_up_later_does_not_stop_a_game(tmp_path: Path) -> None:
    code = """
import shutil
from pathlib import Path
import palissade
from palissade import cache
folder = cache.cache_folder()
shutil.rmtree(folder)
Path(folder).write_text("no folder any more")
print(len(palissade.game("cul-de-sac").match().legal()))
"""
    assert run(code, PALISSADE_CACHE=str(tmp_path)) == "16"


def test_a_folder_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    monkeypatch.setenv("PALISSADE_CACHE", str(file))
    with caplog.at_level(logging.WARNING, "palissade"):
        assert cache.cache_folder.__wrapped__() is None
    assert "compile them again" in caplog.text


def test_the_digest_changes_with_what_may_be_compiled_and_with_the_flags(tmp_path: Path) -> None:
    package = Path(cache.__file__).parent
    copy = tmp_path / "palissade"
    copy.mkdir()
    for path in package.rglob("*.py"):
        target = copy / path.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    for path in package.rglob("*.toml"):
        (copy / path.relative_to(package)).write_bytes(path.read_bytes())
    code = "from palissade.cache import digest; print(digest())"
    digest = run(code, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert digest == cache.digest()
    assert run(code, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK="0") != digest
    with (copy / "cli" / "play.py").open("a") as file:
        file.write("\n# nothing of this is ever compiled\n")
    assert run(code, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK="1") == digest
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
    cache._prune(current)
    kept = sorted(path.name for path in tmp_path.glob("rules-*"))
    assert kept == sorted(["rules-current", *(f"rules-{n}" for n in range(cache._FOLDERS_KEPT - 1))])
    os.utime(folders[0], (1e9, 1e9))
    cache._prune(current)
    assert not folders[0].exists()
    assert other.exists()


def test_other_users_of_numba_keep_their_cache_folder() -> None:
    code = (
        "import numba; numba.config.CACHE_DIR = 'theirs'; import palissade; "
        "palissade.game('cul-de-sac').batch; print(numba.config.CACHE_DIR)"
    )
    assert run(code) == "theirs"
