"""Where compiled rules are kept on disk, so that only the first start of a version compiles.

Numba looks only at the file of the function itself when it asks whether a cached function is stale. Ours live in
folders named after a module and a digest of all that its machine code can come from: its source, those it imports (for
a generic file built for a game, those of the game's parts too), the versions under them and the compiler's flags. An
edit gives new folders to the modules above it and to no others; folders that nobody has used for a while are removed.

Nothing is read or written before a function is first called.
"""

import ast
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import caching
from numba.core.codegen import RuntimeLinker

_FOLDERS_KEPT = 4  # of each module
_DAYS_KEPT = 30

_log = logging.getLogger("palissade")
_numba_config: Any = numba.config


# ---- what machine code comes from


@cache
def digest(*modules: str) -> str:
    """A name for exactly the code that these modules compile to."""
    sha = hashlib.sha256(_toolchain())
    for module in modules:
        for name in sorted(_sources(module)):
            sha.update(name.encode() + b"\0" + _file_of(name).read_bytes() + b"\0")
        for name, part in sorted(_parts_of(module).items()):
            if not isinstance(part, ModuleType):
                sha.update(f"{name}={part!r}".encode() + b"\0")
    return sha.hexdigest()[:16]


def _toolchain() -> bytes:
    """The versions under the rules and the compiler's flags."""
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    flags = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")
    return repr((versions, [getattr(_numba_config, flag) for flag in flags])).encode()


def _sources(module: str) -> set[str]:
    """The module, its parts if it was built for a game, and all that they import of the same packages."""
    parts = [part.__name__ for part in _parts_of(module).values() if isinstance(part, ModuleType)]
    found, todo = set(), [module, *parts]
    packages = {name.partition(".")[0] for name in (*todo, __name__)}
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [other for other in _imported_by(_file_of(name)) if other.partition(".")[0] in packages]
    return found


def _parts_of(module: str) -> dict[str, Any]:
    parts: dict[str, Any] = vars(sys.modules[module]).get("__parts__", {})
    return parts


def _file_of(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


@cache
def _imported_by(file: Path) -> frozenset[str]:
    """The modules that a file imports when it runs: what it imports for its types alone is in no machine code."""
    return frozenset(
        module
        for statement in ast.parse(file.read_bytes()).body
        if not _is_for_types(statement)
        for node in ast.walk(statement)
        for module in _named(node)
        if module in sys.modules
    )


def _is_for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _named(node: ast.AST) -> Iterator[str]:
    """The modules that an import names; a package itself only if something is taken from its own file."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in sys.modules else node.module


# ---- folders


def cache_root() -> Path:
    """Where compiled rules are kept: `PALISSADE_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("PALISSADE_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("palissade"))


@cache
def cache_folder() -> Path | None:
    """The folder of all compiled rules, made and found writable; None when nothing can be kept on disk."""
    folder = cache_root() / "rules"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        _log.warning("Compiled rules cannot be kept in %s (%s): every start will compile them again.", folder, error)
        return None
    return folder


@cache
def _module_folder(module: str) -> Path:
    """This version's folder of a module, marked as used."""
    folder = (cache_folder() or Path()) / module / digest(module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _prune(folder)
    except OSError as error:
        _log.warning("Compiled rules cannot be kept in %s: %s", folder, error)
    return folder


def _prune(current: Path) -> None:
    """Remove the folders of versions that nobody has used for a while. Losing one only costs a compilation."""
    others = [(_last_used(folder), folder) for folder in current.parent.iterdir() if folder != current]
    oldest = time.time() - _DAYS_KEPT * 86_400
    for rank, (last_used, folder) in enumerate(sorted(others, reverse=True), start=1):
        if rank >= _FOLDERS_KEPT or last_used < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0


# ---- Numba's side


class RecursionRefused(TypeError):
    """A rule whose machine code cannot be kept."""

    def __init__(self, function: Any) -> None:
        super().__init__(
            f"{function.__name__} calls itself in a circle, here or in a function that it uses: "
            "its machine code would not run when found on disk again. Write a loop instead."
        )


class _Locator(caching._CacheLocator):
    """Keeps the functions of each module in a folder of their own.

    Numba would name a function after its file and its types alone. A generic file is built for many games, and two
    games may have positions of the same type: one would be given the other's code.
    """

    def __init__(self, function: Any) -> None:
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(_module_folder(self._module))

    def get_source_stamp(self) -> str:
        return digest(self._module)

    def get_disambiguator(self) -> str:
        return str(self._line)


class RuleImplementation(caching.CompileResultCacheImpl):
    _locator_classes: Any = [_Locator]  # noqa: RUF012  (Numba's own attribute, a list there)


class RuleFunctionCache(caching.FunctionCache):
    _impl_class = RuleImplementation


class RuleCache:
    """What Numba asks for a function's machine code. It looks for its folder when it is first asked; a folder that was
    lost since, or a full disk, costs some seconds but not the game.
    """

    def __init__(self, function: Any, kind: type[RuleFunctionCache] = RuleFunctionCache) -> None:
        self._function, self._kind = function, kind

    @cached_property
    def _kept(self) -> Any:
        has_source = hasattr(sys.modules[self._function.__module__], "__file__")  # not so what is typed in a notebook
        return self._kind(self._function) if has_source and cache_folder() else caching.NullCache()

    @property
    def cache_path(self) -> Any:
        return self._kept.cache_path

    def flush(self) -> None:
        self._kept.flush()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return self._kept.load_overload(sig, target_context)
        except OSError as error:
            _log.warning("A compiled rule could not be read: %s", error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Refuse what would crash the next process. Functions that call each other (or themselves, with other types)
        do so through a pointer, which Numba sets when it compiles them and never again when it loads them.
        """
        pointers = [variable.name for variable in data.library._final_module.global_variables]
        if any(pointer.startswith(RuntimeLinker.PREFIX) for pointer in pointers):
            raise RecursionRefused(self._function)
        try:
            self._kept.save_overload(sig, data)
        except OSError as error:
            _log.warning("A compiled rule could not be kept: %s", error)
