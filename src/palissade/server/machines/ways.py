"""Ways to the end of what one plays alone: looked for in slices on the threads of the machines, ever shorter ones.

A search gives way after each slice, so that nobody waits for it longer than for a hint; it ends when its answer is
proven, and pauses after so many seconds of thought, or when nobody listens any more: whoever asks again goes on with
it. What was found is kept by the positions that lie on it, longer than the search: so hints lead along it, and a new
search begins with it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from threading import Event, Lock
from typing import TYPE_CHECKING

from palissade.match import View
from palissade.players import Choice, Hint
from palissade.server.limits import AtOnce
from palissade.server.machines.thinking import Beneficiary, Thinking, Thought, TooBusy

if TYPE_CHECKING:
    from palissade.solving import Finding

SLICE = 0.4  # seconds of a thread, after which others have their turn
LONGEST = 60.0  # seconds of thought until somebody asks again
LATEST = 3 * LONGEST  # seconds until then where others are thinking, too
PAUSE = 600.0  # seconds that a search waits for that
MOST_AT_ONCE = 3  # searches, those that pause too: a long one takes some hundred megabytes
MOST_EACH = 2  # of them for one address, so that others find room
MOST_KEPT = 4_000  # positions on ways that were found
AGAIN = 1.0  # seconds until a search goes on that found no room
_Place = tuple[str, str]  # game and position


class Ways:
    """The searches of one worker, and what they found."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._under_way = AtOnce(MOST_EACH)
        self._paused: OrderedDict[_Place, _Search] = OrderedDict()  # the oldest first
        self._kept: OrderedDict[_Place, _Known] = OrderedDict()

    async def find(
        self, view: View, what: str, beneficiary: Beneficiary
    ) -> AsyncGenerator[tuple["Finding", bool], None]:
        """What is known after each slice, and whether more is to come; raises `TooBusy` before the first."""
        if self._under_way.total >= MOST_AT_ONCE or not self._under_way.enter(beneficiary.address):
            raise TooBusy
        search, spent, found, is_over = self._take_up(view), 0.0, None, False
        self._make_room()
        latest = time.monotonic() + LATEST
        try:
            while spent < LONGEST:
                begun = time.monotonic()
                try:
                    slice_ = await self._slice(view, search, what, beneficiary)
                except TooBusy:
                    if found is None:
                        raise
                    if begun + AGAIN >= latest:
                        yield found, False
                        return
                    await asyncio.sleep(AGAIN)
                    continue
                if slice_ is None:
                    is_over = True  # it failed, and the log tells why
                    return
                found, is_over = slice_.found, slice_.is_over
                spent += min(time.monotonic() - begun, SLICE)
                self._remember(slice_.news)
                goes_on = not is_over and spent < LONGEST and time.monotonic() < latest
                yield found, goes_on
                if not goes_on:
                    return
        finally:
            self._under_way.leave(beneficiary.address)
            if not is_over:
                self._pause(view, search)

    async def _slice(self, view: View, search: "_Search", what: str, beneficiary: Beneficiary) -> "_Slice | None":
        """Go on for a slice."""
        answered: asyncio.Future[_Slice | None] = asyncio.get_running_loop().create_future()

        def think(cancel: Event) -> "_Slice | None":
            until, found, is_over = time.monotonic() + SLICE, None, True
            with search.lock:  # whoever hung up may have left it in the middle of a step
                for found in search.steps:
                    if cancel.is_set() or time.monotonic() >= until:
                        is_over = found.is_settled
                        break
                if found is None:
                    return None
                now = (found.actions, found.bound)
                news = [] if now == search.told else _known_on(view, *now)  # takes some milliseconds
                search.told = now
            return _Slice(found, is_over, news)

        def give(answer: "_Slice | None") -> None:
            if not answered.done():
                answered.set_result(answer)

        thought: Thought = self._thinking.study(what, beneficiary, think, give)
        try:
            return await answered
        finally:
            thought.cancel()  # nobody listens any more; one that is answered does not mind

    # ---- where a search stood

    def _take_up(self, view: View) -> "_Search":
        """The search that has paused at this position, else one that begins with what is known of it."""
        from palissade.solving import steps  # noqa: PLC0415  (needs the compiler)

        place = _place(view)
        if place in self._paused:
            return self._end_pause(place)
        known = self._kept.get(place)
        return _Search(steps(view, known.way, known.bound) if known else steps(view))

    def _pause(self, view: View, search: "_Search") -> None:
        """Let whoever asks again go on from here, for a while."""
        place = _place(view)
        if place in self._paused:
            self._end_pause(place)
        self._paused[place] = search
        search.timer = asyncio.get_running_loop().call_later(PAUSE, self._end_pause, place)
        self._make_room()

    def _end_pause(self, place: _Place) -> "_Search":
        """The search, which goes on now, or is gone with all its memory: nothing here holds it any longer."""
        search = self._paused.pop(place)
        if search.timer:
            search.timer.cancel()
        return search

    def _make_room(self) -> None:
        while self._paused and self._under_way.total + len(self._paused) > MOST_AT_ONCE:
            self._end_pause(next(iter(self._paused)))

    # ---- what was found

    def keep(self, view: View, way: tuple[int, ...], bound: int | None = 0) -> None:
        """Remember a way to the end, and how many moves are needed at least (`Finding.bound`), for each position on it;
        one that does not lead to the end is none.
        """
        self._remember(_known_on(view, way, bound))

    def _remember(self, news: "Iterable[tuple[_Place, _Known]]") -> None:
        for place, found in news:
            known = self._kept.pop(place, found)
            self._kept[place] = found.together_with(known)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def hint(self, view: View) -> Hint | None:
        """The next action of a way that was found from here, or that leads through here."""
        known = self._kept.get(_place(view))
        return hint_along(known.way, known.rest) if known else None


def hint_along(way: tuple[int, ...], rest: int) -> Hint:
    """The next action of a way that leaves so much over."""
    return Hint(way[0], (1 / rest,), (Choice(way[0], 1.0, 1 / rest),), way)


@dataclass(frozen=True)
class _Known:
    """What is known of a position."""

    rest: int  # what the best way leaves over
    way: tuple[int, ...]
    bound: int | None  # no way that solves it has fewer moves; None: there is none

    def together_with(self, other: "_Known") -> "_Known":
        """What both know."""
        better = min(self, other, key=lambda known: (known.rest, len(known.way)))
        bounds = [known.bound for known in (self, other) if known.bound is not None]
        return replace(better, bound=max(bounds) if len(bounds) == 2 else None)


def _known_on(view: View, way: tuple[int, ...], bound: int | None) -> list[tuple[_Place, _Known]]:
    """What a way to the end tells of each position on it; nothing if it does not lead there."""
    game, position, places = view.game, view.position.copy(), list[_Place]()
    if game.puzzle is None:
        return []
    for action in way:
        places.append((game.id, game.write(position)))
        game.single.apply(position, action)
    if not game.single.is_over(position):
        return []
    rest = int(game.puzzle.rest(position[0]))
    return [
        (place, _Known(rest, way[ply:], None if bound is None else max(bound - ply, 0)))
        for ply, place in enumerate(places)
    ]


@dataclass(eq=False)
class _Search:
    """One that goes on in one thread at a time."""

    steps: "Iterator[Finding]"
    told: tuple[tuple[int, ...], int | None] | None = None  # the way and the bound that are remembered
    timer: asyncio.TimerHandle | None = None  # that ends its pause
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class _Slice:
    """What is known after a slice."""

    found: "Finding"
    is_over: bool  # whether that is all
    news: list[tuple[_Place, _Known]]  # to be remembered


def _place(view: View) -> _Place:
    return (view.game.id, view.position_text())
