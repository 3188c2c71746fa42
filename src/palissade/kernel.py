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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.registry import CPUDispatcher

from palissade.arrays import Actions, Bytes, Floats, Ints, Position, Positions, Random
from palissade.compiler import Rule

__all__ = [
    "PART",
    "Actions",
    "Bytes",
    "Floats",
    "Ints",
    "Position",
    "Positions",
    "Random",
    "below",
    "compiling",
    "interpret_until_compiled",
    "is_interpreted",
    "is_machine_code",
    "is_patient",
    "load",
    "next_word",
    "position_type",
    "random_source",
    "rule",
    "signed",
]

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

PART: Any = None  # stands in a generic source file for a part of a game that `load` puts there

_loading = threading.Lock()
_numba_config: Any = numba.config


def rule(function: AnyFunction) -> AnyFunction:
    """Compile a function of the rules or of a search: no GIL, cached on disk."""
    if _numba_config.DISABLE_JIT:
        return function
    options = {"nopython": True, "nogil": True, "boundscheck": None, "no_cfunc_wrapper": True}  # nothing in C calls us
    return cast("AnyFunction", Rule(function, targetoptions=options))


# ---- waiting for machine code

_here = threading.local()


def interpret_until_compiled() -> None:
    """From now on nobody in this process waits for the compiler: a rule runs interpreted, some hundred times slower
    and to the same effect, until a thread in `compiling` has called it.
    """
    Rule.__call__ = _call_patiently  # type: ignore[method-assign, assignment]


def is_patient() -> bool:
    """Whether rules run interpreted until they are compiled."""
    call: Any = Rule.__call__
    return bool(call is _call_patiently or _numba_config.DISABLE_JIT)


def is_interpreted(function: Any) -> bool:
    """Whether this rule waits for the compiler, and a call of it now would run interpreted."""
    return isinstance(function, Rule) and is_patient() and not function.overloads


def is_machine_code(function: Any) -> bool:
    """Whether a call of this rule now runs as machine code."""
    return isinstance(function, Rule) and not is_interpreted(function)


@contextmanager
def compiling() -> Iterator[None]:
    """Rules that this thread calls are compiled, or loaded from disk."""
    _here.compiles = True
    try:
        yield
    finally:
        _here.compiles = False


def _call_patiently(self: Any, *arguments: Any) -> Any:
    if self.overloads or getattr(_here, "compiles", False):
        return CPUDispatcher.__call__(self, *arguments)
    return self.py_func(*arguments)


# ---- generic files


def load(template: str, game: str, parts: Mapping[str, Any], variant: str = "", **settings: Any) -> ModuleType:
    """The generic module `template`, built for a game: its globals are the game's parts, as far as it names them, and
    these settings. Other settings need another variant.
    """
    name = "__".join([template, game.replace("-", "_"), *([variant] if variant else [])])
    with _loading:
        built = sys.modules.get(name) or _build(template, name, parts, settings)
    wanted = _parts_of(built, parts, settings)
    if wanted != vars(built)["__parts__"]:
        differing = ", ".join(sorted(key for key in wanted if wanted[key] != vars(built)["__parts__"].get(key)))
        raise ValueError(f"{name} was built with other parts ({differing}): that would be another variant")
    return built


def _build(template: str, name: str, parts: Mapping[str, Any], settings: Mapping[str, Any]) -> ModuleType:
    """Run the source of the template in a new module. Functions compile when they are first called, and find the parts
    then; Numba looks the module up by its name to load from disk.
    """
    spec = importlib.util.find_spec(template)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(template)
    sys.modules[name] = module = ModuleType(name)
    module.__file__ = spec.origin
    try:
        exec(compile(Path(spec.origin).read_bytes(), spec.origin, "exec"), vars(module))
        if unknown := settings.keys() - vars(module).keys():
            raise TypeError(f"{template} has no {', '.join(sorted(unknown))}")
        vars(module)["__parts__"] = chosen = _parts_of(module, parts, settings)
        vars(module).update(chosen)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _parts_of(module: ModuleType, parts: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those parts that the module has a name for, and the settings."""
    return {name: part for name, part in parts.items() if name in vars(module)} | dict(settings)


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
