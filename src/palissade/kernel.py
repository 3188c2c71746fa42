"""The engine room: rules written once, in Python, at C speed.

`rule` compiles a function with Numba and keeps the machine code on disk, so that only the first start of a version
compiles. `load` builds a generic source file (a search, a batch of calls) for one game by putting the game's rules
among its globals, the one generic form whose disk cache is found again by a second process.

Numba looks only at the file of the function itself when it asks whether a cached function is stale. Ours live in a
folder named after a digest of *all* sources of the package, the versions under them and the compiler's flags: an edit
anywhere gives a new folder, and folders that nobody has used for a while are removed.

Everything here also runs interpreted (`NUMBA_DISABLE_JIT=1`) and then gives the same games for the same seeds.
"""

import hashlib
import importlib.util
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
import numpy.typing as npt
import platformdirs

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

Position = np.record  # one position; from Python always reached through an array of one or more
Positions = npt.NDArray[Any]
Actions = npt.NDArray[np.int32]
Random = npt.NDArray[np.uint64]  # the state of a random source: one word
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]

_FOLDERS_KEPT = 8
_DAYS_KEPT = 30

PART: Any = None  # stands in a generic source file for a part of a game that `load` puts there

_log = logging.getLogger("palissade")
_numba_config: Any = numba.config
_one_at_a_time = threading.RLock()  # for decorating and loading, which use the settings of the whole process


def rule(function: AnyFunction) -> AnyFunction:
    """Compile a function of the rules or of a search: no GIL, cached on disk."""
    with _cache_folder_of_numba() as folder:
        compiled: Any = numba.njit(nogil=True, cache=folder is not None)(function)
    return cast("AnyFunction", compiled)


def load(template: str, name: str, **parts: Any) -> ModuleType:
    """The generic module `template`, built for the game `name`: the game's parts become globals of it."""
    full_name = f"{template}__{name.replace('-', '_')}"
    with _one_at_a_time:
        if full_name not in sys.modules:
            sys.modules[full_name] = module = ModuleType(full_name)  # Numba looks it up by name to load from disk
            try:
                with _shelf(full_name):
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


# ---- the cache


@cache
def digest() -> str:
    """A name for exactly this code: all sources, the versions under them, the compiler's flags."""
    sha = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        sha.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for fact in (
        *(sys.version, numba.__version__, llvmlite.__version__, np.__version__),
        *(
            _numba_config.BOUNDSCHECK,
            _numba_config.OPT,
            _numba_config.DEBUGINFO_DEFAULT,
            _numba_config.CPU_NAME,
            _numba_config.CPU_FEATURES,
        ),
    ):
        sha.update(repr(fact).encode() + b"\0")
    return sha.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled rules are kept: `PALISSADE_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("PALISSADE_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("palissade"))


@cache
def cache_folder() -> Path | None:
    """This version's folder, made and found writable; None when nothing can be kept on disk."""
    folder = cache_root() / f"rules-{digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
        _prune(folder)
    except OSError as error:
        _log.warning("Compiled rules cannot be kept in %s (%s): every start will compile them again.", folder, error)
        return None
    return folder


def _prune(current: Path) -> None:
    """Remove the folders of versions that nobody has used for a while. Losing one only costs a compilation."""
    others = [folder for folder in current.parent.glob("rules-*") if folder != current]
    others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    oldest = time.time() - _DAYS_KEPT * 86_400
    for rank, folder in enumerate(others, start=1):
        if rank >= _FOLDERS_KEPT or folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


_shelves = [""]  # the folder within the cache folder where functions are kept that are decorated now


@contextmanager
def _shelf(name: str) -> Iterator[None]:
    """Keep what is decorated meanwhile apart.

    Numba names a cached function after its file and its types alone. A generic file is built for many games, and two
    games may have positions of the same type: each needs a shelf of its own, or one would be given the other's code.
    """
    _shelves.append(name)
    try:
        yield
    finally:
        _shelves.pop()


@contextmanager
def _cache_folder_of_numba() -> Iterator[Path | None]:
    """Numba reads its cache folder when a function is decorated; other users of Numba keep theirs."""
    with _one_at_a_time:
        folder, before = cache_folder(), _numba_config.CACHE_DIR
        _numba_config.CACHE_DIR = str(folder / _shelves[-1]) if folder else ""
        try:
            yield folder
        finally:
            _numba_config.CACHE_DIR = before


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
