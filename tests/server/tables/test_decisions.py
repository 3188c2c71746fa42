"""What something asked of a table becomes, or why not."""

import pytest

from palissade import game as find_game
from palissade.game import Outcome
from palissade.server.events import (
    Acted,
    AskedToLeave,
    CalledOff,
    Closed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ended,
    MachineTookOver,
    RematchAgreed,
    RematchDeclined,
    RematchMade,
    RematchOffered,
    Seated,
    StoodUp,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.decisions import (
    ask_to_leave,
    check_free,
    close,
    is_due,
    machine_acts,
    rematch_made,
    sit,
    stand_up,
    time_up,
)
from palissade.server.tables.table import GRACE, Table
from palissade.server.wire.socket import (
    AnswerTakeback,
    AskTakeback,
    Claim,
    DeclineDraw,
    DeclineRematch,
    OfferDraw,
    OfferRematch,
    Resign,
)
from palissade.server.wire.tables import DaysClock, GameClock
from tests.server.tables.set_up import (
    EIGHT_ACTIONS,
    MADE_AT,
    act,
    alias_of,
    do,
    happen,
    machine,
    person,
    play,
    sit_down,
    sitter,
    table,
)

FRIEND, ANYONE = SeatRow(1, "friend"), SeatRow(1, "anyone")


def two() -> Table:
    return table("alignement", person(0, "ann"), person(1, "bob"))


def three() -> Table:
    return table("empire", person(0, "ann"), person(1, "bob"), person(2, "cid"), players=3)


def resign(of: Table) -> Resign:
    return Resign(id="m", table=of.id, seen=of.number)


def offer(of: Table, seen: int | None = None) -> OfferDraw:
    return OfferDraw(id="m", table=of.id, seen=of.number if seen is None else seen)


def decline(of: Table) -> DeclineDraw:
    return DeclineDraw(id="m", table=of.id, seen=of.number)


def take_back(of: Table, seat: int | None = None) -> AskTakeback:
    return AskTakeback(id="m", table=of.id, seen=of.number, seat=seat)


def agree(of: Table, agree: bool = True) -> AnswerTakeback:
    return AnswerTakeback(id="m", table=of.id, seen=of.number, agree=agree)


def claim(of: Table, seat: int, what: str = "win") -> Claim:
    return Claim(id="m", table=of.id, seen=of.number, seat=seat, what="win" if what == "win" else "machine")


def again(of: Table, seen: int | None = None) -> OfferRematch:
    return OfferRematch(id="m", table=of.id, seen=of.number if seen is None else seen)


def not_again(of: Table, seen: int | None = None) -> DeclineRematch:
    return DeclineRematch(id="m", table=of.id, seen=of.number if seen is None else seen)


def refused(of: Table, name: str, message: object, **more: object) -> Refused:
    before = of.number
    with pytest.raises(Refused) as caught:
        do(of, name, message, **more)  # type: ignore[arg-type]
    assert of.number == before
    return caught.value


# ---- playing


def test_the_mover_plays() -> None:
    of = two()
    assert do(of, "ann", act(of, "b2")) == Acted(0, "b2")
    assert of.mover == 1
    assert of.match.texts == ["b2"]


def test_nobody_plays_out_of_turn_or_while_watching() -> None:
    of = two()
    assert refused(of, "bob", act(of, "b2")).code == "not-your-turn"
    assert refused(of, "eve", act(of, "b2")).code == "watching"


def test_a_refusal_carries_the_rule_and_a_sentence_in_both_languages() -> None:
    of = table("cul-de-sac", person(0, "ann"), person(1, "bob"))
    refusal = refused(of, "ann", act(of, "d4-d5"))
    assert (refusal.code, refusal.rule) == ("illegal", "CDS-5")
    assert "step" in refusal.to_wire("en").message
    assert "pas" in refusal.to_wire("fr").message


def test_what_is_no_action_at_all_is_refused_as_notation() -> None:
    of = two()
    assert refused(of, "ann", act(of, "castle")).code == "notation"


def test_a_message_that_saw_an_older_position_is_stale() -> None:
    of = two()
    play(of, "b2", "e2")
    refusal = refused(of, "ann", act(of, "h2", seen=1))
    assert (refusal.code, refusal.number) == ("stale", 2)


def test_an_offer_that_came_between_does_not_make_an_action_stale() -> None:
    of = two()
    do(of, "bob", offer(of))
    assert do(of, "ann", act(of, "b2", seen=0)) == Acted(0, "b2")


def test_nothing_is_played_before_every_seat_is_taken() -> None:
    of = table("alignement", person(0, "ann"), SeatRow(1, "friend"))
    assert of.status == "open"
    assert refused(of, "ann", act(of, "b2")).code == "not-begun"


def test_at_one_screen_one_person_plays_every_seat() -> None:
    of = table("alignement", person(0, "ann"), SeatRow(1, "screen", person="ann", name="Zoé"))
    do(of, "ann", act(of, "b2"))
    assert do(of, "ann", act(of, "e2")) == Acted(1, "e2")


# ---- giving up


def test_who_resigns_loses_to_the_other() -> None:
    of = two()
    assert do(of, "bob", resign(of)) == Ended(Outcome((0,), draw=False, scores=None, reason="resignation"))
    assert of.status == "over"
    assert refused(of, "ann", act(of, "b2")).code == "over"


def test_with_more_than_two_a_machine_plays_on_for_who_resigns() -> None:
    of = three()
    event = do(of, "bob", resign(of))
    assert isinstance(event, MachineTookOver)
    assert event.seat == 1
    assert of.status == "running"
    assert of.seats[1].who == "machine"
    assert refused(of, "bob", resign(of)).code == "watching"


def test_giving_up_alone_is_nobodys_win() -> None:
    of = table("solitaire", person(0, "ann"))
    do(of, "ann", resign(of))
    assert of.outcome == Outcome((), draw=False, scores=None, reason="resignation")


# ---- draws


def test_a_draw_is_offered_and_accepted() -> None:
    of = two()
    assert do(of, "ann", offer(of)) == DrawOffered(0)
    assert refused(of, "ann", offer(of)).code == "already-offered"
    assert do(of, "bob", offer(of)) == Ended(Outcome((), draw=True, scores=None, reason="agreement"))


def test_a_draw_is_declined_and_can_be_offered_again() -> None:
    of = two()
    do(of, "ann", offer(of))
    assert do(of, "bob", decline(of)) == DrawDeclined(1)
    assert refused(of, "bob", decline(of)).code == "no-offer"
    assert do(of, "ann", offer(of)) == DrawOffered(0)


def test_an_action_lets_an_offer_lapse() -> None:
    of = two()
    do(of, "bob", offer(of))
    do(of, "ann", act(of, "b2"))
    assert of.offer is None
    assert do(of, "ann", offer(of)) == DrawOffered(0)


def test_who_had_not_seen_the_offer_does_not_accept_it() -> None:
    of = two()
    do(of, "ann", offer(of))
    assert refused(of, "bob", offer(of, seen=0)).code == "stale"


def test_with_three_everybody_must_agree_on_a_draw() -> None:
    of = three()
    do(of, "ann", offer(of))
    assert do(of, "bob", offer(of)) == DrawAgreed(1)
    assert of.status == "running"
    assert isinstance(do(of, "cid", offer(of)), Ended)


def test_machines_and_the_lonely_draw_with_nobody() -> None:
    of = table("alignement", person(0, "ann"), machine(1))
    assert refused(of, "ann", offer(of)).code == "no-draws"
    alone = table("solitaire", person(0, "ann"))
    assert refused(alone, "ann", offer(alone)).code == "no-draws"


# ---- takebacks


def test_a_takeback_asks_the_other_and_goes_back_before_my_last_turn() -> None:
    of = two()
    play(of, "b2", "e2")
    assert do(of, "ann", take_back(of)) == TakebackAsked(0, 0)
    assert do(of, "bob", agree(of)) == TakenBack(0, 0)
    assert of.match.texts == []
    assert of.mover == 0


def test_a_takeback_may_be_refused() -> None:
    of = two()
    play(of, "b2")
    do(of, "ann", take_back(of))
    assert do(of, "bob", agree(of, agree=False)) == TakebackRefused(1)
    assert of.match.texts == ["b2"]


def test_against_machines_and_at_one_screen_takebacks_are_free() -> None:
    of = table("alignement", person(0, "ann"), machine(1))
    play(of, "b2", "e2")
    assert do(of, "ann", take_back(of)) == TakenBack(0, 0)
    screen = table("alignement", person(0, "ann"), SeatRow(1, "screen", person="ann"))
    play(screen, "b2", "e2")
    assert do(screen, "ann", take_back(screen, seat=1)) == TakenBack(1, 1)


def test_within_my_own_unfinished_turn_i_may_go_back_at_any_table() -> None:
    of = table("cul-de-sac", person(0, "ann"), person(1, "bob"), takebacks=False)
    play(of, "d4-d6")
    assert do(of, "ann", take_back(of)) == TakenBack(0, 0)
    play(of, "d4-d6", "e9h")
    assert refused(of, "ann", take_back(of)).code == "no-takebacks"


def test_nothing_played_is_nothing_to_take_back() -> None:
    of = two()
    assert refused(of, "ann", take_back(of)).code == "nothing-to-take-back"


def test_with_three_everybody_else_must_agree_to_a_takeback() -> None:
    of = three()
    play(of, of.match.legal()[0])
    do(of, "ann", take_back(of))
    assert do(of, "bob", agree(of)) == TakebackAgreed(1)
    assert do(of, "cid", agree(of)) == TakenBack(0, 0)


def test_bkr_10_no_takeback_crosses_a_tile_drawn() -> None:
    of = table("blockers", person(0, "ann"), machine(1))
    play(of, of.match.legal()[0])
    refusal = refused(of, "ann", take_back(of))
    assert (refusal.code, refusal.rule) == ("taught", "BKR-10")


# ---- those who left


def test_a_win_is_claimed_from_who_has_left() -> None:
    of = two()
    assert refused(of, "ann", claim(of, 1)).code == "nothing-to-claim"
    event = do(of, "ann", claim(of, 1), absent=frozenset({1}))
    assert event == Ended(Outcome((0,), draw=False, scores=None, reason="absence"))


def test_a_machine_takes_over_for_who_has_left() -> None:
    of = three()
    event = do(of, "ann", claim(of, 2, "machine"), absent=frozenset({2}))
    assert isinstance(event, MachineTookOver)
    assert (event.seat, event.reason) == (2, "absence")


def test_among_many_nobody_claims_the_win() -> None:
    of = three()
    assert refused(of, "ann", claim(of, 2), absent=frozenset({2})).code == "no-win-among-many"


@pytest.mark.parametrize("seat", [0, 4])
def test_nothing_is_claimed_from_oneself_or_from_nobody(seat: int) -> None:
    of = two()
    assert refused(of, "ann", claim(of, seat), absent=frozenset({seat})).code == "nothing-to-claim"


def test_time_that_has_run_out_is_nothing_to_claim() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=GameClock(seconds=10))
    play(of, "b2", "e2")
    assert is_due(of, MADE_AT + 10_000)
    assert refused(of, "bob", claim(of, 0), at=MADE_AT + 10_000).code == "nothing-to-claim"


def test_nothing_is_claimed_from_a_machine() -> None:
    of = table("alignement", person(0, "ann"), machine(1))
    assert refused(of, "ann", claim(of, 1), absent=frozenset({1})).code == "nothing-to-claim"


# ---- time


def timed(*names: str) -> Table:
    """A table with a clock of ten seconds, at which everybody has begun."""
    seats = [person(seat, name) for seat, name in enumerate(names)]
    clock = GameClock(seconds=10)
    of = (
        table("alignement", *seats, clock=clock) if len(seats) == 2 else table("empire", *seats, clock=clock, players=3)
    )
    for _ in names:
        play(of, of.match.legal()[0])
    return of


def test_who_has_no_time_left_has_lost_without_being_asked() -> None:
    of = timed("ann", "bob")
    with pytest.raises(Refused) as early:
        time_up(of, MADE_AT + 9_999)
    assert early.value.code == "nothing-to-claim"
    assert of.due_at == MADE_AT + 10_000
    event = happen(of, time_up(of, MADE_AT + 10_000), MADE_AT + 10_000)
    assert event == Ended(Outcome((1,), draw=False, scores=None, reason="time"))
    assert of.due_at is None


def test_among_many_a_machine_plays_on_for_who_has_no_time_left() -> None:
    of = timed("ann", "bob", "cid")
    mover = of.mover
    assert mover is not None
    assert happen(of, time_up(of, MADE_AT + 10_000), MADE_AT + 10_000) == MachineTookOver(mover, "birch", "time")
    assert of.machine_to_move == SeatRow(mover, "machine", level="birch")


def test_alone_time_that_has_run_out_is_nobodys_win() -> None:
    of = table("solitaire", person(0, "ann"), clock=GameClock(seconds=10))
    assert of.due_at == MADE_AT + 10_000  # nobody waits for her to begin
    happen(of, time_up(of, MADE_AT + 10_000))
    assert of.outcome == Outcome((), draw=False, scores=None, reason="time")


def test_an_action_that_comes_after_the_time_is_not_played() -> None:
    of = timed("ann", "bob")
    assert refused(of, "ann", act(of, of.match.legal()[0]), at=MADE_AT + 10_000).code == "time-up"
    assert isinstance(do(of, "ann", act(of, of.match.legal()[0]), at=MADE_AT + 9_999), Acted)


def begins(of: Table) -> tuple[int | None, int | None]:
    """When the mover must have begun, and whose clock runs."""
    return of.begin_by, of.clocks.runs


def test_who_does_not_begin_calls_the_game_off() -> None:
    of = table("alignement", person(0, "ann"), FRIEND, clock=GameClock(seconds=10))
    assert begins(of) == (None, None)
    sit_down(of, 1, "bob", at=MADE_AT + 5_000)
    assert begins(of) == (MADE_AT + 5_000 + GRACE, None)
    assert not is_due(of, MADE_AT + 4_999 + GRACE)
    assert refused(of, "ann", act(of, "b2"), at=MADE_AT + 5_000 + GRACE).code == "time-up"
    assert happen(of, time_up(of, MADE_AT + 5_000 + GRACE)) == CalledOff(0)
    assert (of.status, of.outcome, of.called_off_by, of.is_rated_result) == ("over", None, 0, False)
    assert refused(of, "ann", act(of, "b2")).code == "over"


def test_the_second_has_as_long_to_begin_and_loses_no_time_by_it() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=GameClock(seconds=10))
    begun = MADE_AT + GRACE - 1
    play(of, "b2", at=begun)
    assert begins(of) == (begun + GRACE, None)
    assert of.clocks.left(begun + GRACE - 1) == [10_000, 10_000]
    play(of, "e2", at=begun + GRACE - 1)
    assert begins(of) == (None, 0)
    assert of.due_at == begun + GRACE - 1 + 10_000


def test_who_has_begun_is_not_waited_for_again_after_a_takeback() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=GameClock(seconds=10))
    play(of, "b2", "e2")
    do(of, "bob", take_back(of))
    assert do(of, "ann", agree(of)) == TakenBack(1, 1)
    assert of.mover == 1
    assert begins(of) == (None, 1)


@pytest.mark.parametrize("clock", [None, DaysClock(days=1)])
def test_without_a_clock_for_the_game_nobody_must_begin(clock: DaysClock | None) -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=clock)
    assert of.begin_by is None


def test_against_machines_and_at_one_screen_nobody_is_kept_waiting() -> None:
    against = table("alignement", person(0, "ann"), machine(1), clock=GameClock(seconds=10))
    screen = table("alignement", person(0, "ann"), SeatRow(1, "screen", person="ann"), clock=GameClock(seconds=10))
    assert begins(against) == begins(screen) == (None, 0)


def test_time_when_no_server_was_there_is_nobodys_in_the_grace_either() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=GameClock(seconds=10))
    of.outages.add(MADE_AT + 1_000, MADE_AT + 61_000)
    assert of.begin_by == MADE_AT + 60_000 + GRACE
    assert not is_due(of, MADE_AT + 59_999 + GRACE)
    assert is_due(of, MADE_AT + 60_000 + GRACE)


# ---- machines


def test_a_machine_plays_what_it_thought_of() -> None:
    of = table("alignement", person(0, "ann"), machine(1))
    play(of, "b2")
    action = of.match.check("e2")
    assert happen(of, machine_acts(of, of.seats[1], action, of.turned_at)) == Acted(1, "e2")


def test_a_thought_about_a_position_that_is_no_more_is_not_played() -> None:
    of = table("alignement", person(0, "ann"), machine(1))
    play(of, "b2")
    action, turn = of.match.check("e2"), of.turned_at
    do(of, "ann", take_back(of))
    play(of, "h2")
    with pytest.raises(Refused) as late:
        machine_acts(of, of.seats[1], action, turn)
    assert (late.value.code, late.value.number) == ("stale", of.number)


def test_a_machine_plays_for_its_own_seat_only() -> None:
    of = table("alignement", person(0, "ann"), machine(1))
    with pytest.raises(Refused) as early:
        machine_acts(of, of.seats[1], of.match.check("b2"), of.turned_at)
    assert early.value.code == "stale"


# ---- sitting down


def test_a_link_sits_one_person_down() -> None:
    of = table("alignement", person(0, "ann"), FRIEND)
    decision = sit(of, 1, sitter("bob"))
    assert (decision.event, decision.seat, decision.name) == (Seated(1, "friend"), person(1, "bob"), "Bob")
    happen(of, decision)
    assert (of.status, of.mover, of.seats_of("bob")) == ("running", 0, frozenset({1}))
    assert refused_to_sit(of, 1, "eve") == ("seat-taken", 409)


def refused_to_sit(of: Table, seat: int, name: str, *, has_key: bool = True) -> tuple[str, int]:
    with pytest.raises(Refused) as caught:
        sit(of, seat, sitter(name, has_key=has_key))
    return caught.value.code, caught.value.status


def test_a_friends_seat_opens_by_its_key_alone() -> None:
    of = table("alignement", person(0, "ann"), FRIEND)
    assert refused_to_sit(of, 1, "eve", has_key=False) == ("wrong-key", 403)
    assert check_free(of, 1, has_key=True) == "friend"


def test_a_seat_for_anyone_needs_no_key() -> None:
    of = table("alignement", person(0, "ann"), ANYONE)
    assert check_free(of, 1, has_key=False) == "anyone"
    assert happen(of, sit(of, 1, sitter("bob", has_key=False))) == Seated(1, "anyone")


def test_whether_a_key_fits_is_told_of_no_seat_that_is_taken() -> None:
    of = two()
    for has_key in (True, False):
        assert refused_to_sit(of, 1, "eve", has_key=has_key) == ("seat-taken", 409)


def test_nobody_sits_where_a_machine_plays_or_where_no_seat_is() -> None:
    of = table("empire", person(0, "ann"), machine(1), SeatRow(2, "anyone"), players=3)
    assert refused_to_sit(of, 1, "bob") == ("seat-taken", 409)
    assert refused_to_sit(of, 3, "bob") == ("no-such-seat", 404)


def test_nobody_sits_down_at_a_table_that_was_put_away() -> None:
    of = table("alignement", person(0, "ann"), ANYONE)
    happen(of, close(of, "ann"))
    assert refused_to_sit(of, 1, "bob") == ("seat-taken", 409)


def test_at_a_rated_table_accounts_sit_and_nobody_twice() -> None:
    of = table("alignement", person(0, "ann"), FRIEND, rated=True, takebacks=False, clock=GameClock(seconds=60))
    assert refused_to_sit(of, 1, "bob") == ("rated-accounts", 422)
    with pytest.raises(Refused) as twice:
        sit(of, 1, sitter("ann", is_account=True))
    assert twice.value.code == "rated-accounts"
    assert sit(of, 1, sitter("bob", is_account=True)).event == Seated(1, "friend")


def test_bkr_3_at_a_table_with_hidden_tiles_nobody_sits_twice() -> None:
    of = table("blockers", person(0, "ann"), FRIEND)
    with pytest.raises(Refused) as twice:
        sit(of, 1, sitter("ann"))
    assert twice.value.code == "one-seat"
    assert twice.value.rule == find_game("blockers").secrecy.RULE  # type: ignore[union-attr]
    open_to_see = table("alignement", person(0, "ann"), FRIEND)
    assert sit(open_to_see, 1, sitter("ann")).event == Seated(1, "friend")


# ---- leaving a seat


def three_to_come() -> Table:
    """Ann waits for a friend and for anybody; both have come, but a fourth seat keeps the table open."""
    seats = (person(0, "ann"), SeatRow(1, "friend"), SeatRow(2, "anyone"), SeatRow(3, "friend"))
    of = table("empire", *seats, players=4)
    sit_down(of, 1, "bob")
    sit_down(of, 2, "cid")
    return of


def test_who_stands_up_leaves_the_seat_as_it_was_and_needs_a_new_link() -> None:
    of = three_to_come()
    links = of.kept_for_friends()
    assert happen(of, stand_up(of, 1, "bob")) == StoodUp(1)
    assert (of.seats[1], of.seats_of("bob")) == (SeatRow(1, "friend"), frozenset())
    assert happen(of, stand_up(of, 2, "cid")) == StoodUp(2)
    assert of.seats[2] == SeatRow(2, "anyone")
    assert (links, of.kept_for_friends()) == ([(3, 0)], [(1, 2), (3, 0)])  # the first link to seat 1 was of taking 0


@pytest.mark.parametrize(
    ("seat", "name", "code"),
    [
        (1, "cid", "not-your-seat"),
        (1, "eve", "not-your-seat"),
        (3, "bob", "nobody-there"),
        (0, "ann", "host-stays"),
        (4, "ann", "no-such-seat"),
    ],
)
def test_nobody_stands_up_for_somebody_else(seat: int, name: str, code: str) -> None:
    of = three_to_come()
    with pytest.raises(Refused) as caught:
        stand_up(of, seat, name)
    assert caught.value.code == code


def test_nobody_stands_up_once_the_game_has_begun() -> None:
    of = three_to_come()
    sit_down(of, 3, "dan")
    with pytest.raises(Refused) as mine:
        stand_up(of, 1, "bob")
    with pytest.raises(Refused) as theirs:
        ask_to_leave(of, 1, "ann", alias_of)
    assert (mine.value.code, theirs.value.code) == ("begun", "begun")


def test_whom_the_host_asks_to_leave_does_not_come_back_uninvited() -> None:
    of = three_to_come()
    decision = ask_to_leave(of, 2, "ann", alias_of)
    assert decision.event == AskedToLeave(2, alias_of("cid"))
    happen(of, decision)
    assert of.seats[2] == SeatRow(2, "anyone")
    assert refused_to_sit(of, 2, "cid") == ("unwelcome", 403)
    assert sit_down(of, 2, "dan") == Seated(2, "anyone")


def test_whom_the_host_asks_to_leave_may_be_invited_again() -> None:
    of = three_to_come()
    happen(of, ask_to_leave(of, 1, "ann", alias_of))
    assert of.takings[1] == 2  # the link by which bob came is worth nothing
    assert refused_to_sit(of, 1, "bob", has_key=False) == ("wrong-key", 403)
    assert sit_down(of, 1, "bob") == Seated(1, "friend")


@pytest.mark.parametrize(
    ("seat", "name", "refusal"),
    [
        (1, "cid", ("not-your-seat", 403)),
        (1, "bob", ("not-your-seat", 403)),
        (3, "ann", ("nobody-there", 409)),
        (0, "ann", ("host-stays", 409)),
        (4, "ann", ("no-such-seat", 404)),
    ],
)
def test_only_the_host_asks_and_only_those_who_came(seat: int, name: str, refusal: tuple[str, int]) -> None:
    of = three_to_come()
    with pytest.raises(Refused) as caught:
        ask_to_leave(of, seat, name, alias_of)
    assert (caught.value.code, caught.value.status) == refusal


def test_the_host_puts_a_table_away_before_the_game_begins() -> None:
    of = three_to_come()
    with pytest.raises(Refused) as other:
        close(of, "bob")
    assert (other.value.code, other.value.status) == ("not-host", 403)
    assert happen(of, close(of, "ann")) == Closed()
    assert (of.status, of.outcome, of.kept_for_friends()) == ("over", None, [])
    for begun in (of, two()):
        with pytest.raises(Refused) as late:
            close(begun, "ann")
        assert late.value.code == "begun"


# ---- playing again


def over(of: Table, name: str = "ann") -> Table:
    do(of, name, resign(of))
    return of


def test_a_rematch_is_offered_and_agreed_to() -> None:
    of = over(two())
    assert do(of, "bob", again(of)) == RematchOffered(1)
    assert not of.is_rematch_agreed
    assert of.offer is not None
    assert of.offer.waits_for == {0}
    assert do(of, "ann", again(of)) == RematchAgreed(0)
    assert of.is_rematch_agreed
    assert happen(of, rematch_made(of, "next")) == RematchMade("next")
    assert (of.rematch, of.offer, of.is_rematch_agreed) == ("next", None, False)


def test_nobody_plays_again_before_the_end_or_while_watching() -> None:
    of = two()
    assert refused(of, "ann", again(of)).code == "not-over"
    over(of)
    assert refused(of, "eve", again(of)).code == "watching"
    assert refused(of, "eve", not_again(of)).code == "watching"


def test_a_rematch_is_declined_and_may_be_offered_again() -> None:
    of = over(two())
    do(of, "ann", again(of))
    assert do(of, "bob", not_again(of)) == RematchDeclined(1)
    assert of.offer is None
    assert refused(of, "bob", not_again(of)).code == "no-offer"
    assert do(of, "bob", again(of)) == RematchOffered(1)


def test_who_offered_a_rematch_may_take_it_back() -> None:
    of = over(two())
    do(of, "ann", again(of))
    assert refused(of, "ann", again(of)).code == "already-offered"
    assert do(of, "ann", not_again(of)) == RematchDeclined(0)
    with pytest.raises(Refused) as caught:
        rematch_made(of, "next")
    assert caught.value.code == "no-offer"


def test_who_had_not_seen_the_offer_of_a_rematch_neither_accepts_nor_declines_it() -> None:
    of = over(two())
    seen = of.number
    do(of, "ann", again(of))
    assert refused(of, "bob", again(of, seen)).code == "stale"
    assert refused(of, "bob", not_again(of, seen)).code == "no-offer"


def test_with_three_everybody_must_want_to_play_again() -> None:
    of = three()
    while of.status != "over":
        play(of, of.match.legal()[-1])
    do(of, "cid", again(of))
    assert do(of, "ann", again(of)) == RematchAgreed(0)
    assert not of.is_rematch_agreed
    assert refused(of, "ann", again(of)).code == "already-offered"
    do(of, "bob", again(of))
    assert of.is_rematch_agreed


def test_when_all_have_agreed_it_is_too_late_to_decline() -> None:
    of = over(two())
    do(of, "ann", again(of))
    do(of, "bob", again(of))
    for name in ("ann", "bob"):
        assert refused(of, name, not_again(of)).code == "no-offer"


def test_machines_always_accept_and_so_does_oneself_at_one_screen() -> None:
    of = over(table("alignement", person(0, "ann"), machine(1)))
    do(of, "ann", again(of))
    assert of.is_rematch_agreed
    screen = over(table("alignement", person(0, "ann"), SeatRow(1, "screen", person="ann")))
    do(screen, "ann", again(screen))
    assert screen.is_rematch_agreed


def test_one_who_plays_two_seats_agrees_for_both() -> None:
    seats = (person(0, "ann"), person(1, "bob"), SeatRow(2, "screen", person="ann"))
    of = table("empire", *seats, players=3)
    while of.status != "over":
        play(of, of.match.legal()[-1])
    do(of, "bob", again(of))
    assert do(of, "ann", again(of)) == RematchAgreed(0)
    assert of.is_rematch_agreed


def test_there_is_one_rematch_and_none_of_no_game_or_with_who_is_gone() -> None:
    of = over(two())
    do(of, "ann", again(of))
    do(of, "bob", again(of))
    happen(of, rematch_made(of, "next"))
    assert refused(of, "ann", again(of)).code == "no-rematch"
    with pytest.raises(Refused) as caught:
        rematch_made(of, "another")
    assert caught.value.code == "no-offer"
    closed = table("alignement", person(0, "ann"), FRIEND)
    happen(closed, close(closed, "ann"))
    assert refused(closed, "ann", again(closed)).code == "no-rematch"
    deleted = over(table("alignement", person(0, "ann"), SeatRow(1, "person")))
    assert refused(deleted, "ann", again(deleted)).code == "no-rematch"


def test_no_draw_that_was_offered_is_a_rematch_that_was() -> None:
    of = two()
    do(of, "ann", offer(of))
    over(of)
    assert of.offer is None
    assert refused(of, "bob", not_again(of)).code == "no-offer"


# ---- what counts


def rated(*actions: str) -> Table:
    of = table("alignement", person(0, "ann"), person(1, "bob"), rated=True, clock=GameClock(seconds=60))
    play(of, *actions)
    return of


def test_a_game_counts_when_every_seat_has_acted() -> None:
    assert not over(rated()).is_rated_result
    assert not over(rated("b2")).is_rated_result
    assert over(rated("b2", "e2")).is_rated_result
    assert not rated("b2", "e2").is_rated_result  # it goes on
    assert not over(two()).is_rated_result


def test_a_game_counts_between_distinct_people() -> None:
    of = table("alignement", person(0, "ann"), person(1, "ann"), rated=True, clock=GameClock(seconds=60))
    play(of, "b2", "e2")
    assert not over(of).is_rated_result


def test_after_a_game_of_a_few_actions_the_next_does_not_count() -> None:
    assert not over(rated(*EIGHT_ACTIONS[:7])).is_rematch_rated
    assert over(rated(*EIGHT_ACTIONS)).is_rematch_rated
    assert not two().is_rematch_rated


# ---- the rules


def test_the_page_of_the_rules_has_the_last_word() -> None:
    """A table plays by the game's rules alone: a whole random game ends as the library says."""
    of = two()
    match = find_game("alignement").match()
    while of.mover is not None:
        action = of.match.legal()[-1]
        play(of, action)
        match.play(action)
    assert of.outcome == match.outcome
    assert of.status == "over"
