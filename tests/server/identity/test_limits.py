"""How often is too often."""

from dataclasses import dataclass

import pytest

from palissade.server.limits import LIMITS, AtOnce, LimitName, Limits
from palissade.server.refused import TooMany


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("name", LIMITS)
def test_the_burst_is_allowed_and_then_one_has_to_wait(name: LimitName) -> None:
    clock, limit = Clock(), LIMITS[name]
    limits = Limits(clock=clock)
    assert [limits.spend(name, "me") for _ in range(limit.burst)] == [0.0] * limit.burst
    wait = limits.spend(name, "me")
    assert wait == pytest.approx(limit.seconds / limit.count)
    assert limits.wait(name, "me") == wait
    assert limits.spend(name, "you") == 0.0
    clock.now += wait
    assert limits.spend(name, "me") == 0.0
    assert limits.spend(name, "me") > 0.0


def test_over_a_long_time_the_rate_is_kept() -> None:
    clock = Clock()
    limits, done = Limits(clock=clock), 0
    for _ in range(10_000):
        clock.now += 0.01
        done += sum(limits.spend("message", "socket") == 0.0 for _ in range(3))
    assert done == pytest.approx(40 * 100 + 120, abs=2)


def test_a_refused_try_costs_nothing() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    waits = [limits.spend("hint", "me") for _ in range(100)]
    assert len(set(waits[20:])) == 1


def test_looking_how_long_to_wait_spends_nothing() -> None:
    limits = Limits(clock=Clock())
    assert [limits.wait("seat-key", "me") for _ in range(100)] == [0.0] * 100


def test_memory_is_bounded_and_the_oldest_is_forgotten() -> None:
    limits = Limits(clock=Clock(), keys=100)
    for _ in range(10):
        limits.spend("sign-in-address", "old")
    for number in range(99):
        limits.spend("sign-in-address", str(number))
    assert limits.spend("sign-in-address", "old") > 0.0
    for number in range(1000):
        limits.spend("sign-in-address", str(number))
        limits.spend("guest", str(number))
    assert limits.remembered() == 200
    assert limits.spend("sign-in-address", "old") == 0.0


def test_who_keeps_trying_is_not_forgotten() -> None:
    limits = Limits(clock=Clock(), keys=2)
    for number in range(20):
        wait = limits.spend("sign-in-address", "guesser")
        assert (wait > 0.0) == (number >= 10)
        limits.spend("sign-in-address", str(number))


def test_limits_can_be_scaled_and_switched_off() -> None:
    off, double, half = (Limits(scale, clock=Clock()) for scale in (0, 2, 0.01))
    assert [off.spend("register", "me") for _ in range(1000)] == [0.0] * 1000
    assert off.remembered() == 0
    assert sum(double.spend("register", "me") == 0.0 for _ in range(100)) == 20
    assert sum(half.spend("register", "me") == 0.0 for _ in range(100)) == 1


def test_too_often_is_told_with_how_long_to_wait() -> None:
    limits = Limits(clock=Clock())
    for _ in range(20):
        limits.charge("hint", "me")
    with pytest.raises(TooMany) as refused:
        limits.charge("hint", "me")
    assert refused.value.to_wire("en").message == "Not so fast! Try again in 3 s."
    assert refused.value.status == 429
    assert refused.value.to_wire("en").seconds == 3


def test_each_has_only_so_many_at_once() -> None:
    places = AtOnce(2)
    assert [places.enter("me") for _ in range(3)] == [True, True, False]
    assert places.enter("you")
    assert places.total == 3
    places.leave("me")
    assert places.enter("me")
    assert not places.enter("me")


def test_who_has_none_is_not_kept_and_none_is_no_limit() -> None:
    places = AtOnce(0)
    assert all(places.enter(str(number % 7)) for number in range(700))
    for number in range(700):
        places.leave(str(number % 7))
    assert places.total == 0
    assert not places._counts
