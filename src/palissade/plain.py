"""A position in plain Python: reading one field of a NumPy record costs as much as reading the whole record at once."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from palissade.arrays import Position

_attribute = (
    np.void.__getattribute__
)  # a record's own looks among its fields first, which takes as long as all the rest


def plain(pos: Position) -> Any:
    """The fields of the position under their names, as numbers and lists of numbers."""
    fields = zip(_attribute(pos, "dtype").names, _attribute(pos, "item")(), strict=True)
    return SimpleNamespace(**{name: value if isinstance(value, int) else value.tolist() for name, value in fields})
