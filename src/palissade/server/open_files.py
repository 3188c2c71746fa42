"""The limit of open files (RLIMIT_NOFILE): each connection takes one.

Beyond it the system accepts connections no more, or resets them, without a word to anybody. So connections are refused
a little before, which can be told and counted.
"""

import sys
from contextlib import suppress

if sys.platform != "win32":
    import resource

SPARE = 128  # for the database, the page, and what libraries open
FEWEST = 16  # connections, however few files there are


def raise_limit() -> None:
    """To as many as the system allows; by default a process has far fewer."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # macOS says that there is no limit, and keeps to one
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def most_connections() -> int | None:
    """How many there is room for; None for any number."""
    if sys.platform == "win32":
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else max(soft - SPARE, FEWEST)
