"""Long compiled work that Ctrl-C can still leave."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


def patiently(work: Callable[[], Result]) -> Result:
    """Do the work in a thread of its own: compiled code hears no signals, but the waiting main thread does."""
    future: Future[Result] = Future()

    def do() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return future.result()
