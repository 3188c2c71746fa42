"""Machines at tables: strong ones remember what they have found out, as long as there is room for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from palissade.match import Match
from palissade.players import Thinker
from palissade.server.identity.tokens import Dice
from palissade.server.limits import Limits
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.thinker import MOST_MEMORIES, TableThinker
from tests.server.tables.fakes import World
from tests.server.tables.set_up import machine
from tests.server.tables.set_up import table as made

if TYPE_CHECKING:
    from palissade.server.machines.readiness import Readiness
    from palissade.server.machines.thinking import Thinking

STRONG = machine(0, "ebony")


class Asked:
    """Scheduler and readiness in one: every game is ready, and a thought ends when a test says so."""

    def __init__(self) -> None:
        self.thinker = TableThinker(cast("Thinking", self), cast("Readiness", self), Dice(b"secret"), Limits())
        self._minds = list[Any]()
        self._done: Callable[[int | None], None] = lambda action: None

    def is_ready(self, game: str) -> bool:
        return True

    def think(
        self, table: str, beneficiary: object, view: Match, mind: Any, done: Callable[[int | None], None], told: object
    ) -> None:
        self._minds.append(mind)
        self._done = done

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


def test_a_thought_that_was_cancelled_is_not_gone_on_with() -> None:
    asked, live = Asked(), table()
    mind = asked.mind(live, answers=False)
    assert asked.mind(live) is not mind


def test_a_quick_machine_has_nothing_to_remember() -> None:
    asked, live = Asked(), table()
    gentle = machine(1, "balsa")
    assert asked.mind(live, gentle) is not asked.mind(live, gentle)


def test_only_the_last_memories_are_kept() -> None:
    asked = Asked()
    lives = [table(f"table {number}") for number in range(MOST_MEMORIES + 1)]
    minds = [asked.mind(live) for live in lives]
    assert asked.mind(lives[-1]) is minds[-1]
    assert asked.mind(lives[0]) is not minds[0]
