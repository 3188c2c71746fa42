"""Agreement of the rules on the device with the library, for the `check` of every game."""

from torch import Tensor


def agree(what: str, mine: Tensor, known: Tensor) -> None:
    """Raise unless both are the same, and say where they first differ."""
    if mine.shape != known.shape:
        raise AssertionError(f"{what}: {tuple(mine.shape)} here, {tuple(known.shape)} in the library")
    different = (mine != known).nonzero()
    if len(different):
        raise AssertionError(f"{what}: {len(different)} differences, the first at {different[0].tolist()}")
