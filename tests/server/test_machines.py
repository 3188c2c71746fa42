"""Machines beside the server's work: thoughts in turn, answers on the event loop."""

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

import pytest
from structlog.testing import capture_logs

from palissade import Match, View, game, player
from palissade.players import Hint
from palissade.server.machines import thinking
from palissade.server.machines.priority import NICENESS
from palissade.server.machines.thinking import Thinking, TooBusy

VIEW = game("alignement").match().view(0)
SOON = 30.0  # seconds: only a test that fails waits so long


class Pondering:
    """A player whose thought ends when it is let go or cancelled."""

    def __init__(self) -> None:
        self.began, self.let_go = Event(), Event()
        self.was_cancelled = False
        self.priority: int | None = None

    def choose(self, match: Match | View, cancel: Event | None = None) -> int:
        assert cancel is not None
        if sys.platform == "linux":
            self.priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        self.began.set()
        while not self.let_go.wait(0.002) and not cancel.is_set():
            pass
        self.was_cancelled = cancel.is_set()
        return 7

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        return Hint(self.choose(match, cancel), (0.5, 0.5), ())

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        raise NotImplementedError


class Broken(Pondering):
    """A player that fails."""

    def choose(self, match: Match | View, cancel: Event | None = None) -> int:
        raise ZeroDivisionError("beyond me")


def with_threads(count: int, test: Callable[[Thinking], Awaitable[None]]) -> None:
    """Run the test on an event loop of its own, with so many threads to think."""

    async def run() -> None:
        machines = Thinking(count, asyncio.get_running_loop())
        try:
            await asyncio.wait_for(test(machines), SOON)
        finally:
            machines.close()

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.002)


# ---- Thinking


def test_a_machine_answers_on_the_event_loop_with_what_the_player_chose() -> None:
    async def test(machines: Thinking) -> None:
        answer: asyncio.Future[tuple[int | None, int]] = asyncio.get_running_loop().create_future()
        machine = player("uct", simulations=20)
        machines.think("t", VIEW, machine, lambda action: answer.set_result((action, threading.get_ident())))
        assert await answer == (machine.choose(VIEW), threading.get_ident())
        await until(lambda: (machines.running, machines.waiting) == (0, 0))

    with_threads(1, test)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities for threads")
def test_thinking_gives_way_to_everything_else() -> None:
    async def test(machines: Thinking) -> None:
        machine = Pondering()
        machine.let_go.set()
        machines.think("t", VIEW, machine, lambda action: None)
        await until(machine.began.is_set)
        assert machine.priority is not None
        assert machine.priority >= NICENESS

    with_threads(1, test)


def test_tables_are_served_in_turn_and_who_asks_again_stands_at_the_end() -> None:
    async def test(machines: Thinking) -> None:
        first, order = Pondering(), list[str]()

        def ask(table: str, machine: Pondering, told: str) -> None:
            machines.think(table, VIEW, machine, lambda action: order.append(told))

        ready = Pondering()
        ready.let_go.set()
        ask("a", first, "a")
        await until(first.began.is_set)
        for table in "bcd":
            ask(table, ready, table)
        ask("b", ready, "b again")
        assert (machines.running, machines.waiting) == (1, 3)
        first.let_go.set()
        await until(lambda: len(order) == 4)
        assert order == ["a", "c", "d", "b again"]

    with_threads(1, test)


def test_a_table_has_one_thought_at_a_time() -> None:
    async def test(machines: Thinking) -> None:
        one, two, three, answers = Pondering(), Pondering(), Pondering(), list[str]()
        machines.think("t", VIEW, one, lambda action: answers.append("one"))
        await until(one.began.is_set)
        machines.think("t", VIEW, two, lambda action: answers.append("two"))
        machines.think("t", VIEW, three, lambda action: answers.append("three"))
        await until(three.began.is_set)
        assert one.was_cancelled
        assert not two.began.is_set()
        three.let_go.set()
        await until(lambda: answers != [])
        assert answers == ["three"]

    with_threads(3, test)


def test_what_was_cancelled_is_never_answered() -> None:
    async def test(machines: Thinking) -> None:
        under_way, ready, waiting, answers = Pondering(), Pondering(), Pondering(), list[str]()
        ready.let_go.set()
        thought = machines.think("a", VIEW, under_way, lambda action: answers.append("under way"))
        await until(under_way.began.is_set)
        later = machines.think("b", VIEW, waiting, lambda action: answers.append("waiting"))
        later.cancel()
        assert machines.waiting == 0
        thought.cancel()
        await until(lambda: under_way.was_cancelled)
        machines.think("c", VIEW, ready, lambda action: answers.append("ready"))
        await until(lambda: answers != [])
        assert answers == ["ready"]
        assert not waiting.began.is_set()

    with_threads(1, test)


def test_an_answer_on_its_way_is_dropped_when_it_is_cancelled() -> None:
    async def test(machines: Thinking) -> None:
        machine, answers = Pondering(), list[int | None]()
        machine.let_go.set()
        thought = machines.think("t", VIEW, machine, answers.append)
        assert machine.began.wait(SOON)
        while machines.running:  # without letting the event loop go on: the answer is in its queue now
            pass
        thought.cancel()
        await asyncio.sleep(0.01)
        assert answers == []

    with_threads(1, test)


def test_a_player_that_fails_is_logged_and_kills_no_thread() -> None:
    async def test(machines: Thinking) -> None:
        answers = list[object]()
        ready = Pondering()
        ready.let_go.set()
        with capture_logs() as logs:
            machines.think("t", VIEW, Broken(), answers.append)
            machines.hint("t", "p", VIEW, Broken(), answers.append)
            machines.think("u", VIEW, ready, answers.append)
            await until(lambda: len(answers) == 3)
        assert sorted(answers, key=str) == [7, None, None]
        assert [entry["event"] for entry in logs] == ["a machine could not think"] * 2

    with_threads(1, test)


def test_hints_are_refused_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_HINTS", 2)

    async def test(machines: Thinking) -> None:
        first, hints = Pondering(), list[Hint | None]()
        thought = machines.hint("t", "first", VIEW, first, hints.append)
        await until(first.began.is_set)
        with pytest.raises(TooBusy):
            machines.hint("t", "first", VIEW, first, hints.append)  # one at a time for each
        machines.hint("t", "second", VIEW, first, hints.append)
        third = machines.hint("t", "third", VIEW, first, hints.append)
        with pytest.raises(TooBusy):
            machines.hint("t", "fourth", VIEW, first, hints.append)
        third.cancel()
        machines.hint("t", "fourth", VIEW, first, hints.append)
        thought.cancel()
        first.let_go.set()
        await until(lambda: len(hints) == 2)

    with_threads(1, test)


def test_hints_have_half_of_the_threads_at_most_while_machines_wait() -> None:
    async def test(machines: Thinking) -> None:
        blocking = [Pondering() for _ in range(4)]
        for number, machine in enumerate(blocking):
            machines.think(f"blocking {number}", VIEW, machine, lambda action: None)
        await until(lambda: machines.running == 4)
        advisers, movers = [Pondering() for _ in range(4)], [Pondering() for _ in range(4)]
        for number in range(4):
            machines.hint("t", f"person {number}", VIEW, advisers[number], lambda hint: None)
            machines.think(f"table {number}", VIEW, movers[number], lambda action: None)
        for machine in blocking:
            machine.let_go.set()
        await until(lambda: sum(machine.began.is_set() for machine in (*advisers, *movers)) == 4)
        assert [machine.began.is_set() for machine in advisers] == [True, True, False, False]
        assert [machine.began.is_set() for machine in movers] == [True, True, False, False]
        for machine in (*advisers, *movers):
            machine.let_go.set()

    with_threads(4, test)


def test_hints_get_their_turn_even_with_one_thread() -> None:
    async def test(machines: Thinking) -> None:
        first, ready, order = Pondering(), Pondering(), list[str]()
        ready.let_go.set()
        machines.think("first", VIEW, first, lambda action: order.append("first"))
        await until(first.began.is_set)
        for number in range(3):
            machines.think(f"t{number}", VIEW, ready, lambda action: order.append("turn"))
            machines.hint("t", f"p{number}", VIEW, ready, lambda hint: order.append("hint"))
        first.let_go.set()
        await until(lambda: len(order) == 7)
        assert order == ["first", "hint", "turn", "hint", "turn", "hint", "turn"]

    with_threads(1, test)


def test_closing_ends_every_thread_and_answers_nobody() -> None:
    async def run() -> None:
        machines, answers, one, two = Thinking(1, asyncio.get_running_loop()), list[Any](), Pondering(), Pondering()
        machines.think("a", VIEW, one, answers.append)
        machines.hint("a", "p", VIEW, two, answers.append)
        machines.close()
        await asyncio.sleep(0.01)
        assert answers == []
        assert (machines.running, machines.waiting) == (0, 0)
        assert not any(thread.name.startswith("machine-") for thread in threading.enumerate())

    asyncio.run(run())
