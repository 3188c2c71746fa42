"""What a message becomes at a table, or why not."""

import pytest

from palissade import game as find_game
from palissade.game import Outcome
from palissade.server.refused import Refused
from palissade.server.store.rows import SeatRow
from palissade.server.tables.table import Table
from palissade.server.wire.socket import (
    Acted,
    AnswerTakeback,
    AskTakeback,
    Claim,
    DeclineDraw,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Ended,
    MachineTookOver,
    OfferDraw,
    Resign,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
)
from palissade.server.wire.tables import GameClock
from tests.server.tables.set_up import MADE_AT, act, do, machine, person, play, table


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


def test_a_win_is_claimed_from_who_has_no_time_left() -> None:
    of = table("alignement", person(0, "ann"), person(1, "bob"), clock=GameClock(seconds=10))
    assert refused(of, "bob", claim(of, 0), at=MADE_AT + 9_000).code == "nothing-to-claim"
    event = do(of, "bob", claim(of, 0), at=MADE_AT + 10_000)
    assert event == Ended(Outcome((1,), draw=False, scores=None, reason="time"))


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
