"""What was told of one table. Nothing is told that is not durable, so that all of it must stay true whatever fails."""

import time
from dataclasses import dataclass, field
from math import inf
from typing import Any

import msgspec

from palissade.match import Match
from palissade.registry import game
from palissade.server import events as stored
from palissade.server.store.rows import Kept
from palissade.server.tables.wire_events import told
from palissade.server.wire.events import (
    Acted,
    Event,
    MachineTookOver,
    RematchAgreed,
    RematchMade,
    RematchOffered,
    Seated,
)
from tests.server.visitor import Json

# Milliseconds to which servers know when one was last there: one of several is silent for a while before it is missed.
ALONE, SHARED = 2500, 8500
Told = tuple[int, Json]  # when it happened, and what


@dataclass
class Outages:
    """When no server was there, as who switched it off and on knows."""

    unsure: int  # how well servers know it
    spans: list[tuple[int, float]] = field(default_factory=list)

    def begin(self, at: int) -> None:
        self.spans.append((at, inf))

    def end(self) -> None:
        begins_at, _ = self.spans.pop()
        self.spans.append((begins_at, milliseconds()))

    def within(self, begin: int, end: int) -> list[float]:
        """How long each of those between two moments was."""
        overlaps = [min(end, ends_at) - max(begin, begins_at) for begins_at, ends_at in self.spans]
        return [overlap for overlap in overlaps if overlap > 0]


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Book:
    """One table, as all who were at it have heard."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.is_over = False
        self.is_left_to_machines = False  # the one person has given up
        self.acknowledged: dict[str, tuple[int, str]] = {}  # by message: the seat, and the action that was accepted
        self.refused: set[str] = set()  # messages of which it was said that nothing has changed by them
        self._told: dict[int, Told] = {}  # by number

    @property
    def last(self) -> int:
        """The number of the last event of which anybody has heard."""
        return max(self._told, default=0)

    def hear(self, number: int, at: int, event: Json) -> None:
        """An event was told: the same to everybody, every time."""
        known = self._told.setdefault(number, (at, event))
        assert known == (at, event), f"table {self.table}: event {number} was {known}, now it is {(at, event)}"

    def compare(self, events: list[Json], *, at_least: int) -> None:
        """All events were asked for: they have no gap, and what was told before (`at_least` so many) is among them."""
        numbers = [event["number"] for event in events]
        assert numbers == list(range(1, len(events) + 1)), f"table {self.table} has events {numbers}"
        assert len(events) >= at_least, f"table {self.table}: of {at_least} events, {len(events)} are left"
        for event in events:
            self.hear(event["number"], event["at"], event["event"])

    def compare_with_store(self, kept: Kept | None) -> None:
        """What is kept is what was told, each message has done what was said, once, and the game is by the rules."""
        assert kept is not None, f"table {self.table} is lost"
        happened = [told(stored.Happened(row.number, row.at, stored.read(row.event))) for row in kept.events]
        self.compare([msgspec.to_builtins(each) for each in happened], at_least=self.last)
        events = [each.event for each in happened]
        done = {
            row.message.partition(":")[2]: event for row, event in zip(kept.events, events, strict=True) if row.message
        }
        for message, action in self.acknowledged.items():
            assert message in done, f"table {self.table}: {action} was acknowledged, and is not there"
            assert done[message] == Acted(*action)
        undone = self.refused & set(done)
        assert not undone, f"table {self.table}: {undone} were refused, and done"
        self._replay(kept, events)

    def _replay(self, kept: Kept, events: list[Event]) -> None:
        match = Match(game(kept.row.game, **kept.row.options), deal=kept.row.deal)
        for event in events:
            if isinstance(event, Acted):
                assert event.seat == match.mover, f"table {self.table}: {event} when {match.mover} was to move"
                match.play(event.action)
            else:
                assert isinstance(event, self._asked_for()), f"table {self.table}: nobody has asked for {event}"
        rematches = [event for event in events if isinstance(event, RematchMade)]
        assert len(rematches) <= 1
        assert kept.rematch is None or not rematches or rematches == [RematchMade(kept.rematch)]
        row = kept.row
        assert (row.number, row.summary.ply, row.summary.mover) == (len(events), match.ply, _mover(kept, match))
        assert row.summary.status == ("over" if match.outcome else "running" if _is_full(kept) else "open")
        assert not self.is_over or match.outcome

    def _asked_for(self) -> tuple[type, ...]:
        """What else than actions may have happened."""
        if self.is_left_to_machines:
            return (MachineTookOver,)
        return (Seated, RematchOffered, RematchAgreed, RematchMade)


def _is_full(kept: Kept) -> bool:
    return all(seat.who in ("person", "machine") for seat in kept.seats)


def _mover(kept: Kept, match: Match) -> int | None:
    return match.mover if _is_full(kept) else None


class ClockWatch:
    """Looks at the clocks of a table over one shoulder: they lose what passes while a server is there, no more."""

    def __init__(self, table: str, outages: Outages) -> None:
        self._table = table
        self._outages = outages
        self._at = 0
        self._left: list[int] = []

    def look(self, at: int, left: list[int], clock: dict[str, Any]) -> None:
        if self._left:
            outages = self._outages.within(self._at, at)
            passed = max(at - self._at, 0) - sum(outages)
            slack = self._outages.unsure * (1 + len(outages))
            lost = [before - now for before, now in zip(self._left, left, strict=True)]
            told = f"table {self._table}: clocks went from {self._left} to {left} in {passed} ms, outages {outages}"
            assert sum(lost) <= passed + slack, told
            assert all(each <= passed + slack for each in lost), told
            assert all(now <= clock["seconds"] * 1000 + slack for now in left), told
            assert all(-each <= slack for each in lost), told
        self._at, self._left = at, left
