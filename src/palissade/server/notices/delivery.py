"""Delivery to push services (retry with exponential backoff): one that is busy or away is asked again, a few times.

Each notice waits in a task of its own, and no service has all threads: one that does not answer holds up no other.
"""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import structlog

from palissade.server.notices.push import Gone, Later

_log = structlog.get_logger("palissade.notices")
PAUSES = (10.0, 60.0, 5 * 60.0, 20 * 60.0)  # seconds before it is asked again
LONGEST = 3600.0  # seconds: a service that asks for more is not asked again
AT_ONCE = 2  # sendings to one service

Sleep = Callable[[float], Awaitable[None]]
Count = Callable[[str, str], None]


class Delivery:
    def __init__(self, count: Count, sleep: Sleep = asyncio.sleep) -> None:
        self._count = count
        self._sleep = sleep
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def deliver(
        self, endpoint: str, send: Callable[[], Awaitable[None]], is_wanted: Callable[[], Awaitable[bool]]
    ) -> bool:
        """Whether the browser is still there. What cannot be delivered is logged and counted."""
        service = urlsplit(endpoint).netloc
        pauses = iter(PAUSES)
        try:
            while True:
                try:
                    async with self._turn(service):
                        await send()
                except Later as later:
                    pause = max(next(pauses, LONGEST + 1), later.after)
                    if pause > LONGEST:
                        raise
                    self._count("push", "again")
                    _log.info("a push service is asked again", service=service, problem=str(later), seconds=pause)
                else:
                    self._count("push", "sent")
                    return True
                await self._sleep(pause)
                if not await is_wanted():
                    self._count("push", "late")  # they have come back meanwhile, or want it no more
                    return True
        except Gone:
            self._count("push", "gone")
            return False
        except OSError as error:
            self._count("push", "failed")
            _log.warning("a push service did not take a notice", service=service, problem=str(error))
        except asyncio.CancelledError:
            self._count("push", "failed")
            _log.warning("a notice was not sent: the server stops", service=service)
            raise
        return True

    def _turn(self, service: str) -> asyncio.Semaphore:
        return self._turns.setdefault(service, asyncio.Semaphore(AT_ONCE))
