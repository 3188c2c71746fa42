"""Ways to the end of what one plays alone: looked for in slices on the threads of the machines, ever shorter ones.

A search gives way after each slice, so that nobody waits for it longer than for a hint; it ends when its answer is
proven, after so many seconds of thought, or when nobody listens any more. What was found is kept for a while, by the
positions that lie on it: so hints lead along it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator
from threading import Event
from typing import TYPE_CHECKING

from palissade.match import View
from palissade.players import Choice, Hint
from palissade.server.machines.thinking import Beneficiary, Thinking, Thought, TooBusy

if TYPE_CHECKING:
    from palissade.solving import Finding

SLICE = 0.4  # seconds of a thread, after which others have their turn
LONGEST = 60.0  # seconds of thought about one question
MOST_AT_ONCE = 3  # searches: a long one takes some hundred megabytes
MOST_KEPT = 4_000  # positions on ways that were found
AGAIN = 1.0  # seconds until a search goes on that found no room


class Ways:
    """The searches of one worker, and what they found."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._under_way = 0
        # What a way leaves over and its actions, by game and position.
        self._kept: OrderedDict[tuple[str, str], tuple[int, tuple[int, ...]]] = OrderedDict()

    async def find(
        self, view: View, what: str, beneficiary: Beneficiary
    ) -> AsyncGenerator[tuple["Finding", bool], None]:
        """What is known after each slice, and whether more is to come; raises `TooBusy` before the first."""
        from palissade.solving import steps  # noqa: PLC0415  (needs the compiler)

        if self._under_way >= MOST_AT_ONCE:
            raise TooBusy
        self._under_way += 1
        try:
            search, spent, found = steps(view), 0.0, None
            while spent < LONGEST:
                begun = time.monotonic()
                try:
                    slice_ = await self._slice(search, what, beneficiary)
                except TooBusy:
                    if found is None:
                        raise
                    await asyncio.sleep(AGAIN)
                    continue
                if slice_ is None:
                    return  # it failed, and the log tells why
                found, is_over = slice_
                spent += min(time.monotonic() - begun, SLICE)
                self._keep(view, found)
                yield found, not is_over and spent < LONGEST
                if is_over:
                    return
        finally:
            self._under_way -= 1

    async def _slice(
        self, search: "Iterator[Finding]", what: str, beneficiary: Beneficiary
    ) -> "tuple[Finding, bool] | None":
        """Go on for a slice; what is known then, and whether that is all."""
        answered: asyncio.Future[tuple[Finding, bool] | None] = asyncio.get_running_loop().create_future()

        def think(cancel: Event) -> "tuple[Finding, bool] | None":
            until, found = time.monotonic() + SLICE, None
            for found in search:
                if cancel.is_set() or time.monotonic() >= until:
                    return found, found.is_settled
            return None if found is None else (found, True)

        def give(answer: "tuple[Finding, bool] | None") -> None:
            if not answered.done():
                answered.set_result(answer)

        thought: Thought = self._thinking.study(what, beneficiary, think, give)
        try:
            return await answered
        finally:
            thought.cancel()  # nobody listens any more; one that is answered does not mind

    # ---- what was found

    def _keep(self, view: View, found: "Finding") -> None:
        position = view.position.copy()
        for place, action in enumerate(found.actions):
            key = (view.game.id, view.game.write(position))
            way = (found.rest, found.actions[place:])
            self._kept[key] = min(self._kept.pop(key, way), way, key=lambda known: (known[0], len(known[1])))
            view.game.single.apply(position, action)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def hint(self, view: View) -> Hint | None:
        """The next action of a way that was found from here, or that leads through here."""
        known = self._kept.get((view.game.id, view.position_text()))
        if known is None:
            return None
        left, way = known
        return Hint(way[0], (1 / left,), (Choice(way[0], 1.0, 1 / left),), way)
