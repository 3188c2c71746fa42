"""What a match has been through, as a search compares it: positions as keys (COM-1)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from palissade.search.tree import write_keys


def keys_of(identities: Sequence[bytes], words: int) -> Any:
    """The keys of positions that have begun a turn, in order of size; none has more bytes than so many words hold."""
    keys = np.zeros(len(identities), np.uint64)
    if identities:
        room = np.zeros((len(identities), words), np.uint64)
        mark, counts = room.view(np.uint8), np.array([len(identity) for identity in identities], np.int32)
        for row, identity in zip(mark, identities, strict=True):
            row[: len(identity)] = np.frombuffer(identity, np.uint8)
        write_keys(mark, room, counts, keys)
        keys.sort()
    return keys
