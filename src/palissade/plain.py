"""A position in plain Python: reading one field of a NumPy record costs as much as reading the whole record at once."""

from typing import Any

import numpy as np

from palissade.arrays import Position

_attribute = (
    np.void.__getattribute__
)  # a record's own looks among its fields first, which takes as long as all the rest


def plain(pos: Position) -> Any:
    """The fields of the position under their names, as numbers and lists of numbers."""
    return _Plain(pos)


class _Plain:
    """It is read when the first field is asked for: most notations, given an action, need none."""

    def __init__(self, pos: Position) -> None:
        self._pos = pos

    def __getattr__(self, name: str) -> Any:
        names = _attribute(self._pos, "dtype").names
        if name not in names:
            raise AttributeError(name)
        for field, value in zip(names, _attribute(self._pos, "item")(), strict=True):
            self.__dict__[field] = value if isinstance(value, int) else value.tolist()
        return self.__dict__[name]
