"""Ways to the end of what one plays alone: in slices, as long as somebody listens, and remembered for hints."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from weakref import ReferenceType, ref

import pytest

from palissade import Match, View, game, solving
from palissade.server.machines import ways as ways_module
from palissade.server.machines.thinking import Beneficiary, Thinking, TooBusy
from palissade.server.machines.ways import Ways
from palissade.solving import Finding

ANN = Beneficiary("ann", "192.0.2.1")
SOON = 60.0  # seconds: only a test that fails waits so long
FEW = "......../.RB...../......../....G.../......../......../......../........ moves:0"


def endless(match: Match | View, way: tuple[int, ...] = (), bound: int | None = 0) -> Iterator[Finding]:
    """A search whose bound rises for ever."""
    action = match.game.legal_actions(match.position)[0]
    for higher in range(bound or 0, 1_000_000):
        yield Finding(way or (action,), ("…",), 3, False, higher, higher)


def with_ways(test: Callable[[Ways], Awaitable[None]]) -> None:
    async def run() -> None:
        thinking = Thinking(1, asyncio.get_running_loop())
        try:
            await asyncio.wait_for(test(Ways(thinking)), SOON)
        finally:
            thinking.close()

    asyncio.run(run())


def position() -> View:
    return game("solitaire").match(position=FEW).view(0)


def test_a_search_tells_what_it_knows_until_that_is_all_and_hints_follow_it() -> None:
    async def test(ways: Ways) -> None:
        view = position()
        assert ways.hint(view) is None
        told = [found async for found in ways.find(view, "way", ANN)]
        finding, goes_on = told[-1]
        assert (finding.rest, finding.bound, goes_on) == (2, None, False)
        hint = ways.hint(view)
        assert hint is not None
        assert (hint.line, hint.values) == (finding.actions, (0.5,))

    with_ways(test)


def test_a_search_gives_way_and_ends_with_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "steps", endless)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)
    monkeypatch.setattr(ways_module, "MOST_AT_ONCE", 1)

    async def test(ways: Ways) -> None:
        search = ways.find(position(), "way", ANN)
        (first, _), (second, goes_on) = await anext(search), await anext(search)
        assert (first.bound or 0) < (second.bound or 0)
        assert goes_on
        with pytest.raises(TooBusy):
            await anext(ways.find(position(), "another", ANN))
        await search.aclose()
        assert await anext(ways.find(position(), "another", ANN))

    with_ways(test)


def test_one_address_leaves_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "steps", endless)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)

    async def test(ways: Ways) -> None:
        mine = [ways.find(position(), f"way {number}", ANN) for number in range(ways_module.MOST_EACH)]
        for search in mine:
            await anext(search)
        with pytest.raises(TooBusy):
            await anext(ways.find(position(), "one more", ANN))
        theirs = ways.find(position(), "way", Beneficiary("bob", "192.0.2.2"))
        assert await anext(theirs)
        for search in (*mine, theirs):
            await search.aclose()

    with_ways(test)


def test_a_search_that_finds_no_room_ends_as_late_as_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "steps", endless)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)
    monkeypatch.setattr(ways_module, "LATEST", 0.0)

    async def test(ways: Ways) -> None:
        told = [goes_on async for _, goes_on in ways.find(position(), "way", ANN)]
        assert told == [False]

    with_ways(test)


def test_a_search_ends_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "steps", endless)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)
    monkeypatch.setattr(ways_module, "LONGEST", 0.03)

    async def test(ways: Ways) -> None:
        told = [goes_on async for _, goes_on in ways.find(position(), "way", ANN)]
        assert told[-1] is False
        assert all(told[:-1])

    with_ways(test)


def test_whoever_asks_again_goes_on_where_the_search_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[tuple[tuple[int, ...], int | None]]()

    def noticing(match: Match | View, way: tuple[int, ...] = (), bound: int | None = 0) -> Iterator[Finding]:
        begun.append((way, bound))
        yield from endless(match, way, bound)

    monkeypatch.setattr(solving, "steps", noticing)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)
    monkeypatch.setattr(ways_module, "MOST_AT_ONCE", 1)

    async def test(ways: Ways) -> None:
        async def slice_of(view: View) -> Finding:
            search = ways.find(view, "way", ANN)
            found, _ = await anext(search)
            await search.aclose()
            return found

        first, second = await slice_of(position()), await slice_of(position())
        assert (second.bound or 0) > (first.bound or 0)
        assert len(begun) == 1
        await slice_of(game("solitaire").match().view(0))  # only one may pause: the first is gone, not what it found
        await slice_of(position())
        assert begun[-1] == (second.actions, second.bound)

    with_ways(test)


def test_a_search_does_not_pause_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "steps", endless)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)
    monkeypatch.setattr(ways_module, "PAUSE", 0.01)

    async def test(ways: Ways) -> None:
        search = ways.find(position(), "way", ANN)
        await anext(search)
        await search.aclose()
        while ways._paused:
            await asyncio.sleep(0.01)

    with_ways(test)


def test_a_search_that_has_made_room_for_another_is_gone_with_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "steps", endless)
    monkeypatch.setattr(ways_module, "SLICE", 0.01)
    monkeypatch.setattr(ways_module, "MOST_AT_ONCE", 1)

    async def test(ways: Ways) -> None:
        async def pause_at(view: View) -> ReferenceType[object]:
            search = ways.find(view, "way", ANN)
            await anext(search)
            await search.aclose()
            (paused,) = ways._paused.values()
            return ref(paused)

        first = await pause_at(position())
        second = await pause_at(game("solitaire").match().view(0))
        while first() is not None:  # a thread may still hold its last slice
            await asyncio.sleep(0.01)
        assert second() is not None

    with_ways(test)


def test_a_way_that_is_kept_leads_on_from_every_position_on_it() -> None:
    async def test(ways: Ways) -> None:
        match = game("solitaire").match()
        way = next(solving.solve(match)).actions
        ways.keep(match.view(0), way[:3])
        assert ways.hint(match.view(0)) is None  # it does not lead to the end
        ways.keep(match.view(0), way)
        match.play(*way[:5])
        hint = ways.hint(match.view(0))
        assert hint is not None
        assert (hint.line, hint.values) == (way[5:], (1.0,))
        match.play(next(action for action in match.actions() if action != way[5]))
        assert ways.hint(match.view(0)) is None

    with_ways(test)
