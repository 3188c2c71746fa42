"""The compiler's side of rules: what Numba does with a function, and what it need not do.

Numba makes machine code, and a wrapper for Python, of every function it compiles, and optimises it with all that it
calls, once more at every level. Most rules are called by other rules alone: those are kept as code to be linked into
their callers (a `Callee`), and only what Python calls (a `Rule`) is optimised and becomes machine code, once and as a
whole. That is a third of the compiler's work.
"""

from functools import cache
from typing import Any

from llvmlite import binding
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags, compile_extra
from numba.core.registry import CPUDispatcher
from numba.core.targetconfig import TargetConfig

from palissade.cache import RecursionRefused, RuleCache, RuleFunctionCache, RuleImplementation


@cache
def _defaults(flags: Any) -> dict[str, Any]:
    return {name: option.default for name, option in flags.options.items()}


def _values(self: Any) -> dict[str, Any]:
    kind: Any = type(self)
    return {**_defaults(kind), **self._values}


# Numba compares its flags some ten thousand times a game, and reads each of the thirty through a property: a tenth of
# its time. Here the same dictionary is made at once.
TargetConfig.values = _values  # type: ignore[method-assign]


class Rule(CPUDispatcher):
    """A compiled function, as Python calls it. Those that call it from compiled code are given its `callee`."""

    def __init__(self, function: Any, *more: Any, **options: Any) -> None:
        super().__init__(function, *more, **options)
        self._cache = RuleCache(function)
        self._callee: Any = None

    @property
    def callee(self) -> Any:
        if self._callee is None:
            self._callee = Callee(self.py_func, targetoptions=self.targetoptions)
        return self._callee

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """One version of a function serves all whole numbers that compiled code calls it with, up to 64 bits with a
        sign: Numba would compile another for each width, and for each constant.
        """
        if self.is_compiling:  # and calls itself with other types
            raise RecursionRefused(self.py_func)
        args, kws = [_wide(kind) for kind in args], {name: _wide(kws[name]) for name in kws}
        return CPUDispatcher.get_call_template(self.callee, args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.callee.get_overload(sig)

    @property
    def is_compiling(self) -> Any:
        return super().is_compiling or self.callee.is_compiling

    def add_overload(self, cres: Any) -> None:
        """Callees that were linked in have environments, which nobody else would set."""
        for environment in cres._find_referenced_environments():
            cres.library.codegen.set_env(environment.env_name, environment)
        super().add_overload(cres)


def _wide(kind: Any) -> Any:
    is_whole = isinstance(kind, types.IntegerLiteral) or (isinstance(kind, types.Integer) and kind != types.uint64)
    return types.int64 if is_whole else kind


class Callee(CPUDispatcher):
    """The same function, as compiled code calls it."""

    def __init__(self, function: Any, **options: Any) -> None:
        super().__init__(function, **options)
        numbas: Any = vars(self)["_compiler"]
        numbas._compile_core = self._compile_core
        self._cache = RuleCache(function, _CalleeCache)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        context: Any = self.targetctx
        flags: Any = Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_compile = True
        library = _CalleeLibrary(context.codegen(), self.py_func.__qualname__)
        compiled = _with_entry_point(
            compile_extra(self.typingctx, context, self.py_func, args, return_type, flags, self.locals, library)
        )
        context.insert_user_function(compiled.entry_point, compiled.fndesc, [library])
        return compiled


def _with_entry_point(compiled: Any) -> Any:
    """Numba knows a compiled function by its entry point: a callee has none, and any object will do."""
    return compiled._replace(entry_point=object())


class _CalleeLibrary(JITCodeLibrary):
    """Code to be linked: simplified function by function, and optimised and made machine code only with its callers."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _CalleeImplementation(RuleImplementation):
    """Keeps callees on disk, as LLVM's code, beside the machine code of rules."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return "callee-" + str(super().get_filename_base(fullname, abiflags))

    def reduce(self, cres: Any) -> Any:
        kept = cres._replace(type_annotation="", entry_point=None, target_context=None, typing_context=None)
        kept.fndesc.typemap = kept.fndesc.calltypes = None
        name, _, code = cres.library.serialize_using_bitcode()
        return name, code, kept._replace(library=None, call_helper=None, metadata=None)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        name, code, compiled = payload
        library = _CalleeLibrary(target_context.codegen(), name)
        library._final_module = binding.parse_bitcode(code)
        library._finalize_final_module()
        return _with_entry_point(
            compiled._replace(
                library=library, target_context=target_context, typing_context=target_context.typing_context
            )
        )


class _CalleeCache(RuleFunctionCache):
    _impl_class = _CalleeImplementation
