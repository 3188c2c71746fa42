"""The scheduler of the machines: who thinks when, answers on the event loop, and how far a thought has come."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event
from typing import Any

import pytest
from structlog.testing import capture_logs

from palissade import Match, View, game, player
from palissade.players import LEVELS, Hint, Progress
from palissade.players.crew import Work
from palissade.server.machines import thinking
from palissade.server.machines.thinking import NICENESS, Beneficiary, Thinking, TooBusy

VIEW = game("alignement").match().view(0)
ANN, BOB = Beneficiary("ann", "192.0.2.1"), Beneficiary("bob", "192.0.2.2")
SOON = 120.0  # seconds: only a test that fails waits so long


class Pondering:
    """A player whose thought ends when it is let go or cancelled."""

    def __init__(self, *, is_quick: bool = False, is_ready: bool = False) -> None:
        self.is_quick = is_quick
        self.began, self.let_go = Event(), Event()
        if is_ready:
            self.let_go.set()
        self.was_cancelled = False
        self.priority: int | None = None

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        assert cancel is not None
        if sys.platform == "linux":
            self.priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        self.began.set()
        while not self.let_go.wait(0.002) and not cancel.is_set():
            if progress:
                progress(0.5, 3)
        self.was_cancelled = cancel.is_set()
        return 7

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        return Hint(self.choose(match, cancel), (0.5, 0.5), ())

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        raise NotImplementedError


class Broken(Pondering):
    """A player that fails."""

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
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


def ignore(answer: object) -> None:
    """Nobody is interested."""


# ---- choosing


def test_a_machine_answers_on_the_event_loop_with_what_the_player_chose() -> None:
    async def test(machines: Thinking) -> None:
        answer: asyncio.Future[tuple[int | None, int]] = asyncio.get_running_loop().create_future()
        machine = player("uct", simulations=20)
        machines.think("t", ANN, VIEW, machine, lambda action: answer.set_result((action, threading.get_ident())))
        assert await answer == (machine.choose(VIEW), threading.get_ident())
        await until(lambda: (machines.running, machines.waiting) == (0, 0))

    with_threads(1, test)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities for threads")
@pytest.mark.parametrize("is_quick", [False, True])
def test_thinking_gives_way_to_everything_else(is_quick: bool) -> None:
    async def test(machines: Thinking) -> None:
        machine = Pondering(is_quick=is_quick, is_ready=True)
        machines.think("t", ANN, VIEW, machine, ignore)
        await until(machine.began.is_set)
        assert machine.priority is not None
        assert machine.priority >= NICENESS

    with_threads(1, test)


def test_tables_are_served_in_turn_and_who_asks_again_stands_at_the_end() -> None:
    async def test(machines: Thinking) -> None:
        first, ready, order = Pondering(), Pondering(is_ready=True), list[str]()

        def ask(table: str, machine: Pondering, told: str) -> None:
            machines.think(table, ANN, VIEW, machine, lambda action: order.append(told))

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


def test_of_a_table_only_the_last_thought_is_answered() -> None:
    async def test(machines: Thinking) -> None:
        one, two, three, answers = Pondering(), Pondering(), Pondering(), list[str]()
        machines.think("t", ANN, VIEW, one, lambda action: answers.append("one"))
        await until(one.began.is_set)
        machines.think("t", BOB, VIEW, two, lambda action: answers.append("two"))
        await until(lambda: one.was_cancelled)
        await until(two.began.is_set)
        machines.think("t", ANN, VIEW, three, lambda action: answers.append("three"))
        await until(lambda: two.was_cancelled)
        three.let_go.set()
        await until(lambda: answers != [])
        assert answers == ["three"]

    with_threads(2, test)


def test_what_was_cancelled_is_never_answered_and_frees_its_thread() -> None:
    async def test(machines: Thinking) -> None:
        under_way, ready, waiting, answers = Pondering(), Pondering(is_ready=True), Pondering(), list[str]()
        thought = machines.think("a", ANN, VIEW, under_way, lambda action: answers.append("under way"))
        await until(under_way.began.is_set)
        later = machines.think("b", ANN, VIEW, waiting, lambda action: answers.append("waiting"))
        later.cancel()
        assert later.is_cancelled
        assert machines.waiting == 0
        thought.cancel()
        machines.think("c", ANN, VIEW, ready, lambda action: answers.append("ready"))
        await until(lambda: answers != [])
        assert answers == ["ready"]
        assert under_way.was_cancelled
        assert not waiting.began.is_set()

    with_threads(1, test)


def test_an_answer_on_its_way_is_dropped_when_it_is_cancelled() -> None:
    async def test(machines: Thinking) -> None:
        machine, answers = Pondering(is_ready=True), list[int | None]()
        thought = machines.think("t", ANN, VIEW, machine, answers.append)
        assert machine.began.wait(SOON)
        while machines.running:  # without letting the event loop go on: the answer is about to be in its queue
            pass
        thought.cancel()
        await asyncio.sleep(0.05)
        assert answers == []

    with_threads(1, test)


def test_an_answer_on_its_way_is_dropped_when_the_table_wants_another() -> None:
    async def test(machines: Thinking) -> None:
        machine, answers = Pondering(is_ready=True), list[str]()
        machines.think("t", ANN, VIEW, machine, lambda action: answers.append("earlier"))
        assert machine.began.wait(SOON)
        while machines.running:
            pass
        machines.think("t", ANN, VIEW, machine, lambda action: answers.append("later"))
        await until(lambda: answers != [])
        assert answers == ["later"]

    with_threads(1, test)


def test_a_player_that_fails_is_logged_and_kills_no_thread() -> None:
    async def test(machines: Thinking) -> None:
        answers = list[object]()
        with capture_logs() as logs:
            machines.think("t", ANN, VIEW, Broken(), answers.append)
            machines.hint("t", ANN, VIEW, Broken(), answers.append)
            machines.think("u", ANN, VIEW, Pondering(is_ready=True), answers.append)
            await until(lambda: len(answers) == 3)
        assert sorted(answers, key=str) == [7, None, None]
        assert [entry["event"] for entry in logs] == ["a machine could not think"] * 2

    with_threads(1, test)


# ---- fair between people


def test_sixty_strong_machines_of_one_person_keep_nobody_else_waiting() -> None:
    async def test(machines: Thinking) -> None:
        strong, order = [Pondering() for _ in range(60)], list[str]()
        for number, machine in enumerate(strong):
            machines.think(f"ann {number}", ANN, VIEW, machine, lambda action: order.append("ann"))
        await until(strong[0].began.is_set)
        quick = Pondering(is_quick=True, is_ready=True)
        machines.think("bob gently", BOB, VIEW, quick, lambda action: order.append("bob gently"))
        await until(lambda: order == ["bob gently"])  # while a strong machine has the other thread
        ready = Pondering(is_ready=True)
        machines.think("bob", BOB, VIEW, ready, lambda action: order.append("bob"))
        assert machines.waiting == 60
        strong[0].let_go.set()
        await until(strong[1].began.is_set)
        await until(lambda: len(order) == 3)
        assert order == ["bob gently", "ann", "bob"]

    with_threads(1, test)


def test_strong_machines_never_use_the_quick_thread() -> None:
    async def test(machines: Thinking) -> None:
        one, two, adviser, quick = Pondering(), Pondering(), Pondering(), Pondering(is_quick=True)
        machines.think("1", ANN, VIEW, one, ignore)
        machines.think("2", BOB, VIEW, two, ignore)
        machines.hint("3", BOB, VIEW, adviser, ignore)
        await until(lambda: machines.running == 1)
        machines.think("4", ANN, VIEW, quick, ignore)
        await until(quick.began.is_set)
        assert (machines.running, machines.waiting) == (2, 2)

    with_threads(1, test)


def test_quick_machines_use_threads_that_are_free() -> None:
    async def test(machines: Thinking) -> None:
        quick = [Pondering(is_quick=True) for _ in range(3)]
        for number, machine in enumerate(quick):
            machines.think(f"{number}", ANN, VIEW, machine, ignore)
        await until(lambda: all(machine.began.is_set() for machine in quick))

    with_threads(2, test)


def test_the_four_gentle_levels_are_quick() -> None:
    assert [level.name for level in LEVELS if level.is_quick] == ["balsa", "poplar", "pine", "birch"]


def test_too_many_that_wait_are_refused_but_not_because_of_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 3)
    monkeypatch.setattr(thinking, "MOST_OF_AN_ADDRESS", 2)

    async def test(machines: Thinking) -> None:
        first = Pondering()
        machines.think("first", ANN, VIEW, first, ignore)
        await until(first.began.is_set)
        for number in range(2):
            machines.think(f"ann {number}", ANN, VIEW, Pondering(), ignore)
        with pytest.raises(TooBusy):
            machines.think("ann 2", ANN, VIEW, Pondering(), ignore)
        machines.think("bob 0", BOB, VIEW, Pondering(), ignore)
        with pytest.raises(TooBusy):
            machines.think("bob 1", BOB, VIEW, Pondering(), ignore)
        machines.think("bob 0", BOB, VIEW, Pondering(), ignore)  # in place of what it wanted before
        machines.think("ann 3", ANN, VIEW, Pondering(is_quick=True), ignore)
        assert machines.waiting >= 3

    with_threads(1, test)


# ---- progress


def test_a_thought_tells_how_far_it_has_come_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PROGRESS_EVERY", 0.1)

    async def test(machines: Thinking) -> None:
        machine, told, begun = Pondering(), list[tuple[float, int | None]](), time.monotonic()
        thought = machines.think("t", ANN, VIEW, machine, ignore, lambda *progress: told.append(progress))
        await until(lambda: len(told) >= 3)
        assert set(told) == {(0.5, 3)}
        assert len(told) <= (time.monotonic() - begun) / 0.1
        thought.cancel()
        so_far = len(told)
        await until(lambda: machine.was_cancelled)
        await asyncio.sleep(0.2)
        assert len(told) == so_far

    with_threads(1, test)


def test_a_thought_that_waits_tells_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PROGRESS_EVERY", 0.01)

    async def test(machines: Thinking) -> None:
        first, told = Pondering(), list[tuple[float, int | None]]()
        machines.think("first", ANN, VIEW, first, ignore)
        await until(first.began.is_set)
        machines.think("t", ANN, VIEW, Pondering(), ignore, lambda *progress: told.append(progress))
        await until(lambda: told != [])
        await asyncio.sleep(0.05)
        assert told == [(0.0, None)]

    with_threads(1, test)


def test_an_answer_that_comes_soon_tells_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PROGRESS_EVERY", SOON)

    async def test(machines: Thinking) -> None:
        told, answers = list[tuple[float, int | None]](), list[int | None]()
        machines.think("t", ANN, VIEW, player("balsa"), answers.append, lambda *progress: told.append(progress))
        await until(lambda: answers != [])
        assert told == []

    with_threads(1, test)


# ---- help


class Gang(Pondering):
    """A player who lets others help: they do nothing, until they may not go on."""

    def __init__(self, machines: Thinking, most: int = 1, *, is_quick: bool = False) -> None:
        super().__init__(is_quick=is_quick)
        self._machines, self._most = machines, most
        self.helpers = self.most_helpers = 0

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        with self._machines.helping(self._help, self._most):
            action = super().choose(match, cancel, progress)
        assert self.helpers == 0  # all have come back
        return action

    def _help(self, may_go_on: Callable[[], bool]) -> None:
        self.helpers += 1
        self.most_helpers = max(self.helpers, self.most_helpers)
        while may_go_on():
            time.sleep(0.001)
        self.helpers -= 1


def test_a_thread_that_is_idle_helps_until_anything_waits() -> None:
    async def test(machines: Thinking) -> None:
        gang, other, answers = Gang(machines), Pondering(is_ready=True), list[str]()
        machines.think("a", ANN, VIEW, gang, lambda action: answers.append("a"))
        await until(lambda: gang.helpers == 1)  # the thread of gentle machines
        waiting = machines.think("b", BOB, VIEW, other, lambda action: answers.append("b"))
        await until(lambda: gang.helpers == 0)
        waiting.cancel()
        await until(lambda: gang.helpers == 1)  # nothing waits any more
        machines.think("c", BOB, VIEW, Pondering(is_quick=True, is_ready=True), lambda action: answers.append("c"))
        await until(lambda: answers == ["c"])
        await until(lambda: gang.helpers == 1)
        gang.let_go.set()
        await until(lambda: answers == ["c", "a"])

    with_threads(1, test)


def test_help_is_shared_between_thoughts_and_no_more_than_is_wanted() -> None:
    async def test(machines: Thinking) -> None:
        one, two = Gang(machines, 4), Gang(machines, 1)
        machines.think("a", ANN, VIEW, one, ignore)
        await until(lambda: one.helpers == 4)
        machines.think("b", BOB, VIEW, two, ignore)  # a helper leaves for it, and another helps it
        await until(lambda: (one.helpers, two.helpers) == (2, 1))
        for gang in (one, two):
            gang.let_go.set()
        await until(lambda: machines.running == 0)
        assert (one.most_helpers, two.most_helpers) == (4, 1)

    with_threads(4, test)


def test_help_that_fails_is_logged_and_not_tried_again() -> None:
    async def test(machines: Thinking) -> None:
        gang, answers = Gang(machines), list[int | None]()
        gang._help = lambda may_go_on: 1 / 0  # type: ignore[method-assign, assignment]
        with capture_logs() as logs:
            machines.think("a", ANN, VIEW, gang, answers.append)
            await until(lambda: logs != [])
            gang.let_go.set()
            await until(lambda: answers == [7])
        assert [entry["event"] for entry in logs] == ["a thread could not help a machine"]

    with_threads(1, test)


class Patient:
    """The idle threads as a crew; the one that thinks begins when two of them have simulated."""

    def __init__(self, machines: Thinking) -> None:
        self._machines = machines
        self.have_simulated = list[bool]()

    @contextmanager
    def helping(self, work: Work, most: int) -> Iterator[None]:
        have_helped = Barrier(3)

        def help_once(may_go_on: Callable[[], bool]) -> None:
            steps = iter((True, False))
            work(lambda: next(steps))
            self.have_simulated.append(not list(steps))
            have_helped.wait(SOON)
            work(may_go_on)

        with self._machines.helping(help_once, 2):
            have_helped.wait(SOON)
            yield


def test_a_tree_grows_on_the_threads_that_are_idle() -> None:
    async def test(machines: Thinking) -> None:
        answers, crew = list[int | None](), Patient(machines)
        machine = player("uct", simulations=3_000, threads=machines.most_at_once, crew=crew)
        machines.think("a", ANN, VIEW, machine, answers.append)
        await until(lambda: answers != [])
        assert answers[0] in VIEW.actions
        assert crew.have_simulated == [True, True]

    with_threads(2, test)


# ---- pondering


class Musing:
    """Something to ponder, which ends only when it is told to."""

    def __init__(self) -> None:
        self.began, self.ended = Event(), Event()

    def __call__(self, cancel: Event) -> None:
        self.began.set()
        cancel.wait(SOON)
        self.ended.set()


@pytest.mark.parametrize("is_quick", [False, True])
def test_whatever_is_asked_ends_all_pondering(is_quick: bool) -> None:
    async def test(machines: Thinking) -> None:
        musings, answers = [Musing(), Musing()], list[int | None]()
        for number, musing in enumerate(musings):
            machines.ponder(f"{number}", ANN, musing)
            await until(musing.began.is_set)
        assert (machines.running, machines.waiting) == (0, 0)  # nobody counts on it
        machines.think("t", BOB, VIEW, Pondering(is_quick=is_quick, is_ready=True), answers.append)
        await until(lambda: answers == [7])
        await until(lambda: all(musing.ended.is_set() for musing in musings))

    with_threads(1, test)


def test_nothing_is_pondered_while_anything_waits() -> None:
    async def test(machines: Thinking) -> None:
        first, second, musing = Pondering(), Pondering(), Musing()
        machines.think("a", ANN, VIEW, first, ignore)
        await until(first.began.is_set)
        machines.think("b", ANN, VIEW, second, ignore)
        machines.ponder("c", BOB, musing)
        first.let_go.set()
        await until(second.began.is_set)
        second.let_go.set()
        await until(lambda: machines.running == 0)
        assert not musing.began.is_set()

    with_threads(1, test)


def test_a_table_ponders_one_thing() -> None:
    async def test(machines: Thinking) -> None:
        earlier, later = Musing(), Musing()
        machines.ponder("t", ANN, earlier)
        await until(earlier.began.is_set)
        machines.ponder("t", ANN, later)
        await until(earlier.ended.is_set)
        await until(later.began.is_set)

    with_threads(1, test)


# ---- hints


def test_hints_are_refused_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_HINTS", 2)

    async def test(machines: Thinking) -> None:
        first, hints = Pondering(), list[Hint | None]()

        def hint(person: str) -> thinking.Thought:
            return machines.hint("t", Beneficiary(person, "192.0.2.1"), VIEW, first, hints.append)

        thought = hint("first")
        await until(first.began.is_set)
        with pytest.raises(TooBusy):
            hint("first")  # one at a time for each
        hint("second")
        third = hint("third")
        with pytest.raises(TooBusy):
            hint("fourth")
        third.cancel()
        hint("fourth")
        thought.cancel()
        first.let_go.set()
        await until(lambda: len(hints) == 2)
        hint("first")
        await until(lambda: len(hints) == 3)

    with_threads(1, test)


def test_hints_have_half_of_the_threads_at_most_while_machines_wait() -> None:
    async def test(machines: Thinking) -> None:
        blocking = [Pondering() for _ in range(4)]
        for number, machine in enumerate(blocking):
            machines.think(f"blocking {number}", ANN, VIEW, machine, ignore)
        await until(lambda: machines.running == 4)
        advisers, movers = [Pondering() for _ in range(4)], [Pondering() for _ in range(4)]
        for number in range(4):
            machines.hint(f"hint {number}", BOB, VIEW, advisers[number], ignore)
            machines.think(f"table {number}", BOB, VIEW, movers[number], ignore)
        for machine in blocking:
            machine.let_go.set()
        await until(lambda: sum(machine.began.is_set() for machine in (*advisers, *movers)) == 4)
        assert [machine.began.is_set() for machine in advisers] == [True, True, False, False]
        assert [machine.began.is_set() for machine in movers] == [True, True, False, False]

    with_threads(4, test)


def test_hints_get_their_turn_even_with_one_thread() -> None:
    async def test(machines: Thinking) -> None:
        first, ready, order = Pondering(), Pondering(is_ready=True), list[str]()
        machines.think("first", ANN, VIEW, first, lambda action: order.append("first"))
        await until(first.began.is_set)
        for number in range(3):
            machines.think(f"t{number}", ANN, VIEW, ready, lambda action: order.append("choice"))
            machines.hint(f"t{number}", ANN, VIEW, ready, lambda hint: order.append("hint"))
        first.let_go.set()
        await until(lambda: len(order) == 7)
        assert order == ["first", "hint", "choice", "hint", "choice", "hint", "choice"]

    with_threads(1, test)


# ---- the end


def test_closing_ends_every_thread_and_answers_nobody() -> None:
    async def run() -> None:
        machines, answers, one, two = Thinking(1, asyncio.get_running_loop()), list[Any](), Pondering(), Pondering()
        machines.think("a", ANN, VIEW, one, answers.append)
        machines.hint("a", ANN, VIEW, two, answers.append)
        machines.close()
        await asyncio.sleep(0.01)
        assert answers == []
        assert (machines.running, machines.waiting) == (0, 0)
        assert not any(thread.name.startswith("machine-") for thread in threading.enumerate())

    asyncio.run(run())
