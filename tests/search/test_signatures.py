"""Small searches give what they gave before; see `signatures`."""

import json
import os
import subprocess
import sys

import pytest

from tests.search.signatures import ALL, signature, stored

INTERPRETED = [
    "palissade.game('alignement')",
    "palissade.game('blocus')",
    "palissade.game('empire') static",
    "palissade.game('porte') static",
    "palissade.game('barrier') static",
    "palissade.game('cul-de-sac') static prior",
    "palissade.game('alignement') outside",
    "palissade.game('blockers') outside, hidden",
]


@pytest.mark.parametrize("name", ALL)
def test_a_search_gives_what_it_gave_before(name: str) -> None:
    assert signature(*ALL[name]) == stored()[name], "if that is meant: python -m tests.search.write"


def test_the_stored_signatures_are_those_of_all_games() -> None:
    assert list(stored()) == list(ALL)


def test_interpreted_searches_give_the_same() -> None:
    told = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.search.test_signatures"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert json.loads(told) == {name: [list(row) for row in stored()[name]] for name in INTERPRETED}


if __name__ == "__main__":
    print(json.dumps({name: signature(*ALL[name]) for name in INTERPRETED}))
