"""Whoever thinks or compiles leaves the processor to those who wait for an answer."""

import os
import sys
import threading
from contextlib import suppress

NICENESS = 10


def give_way() -> None:
    """Lower the priority of this thread and of those it will start; only Linux has one for each thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
