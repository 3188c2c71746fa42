"""Compiled rules on disk: found again, never stale, never another game's, and never in a game's way."""

import logging
import os
import shutil
from pathlib import Path

import pytest

from palissade import cache
from tests.processes import run

PLAY = """
import palissade
from palissade.kernel import random_source
match = palissade.game("cul-de-sac").match()
match.legal()
rules, batch = match.game.rules, match.game.single
found = [batch.legal_actions, rules.legal_actions, match.game.compiled("palissade.search.tree").simulate]
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
    kernel.load("palissade.search.playout", rules.__name__, {"rules": rules})
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


DIGESTS = """
import palissade
from palissade.cache import digest
empire, barrier = palissade.game("empire"), palissade.game("barrier")
searched = empire.compiled("palissade.search.tree")
print(digest(empire.rules.__name__), digest(barrier.rules.__name__), digest(searched.__name__))
"""


def test_an_edit_compiles_anew_what_it_can_change_and_nothing_else(tmp_path: Path) -> None:
    package = Path(cache.__file__).parent
    copy = tmp_path / "palissade"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("server", "__pycache__"))

    def digests(bounds: str = "1") -> list[str]:
        return run(DIGESTS, PYTHONPATH=str(tmp_path), NUMBA_BOUNDSCHECK=bounds).split()

    def edit(file: str) -> None:
        with (copy / file).open("a") as opened:
            opened.write("\n# one more line\n")

    before = digests()
    assert all(one != other for one, other in zip(digests(bounds="0"), before, strict=True))
    for file in (
        "cli/play.py",
        "players/uct.py",
        "svg/board.py",
        "scene.py",
        "boards/drawing.py",
        "games/empire/scene.py",
    ):
        edit(file)
    assert digests() == before
    edit("search/tree.py")
    changed = [one != other for one, other in zip(digests(), before, strict=True)]
    assert changed == [False, False, True]
    edit("games/empire/army.py")
    changed = [one != other for one, other in zip(digests(), before, strict=True)]
    assert changed == [True, False, True]
    edit("kernel.py")
    assert all(one != other for one, other in zip(digests(), before, strict=True))


def test_folders_that_nobody_uses_any_more_are_removed(tmp_path: Path) -> None:
    current = tmp_path / "current"
    folders = [tmp_path / str(number) for number in range(12)]
    for age, folder in enumerate([current, *folders]):
        folder.mkdir()
        os.utime(folder, (2e9 - age, 2e9 - age))
    cache._prune(current)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == sorted(["current", *(str(number) for number in range(cache._FOLDERS_KEPT - 1))])
    os.utime(folders[0], (1e9, 1e9))
    cache._prune(current)
    assert not folders[0].exists()


def test_importing_and_looking_at_the_shelf_loads_no_compiler_enters_no_room_and_writes_nothing(tmp_path: Path) -> None:
    code = """
import sys
import palissade
entered = [name for name in sys.modules if name.startswith("palissade.games.")]
palissade.games()
ruled = [name for name in sys.modules if name.endswith(".rules") and "games" in name]
palissade.game("empire").rules
alone = [name for name in sys.modules if name.endswith(".rules") and "games" in name]
print(entered, ruled, alone)
"""
    assert run(code, PALISSADE_CACHE=str(tmp_path)) == "[] [] ['palissade.games.empire.rules']"
    assert list(tmp_path.iterdir()) == []
    shelf = "import sys, palissade; palissade.games(); print('numba' in sys.modules)"
    assert run(shelf) == "False"


CIRCLES = """
from palissade.kernel import rule
import numpy as np

@rule
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)

@rule
def with_factorial(n):
    return factorial(n) + 1

@rule
def even(n):
    return True if n == 0 else odd(n - 1)

@rule
def odd(n):
    return False if n == 0 else even(n - 1)

@rule
def with_even(n):
    return even(n)

@rule
def root(forest, i):
    if forest[i] != i:
        forest[i] = root(forest, forest[i])
    return forest[i]

@rule
def with_root(i):
    return root(np.array([0, 0, 1], np.uint64), np.uint32(i))
"""


def test_functions_that_call_each_other_are_refused_and_those_that_call_themselves_run_in_a_second_process(
    tmp_path: Path,
) -> None:
    (tmp_path / "circles.py").write_text(CIRCLES)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import circles
from palissade.cache import RecursionRefused
for name in sys.argv[2:]:
    try:
        print(getattr(circles, name)(2))
    except RecursionRefused as refused:
        print("loop" in str(refused))
"""
    for function, answers in (("even", "True"), ("with_even", "True"), ("with_root", "True"), ("with_factorial", "3")):
        for _ in range(2):  # the first compiles, the second finds on disk what may be there
            assert run(code, str(tmp_path), function, PALISSADE_CACHE=str(tmp_path / "cache")) == answers


def test_other_users_of_numba_keep_their_cache_folder() -> None:
    code = (
        "import numba; numba.config.CACHE_DIR = 'theirs'; import palissade; "
        "palissade.game('cul-de-sac').single; print(numba.config.CACHE_DIR)"
    )
    assert run(code) == "theirs"
