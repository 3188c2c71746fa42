"""Where compiled rules are kept on disk, so that only the first start of a version compiles.

Numba looks only at the file of the function itself when it asks whether a cached function is stale. Ours live in a
folder named after a digest of all sources that compiled code can come from, the versions under them and the compiler's
flags: an edit in any of them gives a new folder, and folders that nobody has used for a while are removed.
"""

import hashlib
import logging
import os
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import caching

_FOLDERS_KEPT = 8
_DAYS_KEPT = 30
_NEVER_COMPILED = ("cli", "server")  # the layers above all that is compiled: nothing of theirs can get into it

_log = logging.getLogger("palissade")
_numba_config: Any = numba.config


@cache
def digest() -> str:
    """A name for exactly this code: its sources, the versions under them, the compiler's flags."""
    sha = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package)
        if name.parts[0] not in _NEVER_COMPILED:
            sha.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
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
    others = [(_last_used(folder), folder) for folder in current.parent.glob("rules-*") if folder != current]
    oldest = time.time() - _DAYS_KEPT * 86_400
    for rank, (last_used, folder) in enumerate(sorted(others, reverse=True), start=1):
        if rank >= _FOLDERS_KEPT or last_used < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0


class _Locator(caching._CacheLocator):
    """Keeps the functions of each module in a folder of their own.

    Numba would name a function after its file and its types alone. A generic file is built for many games, and two
    games may have positions of the same type: one would be given the other's code.
    """

    def __init__(self, function: Any) -> None:
        self._folder = (cache_folder() or Path()) / function.__module__
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return digest()

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes: Any = [_Locator]  # noqa: RUF012  (Numba's own attribute, a list there)


class FunctionCache(caching.FunctionCache):
    """A folder that was lost since the start, or a full disk, costs some seconds but not the game."""

    _impl_class = _Implementation

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except OSError as error:
            _log.warning("A compiled rule could not be read: %s", error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _log.warning("A compiled rule could not be kept: %s", error)
