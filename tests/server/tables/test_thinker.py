"""Machines at tables: strong ones remember what they have found out, as long as there is room for it. None waits long
for the compiler.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING, Any, cast

import pytest

from palissade import Game, game
from palissade.game import Outcome
from palissade.match import Match
from palissade.players import Choice, Hint, Solver, Thinker, levels_of, player
from palissade.server.events import Ended, Happened
from palissade.server.identity.tokens import Dice
from palissade.server.limits import LIMITS, Limits
from palissade.server.machines.levels import MIDDLING
from palissade.server.machines.par import way_of_par
from palissade.server.machines.thinking import TooBusy
from palissade.server.store.rows import SeatRow
from palissade.server.tables import thinker as thinker_module
from palissade.server.tables.clocks import Outages
from palissade.server.tables.deals import dealt
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.table import Table
from palissade.server.tables.thinker import MOST_MEMORIES, MOST_REMEMBERED, TableThinker, hint_to_wire
from palissade.server.wire.socket import AskHint, AskTurningPoint
from tests.server.tables.fakes import Json, Visitor, World
from tests.server.tables.set_up import MADE_AT, machine, person, play
from tests.server.tables.set_up import table as made

if TYPE_CHECKING:
    from palissade.server.machines.readiness import Readiness
    from palissade.server.machines.thinking import Thinking
    from palissade.server.tables.attendance import Attendance

STRONG = machine(0, "ebony")


class Asked:
    """Scheduler and readiness in one: a game is ready as a test says, and a thought ends when it says so."""

    most_at_once = 3

    def __init__(self, *, compiled: bool = True, waits: float = 0.0, ponders: bool = False) -> None:
        self._compiled, self._waits = compiled, waits
        self.calls = list[tuple[Callable[[], None], float]]()  # to be called, after how many seconds at most
        self.pondered = list[Any]()
        self.thinker = TableThinker(
            *(cast("Thinking", self), cast("Readiness", self), Dice(b"secret"), Limits(clock=lambda: 0.0)),
            ponders=ponders,
        )
        self.is_full = self.is_failing = False
        self._minds = list[Any]()
        self._done: Callable[[int | None], None] = lambda action: None

    def is_ready(self, game: str) -> bool:
        return self._compiled

    def patience(self, game: str) -> float:
        return self._waits

    def when_ready(self, game: str, call: Callable[[], None], seconds: float = math.inf) -> None:
        self.calls.append((call, seconds))

    def think(
        self, table: str, beneficiary: object, view: Match, mind: Any, done: Callable[[int | None], None], told: object
    ) -> None:
        self._minds.append(mind)
        self._done = done

    def ponder(self, table: str, beneficiary: object, think: Any) -> None:
        self.pondered.append(think)

    def study(self, table: str, beneficiary: object, think: Any, done: Callable[[Any], None]) -> None:
        if self.is_full:
            raise TooBusy
        done(None if self.is_failing else think(Event()))

    def mind(self, live: LiveTable, seat: Any = STRONG, *, answers: bool = True) -> Any:
        """Who is asked to think at this table."""
        self.thinker.think(live, seat, lambda action: None, lambda share, best: None)
        if answers:
            self._done(1)
        return self._minds[-1]


def table(id_: str = "table") -> LiveTable:
    live = World(made("alignement", STRONG, machine(1, "balsa"))).live
    live.id = id_
    return live


def test_a_strong_machine_remembers_until_its_next_turn() -> None:
    asked, live = Asked(), table()
    mind = asked.mind(live)
    assert isinstance(mind, Thinker)
    assert asked.mind(live) is mind
    assert asked.mind(live, machine(0, "oak")) is not mind  # another sits there now


def test_idle_threads_help_a_strong_machine_and_no_gentle_one() -> None:
    asked, live = Asked(), table()
    strong, gentle = asked.mind(live)._searcher, asked.mind(live, machine(1, "balsa"))
    assert (strong.threads, strong.crew) == (3, asked)
    assert (gentle.threads, gentle.crew) == (1, player("balsa").crew)  # type: ignore[attr-defined]


def test_a_thought_that_was_cancelled_is_not_gone_on_with() -> None:
    asked, live = Asked(), table()
    mind = asked.mind(live, answers=False)
    assert asked.mind(live) is not mind


@pytest.mark.parametrize("ponders", [False, True])
def test_a_strong_machine_ponders_where_the_host_allows_it(ponders: bool) -> None:
    world = World(made("alignement", STRONG, person(1, "ann")))
    live, asked = world.live, Asked(ponders=ponders)
    mind = asked.mind(live)
    asked.thinker.ponder(live)  # it is to move itself
    play(live.table, "k5")
    asked.thinker.ponder(live)  # nobody is here
    assert asked.pondered == []
    live.attendances.add(cast("Attendance", object()))
    asked.thinker.ponder(live)
    assert [think.func for think in asked.pondered] == [mind.ponder] * ponders
    assert [think.args[0].seat for think in asked.pondered] == [0] * ponders


def test_a_gentle_machine_ponders_nothing() -> None:
    world = World(made("alignement", machine(0, "balsa"), person(1, "ann")))
    live, asked = world.live, Asked(ponders=True)
    asked.mind(live, machine(0, "balsa"))
    play(live.table, "k5")
    live.attendances.add(cast("Attendance", object()))
    asked.thinker.ponder(live)
    assert asked.pondered == []


def test_a_quick_machine_has_nothing_to_remember() -> None:
    asked, live = Asked(), table()
    gentle = machine(1, "balsa")
    assert asked.mind(live, gentle) is not asked.mind(live, gentle)


def test_a_machine_waits_a_little_for_the_compiler() -> None:
    asked, live = Asked(compiled=False, waits=2.5), table()
    assert asked.thinker.think(live, STRONG, lambda action: None, lambda share, best: None) is None
    assert asked.calls == [(live.let_machine_think, 2.5)]


def test_before_the_compiler_is_done_a_strong_machine_plays_like_a_middling_one() -> None:
    asked, live = Asked(compiled=False), table()
    minds = [asked.mind(live, machine(0, level)).name for level in ("ironwood", "birch", "balsa")]
    assert minds == [MIDDLING, "birch", "balsa"]


def test_only_the_last_memories_are_kept() -> None:
    asked = Asked()
    lives = [table(f"table {number}") for number in range(MOST_MEMORIES + 1)]
    minds = [asked.mind(live) for live in lives]
    assert asked.mind(lives[-1]) is minds[-1]
    assert asked.mind(lives[0]) is not minds[0]


def test_memories_that_take_much_are_kept_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()
    lives = [table(f"table {number}") for number in range(4)]
    minds = [asked.mind(live) for live in lives[:3]]
    monkeypatch.setattr(Thinker, "size", MOST_REMEMBERED // 3)
    minds.append(asked.mind(lives[3]))
    assert [asked.mind(live, answers=False) is mind for live, mind in zip(lives, minds, strict=True)] == [False] + [
        True
    ] * 3


def test_what_has_grown_too_large_by_pondering_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(made("alignement", STRONG, person(1, "ann")))
    live, asked = world.live, Asked(ponders=True)
    asked.mind(table("another"))
    asked.mind(live)
    play(live.table, "k5")
    live.attendances.add(cast("Attendance", object()))
    monkeypatch.setattr(Thinker, "size", 1 + MOST_REMEMBERED // 2)
    asked.thinker.ponder(live)
    assert [id_ for id_, _, _ in asked.thinker._memories] == [live.id]
    assert len(asked.pondered) == 1


def hint_of(match: Match, length: int) -> Hint:
    """A hint whose line is the first legal action, again and again."""
    position, line = match.view(0).position.copy(), list[int]()
    for _ in range(length):
        line.append(match.game.legal_actions(position)[0])
        if match.game.is_hidden:
            break  # nobody knows how it goes on
        match.game.single.apply(position, line[-1])
    return Hint(line[0], (0.5, 0.5), (Choice(line[0], 1.0, 0.5),), tuple(line * (length if len(line) == 1 else 1)))


def test_a_hint_tells_who_is_expected_to_play_what() -> None:
    match = game("cul-de-sac").match()
    told = hint_to_wire(match.view(0), hint_of(match, 5))
    for ahead in told.line:
        assert match.mover == ahead.seat
        assert ahead.picks
        match.play(ahead.action)
    assert len(told.line) == 5
    assert {ahead.seat for ahead in told.line} == {0, 1}


def test_where_seats_know_different_things_a_line_is_the_action_alone() -> None:
    match = game("blockers").match(seed=1)
    told = hint_to_wire(match.view(0), hint_of(match, 3))
    assert [ahead.action for ahead in told.line] == [told.action]


def lost_at_once() -> Visitor:
    """Somebody who has let the other king run on the first turn, and lost."""
    world = World(made("blocus", person(0, "ann"), person(1, "bob")))
    play(world.live.table, "f7", "exit")
    return world.come("ann")


def decided(asked: Asked, loser: Visitor, id_: str = "why") -> Json:
    """What is answered to who asks what decided it."""
    asked.thinker.turning_point(loser.live, loser.attendance, AskTurningPoint(id=id_, table=loser.live.id))
    (answer,) = loser.answers(id_)
    return answer


def test_what_still_held_is_told_with_the_places_to_show_it_at() -> None:
    asked, loser = Asked(), lost_at_once()
    point = decided(asked, loser)["turning_point"]
    assert point["ply"] == 0
    (place,) = point["picks"]
    assert f"With {place} you were still in the game." in point["says"]
    assert {mark["kind"] for mark in point["marks"]} == {"threat"}


def test_at_one_screen_others_are_told_what_decided_it_for_the_loser() -> None:
    world = World(made("blocus", person(0, "ann"), SeatRow(1, "screen", person="ann")))
    play(world.live.table, "h3", "a1", "exit")
    point = decided(Asked(), world.come("ann"))["turning_point"]
    assert (point["ply"], point["seat"]) == (1, 1)
    assert point["says"].startswith("Turn 2 decided it: after a1, Red could win with exit. With ")
    assert point["says"].endswith(" Blue was still in the game.")
    spots = {(spot.x, spot.y): spot.id for spot in world.live.table.match.view(0, ply=1).scene().spots}
    assert [spots[mark["x"], mark["y"]] for mark in point["marks"]] == ["e2", "e12"]  # not as the loser would see it


@pytest.mark.parametrize("reason", ["resignation", "time", "absence"])
def test_who_gave_up_is_told_what_decided_it_and_who_had_no_time_is_not(reason: str) -> None:
    world = World(made("blocus", person(0, "ann"), person(1, "bob")))
    play(world.live.table, "f7")
    ended = Ended(Outcome((1,), draw=False, scores=None, reason=reason))
    world.live.table.fold(Happened(world.live.table.number + 1, MADE_AT, ended))
    assert ("turning_point" in decided(Asked(), world.come("ann"))) == (reason == "resignation")


@pytest.mark.parametrize("trouble", ["is_full", "is_failing"])
def test_that_machines_had_no_time_to_look_back_is_not_told_as_if_nothing_was_found(trouble: str) -> None:
    asked, loser = Asked(), lost_at_once()
    setattr(asked, trouble, True)
    assert decided(asked, loser)["refused"]["code"] == "no-hint"
    setattr(asked, trouble, False)
    assert decided(asked, loser, "once more")["turning_point"]


def test_what_waits_for_the_compiler_has_been_charged() -> None:
    asked, loser = Asked(compiled=False), lost_at_once()
    _, live, ann = alone(1)  # the same Ann
    for number in range(LIMITS["hint"].count):
        asked.thinker.turning_point(loser.live, loser.attendance, AskTurningPoint(id=f"{number}", table=loser.live.id))
        asked.thinker.hint(live, ann.attendance, AskHint(id=f"{number}", table=live.id, seen=live.table.number))
    assert len(asked.calls) == LIMITS["hint"].count
    assert "refused" in ann.answers(f"{number}")[0]
    call, _ = asked.calls[0]
    call()
    assert "turning_point" in loser.answers("0")[0]


# ---- hints where one plays alone


def alone(number: int) -> tuple[Asked, LiveTable, Visitor]:
    """Ann at a numbered deal of Solitaire, which nobody has asked anything about."""
    drawn = made("solitaire", person(0, "ann"), deal="shuffled")
    row = replace(drawn.row, deal=dealt(drawn.game, 0, number))
    live = World(Table(row, list(drawn.seats), {}, Outages())).live
    ann = Visitor(live, "ann")
    ann.attendance.look(live.table)
    return Asked(), live, ann


def hinted(asked: Asked, live: LiveTable, ann: Visitor) -> Json:
    asked.thinker.hint(live, ann.attendance, AskHint(id="hint", table=live.id, seen=live.table.number))
    hint: Json = ann.frames[-1]["hint"]
    return hint


def test_hints_alone_lead_to_the_par_of_a_numbered_deal() -> None:
    asked, live, ann = alone(1)
    while live.table.match.outcome is None:
        play(live.table, hinted(asked, live, ann)["action"])
    _, par = way_of_par("solitaire", 1)
    assert live.table.match.outcome.scores is not None
    left, moves = live.table.match.outcome.scores
    assert left == par.rest
    assert moves <= par.moves


def test_hints_lead_to_what_the_first_one_saw_where_nobody_has_been(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, live, ann = alone(1)
    _, par = way_of_par("solitaire", 1)
    match = live.table.match
    play(live.table, next(text for text in reversed(match.legal()) if match.check(text) != par.actions[0]))

    def adviser(game: Game) -> Solver:
        strong = levels_of(game)[-2]
        assert isinstance(strong, Solver)
        return replace(strong, nodes=50_000, seconds=None)

    monkeypatch.setattr(thinker_module, "who_hints", adviser)
    seen = adviser(match.game).hint(match)
    while live.table.match.outcome is None:
        play(live.table, hinted(asked, live, ann)["action"])
    assert live.table.match.outcome.scores == (round(1 / seen.values[0]), 1 + len(seen.line))
