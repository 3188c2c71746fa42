"""The worker's clock: steps of the wall clock, sleep, restarts and silences, without waiting for any of them."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from sqlalchemy import Connection

from palissade.server.clock import SLEW, WorkerClock
from palissade.server.store.database import Database
from palissade.server.store.heartbeat import SILENCE, Heartbeat, outages_kept
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.clocks import Clocks, Outages
from palissade.server.wire.tables import GameClock
from tests.server.postgres import Postgres

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
NOW = 1_700_000_000_000


@dataclass
class Machine:
    """A machine whose wall clock can be set, and which can sleep."""

    wall: int = NOW
    monotonic: int = 0

    def pass_time(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.monotonic += milliseconds

    def step(self, milliseconds: int) -> None:
        """Somebody sets the clock."""
        self.wall += milliseconds

    sleep = step  # a monotonic clock stands still meanwhile

    def restart(self) -> None:
        self.monotonic = 0


@dataclass
class SmallWorker:
    """A worker, as far as time goes: what it does at its start and at each beat, and a game that is played there."""

    database: Database
    machine: Machine
    name: str = "a"
    is_alone: bool = True
    outages: Outages = field(default_factory=Outages)

    def __post_init__(self) -> None:
        self.clock = WorkerClock(lambda: self.machine.wall, lambda: self.machine.monotonic)
        self.heartbeat = Heartbeat(self.database, self.name, self.clock, is_alone=self.is_alone)
        self.outages.learn(self.heartbeat.wake())

    def beat(self, between: Callable[[], None] = lambda: None) -> None:
        """With what happens on the event loop between a jump of the clock and the beat that ends the silence."""
        beat = self.heartbeat.beat()
        self.outages.learn(beat)
        if self.clock.follow(beat.behind):
            between()
            self.outages.learn(self.heartbeat.beat())

    def live(self, milliseconds: int) -> None:
        """Time goes by, with a beat every two seconds."""
        while milliseconds > 0:
            self.machine.pass_time(min(milliseconds, 2 * SECOND))
            self.beat()
            milliseconds -= 2 * SECOND


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Its wall clock is the reference for PostgreSQL too, whose own nobody can set."""

    def reference(heartbeat: Heartbeat, _connection: Connection) -> int:
        return heartbeat._clock.wall()

    monkeypatch.setattr(Heartbeat, "_reference", reference)
    return Machine()


@pytest.fixture
def worker(database: Database, machine: Machine) -> SmallWorker:
    return SmallWorker(database, machine)


@pytest.fixture
def game(worker: SmallWorker) -> Clocks:
    """Two minutes each; the first player thinks."""
    worker.live(10 * SECOND)
    clocks = Clocks(GameClock(seconds=120), 2, worker.outages)
    clocks.run(0, worker.clock())
    return clocks


def left(game: Clocks, worker: SmallWorker) -> int:
    shown = game.left(worker.clock())
    assert shown is not None
    return shown[0]


def after_restart(game: Clocks, worker: SmallWorker) -> tuple[Clocks, SmallWorker]:
    """The same game, built anew from what happened."""
    worker.machine.restart()
    fresh = SmallWorker(worker.database, worker.machine, "b")
    rebuilt = Clocks(GameClock(seconds=120), 2, fresh.outages)
    rebuilt.run(0, game._since)
    return rebuilt, fresh


@pytest.mark.parametrize("jump", [HOUR, 8 * HOUR], ids=["a step of one hour", "a sleep of eight"])
def test_time_that_leaps_forward_is_nobodys_at_any_moment(worker: SmallWorker, game: Clocks, jump: int) -> None:
    worker.live(30 * SECOND)
    worker.machine.step(jump)
    assert left(game, worker) == 90 * SECOND  # before the next beat
    worker.machine.pass_time(SECOND)
    assert left(game, worker) == 89 * SECOND

    def between() -> None:
        assert worker.clock() == worker.machine.wall
        assert left(game, worker) == 89 * SECOND
        assert not game.has_run_out(0, worker.clock())

    worker.beat(between)
    assert left(game, worker) == 89 * SECOND
    assert worker.clock() == worker.machine.wall
    assert game.runs_out_at() == worker.clock() + 89 * SECOND
    worker.live(88 * SECOND)
    assert not game.has_run_out(0, worker.clock())
    worker.live(SECOND)
    assert game.has_run_out(0, worker.clock())


@pytest.mark.parametrize("back", [HOUR, 30 * 24 * HOUR])
def test_time_does_not_run_backwards(worker: SmallWorker, game: Clocks, back: int) -> None:
    worker.live(30 * SECOND)
    before = worker.clock()
    worker.machine.step(-back)
    assert worker.clock() == before
    worker.live(30 * SECOND)
    assert worker.clock() == before + 30 * SECOND
    assert left(game, worker) == 60 * SECOND
    worker.machine.step(back)  # it is set right again
    worker.live(30 * SECOND)
    assert left(game, worker) == 30 * SECOND
    assert worker.clock() == worker.machine.wall


def test_nor_does_it_after_a_step_back_and_a_restart(worker: SmallWorker, game: Clocks) -> None:
    worker.live(30 * SECOND)
    last = worker.clock()
    worker.machine.step(-HOUR)
    game, worker = after_restart(game, worker)
    assert worker.clock() == last
    assert left(game, worker) == 90 * SECOND
    worker.live(40 * SECOND)
    assert worker.clock() == last + 40 * SECOND
    assert left(game, worker) == 50 * SECOND


def test_a_step_forward_and_a_restart_are_nobodys_time(worker: SmallWorker, game: Clocks) -> None:
    worker.live(30 * SECOND)
    worker.machine.step(HOUR)
    game, worker = after_restart(game, worker)
    assert worker.clock() == worker.machine.wall
    assert left(game, worker) == 90 * SECOND
    worker.live(40 * SECOND)
    assert left(game, worker) == 50 * SECOND


def test_the_time_of_a_restart_is_nobodys(worker: SmallWorker, game: Clocks) -> None:
    worker.live(30 * SECOND)
    worker.machine.pass_time(20 * SECOND)
    game, worker = after_restart(game, worker)
    assert left(game, worker) == 90 * SECOND


def test_steps_one_after_the_other_are_each_nobodys(worker: SmallWorker, game: Clocks) -> None:
    for jump in (HOUR, -2 * HOUR, 3 * HOUR, -HOUR, HOUR, 10 * SECOND, 8 * HOUR):
        before = worker.clock()
        worker.machine.step(jump)
        worker.live(10 * SECOND)
        assert worker.clock() >= before + 10 * SECOND
    assert left(game, worker) == pytest.approx(50 * SECOND, abs=SECOND)
    assert Outages(outages_kept(worker.database)).spans == worker.outages.spans


def test_beats_that_fail_for_twenty_seconds_are_nobodys_time(
    worker: SmallWorker, game: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageTrouble("gone")

    worker.live(30 * SECOND)
    with monkeypatch.context() as patch:
        patch.setattr(Heartbeat, "_beat", fail)
        for seconds in range(2, 22, 2):
            worker.machine.pass_time(2 * SECOND)
            with pytest.raises(StorageTrouble):
                worker.beat()
            expected = 90 - seconds if seconds * SECOND <= SILENCE else 90
            assert left(game, worker) == expected * SECOND
    assert left(game, worker) == 90 * SECOND
    worker.beat()
    assert left(game, worker) == 90 * SECOND
    worker.live(10 * SECOND)
    assert left(game, worker) == 80 * SECOND


def test_a_process_that_was_stopped_gives_no_game_away(worker: SmallWorker, game: Clocks) -> None:
    worker.live(30 * SECOND)
    worker.machine.pass_time(10 * MINUTE)  # monotonic time went on, and no beat was possible
    assert left(game, worker) == 90 * SECOND
    worker.beat()
    assert left(game, worker) == 90 * SECOND


def test_a_little_difference_is_made_up_slowly(worker: SmallWorker) -> None:
    for difference in (3 * SECOND, -3 * SECOND):
        worker.machine.step(difference)
        before, off = worker.clock(), abs(difference)
        worker.live(10 * SECOND)
        assert worker.clock() - before == pytest.approx(10 * SECOND, abs=10 * SECOND // SLEW)
        assert abs(worker.machine.wall - worker.clock()) == off - 10 * SECOND // SLEW
        worker.live(10 * MINUTE)
        assert worker.clock() == worker.machine.wall
    assert worker.outages.spans == []


# ---- several workers


def test_who_slept_while_others_played_counts_as_they_do(database: Database, machine: Machine) -> None:
    awake, asleep = Machine(), machine
    here = SmallWorker(database, awake, "here", is_alone=False)
    there = SmallWorker(database, asleep, "there", is_alone=False)
    clocks = [Clocks(GameClock(seconds=120), 2, worker.outages) for worker in (here, there)]
    for each, worker in zip(clocks, (here, there), strict=True):
        each.run(0, worker.clock())
    here.live(100 * SECOND)
    asleep.sleep(100 * SECOND)
    there.beat()
    assert [left(each, worker) for each, worker in zip(clocks, (here, there), strict=True)] == [20 * SECOND] * 2


def test_workers_who_slept_together_agree_on_what_was_lost(database: Database, machine: Machine) -> None:
    workers = [SmallWorker(database, machine, name, is_alone=False) for name in "ab"]
    games = [Clocks(GameClock(seconds=120), 2, worker.outages) for worker in workers]
    for game, worker in zip(games, workers, strict=True):
        game.run(0, worker.clock())
    machine.pass_time(SECOND)
    machine.sleep(8 * HOUR)
    for _ in range(2):
        for worker in workers:
            worker.beat()
            assert [left(game, each) for game, each in zip(games, workers, strict=True)] == [119 * SECOND] * 2
    assert workers[0].outages.spans == workers[1].outages.spans


def test_workers_on_several_machines_follow_the_clock_of_the_database(postgres: Postgres) -> None:
    name = postgres.fresh()
    database = Database(postgres.url(name))
    fast, slow = Machine(wall=NOW + 5 * HOUR), Machine(wall=NOW - 5 * HOUR)
    workers = [SmallWorker(database, machine, str(machine.wall), is_alone=False) for machine in (fast, slow)]
    for worker in workers:
        worker.beat()
        assert abs(worker.clock() - time.time() * 1000) < MINUTE
    assert abs(workers[0].clock() - workers[1].clock()) < 30 * SECOND
    fast.step(9 * HOUR)
    workers[0].beat()
    assert abs(workers[0].clock() - time.time() * 1000) < MINUTE
    database.close()
    postgres.drop(name)
