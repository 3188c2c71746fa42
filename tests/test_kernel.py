"""The engine room: positions without gaps, randomness that is the same everywhere, code built per game."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.compiler import Flags
from numba.core.registry import cpu_target

from palissade import kernel
from palissade.registry import game as find_game
from tests.processes import run


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


def test_flags_of_the_compiler_are_what_numba_would_say() -> None:
    new_flags: Any = Flags
    options: Any = cpu_target.options
    flags = new_flags()
    options.parse_as_flags(flags, {"nopython": True, "nogil": True, "boundscheck": None})
    assert flags.release_gil
    assert flags.values() == {name: getattr(flags, name) for name in flags.options}
    assert flags == flags.copy()
    assert flags != new_flags()


def test_many_threads_may_load_the_same_code() -> None:
    code = """
import palissade
from concurrent.futures import ThreadPoolExecutor
games = palissade.games()
with ThreadPoolExecutor(8) as threads:
    found = list(threads.map(lambda i: games[i % len(games)].compiled("palissade.search.playout"), range(64)))
print(len({id(module) for module in found}) == len(games), all(hasattr(module, "play_out") for module in found))
"""
    assert run(code) == "True True"


def test_a_file_is_built_once_for_a_game_and_a_variant_and_never_with_other_parts() -> None:
    game = find_game("alignement")
    built = game.compiled("palissade.search.tree", "bold", LEAF=2)
    assert built is game.compiled("palissade.search.tree", "bold", LEAF=2)
    assert built is not game.compiled("palissade.search.tree")
    assert (built.LEAF, built.rules) == (2, game.rules)
    with pytest.raises(ValueError, match=r"alignement__bold was built with other parts \(LEAF\)"):
        game.compiled("palissade.search.tree", "bold", LEAF=1)
    with pytest.raises(ValueError, match="other parts"):
        game.compiled("palissade.search.tree", LEAF=1)
    with pytest.raises(TypeError, match="has no LEAVE"):
        game.compiled("palissade.search.tree", "misspelt", LEAVE=1)


def test_until_a_game_is_compiled_it_is_played_interpreted_and_to_the_same_effect(tmp_path: Path) -> None:
    code = """
import palissade
from palissade import kernel
kernel.interpret_until_compiled()
game = palissade.game("alignement")

def played():
    match = game.match()
    while match.outcome is None and match.ply < 40:
        match.play(match.legal()[-1])
    return str(match.record())

before = played()
assert not game.single.legal_actions.signatures
with kernel.compiling():
    assert played() == before
assert game.single.legal_actions.signatures
assert played() == before
print(kernel.is_patient())
"""
    assert run(code, PALISSADE_CACHE=str(tmp_path)) == "True"


def test_one_version_of_a_function_serves_whole_numbers_of_all_widths() -> None:
    code = """
import numpy as np
from palissade.kernel import rule

@rule
def twice(n):
    return 2 * n

@rule
def all_of(small, word):
    return twice(small[0]) + twice(3) + twice(int(small[0])) + np.int64(twice(word))

print(all_of(np.array([60], np.int8), np.uint64(5)), sorted(map(str, twice.callee.signatures)))
"""
    assert run(code) == "256 ['(int64,)', '(uint64,)']"
