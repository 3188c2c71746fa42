"""The engine room: rules written once, in Python, at C speed.

`rule` compiles a function with Numba and keeps the machine code on disk (see `cache`). `load` builds a generic source
file (a search, a batch of calls) for one game by putting the game's parts among its globals, the one generic form that
a second process finds compiled.

Everything here also runs interpreted (`NUMBA_DISABLE_JIT=1`) and then gives the same games for the same seeds.
"""

import hashlib
import importlib.util
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from palissade.cache import FunctionCache, cache_folder

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

Position = np.record  # one position; from Python always reached through an array of one or more
Positions = npt.NDArray[Any]
Actions = npt.NDArray[np.int32]
Random = npt.NDArray[np.uint64]  # the state of a random source: one word
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]

PART: Any = None  # stands in a generic source file for a part of a game that `load` puts there

_loading = threading.Lock()


def rule(function: AnyFunction) -> AnyFunction:
    """Compile a function of the rules or of a search: no GIL, cached on disk."""
    compiled: Any = numba.njit(nogil=True)(function)
    if hasattr(compiled, "_cache") and cache_folder():  # without a compiler it is the function itself
        compiled._cache = FunctionCache(function)
    return cast("AnyFunction", compiled)


def load(template: str, name: str, **parts: Any) -> ModuleType:
    """The generic module `template`, built for the game `name`: the game's parts become globals of it."""
    full_name = f"{template}__{name.replace('-', '_')}"
    with _loading:
        if full_name not in sys.modules:
            sys.modules[full_name] = module = ModuleType(full_name)  # Numba looks it up by name to load from disk
            try:
                _execute(template, module)
            except BaseException:
                del sys.modules[full_name]
                raise
            vars(module).update(parts)  # functions compile when they are first called, and find them then
        return sys.modules[full_name]


def _execute(template: str, module: ModuleType) -> None:
    """Run the source of the template in the module."""
    spec = importlib.util.find_spec(template)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(template)
    module.__file__ = spec.origin
    exec(compile(Path(spec.origin).read_bytes(), spec.origin, "exec"), vars(module))


def position_type(fields: list[Any]) -> "np.dtype[Any]":
    """The record of a position: fields at their natural alignment, reached as attributes.

    The gaps are fields too: NumPy leaves the bytes of a gap to chance when it copies, and equal positions must be
    equal byte for byte.
    """
    aligned: Any = np.dtype(fields, align=True)
    whole: list[Any] = []
    for field in fields:
        _, offset = aligned.fields[field[0]]
        whole += [*_gap(np.dtype(whole).itemsize, offset), field]
    whole += _gap(np.dtype(whole).itemsize, aligned.itemsize)
    return np.dtype((np.record, np.dtype(whole, align=True)))


def _gap(begin: int, end: int) -> list[Any]:
    return [(f"gap_{begin}", np.uint8, (end - begin,))] if end > begin else []


# ---- randomness: the same numbers compiled and interpreted, in any thread, from one word of state


def random_source(seed: int) -> Random:
    """A source of random numbers for compiled code; equal seeds give equal numbers."""
    word = int.from_bytes(hashlib.sha256(f"palissade {seed}".encode()).digest()[:8], "little")
    return np.array([word or 1], np.uint64)


@rule
def next_word(rng: Random) -> Any:
    """The next 32 random bits (Marsaglia's xorshift64, its upper half)."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return x >> np.uint64(32)


@rule
def signed(word: Any) -> int:
    """An unsigned word as a plain number; in compiled code `int()` would leave it unsigned, and spread."""
    number: Any = np.int64(word)
    return number


@rule
def below(rng: Random, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely (Lemire 2019: multiply, and redraw the unfair rest)."""
    wide = np.uint64(n)
    product = next_word(rng) * wide
    low = product & np.uint64(0xFFFFFFFF)
    if low < wide:
        unfair = (np.uint64(0x100000000) - wide) % wide
        while low < unfair:
            product = next_word(rng) * wide
            low = product & np.uint64(0xFFFFFFFF)
    return signed(product >> np.uint64(32))
