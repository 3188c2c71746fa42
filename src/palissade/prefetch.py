"""Rows on their way: `prefetch` asks the processor for a position before a loop over many of them comes to it.

Positions that do not fit into its caches would come line by line, as the rules ask for their fields, and a short action
takes less time than one line. Asked for together, and early, they are there in time.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from palissade.arrays import Positions

_AHEAD = 4  # rows: early enough for the memory to answer, late enough that nothing takes their place
_LINE = 64  # bytes that come at once
_TO_READ, _TO_KEEP, _DATA = 0, 3, 1  # what LLVM is told


def prefetch(positions: Positions, i: int) -> None:
    """At row i, ask for one that comes soon. Interpreted code has nothing to ask."""


@type_callable(prefetch)
def _type(context: Any) -> Any:
    return lambda positions, i: types.none


@lower_builtin(prefetch, types.Array, types.intp)
def _lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Ask for each line of the row. Beyond the last one the processor finds nothing, and does nothing."""
    kind, byte, number = signature.args[0], ir.IntType(8).as_pointer(), ir.IntType(32)
    ask = builder.module.declare_intrinsic(
        "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    )
    array = context.make_array(kind)(context, builder, arguments[0])
    (stride,) = cgutils.unpack_tuple(builder, array.strides)
    row = builder.mul(builder.add(arguments[1], arguments[1].type(_AHEAD)), stride)
    for line in range(0, kind.dtype.size, _LINE):
        address = cgutils.pointer_add(builder, array.data, builder.add(row, row.type(line)), byte)
        builder.call(ask, [address, number(_TO_READ), number(_TO_KEEP), number(_DATA)])
    return context.get_dummy_value()
