"""What is installed only by who asks for it (the extras of the package): without it, its commands say how."""

from collections.abc import Iterator
from contextlib import contextmanager

from palissade.cli.words import Mistake


@contextmanager
def needing_server() -> Iterator[None]:
    """Import the table server in here: a library of its that is missing is told as one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "palissade").partition(".")[0] == "palissade":
            raise  # ours should be there
        raise Mistake("extra.server") from None


@contextmanager
def needing_ray() -> Iterator[None]:
    """Reach a Ray cluster in here: that Ray is missing, or that nobody is there, is told as one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise Mistake("extra.ray") from None
    except (OSError, ValueError) as error:
        raise Mistake("arena.ray", problem=str(error).partition("\n")[0][:200]) from error
