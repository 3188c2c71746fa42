"""Atomic steps on fields of records that several threads work on, as the processor has them.

No `add` is lost, and of several threads that `swap` one field with the same expectation one succeeds. What a thread has
written before its `swap` is seen by whoever has seen, by `read`, what it has put there.

Interpreted code is no more atomic than Python is between two of its steps: there it is for one thread.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from palissade.arrays import Positions

_ORDER = "seq_cst"  # nobody sees what is read and written before and after in another order


def add(records: Positions, i: int, field: str, amount: float) -> float:
    """Add to the field of a record, and return what it was before."""
    before: float = records[i][field]
    records[i][field] += amount
    return before


def swap(records: Positions, i: int, field: str, expected: int, value: int) -> bool:
    """Write the field of a record if it is as expected; whether it was (compare-and-swap)."""
    if records[i][field] != expected:
        return False
    records[i][field] = value
    return True


def read(records: Positions, i: int, field: str) -> int:
    """The field of a record, before anything that is read later."""
    value: int = records[i][field]
    return value


@type_callable(add)
def _type_add(context: Any) -> Any:
    return lambda records, i, field, amount: _kind(records, field)


@type_callable(swap)
def _type_swap(context: Any) -> Any:
    return lambda records, i, field, expected, value: _kind(records, field) and types.boolean


@type_callable(read)
def _type_read(context: Any) -> Any:
    return lambda records, i, field: _kind(records, field)


def _kind(records: Any, field: Any) -> Any:
    """Of the field, where its name is written in the source."""
    return records.dtype.typeof(field.literal_value) if isinstance(field, types.StringLiteral) else None


@lower_builtin(add, types.Array, types.Integer, types.StringLiteral, types.Number)
def _lower_add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, kind = _place(context, builder, signature, arguments)
    amount = context.cast(builder, arguments[3], signature.args[3], kind)
    return builder.atomic_rmw("fadd" if isinstance(kind, types.Float) else "add", place, amount, _ORDER)


@lower_builtin(swap, types.Array, types.Integer, types.StringLiteral, types.Integer, types.Integer)
def _lower_swap(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, kind = _place(context, builder, signature, arguments)
    expected, value = (context.cast(builder, arguments[n], signature.args[n], kind) for n in (3, 4))
    return builder.extract_value(builder.cmpxchg(place, expected, value, _ORDER, _ORDER), 1)


@lower_builtin(read, types.Array, types.Integer, types.StringLiteral)
def _lower_read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place, kind = _place(context, builder, signature, arguments)
    return builder.load_atomic(place, _ORDER, kind.bitwidth // 8)


def _place(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any]:
    """Where the field of the record is, and of which kind."""
    records, name = signature.args[0], signature.args[2].literal_value
    array = context.make_array(records)(context, builder, arguments[0])
    kind = records.dtype.typeof(name)
    number = context.cast(builder, arguments[1], signature.args[1], types.intp)
    (stride,) = cgutils.unpack_tuple(builder, array.strides)
    offset = builder.add(builder.mul(number, stride), number.type(records.dtype.offset(name)))
    address = cgutils.pointer_add(builder, array.data, offset, context.get_data_type(kind).as_pointer())
    return address, kind
