"""A match: playing, taking back, and the endings common to all games."""

from itertools import cycle, pairwise

import pytest

from palissade import BadNotation, BadOption, IllegalAction, UnknownGame, game, games, player
from palissade.contract import LIMIT
from palissade.match import SPECTATOR, Match, reason_in_words

CUL_DE_SAC = game("cul-de-sac")
NO_WALLS_LEFT = "white:d4,h4/0h,0v black:d11,h11/0h,0v walls:- white pawn"
BEFORE_THE_GOAL = "white:d10,h4/9h,9v black:d11,h11/9h,9v walls:- white pawn"


def test_several_actions_are_played_all_or_none() -> None:
    match = CUL_DE_SAC.match()
    with pytest.raises(IllegalAction):
        match.play("d4-d6", "e9h", "d4-d6")
    assert match.ply == 0
    match.play("d4-d6", "e9h")
    assert (match.ply, match.mover, match.movers) == (2, 1, [0, 0])


def test_nothing_can_be_taken_back_at_the_start() -> None:
    with pytest.raises(IndexError, match="nothing has been played"):
        CUL_DE_SAC.match().undo()


def test_actions_are_texts_or_numbers() -> None:
    match = CUL_DE_SAC.match()
    number = match.check("d4-d6")
    match.play(number)
    assert match.texts == ["d4-d6"]
    assert match.played == [number]


def test_what_was_checked_is_played_again_as_a_number_or_as_the_text_that_was_kept() -> None:
    match, by_text, by_number = CUL_DE_SAC.match(), CUL_DE_SAC.match(), CUL_DE_SAC.match()
    for text in ("d4-d6", "e9h", "d11-d9"):
        number = match.check(text)
        match.play(number)
        by_text.replay(text)
        by_number.replay(number, text)
    by_number.undo()
    by_number.replay(number)  # its text is made where it is not at hand
    for again in (by_text, by_number):
        assert (again.played, again.texts, again.movers) == (match.played, match.texts, match.movers)
        assert again.position.tobytes() == match.position.tobytes()


def test_picks_that_lead_nowhere_are_answered_with_the_rule() -> None:
    view = CUL_DE_SAC.match().view(0)
    assert view.why(["d4", "d6"]) is None
    refusal = view.why(["d4", "d5"])
    assert isinstance(refusal, IllegalAction)
    assert refusal.rule == "CDS-5"
    assert isinstance(view.why(["d4", "k14"]), IllegalAction)
    assert isinstance(view.why(["d4"]), BadNotation)


def test_choices_are_a_tree_of_picks() -> None:
    match = CUL_DE_SAC.match()
    assert match.view(0).choices()["d4"] == {text[3:]: text for text in match.legal() if text.startswith("d4-")}
    assert match.view(0, ply=0).choices() == match.view(1).choices()  # everybody may know them
    before = match.view(0).choices()
    match.play("d4-d6")
    assert match.view(0).choices()["e9h"] == "e9h"
    assert match.view(0, ply=0).choices() == before


def test_a_view_of_the_past_can_be_thought_about() -> None:
    match = CUL_DE_SAC.match()
    legal = match.legal()
    match.play("d4-d6", "e9h")
    past = match.view(0, ply=0)
    assert past.legal() == legal
    assert player("balsa", seed=1).choose(past) in past.actions
    assert past.why(["d4", "d6"]) is None


def test_a_view_stays_as_it_was_while_the_match_goes_on() -> None:
    match = CUL_DE_SAC.match()
    view, legal = match.view(0), match.legal()
    match.play("d4-d6", "e9h")
    assert view.legal() == legal
    assert (view.ply, view.texts, view.last_turn) == (0, (), ())


def test_a_refusal_says_which_rule_in_both_languages() -> None:
    match = CUL_DE_SAC.match()
    with pytest.raises(IllegalAction) as refused:
        match.play("d4-d5")
    assert str(refused.value).startswith("CDS-5: a single step")
    assert refused.value.say("fr").startswith("CDS-5\N{NO-BREAK SPACE}: on ne fait")
    with pytest.raises(BadNotation, match=r"“castle” is not an action of Cul-de-Sac. Expected a pawn’s move such as"):
        match.play("castle")


def test_com_2_a_thousand_actions_are_a_draw() -> None:
    match = CUL_DE_SAC.match(position=NO_WALLS_LEFT)
    # Each pawn goes round in a ring, by turns with its partner: no position comes again within 840 turns of both, since
    # COM-1 would come first.
    rings = ("d4 d6 e5", "d11 d9 b9 b11 c12", "h4 h6 j6 j4", "h11 h13 j13 j11 j9 h9 i10")
    pawns = [pairwise(cycle(ring.split())) for ring in rings]
    wander = ["-".join(next(pawns[ply % 4])) for ply in range(LIMIT)]
    for action in wander:
        assert match.outcome is None
        match.play(action)
    assert match.outcome is not None
    assert (match.outcome.draw, match.outcome.reason) == (True, "COM-2")
    assert match.legal() == []
    with pytest.raises(IllegalAction, match="over"):
        match.play("d4-d6")


def test_nobody_is_shown_to_move_once_a_position_has_come_three_times() -> None:
    match = CUL_DE_SAC.match(position=NO_WALLS_LEFT)
    dance = ["d4-d6", "d11-d13", "d6-d4", "d13-d11"]
    while match.outcome is None:
        assert sum(tray.is_mover for tray in match.view().scene().trays) == 1
        match.play(dance[match.ply % 4])
    assert match.outcome.reason == "COM-1"
    assert not any(tray.is_mover for tray in match.view().scene().trays)


def one_before_the_limit(position: str | None = None) -> Match:
    """As if all actions but one had been played: turns with a wall are over long before, and no position in writing
    tells how many there were.
    """
    match = CUL_DE_SAC.match(position=position)
    match.played = [0] * (LIMIT - 1)
    match.texts = [""] * (LIMIT - 1)
    return match


def test_com_2_counts_actions_in_the_middle_of_a_turn_too() -> None:
    match = one_before_the_limit()
    match.play("d4-d6")
    assert match.position[0].wall_due
    assert match.outcome is not None
    assert match.outcome.reason == "COM-2"


def test_a_win_comes_before_the_limit() -> None:
    match = one_before_the_limit(BEFORE_THE_GOAL)
    match.play("d10-d11")
    assert match.outcome is not None
    assert match.outcome.reason == "CDS-6"


def test_every_reason_has_words() -> None:
    match = CUL_DE_SAC.match(position=BEFORE_THE_GOAL)
    match.play("d10-d11")
    assert match.outcome is not None
    words = reason_in_words(CUL_DE_SAC, match.outcome)
    assert words.say("en") == "A pawn has reached an enemy base."
    assert words.say("fr") == "Un pion a atteint une base adverse."


def test_a_view_shows_the_last_turn() -> None:
    match = CUL_DE_SAC.match()
    assert match.view().last_turn == ()
    match.play("d4-d6", "e9h")
    assert match.view().last_turn == tuple(match.played)
    match.play("d11-d9")
    assert match.view(SPECTATOR).last_turn == tuple(match.played[2:])


def test_everybody_sees_the_choices_of_an_open_game() -> None:
    match = CUL_DE_SAC.match()
    assert match.view(1).legal() == match.view(SPECTATOR).legal() == match.legal()


def test_matches_and_views_draw_themselves_in_notebooks() -> None:
    match = CUL_DE_SAC.match()
    assert match._repr_svg_() == match.view(0)._repr_svg_()
    assert match._repr_svg_().startswith("<svg")
    assert match.view(1)._repr_svg_() != match.view(0)._repr_svg_()  # from the other side


# ---- finding a game


def test_an_unknown_game_is_refused_with_the_shelf() -> None:
    with pytest.raises(UnknownGame, match=r"no game “chess”.*cul-de-sac"):
        game("chess")


def test_an_unknown_option_or_value_is_refused_with_what_is_possible() -> None:
    with pytest.raises(BadOption, match="Cul-de-Sac has no options"):
        game("cul-de-sac", players=2)


def test_options_left_out_have_their_defaults() -> None:
    for shelved in games():
        for option in shelved.choices:
            assert shelved.options[option.name] == option.default
            assert repr(shelved.with_options(**{option.name: option.default})) == repr(shelved)


def test_a_game_names_itself_with_its_options() -> None:
    for shelved in games():
        for variant in shelved.variants():
            assert repr(variant).startswith(f"palissade.game({shelved.id!r}")
            assert eval(repr(variant), {"palissade": __import__("palissade")}).options == variant.options
