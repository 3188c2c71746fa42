"""A live table, one interleaving at a time: what is decided, written, found too late, told, and to whom."""

import msgspec
import pytest

from palissade.match import SPECTATOR
from palissade.scene import Scene
from palissade.scene_changes import SceneChanges, apply_changes
from palissade.server import events
from palissade.server.events import Acted, Ended, RematchMade, RematchOffered, Seated
from palissade.server.store.rows import EventRow, Receipt, SeatRow
from palissade.server.tables import decisions
from palissade.server.tables.attendance import CloseReason
from palissade.server.tables.live_table import RECENT, UNATTENDED
from palissade.server.tables.presence import AWAY_WITH_CLOCK, PresenceNote
from palissade.server.tables.table import GRACE, Table
from palissade.server.wire.socket import (
    AskTakeback,
    Claim,
    DeclineDraw,
    DeclineRematch,
    OfferDraw,
    OfferRematch,
    Resign,
)
from palissade.server.wire.tables import DaysClock, GameClock
from tests.server.tables.fakes import Json, Visitor, World
from tests.server.tables.set_up import MADE_AT, machine, person, sitter
from tests.server.tables.set_up import table as made

ANN, BOB, BOB_FIRST = person(0, "ann"), person(1, "bob"), person(0, "bob")
K5, H8, E8, H2 = "k5", "h8", "e8", "h2"  # actions of alignement that follow one another
CLOCK = GameClock(60, 0)


def two_people(**more: bool) -> World:
    return World(made("alignement", ANN, BOB), **more)


def against_a_machine(**more: bool) -> World:
    return World(made("alignement", ANN, machine(1)), **more)


def with_a_clock(*, rated: bool = False) -> World:
    return World(made("alignement", ANN, BOB, clock=CLOCK, rated=rated, takebacks=not rated))


def numbers(news: list[Json]) -> list[int]:
    return [frame["number"] for frame in news]


# ---- decided, written, and only then told


def test_an_action_is_told_only_after_its_receipt() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    message = ann.act(K5)
    assert not ann.answers(message)
    assert not ann.news
    assert not bob.news
    world.ledger.answer()
    assert [frame["event"] for frame in bob.news] == [{"kind": "acted", "seat": 0, "action": K5}]
    assert ann.is_done(message)
    assert "answer" not in bob.news[0], "whose message it was is nobody else's business"


def test_the_answer_comes_with_the_news_in_one_frame() -> None:
    world = two_people()
    ann = world.come("ann")
    message = ann.act(K5)
    world.ledger.answer()
    assert ann.news == ann.answers(message)


def test_the_second_of_two_commands_is_decided_on_what_the_first_has_left() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    first = ann.act(K5)
    second = bob.act(H8, seen=1)  # not their turn, as long as the first is not durable
    assert len(world.ledger.waiting) == 1
    world.ledger.answer()
    assert ann.is_done(first)
    assert len(world.ledger.waiting) == 1
    world.ledger.answer()
    assert bob.is_done(second)
    assert world.live.table.match.texts == [K5, H8]


def test_a_command_that_waits_is_refused_if_the_first_has_changed_everything() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    ann.do(Resign)
    late = bob.do(OfferDraw, seen=0)
    world.settle()
    assert bob.refused(late) == "over"


def test_who_comes_while_something_is_written_sees_what_it_has_left() -> None:
    world = two_people()
    ann = world.come("ann")
    ann.act(K5)
    bob = world.come("bob")
    assert not bob.frames
    world.ledger.answer()
    assert bob.attended["number"] == 1
    assert bob.attended["actions"] == [K5]
    assert not bob.news, "they were not there when it happened"


def test_who_looks_while_something_is_written_sees_what_it_has_left() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    ann.act(K5)
    early = bob.look(1)
    assert not bob.answers(early)
    world.ledger.answer()
    assert bob.answers(early)[0]["looked"]["ply"] == 1
    assert bob.refused(bob.look(2)) == "no-such-ply"


def test_who_leaves_before_the_receipt_is_answered_all_the_same() -> None:
    world = two_people()
    ann = world.come("ann")
    message = ann.act(K5)
    ann.leave()
    world.ledger.answer()
    assert ann.is_done(message)
    assert not ann.news


def test_who_leaves_before_they_are_in_is_told_so_and_is_not_there() -> None:
    world = two_people()
    ann = world.come("ann")
    ann.act(K5)
    bob = world.come("bob")
    bob.leave()
    world.ledger.answer()
    assert [frame["refused"]["code"] for frame in bob.frames] == ["left"]
    assert world.live.attendances == {ann.attendance}


def test_who_is_nobody_changes_nothing() -> None:
    world = two_people()
    nobody = world.come(None)
    assert nobody.refused(nobody.act(K5)) == "watching"
    assert not world.ledger.waiting


def test_a_wall_clock_that_was_set_back_sets_no_event_before_the_last() -> None:
    world = two_people()
    world.clock.now += 5_000
    world.plays(K5)
    world.clock.now -= 4_000
    world.plays(H8)
    assert [row.at for row in world.store.events] == [MADE_AT + 5_000, MADE_AT + 5_000]


# ---- another worker was first


def test_who_was_late_is_refused_and_the_table_is_as_the_other_worker_left_it() -> None:
    world = two_people(is_alone=False)
    ann, bob = world.come("ann"), world.come("bob")
    message = ann.act(K5)
    world.store.write(Acted(0, H8), MADE_AT + 1)
    world.ledger.answer(Receipt.TAKEN)
    assert not ann.answers(message), "first it must be known what happened"
    world.loader.answer()
    assert ann.refused(message) == "stale"
    assert world.live.table.match.texts == [H8]
    for visitor in (ann, bob):
        assert [frame["event"]["action"] for frame in visitor.news] == [H8]


def test_who_was_late_with_what_is_done_already_is_told_that_it_is_done() -> None:
    """They have sent it again by another worker, which was first."""
    world = two_people(is_alone=False)
    ann = world.come("ann")
    message = ann.act(K5)
    world.store.write(Acted(0, K5), MADE_AT + 1, message=f"ann here:{message}")
    world.ledger.answer(Receipt.TAKEN)
    world.loader.answer()
    assert ann.is_done(message)
    assert numbers(ann.news) == [1]


def test_what_waits_behind_a_late_one_is_decided_on_what_is_kept() -> None:
    world = two_people(is_alone=False)
    ann, bob = world.come("ann"), world.come("bob")
    ann.act(K5)
    second = bob.act(K5, seen=1)
    world.store.write(Acted(0, H8), MADE_AT + 1)
    world.ledger.answer(Receipt.TAKEN)
    world.settle()
    assert bob.is_done(second), "the square was free after all"
    assert world.live.table.match.texts == [H8, K5]


# ---- the store is in trouble


@pytest.mark.parametrize(
    ("receipt", "code"),
    [(Receipt.FULL, "storage-full"), (Receipt.LOCKED, "storage-locked"), (Receipt.GONE, "storage-gone")],
)
def test_what_could_not_be_written_is_refused_and_was_never_there(receipt: Receipt, code: str) -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    message = ann.act(K5)
    world.ledger.answer(receipt)
    world.loader.answer()
    assert ann.refused(message) == code
    assert not ann.news
    assert not bob.news
    assert world.live.table.match.texts == []
    assert not world.registry.told
    again = ann.act(K5)
    world.settle()
    assert ann.is_done(again)
    assert numbers(bob.news) == [1]


def test_what_was_written_although_the_store_was_gone_is_told_and_done() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    message = ann.act(K5)
    world.store.take(world.ledger.waiting[0][0])
    world.ledger.answer(Receipt.GONE)
    world.loader.answer()
    assert ann.is_done(message)
    assert numbers(ann.news) == numbers(bob.news) == [1]


def let_go(world: World) -> None:
    """What was asked may have been written, and nobody can find out."""
    world.ledger.answer(Receipt.GONE)
    world.loader.fail()


def test_a_table_of_which_nothing_can_be_known_is_let_go() -> None:
    world = with_a_clock()
    ann, bob = world.come("ann"), world.come("bob")
    message = ann.act(K5)
    let_go(world)
    assert ann.refused(message) == "storage-gone"
    assert world.registry.dropped == [world.live]
    assert ann.connection.closed == bob.connection.closed == [CloseReason.TRY_AGAIN]
    assert world.timer.next is None
    assert not bob.news


def test_what_waited_at_a_table_that_is_let_go_is_refused() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    ann.act(K5)
    waiting = bob.act(H8, seen=1)
    let_go(world)
    later = bob.act(H8, seen=1)
    assert bob.refused(waiting) == bob.refused(later) == "storage-gone"


def test_who_comes_to_a_table_that_is_let_go_is_sent_to_come_again() -> None:
    world = two_people()
    world.come("ann").act(K5)
    let_go(world)
    bob = world.come("bob")
    assert bob.connection.closed == [CloseReason.TRY_AGAIN]
    assert not bob.frames
    assert bob.attendance not in world.live.attendances


def test_a_table_that_is_let_go_never_comes_back_to_life() -> None:
    """Somebody may have opened it anew meanwhile: its thought would be taken for the other's."""
    world = against_a_machine()
    ann = world.come("ann")
    ann.act(K5)
    world.live.reread()
    world.store.take(world.ledger.waiting[0][0])
    let_go(world)
    world.live.reread()
    world.live.overhear(EventRow("table", 9, MADE_AT, None, events.write(Acted(0, E8))))
    world.settle()
    assert not world.thinker.thoughts
    assert world.registry.dropped == [world.live]
    assert not ann.news


def test_a_thought_ends_when_the_table_is_let_go() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.plays(K5)
    ann.do(AskTakeback)
    let_go(world)
    assert not world.thinker.now


# ---- sent again


def test_a_message_that_is_sent_again_is_answered_again_and_not_done_again() -> None:
    world = two_people()
    ann = world.come("ann")
    message = ann.act(K5)
    world.settle()
    anns_other_page = world.come("ann")
    anns_other_page.do(Resign, seen=0, id_=message)  # whatever it says, it is known by its id
    assert not anns_other_page.answers(message), "first it is looked up"
    world.loader.find()
    assert anns_other_page.is_done(message)
    assert len(world.store.events) == 1


def test_a_stale_message_that_was_never_done_is_refused() -> None:
    world = two_people()
    ann = world.come("ann")
    world.plays(K5)
    message = ann.act(H8, seen=0)
    world.loader.find()
    assert ann.refused(message) == "stale"
    assert ann.answers(message)[0]["refused"]["number"] == 1


def test_whether_a_message_was_done_may_not_be_known_just_now() -> None:
    world = two_people()
    ann = world.come("ann")
    world.plays(K5)
    message = ann.act(H8, seen=0)
    world.loader.fail_to_find()
    assert ann.refused(message) == "storage-gone"


def test_what_cannot_have_been_done_is_refused_at_once() -> None:
    world = two_people()
    ann = world.come("ann")
    assert ann.refused(ann.act("z99")) == "notation"
    assert not world.loader.looked_up


def test_what_comes_while_a_message_is_looked_up_waits() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    world.plays(K5)
    ann.act(H8, seen=0)
    next_one = bob.act(H8)
    assert not world.ledger.waiting
    world.loader.find()
    world.ledger.answer()
    assert bob.is_done(next_one)


# ---- overhearing other workers


def test_the_next_event_of_another_worker_is_told_here() -> None:
    world = two_people(is_alone=False)
    ann = world.come("ann")
    world.live.overhear(world.store.write(Acted(0, K5), MADE_AT + 1))
    assert [frame["event"]["action"] for frame in ann.news] == [K5]
    assert not world.registry.told, "who wrote it counts it"


def test_an_event_that_is_known_already_is_not_told_twice() -> None:
    world = two_people(is_alone=False)
    ann = world.come("ann")
    row = world.store.write(Acted(0, K5), MADE_AT + 1)
    world.live.overhear(row)
    world.live.overhear(row)
    assert numbers(ann.news) == [1]
    assert not world.loader.waiting


def test_after_a_gap_only_the_last_event_is_told_and_who_attends_again_gets_all() -> None:
    world = two_people(is_alone=False)
    ann = world.come("ann")
    for action in (K5, H8):
        world.store.write(Acted(len(world.store.events) % 2, action), MADE_AT + 1)
    world.live.overhear(world.store.write(Acted(0, E8), MADE_AT + 2))
    assert not ann.news, "some are missing: the store knows them"
    world.loader.answer()
    assert numbers(ann.news) == [3]
    assert world.live.has_recent(0)
    ann.attend(since=0)
    assert [event["number"] for event in ann.attended["events"]] == [1, 2, 3]
    assert ann.attended["actions"] == [K5, H8, E8]


def test_who_sat_down_at_another_worker_is_looked_up() -> None:
    world = World(made("alignement", ANN, SeatRow(1, "friend")), is_alone=False)
    ann, bob = world.come("ann"), world.come("bob")
    assert bob.attended["mine"] == []
    world.live.overhear(world.store.write(Seated(1, "friend"), MADE_AT + 1, SeatRow(1, "person", "bob")))
    assert not ann.news
    world.loader.answer()
    assert [seat.get("name") for seat in ann.news[-1]["now"]["seats"]] == ["Ann", "Bob"]
    assert bob.attendance.viewer.seats == {1}, "the seat is theirs from now on"
    assert bob.news[-1]["now"]["status"] == "running"


def test_what_another_worker_wrote_in_place_of_ours_is_found_with_the_receipt() -> None:
    world = two_people(is_alone=False)
    ann = world.come("ann")
    message = ann.act(K5)
    first = world.store.write(Acted(0, H8), MADE_AT + 1)
    second = world.store.write(Acted(1, E8), MADE_AT + 2)
    world.live.overhear(first)
    world.live.overhear(second)
    assert not ann.news
    world.ledger.answer(Receipt.TAKEN)
    world.loader.answer()
    assert ann.refused(message) == "stale"
    assert numbers(ann.news) == [2]
    assert world.live.table.match.texts == [H8, E8]
    assert not world.loader.waiting


def test_an_event_of_a_newer_version_lets_the_table_go() -> None:
    """Who comes back is told why, by who cannot open it."""
    world = two_people(is_alone=False)
    ann = world.come("ann")
    world.live.overhear(EventRow("table", 1, MADE_AT, None, b'{"kind":"teleported","v":99}'))
    world.loader.fail()
    assert ann.connection.closed == [CloseReason.TRY_AGAIN]
    assert world.registry.dropped == [world.live]


# ---- building anew


def test_rereading_waits_until_what_is_written_is_durable() -> None:
    world = two_people()
    ann = world.come("ann")
    message = ann.act(K5)
    world.live.reread()
    assert not world.loader.waiting
    world.ledger.answer()
    assert ann.is_done(message)
    world.loader.answer()
    assert numbers(ann.news) == [1], "nothing new was found"


def test_what_comes_while_the_table_is_read_waits_for_it() -> None:
    world = two_people(is_alone=False)
    ann = world.come("ann")
    world.live.reread()
    world.store.write(Acted(0, K5), MADE_AT + 1)
    message = ann.act(H8, seen=0)
    assert not ann.answers(message)
    world.loader.answer()
    world.loader.find()
    assert ann.refused(message) == "stale"


def test_a_table_that_was_built_anew_shows_everybody_its_board_again() -> None:
    world = two_people(is_alone=False)
    ann = world.come("ann")
    assert "board" in ann.attended["now"]["scene"]
    world.live.overhear(world.store.write(Acted(0, K5), MADE_AT + 1))
    assert "scene" not in ann.news[-1]["now"]
    world.store.write(Acted(1, H8), MADE_AT + 2)
    world.live.reread()
    world.loader.answer()
    assert "board" in ann.news[-1]["now"]["scene"]


def test_names_that_have_changed_come_with_the_next_news() -> None:
    world = two_people()
    ann = world.come("ann")
    world.plays(K5)
    assert "seats" not in ann.news[-1]["now"]
    world.live.reread()
    world.settle()
    world.plays(H8)
    assert [seat["name"] for seat in ann.news[-1]["now"]["seats"]] == ["Ann", "Bob"]


def test_only_so_many_events_are_kept_at_hand() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    for _ in range(RECENT):
        ann.do(OfferDraw)
        world.settle()
        bob.do(DeclineDraw)
        world.settle()
    assert world.live.has_recent(world.live.table.number - RECENT)
    assert not world.live.has_recent(0)


# ---- presence


def test_who_comes_and_goes_is_told_to_the_others() -> None:
    world = with_a_clock()
    ann = world.come("ann")
    assert ann.attended["here"] == [0]
    assert ann.attended["away"] == [{"seat": 1, "claim_at": MADE_AT + AWAY_WITH_CLOCK}]
    bob = world.come("bob")
    assert (bob.attended["here"], bob.attended["away"]) == ([0, 1], [])
    assert not bob.presences, "they have seen it when they came"
    assert ann.presences[-1] == {"presence": "table", "here": [0, 1], "watchers": 0, "away": []}
    world.clock.now += 7_000
    bob.leave()
    assert ann.presences[-1]["away"] == [{"seat": 1, "claim_at": MADE_AT + 7_000 + AWAY_WITH_CLOCK}]
    world.come(None)
    assert ann.presences[-1]["watchers"] == 1
    assert world.registry.said == 4


def test_who_is_at_another_worker_is_here_too() -> None:
    world = World(made("alignement", ANN, BOB, clock=CLOCK), is_alone=False)
    ann = world.come("ann")
    said = world.registry.said
    world.live.overhear_presence("other", PresenceNote("table", [1], 3))
    assert ann.presences[-1] == {"presence": "table", "here": [0, 1], "watchers": 3, "away": []}
    world.live.overhear_presence("other", PresenceNote("table", [1], 3))
    assert len(ann.presences) == 1, "nothing has changed"
    assert world.registry.said == said, "the others know what they have said"


def test_somebody_who_is_away_for_long_enough_has_lost_if_that_is_claimed() -> None:
    world = with_a_clock()
    ann, bob = world.come("ann"), world.come("bob")
    world.plays(K5)
    world.plays(H8)
    bob.leave()
    world.clock.now += AWAY_WITH_CLOCK - 1
    early = ann.do(Claim, seat=1, what="win")
    world.settle()
    assert ann.refused(early) == "nothing-to-claim"
    world.clock.now += 1
    # Meanwhile Ann's own clock has run out too, were it not for the first turns, which are free.
    claimed = ann.do(Claim, seat=1, what="win")
    world.settle()
    assert ann.is_done(claimed)
    assert ann.news[-1]["event"]["outcome"]["reason"] == "absence"


def test_nobody_is_missed_before_the_game_begins() -> None:
    """Who waits for a friend may close the page; who sits down by a link has not opened it before."""
    world = World(made("alignement", ANN, SeatRow(1, "friend"), clock=CLOCK))
    ann = world.come("ann")
    ann.leave()
    world.clock.now += 10 * AWAY_WITH_CLOCK
    world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    world.settle()
    bob = world.come("bob")
    assert bob.attended["away"] == [{"seat": 0, "claim_at": world.clock.now + AWAY_WITH_CLOCK}]
    claimed = bob.do(Claim, seat=0, what="win")
    world.settle()
    assert bob.refused(claimed) == "nothing-to-claim"


def test_who_has_just_sat_down_is_not_missed_at_once() -> None:
    world = World(made("alignement", ANN, SeatRow(1, "friend"), clock=CLOCK))
    ann = world.come("ann")
    world.clock.now += 10 * AWAY_WITH_CLOCK
    world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    world.settle()
    claimed = ann.do(Claim, seat=1, what="win")
    world.settle()
    assert ann.refused(claimed) == "nothing-to-claim"


def test_a_spectator_who_sits_down_is_told_to_be_at_the_table() -> None:
    world = World(made("alignement", ANN, SeatRow(1, "anyone")))
    ann, bob = world.come("ann"), world.come("bob")
    assert ann.presences[-1]["watchers"] == 1
    world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    world.settle()
    assert ann.presences[-1] == {"presence": "table", "here": [0, 1], "watchers": 0, "away": []}
    assert bob.presences[-1]["here"] == [0, 1]


# ---- machines


def test_a_machine_thinks_when_it_is_its_turn_and_plays() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    assert not world.thinker.thoughts
    ann.act(K5)
    assert not world.thinker.thoughts, "not before it is durable"
    world.ledger.answer()
    (thought,) = world.thinker.now
    assert thought.machine == machine(1)
    thought.done(world.live.table.match.check(H8))
    world.ledger.answer()
    assert [frame["event"] for frame in ann.news] == [
        {"kind": "acted", "seat": 0, "action": K5},
        {"kind": "acted", "seat": 1, "action": H8},
    ]


def test_machines_may_ponder_after_whatever_was_written_here() -> None:
    world = against_a_machine(is_alone=False)
    world.come("ann").act(K5)
    assert world.thinker.pondered == 0
    world.ledger.answer()
    assert world.thinker.pondered == 1
    world.thinker.now[0].done(world.live.table.match.check(H8))
    world.ledger.answer()
    assert world.thinker.pondered == 2


def test_a_machine_thinks_for_who_came_last() -> None:
    world = against_a_machine()
    assert world.live.beneficiary == ("ann", "")
    world.come(None)
    world.come("ann")
    assert world.live.beneficiary == ("ann", "address of ann")


def test_a_takeback_cancels_the_thought() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    ann.do(AskTakeback)
    world.ledger.answer()
    assert thought.is_cancelled
    assert not world.thinker.now


def test_a_resignation_cancels_the_thought() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    ann.do(Resign)
    world.ledger.answer()
    assert thought.is_cancelled
    assert not world.thinker.now


def test_what_another_worker_wrote_cancels_the_thought() -> None:
    world = against_a_machine(is_alone=False)
    world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    world.live.overhear(world.store.write(Acted(1, H8), MADE_AT + 1))
    assert thought.is_cancelled
    assert not world.thinker.now


def test_what_follows_from_what_another_worker_wrote_is_seen_to_there() -> None:
    world = against_a_machine(is_alone=False)
    world.come("ann")
    world.live.overhear(world.store.write(Acted(0, K5), MADE_AT + 1))
    assert not world.thinker.thoughts
    world.live.resume()  # unless nobody does
    assert len(world.thinker.now) == 1


def test_a_choice_that_comes_too_late_is_not_played() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    message = ann.do(AskTakeback)
    thought.done(world.live.table.match.check(K5))
    world.settle()
    assert ann.is_done(message)
    assert world.live.table.match.texts == []
    assert len(world.store.events) == 2


def test_a_choice_for_a_table_that_was_built_anew_is_not_played() -> None:
    """The thought is cancelled with the old table, and another one begins."""
    world = against_a_machine()
    world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    world.live.reread()
    world.loader.answer()
    assert thought.is_cancelled
    (another,) = world.thinker.now
    thought.done(world.live.table.match.check(E8))
    world.live.resume()
    assert world.thinker.now == [another]
    another.done(world.live.table.match.check(H8))
    world.settle()
    assert world.live.table.match.texts == [K5, H8]


def test_a_choice_that_comes_while_the_table_is_read_is_played_unless_something_has_happened() -> None:
    world = against_a_machine(is_alone=False)
    world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    world.live.reread()
    thought.done(world.live.table.match.check(H8))
    world.store.write(Acted(1, E8), MADE_AT + 1)
    world.settle()
    assert world.live.table.match.texts == [K5, E8]


def test_a_machine_thinks_on_at_its_worker_when_nothing_new_was_found() -> None:
    """Somebody at the table has another name, for one: no other worker knows that this one was thinking."""
    world = against_a_machine(is_alone=False)
    world.come("ann")
    world.plays(K5)
    world.live.reread()
    world.loader.answer()
    assert len(world.thinker.now) == 1


def test_a_machine_that_could_not_think_tries_again() -> None:
    world = against_a_machine()
    world.come("ann")
    world.plays(K5)
    world.thinker.thoughts.pop().done(None)
    world.live.resume()
    assert len(world.thinker.now) == 1


def test_a_machine_that_finds_no_room_to_think_tries_again() -> None:
    world = against_a_machine()
    world.come("ann")
    world.thinker.is_busy = True
    world.plays(K5)
    assert not world.thinker.thoughts
    world.live.resume()
    assert not world.thinker.thoughts
    world.thinker.is_busy = False
    world.live.resume()
    world.live.resume()
    assert len(world.thinker.thoughts) == 1, "it thinks once"


def test_nobody_thinks_for_a_table_that_nobody_has_attended_for_a_while() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.thinker.is_busy = True
    world.plays(K5)
    ann.leave()
    world.thinker.is_busy = False
    world.clock.now += UNATTENDED
    world.live.resume()
    assert not world.thinker.thoughts
    world.come("ann")
    assert len(world.thinker.now) == 1


def test_somebody_who_is_away_for_a_moment_is_thought_for() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.thinker.is_busy = True
    world.plays(K5)
    ann.leave()
    world.thinker.is_busy = False
    world.clock.now += UNATTENDED - 1
    world.live.resume()
    assert len(world.thinker.now) == 1


def test_how_far_a_thought_has_come_is_told_to_pages_alone() -> None:
    world = against_a_machine()
    page, program = world.come("ann"), world.come("ann", depth="program")
    world.plays(K5)
    (thought,) = world.thinker.now
    thought.progress(0.25, None)
    thought.progress(0.5, world.live.table.match.check(H8))
    assert page.thinking == [
        {"thinking": "table", "seat": 1, "share": 0.25},
        {"thinking": "table", "seat": 1, "share": 0.5, "best": H8},
    ]
    assert not program.thinking


def test_what_a_machine_would_play_is_never_told_where_something_is_hidden() -> None:
    world = World(made("blockers", ANN, machine(1), players=2))
    ann = world.come("ann")
    world.plays(world.live.table.match.legal()[0])
    (thought,) = world.thinker.now
    thought.progress(0.5, world.live.table.match.check(world.live.table.match.legal()[0]))
    assert ann.thinking == [{"thinking": "table", "seat": 1, "share": 0.5}]


def test_a_thought_about_another_position_tells_nothing() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    world.plays(K5)
    (thought,) = world.thinker.now
    ann.do(AskTakeback)
    world.settle()
    thought.progress(0.5, None)
    assert not ann.thinking


# ---- time


def test_a_clock_that_runs_out_ends_the_game_by_itself() -> None:
    world = with_a_clock()
    ann, bob = world.come("ann"), world.come("bob")
    world.plays(K5, H8)
    begun = world.clock.now
    assert world.timer.next == begun + 60_000
    world.timer.ring()
    world.settle()
    for visitor in (ann, bob):
        assert visitor.news[-1]["event"]["outcome"] == {
            "winners": [1],
            "draw": False,
            "scores": None,
            "reason": "time",
        }
        assert "TBL" in visitor.news[-1]["now"]["reason"]
    assert world.timer.next is None


def test_who_does_not_begin_in_time_calls_the_game_off() -> None:
    world = with_a_clock()
    ann = world.come("ann")
    assert ann.attended["now"]["begin_by"] == MADE_AT + GRACE
    world.timer.ring()
    world.settle()
    assert ann.news[-1]["event"] == {"kind": "called-off", "seat": 0}
    assert ann.news[-1]["now"]["called_off"] is True
    assert "outcome" not in ann.news[-1]["now"]
    assert world.clock.now == MADE_AT + GRACE


def test_an_outage_gives_more_time_and_sets_the_timer_anew() -> None:
    world = with_a_clock()
    world.come("ann")
    world.plays(K5, H8)
    begun = world.clock.now
    world.outages.add(begun + 1_000, begun + 21_000)
    world.timer.ring()  # which knew nothing of it
    assert not world.ledger.waiting
    assert world.timer.next == begun + 80_000
    world.timer.ring()
    world.settle()
    assert world.live.table.status == "over"


def test_an_outage_that_goes_on_is_waited_for_with_patience() -> None:
    """The clock would have run out, were it not for the outage: the timer must not ring without end meanwhile."""
    world = with_a_clock()
    world.come("ann")
    world.plays(K5, H8)
    begun = world.clock.now
    world.outages.beaten_at = begun
    world.timer.ring()
    assert not world.ledger.waiting
    rung_at = world.clock.now
    assert world.timer.next is not None
    assert world.timer.next > rung_at
    assert world.timer.next <= rung_at + 1_000, "when it is over, the game ends within a second"


def test_a_full_disk_does_not_make_the_timer_ring_without_end() -> None:
    world = with_a_clock()
    world.come("ann")
    world.plays(K5, H8)
    world.timer.ring()
    world.ledger.answer(Receipt.FULL)
    world.loader.answer()
    assert world.timer.next is not None
    assert world.timer.next > world.clock.now
    world.timer.ring()
    world.settle()
    assert world.live.table.status == "over"


def test_what_is_due_waits_its_turn() -> None:
    """Somebody was quick enough: what they did is durable first."""
    world = with_a_clock()
    ann = world.come("ann")
    world.plays(K5, H8)
    world.clock.now += 59_999
    message = ann.act(E8)
    world.timer.ring()
    assert len(world.ledger.waiting) == 1
    world.settle()
    assert ann.is_done(message)
    assert world.live.table.status == "running"
    assert world.timer.next is not None
    assert world.timer.next > world.clock.now


def test_who_acts_after_their_clock_has_run_out_is_told_so() -> None:
    world = with_a_clock()
    ann = world.come("ann")
    world.plays(K5, H8)
    world.clock.now += 60_000
    message = ann.act(E8)
    world.settle()
    assert ann.refused(message) == "time-up"
    world.timer.ring()
    world.settle()
    assert ann.news[-1]["event"]["outcome"]["reason"] == "time"


def test_a_table_that_is_opened_late_ends_at_once() -> None:
    world = with_a_clock()
    world.plays(K5, H8)
    world.clock.now += 3_600_000
    live = world.start_again()
    world.timer.ring()
    world.settle()
    assert live.table.status == "over"


# ---- playing again


def over(world: World) -> tuple[Visitor, Visitor]:
    """Both are there, and Ann has resigned."""
    ann, bob = world.come("ann"), world.come("bob")
    ann.do(Resign)
    world.settle()
    return ann, bob


def test_people_play_again_when_all_have_agreed() -> None:
    world = two_people()
    ann, bob = over(world)
    ann.do(OfferRematch)
    world.settle()
    assert not world.registry.again
    assert bob.news[-1]["now"]["offer"]["waits_for"] == [1]
    bob.do(OfferRematch)
    assert not world.registry.again, "not before it is durable"
    world.settle()
    assert world.registry.again == [world.live]
    world.command(lambda table: decisions.rematch_made(table, "again"))
    world.settle()
    for visitor in (ann, bob):
        assert visitor.news[-1]["event"] == {"kind": "rematch-made", "table": "again"}
    assert world.come("ann").attended["rematch"] == "again"


def test_a_rematch_is_made_once_however_often_it_is_gone_on_with() -> None:
    world = two_people()
    ann, bob = over(world)
    for visitor in (ann, bob):
        visitor.do(OfferRematch)
        world.settle()
    world.live.resume()
    assert len(world.registry.again) == 2
    first = world.command(lambda table: decisions.rematch_made(table, "again"))
    second = world.command(lambda table: decisions.rematch_made(table, "again"))
    world.settle()
    assert first == [None]
    assert [refused.code for refused in second if refused] == ["no-offer"]
    world.live.resume()
    assert len(world.registry.again) == 2, "it is there"
    kinds = [events.read(row.event) for row in world.store.events]
    assert kinds.count(RematchMade("again")) == 1


def test_a_rematch_that_is_declined_is_not_made_and_both_are_told() -> None:
    world = two_people()
    ann, bob = over(world)
    ann.do(OfferRematch)
    world.settle()
    bob.do(DeclineRematch)
    world.settle()
    for visitor in (ann, bob):
        assert visitor.news[-1]["event"] == {"kind": "rematch-declined", "seat": 1}
        assert "offer" not in visitor.news[-1]["now"]
    assert not world.registry.again


def test_a_machine_always_plays_again() -> None:
    world = against_a_machine()
    ann = world.come("ann")
    ann.do(Resign)
    world.settle()
    ann.do(OfferRematch)
    world.settle()
    assert world.registry.again == [world.live]


def test_a_rematch_that_was_agreed_on_before_a_crash_is_made_after_it() -> None:
    world = two_people()
    ann, bob = over(world)
    for visitor in (ann, bob):
        visitor.do(OfferRematch)
        world.settle()
    world.registry.again.clear()
    live = world.start_again()
    assert not world.registry.again
    world.come("ann")
    assert world.registry.again == [live]


def test_a_rematch_on_which_another_worker_agreed_is_made_there() -> None:
    world = World(made("alignement", ANN, machine(1)), is_alone=False)
    world.come("ann")
    ended = Ended(decisions._won_by_others(world.live.table, 0, "resignation"))
    world.live.overhear(world.store.write(ended, MADE_AT + 1))
    world.live.overhear(world.store.write(RematchOffered(0), MADE_AT + 2))
    assert not world.registry.again
    world.live.resume()
    assert world.registry.again == [world.live]


# ---- the end


def test_a_result_is_told_once() -> None:
    world = with_a_clock(rated=True)
    ann, bob = world.come("ann"), world.come("bob")
    world.plays(K5, H8)
    ann.do(Resign)
    assert not world.registry.ended, "not before it is durable"
    world.settle()
    assert world.registry.ended == [world.live.table]
    assert world.live.table.is_rated_result
    bob.do(OfferRematch)
    world.settle()
    ann.do(DeclineRematch)
    world.settle()
    world.live.reread()
    world.settle()
    world.live.resume()
    assert len(world.registry.ended) == 1


def test_a_result_is_told_by_all_who_hear_of_it_since_who_wrote_it_may_have_died() -> None:
    world = World(made("alignement", ANN, BOB), is_alone=False)
    ann = world.come("ann")
    ended = Ended(decisions._won_by_others(world.live.table, 1, "resignation"))
    world.live.overhear(world.store.write(ended, MADE_AT + 1))
    ann.do(OfferRematch)
    world.settle()
    assert len(world.registry.ended) == 1


def test_a_result_that_was_written_although_the_store_was_gone_is_told_once() -> None:
    world = with_a_clock()
    ann, _ = world.come("ann"), world.come("bob")
    ann.do(Resign)
    world.store.take(world.ledger.waiting[0][0])
    world.ledger.answer(Receipt.GONE)
    world.settle()
    assert len(world.registry.ended) == 1


def test_a_finished_table_that_is_opened_again_tells_no_result() -> None:
    world = two_people()
    over(world)
    world.registry.ended.clear()
    world.start_again()
    world.come("ann").do(OfferRematch)
    world.settle()
    assert not world.registry.ended


def test_a_table_that_is_put_away_does_nothing_by_itself_any_more() -> None:
    world = World(made("empire", ANN, BOB, machine(2), clock=CLOCK, players=3))
    world.come("ann")
    for _ in range(2):
        world.plays(world.live.table.match.legal()[0])
    assert world.thinker.now
    world.live.put_away()
    assert not world.thinker.now
    assert world.timer.next is None


def test_a_table_is_idle_when_nobody_is_there_and_nothing_goes_on() -> None:
    world = against_a_machine()
    assert world.live.is_idle
    ann = world.come("ann")
    assert not world.live.is_idle
    ann.act(K5)
    ann.leave()
    assert not world.live.is_idle, "it is being written"
    world.ledger.answer()
    assert not world.live.is_idle, "a machine thinks"
    world.thinker.now[0].done(None)
    assert world.live.is_idle


# ---- who is told what


def test_the_links_come_to_the_host_alone_when_seats_change() -> None:
    seats = (ANN, SeatRow(1, "friend"), SeatRow(2, "friend"))
    world = World(made("empire", *seats, players=3))
    ann, bob, watcher = world.come("ann"), world.come("bob"), world.come(None)
    links = ["/table/table#1.key0", "/table/table#2.key0"]
    assert ann.attended["links"] == links
    assert bob.attended["links"] == watcher.attended["links"] == []
    world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    world.settle()
    assert ann.news[-1]["links"] == ["/table/table#2.key0"]
    world.command(lambda table: decisions.stand_up(table, 1, "bob"))
    world.settle()
    assert ann.news[-1]["links"] == ["/table/table#1.key2", "/table/table#2.key0"]
    for visitor in (bob, watcher):
        assert not any("links" in frame for frame in visitor.news)
    world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    world.command(lambda table: decisions.sit(table, 2, sitter("cleo")))
    world.settle()
    assert ann.news[-1]["links"] == [], "the last seat is taken: there is none"
    world.plays(world.live.table.match.legal()[0])
    assert "links" not in ann.news[-1]


def test_a_host_who_only_watches_gets_the_links_and_other_spectators_none() -> None:
    world = World(made("empire", BOB_FIRST, SeatRow(1, "friend"), SeatRow(2, "friend"), players=3))
    others = [world.come(None) for _ in range(5)]
    ann = world.come("ann")
    world.command(lambda table: decisions.sit(table, 1, sitter("cleo")))
    world.settle()
    assert ann.news[-1]["links"] == ["/table/table#2.key0"]
    assert not any("links" in other.news[-1] for other in others)


def test_everybody_is_told_in_their_language() -> None:
    world = two_people()
    ann, reader, lectrice = world.come("ann"), world.come(None), Visitor(world.live, None, language="fr")
    lectrice.attend()
    ann.do(Resign)
    world.settle()
    assert reader.news[-1]["now"]["reason"] != lectrice.news[-1]["now"]["reason"]


def test_whoever_sits_down_is_named_when_it_is_durable() -> None:
    world = World(made("alignement", ANN, SeatRow(1, "anyone")))
    ann = world.come("ann")
    answers = world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    assert not answers
    world.ledger.answer()
    assert answers == [None]
    assert ann.news[-1]["now"]["seats"][1]["name"] == "Bob"


def test_somebody_who_may_not_sit_down_is_refused() -> None:
    world = World(made("alignement", ANN, SeatRow(1, "friend")))
    answers = world.command(lambda table: decisions.sit(table, 1, sitter("eve", has_key=False)))
    assert [refused.code for refused in answers if refused] == ["wrong-key"]
    assert not world.ledger.waiting


def test_why_says_the_rule_and_never_plays() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    world.plays(K5, H8)
    asked = ann.why("k5")
    assert ann.answers(asked)[0]["refused"]["rule"].startswith("ALI-")
    playable = ann.why(next(iter(ann.news[-1]["now"]["choices"])))
    assert ann.answers(playable)
    assert bob.refused(bob.why("k5")) == "not-your-turn"
    assert not world.ledger.waiting
    assert world.live.table.match.texts == [K5, H8]


def test_programs_get_legal_actions_and_pages_scenes() -> None:
    world = two_people()
    page, program = world.come("ann"), world.come("ann", depth="program")
    assert "legal" not in page.attended["now"]
    assert "scene" not in program.attended["now"]
    assert program.attended["now"]["legal"] == world.live.table.match.legal()
    world.plays(K5)
    assert "scene" not in program.news[-1]["now"]
    assert "legal" not in program.news[-1]["now"], "it is not their turn"


def test_declined_offers_reach_both_people() -> None:
    world = two_people()
    ann, bob = world.come("ann"), world.come("bob")
    ann.do(OfferDraw)
    world.settle()
    bob.do(DeclineDraw)
    world.settle()
    for visitor in (ann, bob):
        assert visitor.news[-1]["event"] == {"kind": "draw-declined", "seat": 1}


# ---- hidden tiles


def scene(table: Table, seat: int) -> Json:
    """What a seat may see, as it is sent."""
    sent: Json = msgspec.json.decode(msgspec.json.encode(table.match.view(seat).scene()))
    return sent


def pieces(found: Json) -> Json:
    """A scene without the board, which is not sent again while it is the same."""
    return {name: value for name, value in found.items() if name not in ("board", "spots")}


def test_everybody_sees_what_their_seat_may_see_and_no_more() -> None:
    world = World(made("blockers", ANN, BOB, players=2))
    ann, bob, watcher = world.come("ann"), world.come("bob"), world.come(None)
    looks_from = {0: ann, 1: bob, SPECTATOR: watcher}
    for seat, visitor in looks_from.items():
        assert visitor.attended["now"]["scene"] == scene(world.live.table, seat)
    assert scene(world.live.table, 0) != scene(world.live.table, 1) != scene(world.live.table, SPECTATOR)
    seen = {seat: msgspec.convert(visitor.attended["now"]["scene"], Scene) for seat, visitor in looks_from.items()}
    for _ in range(4):
        world.plays(world.live.table.match.legal()[0])
        for seat, visitor in looks_from.items():
            told = msgspec.convert(visitor.news[-1]["now"]["changes"], SceneChanges)
            seen[seat] = apply_changes(seen[seat], told)
            assert msgspec.json.decode(msgspec.json.encode(seen[seat])) == scene(world.live.table, seat)


def test_a_past_position_too_is_seen_from_the_own_seat() -> None:
    world = World(made("blockers", ANN, BOB, players=2))
    ann, bob = world.come("ann"), world.come("bob")
    for _ in range(3):
        world.plays(world.live.table.match.legal()[0])
    for seat, visitor in enumerate((ann, bob)):
        past = world.live.table.match.view(seat, 1).scene().at_rest()
        seen = visitor.answers(visitor.look(1))[0]["looked"]["scene"]
        assert pieces(seen) == pieces(msgspec.json.decode(msgspec.json.encode(past)))


def test_what_was_built_anew_shows_no_seat_to_another() -> None:
    world = World(made("blockers", ANN, BOB, players=2))
    ann, bob = world.come("ann"), world.come("bob")
    world.plays(world.live.table.match.legal()[0])
    world.store.write(Acted(1, world.live.table.match.legal()[0]), MADE_AT + 1)
    world.live.reread()
    world.settle()
    for seat, visitor in enumerate((ann, bob)):
        assert visitor.news[-1]["now"]["scene"] == scene(world.live.table, seat)


# ---- found again as it was


def test_a_table_that_waited_for_somebody_is_found_again_as_it_was() -> None:
    """The time in which it waited is nobody's: not after it was put away and opened again either."""
    world = World(made("alignement", ANN, SeatRow(1, "friend"), clock=DaysClock(2)))
    world.clock.now += 3 * 24 * 3_600_000
    world.command(lambda table: decisions.sit(table, 1, sitter("bob")))
    world.settle()
    before = world.live.table
    after = world.start_again().table
    at = world.clock.now
    assert after.clocks.left(at) == before.clocks.left(at)
    assert (after.due_at, after.began_at) == (before.due_at, before.began_at)
