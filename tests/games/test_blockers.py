"""Blockers! by its rules page: every rule, every example, a plain oracle, and what each seat may know."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from palissade.contract import Deal
from palissade.errors import BadDeal, BadNotation, BadOption, BadPosition, IllegalAction
from palissade.game import Game, Outcome
from palissade.games.blockers import rules
from palissade.games.blockers.colours import COLOURS
from palissade.games.blockers.notation import TILE_NAMES, square_name
from palissade.games.blockers.tiles import NO_TILE, SQUARES, TILES
from palissade.kernel import Positions, random_source
from palissade.match import SPECTATOR, Match, reason_in_words
from palissade.messages import LANGUAGES
from palissade.registry import game
from palissade.search.perft import perft
from tests.games.guided import asked, threatened
from tests.games.positions import written_on_page
from tests.games.refusals import refused

VARIANTS: list[dict[str, Any]] = [{}, {"players": 3}, {"players": 4}, {"players": 5}, {"expert": True}]
variants = pytest.mark.parametrize("options", VARIANTS, ids=str)
ALL = range(TILES)
TWO, THREE, EXPERT = game("blockers"), game("blockers", players=3), game("blockers", expert=True)
START, AFTER_TWO_PLAYS, AS_RED_SEES_IT, EXAMPLE_1, EXAMPLE_2, EXAMPLE_2_SQUARE, EXAMPLE_3 = written_on_page("blockers")


# ---- Setting the table


def dealt(first: dict[str, str], **options: Any) -> Match:
    """A match in which the colours named draw these tiles first, then the others as printed."""
    blockers = game("blockers", **options)
    deal = blockers.ordered_deal()
    for colour, tiles in first.items():
        deal[colour] = tiles.split() + [tile for tile in TILE_NAMES if tile not in tiles.split()]
    return blockers.match(deal=deal)


def has(rack: str, places: str = "", drawn_next: str = "") -> str:
    """What a colour has in the text of a position: this rack; the other tiles, in printed order, laid on these squares
    or before these captors; the rest is its pile.
    """
    held, where, on_top = rack.split(), places.split(), drawn_next.split()
    others = [tile for tile in TILE_NAMES if tile not in held + on_top]
    played = [f"{tile}@{place}" for tile, place in zip(others, where, strict=False)]
    return "/".join(",".join(tiles) or "-" for tiles in (held, on_top + others[len(where) :], played, []))


def lists_of(position: str, colour: str) -> list[str]:
    """What a colour has by the text of a position: its rack, its pile, what it has played, what passes have told."""
    (part,) = (part for part in position.split() if part.startswith(f"{colour}:"))
    return part.partition(":")[2].split("/")


def numbers(tiles: str) -> list[int]:
    return [TILE_NAMES.index(tile) for tile in tiles.split()]


def copy_for(blockers: Game, position: Positions, seat: int) -> Positions:
    concealed = position.copy()
    blockers.single.conceal(concealed, seat)
    return concealed


def random_match(options: dict[str, Any], seed: int) -> Iterator[Match]:
    """A random game, seen before every action and at its end."""
    chance, match = random.Random(seed), game("blockers", **options).match(seed=seed)
    while not match.outcome:
        yield match
        match.play(chance.choice(match.actions()))
    yield match


# A tile inside a path cannot be taken. Two paths in rows A to D, and all that they leave free of rows A to C: a colour
# on ARCHES shuts another, which lies on BETWEEN, out of these rows: it cannot play A B C, nor sun star heart.
#
#     1 2 3 4 5 6 7 8 9
#   A # # # o # # # o o      # ARCHES
#   B # o # o # o # o o      o BETWEEN
#   C # o # o # o # o o
#   D # . # . # . # . .
ARCHES = "D1 C1 B1 A1 A2 A3 B3 C3 D3 D5 C5 B5 A5 A6 A7 B7 C7 D7"
BETWEEN = "B2 C2 A4 B4 C4 B6 C6 A8 B8 C8 A9 B9 C9"
BELOW = str.maketrans("ABCD", "IHGF")  # the same in rows F to I
SHUT_OUT = f"red:{has('1 2 3 4 5', ARCHES)} green:{has('A B C sun star', BETWEEN)} green"

# Of three, red is shut out of rows A to C and green of rows G to I by one arch of blue each; blue has stopped.
ARCH = "D1 C1 B1 A1 A2 A3 B3 C3 D3"
BESIDE_ARCH = "B2 C2 " + " ".join(row + column for row in "ABC" for column in "456789")
STOPPED_BLUE = has("5 6 7 8", f"{ARCH} {ARCH.translate(BELOW)} {3 * 'red '} {3 * 'green '}")
STUCK_GREEN = has("G H I moon cross", BESIDE_ARCH.translate(BELOW))
STUCK_RED = has("A B C sun star", BESIDE_ARCH)


# ---- The rules, one by one


def test_bkr_1_the_board_has_rows_a_to_i_from_the_top_and_a_symbol_in_each_block() -> None:
    match = dealt({"red": "1 9 A I sun", "green": "heart moon diamond square circle"})
    red = match.legal()
    assert [text for text in red if text.startswith("1@")] == [f"1@{row}1" for row in "ABCDEFGHI"]
    assert [text for text in red if text.startswith("I@")] == [f"I@I{column}" for column in range(1, 10)]
    assert [text for text in red if text.startswith("sun@")] == [
        f"sun@{row}{column}" for row in "ABC" for column in (1, 2, 3)
    ]
    match.play("1@A1")
    assert {"heart@A7", "heart@C9", "moon@G1", "moon@I3", "diamond@E5", "square@I9", "circle@D1"} <= set(match.legal())
    assert [square_name(square) for square in (0, 8, 9, 80)] == ["A1", "A9", "B1", "I9"]


def test_bkr_2_each_colour_has_28_tiles_five_of_them_in_the_rack() -> None:
    for options in VARIANTS:
        match = game("blockers", **options).match(seed=3)
        assert all(sorted(tiles) == sorted(TILE_NAMES) for tiles in match.deal.values())
        for colour, tiles in match.deal.items():
            rack = sorted(tiles[:5], key=TILE_NAMES.index)
            assert lists_of(match.position_text(), colour) == [",".join(rack), ",".join(tiles[5:]), "-", "-"]
    assert [seat.colours for seat in game("blockers", players=5).seats] == [
        *[("red",), ("green",), ("blue",), ("yellow",), ("violet",)]
    ]


def test_bkr_2_only_a_tile_of_the_rack_can_be_played() -> None:
    match = dealt({"red": "1 2 3 4 5"})
    with pytest.raises(IllegalAction, match=r"BKR-2: you do not hold that tile"):
        match.play("6@A6")


@pytest.mark.parametrize("text", ["1@A2", "A@B1", "moon@A1"])
def test_bkr_3_a_digit_in_its_column_a_letter_in_its_row_a_symbol_in_its_block(text: str) -> None:
    match = dealt({"red": "1 A moon ! 5"})
    with pytest.raises(IllegalAction, match=r"BKR-3: "):
        match.play(text)
    assert {"1@I1", "A@A9", "moon@G3"} <= set(match.legal())


def test_bkr_3_the_joker_goes_anywhere() -> None:
    match = dealt({"red": "1 A moon ! 5"})
    assert sum(text.startswith("!@") for text in match.legal()) == 81


def test_bkr_4_a_tile_does_not_go_on_its_own_colour() -> None:
    match = dealt({"red": "1 A moon ! 5"})
    match.play("1@A1", "1@B1")
    with pytest.raises(IllegalAction, match=r"BKR-4: a tile of the same colour"):
        match.play("A@A1")


def test_bkr_4_example_1_a_lone_tile_can_be_taken_with_symbol_letter_digit_and_joker() -> None:
    match = TWO.match(position=EXAMPLE_1)
    assert {text for text in match.legal() if text.endswith("@G2")} == {"moon@G2", "G@G2", "2@G2", "!@G2"}


def test_bkr_4_example_2_a_group_may_not_fall_apart() -> None:
    match = TWO.match(position=EXAMPLE_2)
    taken = {text for text in match.legal() if text[-2:] in ("G1", "G2", "G3")}
    assert taken == {"1@G1", "G@G1", "!@G1", "3@G3", "G@G3", "!@G3"}
    assert refused(match, "2@G2") == "BKR-4.splits"
    match = TWO.match(position=EXAMPLE_2_SQUARE)
    assert {text[-2:] for text in match.legal() if text.startswith("!")} >= {"G1", "G2", "H1", "H2"}


WIDE_RING = [f"{row}{column}" for row in "DEFGH" for column in range(1, 10) if row in "DH" or column in (1, 9)]
HIGH_RING = [f"{row}{column}" for row in "ABCDEFGHI" for column in range(3, 8) if row in "AI" or column in (3, 7)]


@pytest.mark.parametrize(
    ("ring", "gap", "beside_gap"),
    [(WIDE_RING, "D5", {"!@D4", "!@D6"}), (HIGH_RING, "F3", {"!@E3", "!@G3"}), (HIGH_RING, "A5", {"!@A4", "!@A6"})],
)
def test_bkr_4_a_group_that_is_linked_the_long_way_round_does_not_fall_apart(
    ring: list[str], gap: str, beside_gap: set[str]
) -> None:
    def jokers(green: str) -> set[str]:
        match = TWO.match(position=f"red:{has('1 2 3 G !')} green:{green} red")
        return {text for text in match.legal() if text[0] == "!" and text[2:] in ring}

    assert jokers(has("1 2 3 4", " ".join(ring))) == {f"!@{square}" for square in ring}
    open_ring = " ".join(square for square in ring if square != gap)
    assert jokers(has("1 2 3 4 5", open_ring)) == {f"!@{gap}", *beside_gap}


def test_bkr_5_nobody_passes_who_can_play() -> None:
    match = dealt({})
    with pytest.raises(IllegalAction, match=r"BKR-5: you may pass only when none of your tiles can be played"):
        match.play("pass")


def test_bkr_5_after_playing_one_tile_is_drawn() -> None:
    match = dealt({"red": "1 2 3 4 5 moon A"})
    match.play("3@A3")
    assert lists_of(match.position_text(), "red")[0] == "1,2,4,5,moon"
    match.play("1@A1", "moon@G1")
    rack, pile, played, _ = lists_of(match.position_text(), "red")
    assert (rack, pile[:4], played) == ("1,2,4,5,A", "6,7,", "3@A3,moon@G1")


def test_bkr_5_who_can_play_nothing_passes_without_drawing() -> None:
    match = TWO.match(position=SHUT_OUT)
    assert match.legal() == ["pass"]
    assert asked(match) == ("pass", "None of your tiles can be played: pass, without drawing.", "BKR-5")
    before = match.position_text()
    match.play("pass")
    assert match.mover == 0
    for colour in ("red", "green"):
        assert lists_of(match.position_text(), colour)[:3] == lists_of(before, colour)[:3]
    assert match.outcome is None


def test_bkr_5_the_game_ends_when_nobody_still_in_can_play() -> None:
    red = has("1 A B C star", BESIDE_ARCH, drawn_next="sun")
    match = THREE.match(position=f"red:{red} green:{STUCK_GREEN} blue:{STOPPED_BLUE} red")
    match.play("1@E1")
    assert match.legal() == []
    assert match.outcome == Outcome(winners=(2,), draw=False, scores=(3 + 3, 2 + 3, 2), reason="BKR-5")


def test_bkr_5_whoever_has_stopped_does_not_keep_the_game_going() -> None:
    red_and_green = f"red:{STUCK_RED} green:{STUCK_GREEN}"
    match = THREE.match(position=f"{red_and_green} blue:{STOPPED_BLUE} red over:BKR-5")
    assert match.outcome is not None
    assert match.outcome.reason == "BKR-5"
    still_in = has("5 6 7 8 9", f"{ARCH} {ARCH.translate(BELOW)} {5 * 'red '}")  # one tile fewer played
    match = THREE.match(position=f"{red_and_green} blue:{still_in} red")
    match.play("pass", "pass")
    assert (match.mover, match.outcome) == (2, None)
    match.play("5@E5")
    assert match.outcome is not None
    assert match.outcome.reason == "BKR-5"


def test_bkr_6_captured_tiles_lie_open_before_their_captor() -> None:
    match = dealt({"red": "1 A moon ! 5", "green": "2 3 4 5 6"})
    match.play("1@A1", "2@B2", "!@B2", "3@A3", "A@A3")
    assert lists_of(match.position_text(), "green")[2] == "2@red,3@red"
    assert lists_of(match.position_text(), "red")[2] == "1@A1,!@B2,A@A3"


def test_bkr_7_each_colour_plays_24_tiles_and_the_game_ends_when_everyone_has_stopped() -> None:
    for options in VARIANTS:
        *_, match = random_match(options, 5)
        assert match.ply == 24 * len(match.deal)
        for colour in match.deal:
            rack, pile, played, _ = lists_of(match.position_text(), colour)
            assert (len(rack.split(",")), pile, len(played.split(","))) == (4, "-", 24)
        assert match.outcome
        assert match.outcome.reason == "BKR-8"


def test_bkr_7_who_has_stopped_is_skipped() -> None:
    red, green, blue = has("1 2 3 4 5"), has("5 6 7 8", 24 * "blue "), has("1 2 3 4 5")
    match = THREE.match(position=f"red:{red} green:{green} blue:{blue} red")
    match.play("1@A1")
    assert match.mover == 2
    match.play("1@B1")
    assert match.mover == 0


def test_bkr_8_example_3_groups_and_the_colour_captured_most() -> None:
    match = THREE.match(position=EXAMPLE_3)
    assert match.outcome == Outcome(winners=(1,), draw=False, scores=(5, 2, 4), reason="BKR-8")


@pytest.mark.parametrize(
    ("captured", "scores", "winners"),
    [
        ({(0, 1): 2, (0, 2): 2, (1, 0): 3, (2, 0): 4}, (3, 4, 5), (0,)),  # a tie in "most captured" counts once
        ({(0, 1): 2, (0, 2): 2, (1, 0): 2, (1, 2): 1, (2, 0): 3}, (3, 3, 4), (1,)),  # then the fewest captured in all
        ({(0, 1): 2, (1, 0): 2, (2, 0): 3}, (3, 3, 4), (0, 1)),  # still tied: shared
        ({(0, 1): 2, (1, 0): 2, (2, 0): 2}, (3, 3, 3), ()),  # by everybody: a draw
    ],
)
def test_bkr_8_the_lowest_wins_then_the_fewest_captures_then_it_is_shared(
    captured: dict[tuple[int, int], int], scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    parts = []
    for colour, rows in enumerate(("ABC", "DEF", "GHI")):  # what is left of each colour is one group
        taken = [COLOURS[seat] for (seat, owner), count in captured.items() if owner == colour for _ in range(count)]
        squares = [f"{row}{column}" for row in rows for column in range(1, 10)]
        parts.append(f"{COLOURS[colour]}:{has('1 2 3 4', ' '.join([*taken, *squares[: 24 - len(taken)]]))}")
    match = THREE.match(position=f"{' '.join(parts)} red over:BKR-8")
    assert match.outcome == Outcome(winners, not winners, scores, "BKR-8")


def test_bkr_9_experts_play_two_colours_and_may_take_their_own_other_one() -> None:
    match = dealt({"red": "1 A moon ! 5", "green": "1 2 3 4 5", "blue": "1 2 3 4 5"}, expert=True)
    assert [seat.colours for seat in match.game.seats] == [("red", "green"), ("blue", "yellow")]
    match.play("red:1@A1", "blue:1@B1")
    assert "green:1@A1" in match.legal()
    assert "green:1@B1" in match.legal()
    assert "red:A@A1" not in match.legal()
    match.play("green:1@A1")
    assert lists_of(match.position_text(), "red")[2] == "1@red"
    assert match.mover == 1


def test_bkr_9_a_rack_with_an_empty_pile_and_four_tiles_is_closed_and_shown() -> None:
    green = has("5 6 7 8 9", 23 * "blue ")
    others = [f"{colour}:{has('1 2 3 4 5')}" for colour in ("red", "blue", "yellow")]
    match = EXPERT.match(position=f"{others[0]} green:{green} {others[1]} {others[2]} red")
    assert lists_of(match.view(1).position_text(), "green")[:2] == ["?", "-"]
    match.play("green:9@A9")
    assert match.outcome is None
    for seat in (0, 1, SPECTATOR):
        assert lists_of(match.view(seat).position_text(), "green")[:2] == ["5,6,7,8", "-"]
    match.play("blue:1@A1")
    assert all(text.startswith("red:") for text in match.legal())
    assert refused(match, "green:5@A5") == "BKR-9.closed"


def test_bkr_9_the_score_counts_groups_of_both_colours_and_own_captures() -> None:
    red = "A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 I9"
    green = "C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 I7"
    blue = "E1 E2 E3 E4 E5 E6 E7 E8 E9 F1 F2 F3 F4 F5 F6 F7 F8 F9 G1 G2 G3 I5"
    yellow = "G4 G5 G6 G7 G8 G9 H1 H2 H3 H4 H5 H6 H7 H8 H9 I1 I2 I3 I4 I6 I8"
    taken = {"red": 13 * " blue", "green": 13 * " red", "blue": 2 * " red", "yellow": 3 * " red"}

    def result(**laid: str) -> Outcome | None:
        parts = [f"{colour}:{has('1 2 3 4', squares + taken[colour])}" for colour, squares in laid.items()]
        return EXPERT.match(position=f"{' '.join(parts)} red over:BKR-8").outcome

    assert result(red=red, green=green, blue=blue, yellow=yellow) == Outcome((1,), False, (4 + 13, 3 + 13), "BKR-8")
    one_group_less = red.replace("I9", "B2")
    tied = result(red=one_group_less, green=green, blue=blue, yellow=yellow)
    assert tied == Outcome((1,), False, (16, 16), "BKR-8")  # eighteen captures against thirteen


def test_bkr_9_one_rack_may_be_closed_long_before_the_other() -> None:
    match = game("blockers", expert=True).match(seed=8)
    chance = random.Random(8)
    while not match.outcome:
        first = match.game.seats[match.mover or 0].colours[0]
        own = [text for text in match.legal() if text.startswith(first)]
        match.play(chance.choice(own or match.legal()))
    assert (match.ply, match.outcome.reason) == (96, "BKR-8")


# ---- BKR-10 Secrecy


def told_otherwise(match: Match, plies: int, seat: int, chance: random.Random) -> Deal:
    """Another deal, which the seat could not have told from the true one in the first plies of the match."""
    deal = {}
    each = len(match.game.seats[0].colours)
    for colour, tiles in enumerate(match.deal.values()):
        played = {
            text.rpartition(":")[2].partition("@")[0]
            for text, mover in zip(match.texts[:plies], match.movers, strict=False)
            if mover == colour // each and (each == 1 or text.startswith(COLOURS[colour]))
        }
        own_drawn = 5 + len(played) if colour // each == seat else 0
        hidden = [turn for turn, tile in enumerate(tiles) if turn >= own_drawn and tile not in played]
        moved = list(tiles)
        for turns in (hidden, list(range(5)) if own_drawn else []):  # nor does the order of one's first rack matter
            for turn, other in zip(turns, chance.sample(turns, len(turns)), strict=True):
                moved[turn] = tiles[other]
        deal[COLOURS[colour]] = moved
    return deal


@variants
def test_bkr_10_what_a_seat_sees_does_not_depend_on_what_it_may_not_know(options: dict[str, Any]) -> None:
    *_, match = random_match(options, 21)
    chance, seats = random.Random(4), range(SPECTATOR, len(match.game.seats))
    for plies in (0, 1, match.ply // 2, match.ply - 7, match.ply - 1):
        for seat in seats:
            true = match.game.match(deal=match.deal)
            false = match.game.match(deal=told_otherwise(match, plies, seat, chance))
            for text in [*match.texts[:plies], None]:
                ours, theirs = true.view(seat), false.view(seat)
                assert ours.position.tobytes() == theirs.position.tobytes()
                assert (ours.texts, ours.movers, ours.actions) == (theirs.texts, theirs.movers, theirs.actions)
                if text:
                    true.play(text)
                    false.play(text)
            assert plies > match.ply // 2 or true.position.tobytes() != false.position.tobytes()


@variants
def test_bkr_10_a_seat_sees_its_racks_and_counts_and_nothing_else(options: dict[str, Any]) -> None:
    for match in random_match(options, 2):
        each = len(match.game.seats[0].colours)
        for seat in range(SPECTATOR, len(match.game.seats)):
            pos, true = match.view(seat).position[0], match.position[0]
            if match.outcome:
                assert pos.tobytes() == true.tobytes()
                continue
            for colour in range(len(match.deal)):
                closed = true.plays[colour] == 24
                sees = colour // each == seat or (closed and each == 2)
                assert ((pos.pile[colour] == true.pile[colour]) == (true.pile[colour] == NO_TILE)).all()
                assert (pos.rack[colour] == true.rack[colour]).all() == sees
                assert (pos.rack[colour] != NO_TILE).sum() == (4 if closed else 5)
            if seat == match.mover:
                assert match.view(seat).legal() == match.legal()


@variants
def test_bkr_10_every_tile_played_tells_somebody_something(options: dict[str, Any]) -> None:
    """The last tile of a colour too, after which none is drawn: it was in a rack, and for experts the rack is shown."""
    before: Positions | None = None
    for match in random_match(options, 8):
        if before is not None and match.texts[-1] != "pass":
            assert match.game.single.has_learned(before, match.position)
        before = match.position
        assert not match.game.single.has_learned(before, before.copy())


def test_bkr_10_a_pass_tells_what_is_not_held_but_only_once() -> None:
    match = TWO.match(position=SHUT_OUT)
    match.play("pass")
    assert match.has_taught(0)
    told = lists_of(match.position_text(), "green")[3]
    could_play = [tile for tile in lists_of(SHUT_OUT, "green")[1].split(",") if tile != "heart"]
    assert told.split(",") == [f"{tile}>18" for tile in could_play]  # 13 played, 5 in the rack
    again = TWO.match(position=f"{match.position_text().removesuffix(' red')} green")
    again.play("pass")
    assert not again.has_taught(0)
    assert again.position_text() == match.position_text()


@variants
def test_bkr_10_a_redeal_agrees_with_all_that_the_seat_knows(options: dict[str, Any]) -> None:
    blockers = game("blockers", **options)
    rng = random_source(1)
    for match in random_match(options, 13):
        if match.outcome:
            before = match.position.copy()
            blockers.single.redeal(before, 0, rng)
            assert before.tobytes() == match.position.tobytes()  # after the end everything is open
            continue
        for seat in range(SPECTATOR, len(blockers.seats)):
            concealed = copy_for(blockers, match.position, seat)
            state = rng.copy()
            from_truth, from_view = match.position.copy(), concealed.copy()
            blockers.single.redeal(from_truth, seat, rng)
            blockers.single.redeal(from_view, seat, state)
            assert from_truth.tobytes() == from_view.tobytes()
            assert copy_for(blockers, from_truth, seat).tobytes() == concealed.tobytes()
            for colour in range(len(match.deal)):
                every = [*from_truth[0].played[colour], *from_truth[0].rack[colour], *from_truth[0].pile[colour]]
                assert sorted(tile for tile in every if tile != NO_TILE) == list(ALL)
                assert (np.diff(from_truth[0].rack[colour]) > 0).all()


def paths_to_racks(played: Sequence[int], barred: dict[int, set[int]]) -> Counter[frozenset[int]]:
    """In how many ways a colour that has played these tiles can have come to hold each rack, by following every draw.

    `barred` tells the tiles that could be played when it passed, by how many it had played then.
    """
    ways = Counter(
        {
            frozenset(rack): 1
            for rack in itertools.combinations(ALL, 5)
            if played[0] in rack and not barred.get(0, set()) & set(rack)
        }
    )
    for plays, tile in enumerate(played, start=1):
        later: Counter[frozenset[int]] = Counter()
        following = played[plays] if plays < len(played) else None
        for rack, count in ways.items():
            left = rack - {tile}
            drawn = left | set(played[:plays])
            for new in ALL:
                if new in drawn or new in barred.get(plays, set()) or barred.get(plays, set()) & left:
                    continue
                if following is None or following == new or following in left:
                    later[left | {new}] += count
        ways = later
    return ways


def assert_drawn_like(found: Counter[Any], expected: Mapping[Any, float]) -> None:
    """Pearson's test at about one in a million."""
    total = sum(found.values())
    weight = sum(expected.values())
    assert set(found) <= set(expected)
    surprise = sum((found[key] - total * p / weight) ** 2 / (total * p / weight) for key, p in expected.items())
    freedom = len(expected) - 1
    assert surprise < freedom + 5 * math.sqrt(2 * freedom) + 10


def redealt(blockers: Game, position: Positions, seat: int, times: int) -> Iterator[Positions]:
    rng, concealed = random_source(99), copy_for(blockers, position, seat)
    for _ in range(times):
        again = concealed.copy()
        blockers.single.redeal(again, seat, rng)
        yield again


def test_bkr_10_a_redeal_is_uniform_where_nobody_has_passed() -> None:
    green = has("circle diamond triangle moon cross", 22 * "red ", drawn_next="!")
    position = TWO.read(f"red:{has('1 2 3 4 5')} green:{green} red")
    found = Counter(tuple(again[0].rack[1].tolist()) for again in redealt(TWO, position, 0, 6000))
    unseen = numbers("circle diamond triangle moon cross !")
    assert_drawn_like(found, dict.fromkeys(itertools.combinations(unseen, 5), 1))
    piles = Counter(tuple(again[0].pile[0, :2].tolist()) for again in redealt(TWO, position, 0, 20000))
    assert_drawn_like(piles, dict.fromkeys(itertools.permutations(range(5, 28), 2), 1))


@pytest.mark.parametrize("seed", [1, 2])
def test_bkr_10_a_redeal_is_uniform_among_the_deals_that_explain_the_passes(seed: int) -> None:
    chance = random.Random(seed)
    pile = [*chance.sample(range(TILES - 1), TILES - 1), TILES - 1]  # with a joker in the rack nobody passes
    rack, pile, played = set(pile[:5]), pile[5:], list[int]()
    barred: dict[int, set[int]] = {}
    told: dict[int, int] = {}
    for plays in range(18):
        if plays in (9, 14, 16):
            # Nothing could be played but on four squares out of reach of the rack: green passed.
            out_of_reach = set(range(81)).difference(*(LINES[tile] for tile in rack))
            lone = set(chance.sample(sorted(out_of_reach), 4))
            barred[plays] = {tile for tile in ALL if lone & LINES[tile]}
            told |= dict.fromkeys(barred[plays].difference(played), 5 + plays)
        played.append(chance.choice(sorted(rack)))
        rack = rack - {played[-1]} | {pile.pop(0)}
    lists = [
        [TILE_NAMES[tile] for tile in sorted(rack)],
        [TILE_NAMES[tile] for tile in pile],
        [f"{TILE_NAMES[tile]}@red" for tile in played],
        [f"{TILE_NAMES[tile]}>{told[tile]}" for tile in sorted(told)],
    ]
    green = "/".join(",".join(items) for items in lists)
    position = TWO.read(f"red:{has('1 2 3 4 5')} green:{green} red")
    ways = paths_to_racks(played, barred)
    assert len(set(ways.values())) > 1  # the passes do make some racks likelier than others
    found: Counter[Any] = Counter()
    concealed = copy_for(TWO, position, 0)
    for again in redealt(TWO, position, 0, 40_000):
        found[frozenset(again[0].rack[1].tolist())] += 1
        assert copy_for(TWO, again, 0).tobytes() == concealed.tobytes()
    assert_drawn_like(found, ways)


def test_bkr_10_a_pass_of_an_expert_tells_about_both_open_racks() -> None:
    def told(colour: str) -> set[str]:
        return set(lists_of(match.position_text(), colour)[3].split(","))

    def could_be_played(lists: str, *but: str) -> set[str]:
        return {f"{tile}>18" for tile in ",".join(lists.split("/")[:2]).split(",") if tile not in but}

    red, green = has("1 2 3 4 5", ARCHES), has("1 2 3 4 5", ARCHES.translate(BELOW))
    closed, yellow = has("5 6 7 8", 24 * "red "), has("A B C sun star", BETWEEN)
    match = EXPERT.match(position=f"red:{red} green:{has('1 2 3 4 5')} blue:{closed} yellow:{yellow} blue")
    assert match.legal() == ["pass"]  # blue could play, but its rack is closed
    match.play("pass")
    assert told("yellow") == could_be_played(yellow, "A", "B", "C", "sun", "star", "heart")
    assert told("blue") == {"-"}
    # With both racks open, a stuck pair: blue in rows A to C, yellow in rows G to I.
    blue, yellow = has("A B C sun star", BETWEEN), has("G H I moon cross", BETWEEN.translate(BELOW))
    match = EXPERT.match(position=f"red:{red} green:{green} blue:{blue} yellow:{yellow} blue")
    match.play("pass")
    assert told("blue") == could_be_played(blue, "A", "B", "C", "sun", "star", "heart")
    assert told("yellow") == could_be_played(yellow, "G", "H", "I", "moon", "cross", "square")


def test_bkr_10_a_redeal_leaves_somebody_who_can_play_or_the_game_would_be_over() -> None:
    red, green = numbers("A B C sun star 1"), numbers("G H I moon cross square 5")  # all but 1 and 5 cannot be played
    lists = [
        f"red:{has('A B C sun star', BESIDE_ARCH + ' green green', drawn_next='1')}",
        f"green:{has('I moon cross square 5', BESIDE_ARCH.translate(BELOW) + ' red', drawn_next='G H')}",
        f"blue:{STOPPED_BLUE}",
    ]
    position = THREE.read(f"{' '.join(lists)} red")
    racks = Counter(frozenset(again[0].rack[1].tolist()) for again in redealt(THREE, position, 0, 4000))
    expected = [frozenset(rack) for rack in itertools.combinations(green, 5)]
    assert_drawn_like(racks, {rack: 1 for rack in expected if green[-1] in rack})
    both = Counter(
        (frozenset(again[0].rack[0].tolist()), frozenset(again[0].rack[1].tolist()))
        for again in redealt(THREE, position, SPECTATOR, 12_000)
    )
    pairs = itertools.product((frozenset(rack) for rack in itertools.combinations(red, 5)), expected)
    assert_drawn_like(both, {pair: 1 for pair in pairs if red[-1] in pair[0] or green[-1] in pair[1]})


# ---- Example 4: counting


@variants
def test_example_4_first_actions(options: dict[str, Any]) -> None:
    blockers = game("blockers", **options)
    position = blockers.start(blockers.ordered_deal())
    expected = (90, 8100) if options.get("expert") else (45, 2025)
    assert (perft(blockers, position, 1), perft(blockers, position, 2)) == expected


# ---- A plain oracle: the rules page again, in sets and texts


def lines() -> list[set[int]]:
    found: list[set[int]] = [{square for square in range(81) if square % 9 == digit} for digit in range(9)]
    found += [{square for square in range(81) if square // 9 == letter} for letter in range(9)]
    found += [{s for s in range(81) if (s // 27, s % 9 // 3) == (block // 3, block % 3)} for block in range(9)]
    return [*found, set(range(81))]


LINES = lines()


def group_of(square: int, squares: set[int]) -> set[int]:
    """The squares connected with this one."""
    group, edge = {square}, [square]
    while edge:
        here = edge.pop()
        beside = {here - 9, here + 9} | ({here - 1} if here % 9 else set()) | ({here + 1} if here % 9 < 8 else set())
        edge += (new := beside & squares - group)
        group |= new
    return group


def groups_of(squares: set[int]) -> int:
    left, count = set(squares), 0
    while left:
        left -= group_of(next(iter(left)), left)
        count += 1
    return count


class Oracle:
    """A game by the page, told only the deal and the texts played."""

    def __init__(self, deal: dict[str, list[str]], seats: int) -> None:
        self.deal, self.seats, self.each = deal, seats, len(deal) // seats
        self.racks = {colour: set(tiles[:5]) for colour, tiles in deal.items()}
        self.piles = {colour: tiles[5:] for colour, tiles in deal.items()}
        self.board: dict[int, tuple[str, str]] = {}
        self.captured: list[list[str]] = [[] for _ in range(seats)]
        self.mover = 0

    def colours(self, seat: int) -> list[str]:
        return list(self.deal)[seat * self.each : (seat + 1) * self.each]

    def is_closed(self, colour: str) -> bool:
        return not self.piles[colour] and len(self.racks[colour]) == 4

    def of_colour(self, colour: str) -> set[int]:
        return {square for square, (owner, _) in self.board.items() if owner == colour}

    def may_land(self, colour: str, square: int) -> bool:
        if square not in self.board:
            return True
        owner = self.board[square][0]
        group = group_of(square, self.of_colour(owner)) - {square}
        return owner != colour and groups_of(group) <= 1

    def legal(self) -> set[str]:
        plays = set()
        for colour in self.colours(self.mover):
            landing = {square for square in range(81) if self.may_land(colour, square)}
            prefix = f"{colour}:" if self.each == 2 else ""
            for tile in set() if self.is_closed(colour) else self.racks[colour]:
                for square in LINES[TILE_NAMES.index(tile)] & landing:
                    plays.add(f"{prefix}{tile}@{'ABCDEFGHI'[square // 9]}{square % 9 + 1}")
        return plays or {"pass"}

    def play(self, text: str) -> None:
        if text != "pass":
            prefix, _, rest = text.rpartition(":")
            colour = prefix or self.colours(self.mover)[0]
            tile, _, name = rest.partition("@")
            square = "ABCDEFGHI".index(name[0]) * 9 + int(name[1]) - 1
            if square in self.board:
                self.captured[self.mover].append(self.board[square][0])
            self.board[square] = colour, tile
            self.racks[colour].remove(tile)
            if self.piles[colour]:
                self.racks[colour].add(self.piles[colour].pop(0))
        for _ in range(self.seats):
            self.mover = (self.mover + 1) % self.seats
            if not all(self.is_closed(colour) for colour in self.colours(self.mover)):
                break

    def scores(self) -> tuple[int, ...]:
        return tuple(
            sum(groups_of(self.of_colour(colour)) for colour in self.colours(seat))
            + max(Counter(self.captured[seat]).values(), default=0)
            for seat in range(self.seats)
        )

    def winners(self) -> tuple[int, ...]:
        order = [(score, len(self.captured[seat])) for seat, score in enumerate(self.scores())]
        best = tuple(seat for seat in range(self.seats) if order[seat] == min(order))
        return () if len(best) == self.seats else best


@variants
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_go_as_the_page_says(options: dict[str, Any], seed: int) -> None:
    oracle = None
    for match in random_match(options, seed):
        oracle = oracle or Oracle(match.deal, len(match.game.seats))
        if match.texts:
            oracle.play(match.texts[-1])
        if not match.outcome:
            texts = match.legal()
            assert match.mover == oracle.mover
            assert len(texts) == len(set(texts))
            assert set(texts) == oracle.legal()
    assert oracle
    assert match.outcome
    assert match.outcome.scores == oracle.scores()
    assert match.outcome.winners == oracle.winners()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_crowded_boards_are_read_as_the_page_says(options: dict[str, Any]) -> None:
    """Boards that play seldom reaches: crowded, with long groups that bend and close on themselves."""
    blockers, chance = game("blockers", **options), random.Random(7)
    found: Counter[str] = Counter()
    for seed in range(16):
        deal = blockers.deal(seed)
        oracle = Oracle(deal, len(blockers.seats))
        favourite, top, left = chance.choice(list(deal)), chance.randint(0, 3), chance.randint(0, 3)
        squares = chance.sample(range(81), 81)
        squares.sort(key=lambda square: not (0 <= square // 9 - top < 6 and 0 <= square % 9 - left < 6))
        for i, square in enumerate(squares):
            others = [colour for colour in deal if colour != favourite and len(oracle.of_colour(colour)) < 23]
            colour = favourite if i < 36 and chance.random() < 0.66 else chance.choice([*others, ""])
            if colour and len(oracle.of_colour(colour)) < 23:
                oracle.board[square] = colour, deal[colour][len(oracle.of_colour(colour))]
        parts = []
        for colour, tiles in deal.items():
            laid = [
                f"{tile}@{square_name(square)}" for square, (owner, tile) in oracle.board.items() if owner == colour
            ]
            rest = tiles[len(laid) :]
            oracle.racks[colour], oracle.piles[colour] = set(rest[:5]), rest[5:]
            parts.append(f"{colour}:{','.join(rest[:5])}/{','.join(rest[5:]) or '-'}/{','.join(laid) or '-'}/-")
        for seat in range(len(blockers.seats)):
            oracle.mover = seat
            match = blockers.match(position=" ".join([*parts, oracle.colours(seat)[0]]))
            assert set(match.legal()) == oracle.legal()
            may_pass = blockers.refusal(match.position, rules.PASS) is None
            assert may_pass == (match.legal() == ["pass"])
        for square, (owner, _) in oracle.board.items():
            splits = not oracle.may_land("", square)  # a colour of nobody could take whatever holds nothing together
            found[
                "splits" if splits else "holds" if len(group_of(square, oracle.of_colour(owner))) > 4 else "small"
            ] += 1
    assert min(found["splits"], found["holds"]) > 100


@variants
def test_every_action_is_listed_or_refused_with_a_rule(options: dict[str, Any]) -> None:
    for match in random_match(options, 6):
        if match.ply % 12 == 5:
            listed = set(match.actions())
            for action in range(rules.ACTIONS):
                code = match.game.single.refusal(match.position, action)
                assert (code == rules.LEGAL) == (action in listed)
                assert code < len(rules.REFUSALS)


def test_a_random_action_is_uniform() -> None:
    for options, seed in (({}, 1), ({"expert": True}, 2)):
        *_, match = itertools.islice(random_match(options, seed), 40)
        room, rng = np.empty(rules.MOST_LEGAL, np.int32), random_source(8)
        draws = 200 * len(match.actions())
        found = Counter(match.game.single.random_action(match.position, rng, room) for _ in range(draws))
        assert_drawn_like(found, dict.fromkeys(match.actions(), 1))


def test_a_random_action_passes_when_nothing_else_is_left() -> None:
    room = np.empty(rules.MOST_LEGAL, np.int32)
    assert TWO.single.random_action(TWO.read(SHUT_OUT), random_source(1), room) == rules.PASS


@variants
def test_a_turned_position_has_the_turned_actions_and_plays_on_alike(options: dict[str, Any]) -> None:
    blockers, room = game("blockers", **options), np.empty(rules.MOST_LEGAL, np.int32)
    assert blockers.single.symmetries(blockers.start(blockers.ordered_deal())) == 8
    for match in random_match(options, 17):
        if match.outcome or match.ply % 9 != 4:
            continue
        for symmetry, seat in itertools.product(range(8), (0, 1)):
            turned = match.position.copy()
            blockers.single.turn_position(turned, symmetry)
            count = blockers.single.legal_actions(turned, room)
            expected = [blockers.single.turn_action(match.position, action, symmetry) for action in match.actions()]
            assert sorted(room[:count].tolist()) == sorted(expected)
            after, turned_after = match.position.copy(), turned.copy()
            blockers.single.apply(after, match.actions()[0])
            blockers.single.apply(turned_after, expected[0])
            blockers.single.turn_position(after, symmetry)
            assert after.tobytes() == turned_after.tobytes()
            # What a seat may not know turns with the rest.
            concealed = copy_for(blockers, match.position, seat)
            blockers.single.turn_position(concealed, symmetry)
            assert concealed.tobytes() == copy_for(blockers, turned, seat).tobytes()


# ---- Positions in writing


def test_the_page_begins_with_the_start_and_two_plays_and_what_red_sees_of_them() -> None:
    match = TWO.match(deal=TWO.ordered_deal())
    assert match.position_text() == START
    match.play("1@C1", "1@C1")
    assert match.position_text() == AFTER_TWO_PLAYS
    assert match.view(0).position_text() == AS_RED_SEES_IT


def test_what_passes_have_told_is_in_the_text() -> None:
    match = TWO.match(position=SHUT_OUT)
    match.play("pass")
    for seat in (0, 1, SPECTATOR):
        view = match.view(seat)
        assert lists_of(view.position_text(), "green")[3].startswith("H>18,I>18,circle>18,")
        assert TWO.read(view.position_text()).tobytes() == view.position.tobytes()
    assert TWO.read(match.position_text()).tobytes() == match.position.tobytes()


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("/1@green/-", "/1@green", "position.kinds"),
        ("red:2,3,4,5,6", "red:2,3,4,5,J", "position.tile"),
        ("red:2,3,4,5,6", "red:2,3,4,5,?", "position.tile"),
        ("red:2,3,4,5,6", "red:2,3,4,5,1", "position.tile-twice"),  # it has been played
        ("red:2,3,4,5,6", "red:2,3,4,5,5", "position.tile-twice"),
        ("red:2,3,4,5,6", "red:2,3,4,5,!", "position.tile-twice"),  # it is in the pile
        ("red:2,3,4,5,6", "red:2,3,4,5", "position.rack"),
        ("!/1@green", "-/1@green", "position.tile"),
        (",!/1@green", "/1@green", "position.pile"),
        ("1@green/-", "1/-", "position.place"),
        ("1@green/-", "1@red/-", "position.place"),  # nobody takes his own colour
        ("1@green/-", "1@blue/-", "position.place"),
        ("1@green/-", "1@J1/-", "position.place"),
        ("1@green/-", "1@C1/-", "position.twice"),  # green's 1 lies there
        ("1@green/-", "1@green/J>5", "position.tile"),
        ("1@green/-", "1@green/2", "position.number"),
        ("1@green/-", "1@green/2>4", "position.number"),
        ("1@green/-", "1@green/2>7", "position.number"),  # only six have been drawn
        ("1@green/-", "1@green/2>5,2>5", "position.tile-twice"),
        ("1@green/-", "1@green/1>5", "position.passes"),  # it was played as the first, out of the first five
        ("1@green/-", "1@green/2>6", "position.passes"),  # it is among the first six
        ("1@green/-", "1@green/2>5,3>5", "position.passes"),  # both cannot have come sixth
        (" red", " blue", "position.expected"),
        (" red", " red over:BKR-5", "position.more"),
    ],
)
def test_what_cannot_be_is_refused_naming_what_is_wrong(before: str, after: str, key: str) -> None:
    assert AFTER_TWO_PLAYS.count(before) == 1
    with pytest.raises(BadPosition) as refusal:
        TWO.read(AFTER_TWO_PLAYS.replace(before, after))
    assert refusal.value.message.key == key


@pytest.mark.parametrize(
    ("green", "rest", "key"),
    [
        (has("1 2 3", 25 * "red "), "red", "position.played"),
        (has("1 2 3 4", 24 * "red "), "green", "position.stopped"),
        (has("1 2 3 4 5", 23 * "red "), "green over:BKR-8", "position.more"),
    ],
)
def test_who_has_stopped_is_not_to_act(green: str, rest: str, key: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        TWO.read(f"red:{has('1 2 3 4 5')} green:{green} {rest}")
    assert refusal.value.message.key == key


def test_an_expert_captor_is_named_by_the_first_of_his_colours() -> None:
    red, rest = (
        has("1 2 3 4 5", "red"),
        " ".join(f"{colour}:{has('1 2 3 4 5')}" for colour in ("green", "blue", "yellow")),
    )
    text = f"red:{red} {rest} red"
    assert EXPERT.write(EXPERT.read(text)) == text
    with pytest.raises(BadPosition) as refusal:
        EXPERT.read(text.replace("@red", "@green"))
    assert refusal.value.message.key == "position.place"


def test_the_end_must_be_told_and_everything_is_open_then() -> None:
    ended = f"red:{has('1 2 3 4', 24 * 'green ')} green:{has('1 2 3 4', 24 * 'red ')} red over:BKR-8"
    stuck = f"red:{STUCK_RED} green:{STUCK_GREEN} blue:{STOPPED_BLUE} red over:BKR-5"
    assert TWO.match(position=ended).outcome == Outcome((), True, (24, 24), "BKR-8")
    assert THREE.match(position=stuck).outcome is not None
    for variant, text, key in (
        (TWO, ended.removesuffix(" over:BKR-8"), "position.over"),
        (TWO, ended.replace("BKR-8", "BKR-5"), "position.over"),
        (TWO, ended.replace("green:1,2,3,4/", "green:?/"), "position.open"),
        (THREE, stuck.removesuffix(" over:BKR-5"), "position.over"),
        (THREE, stuck.replace("green:G,H,I,moon,cross/", "green:?/"), "position.more"),
    ):
        with pytest.raises(BadPosition) as refusal:
            variant.read(text)
        assert refusal.value.message.key == key


# ---- Words


def test_texts_and_records_come_back() -> None:
    for options in VARIANTS:
        for match in random_match(options, 9):
            for action, text in zip(match.actions(), match.legal(), strict=True):
                assert match.game.action(match.position, text) == action
        again = Match.from_record(str(match.record()))
        assert again.position.tobytes() == match.position.tobytes()
        assert again.outcome == match.outcome


@pytest.mark.parametrize(
    "text",
    ["", "7", "7@", "@C7", "7@J1", "7@A0", "7@A10", "7@c7", "0@A1", "J@A1", "Moon@G1", "luna@G1", "7 @C7", "pink:7@C7"],
)
def test_what_is_no_action_is_refused_with_what_is_expected(text: str) -> None:
    for options in ({}, {"expert": True}):
        match = game("blockers", **options).match(seed=1)
        with pytest.raises(BadNotation, match=r"7@C7"):
            match.play(text)


@pytest.mark.parametrize(
    ("expert", "text", "sentence"),
    [
        (True, "7@C7", "BKR-9: experts name the colour"),
        (True, "blue:7@C7", "BKR-9: that colour is not yours"),
        (True, "violet:7@C7", "BKR-9: that colour is not yours"),
        (False, "red:7@C7", "BKR-9: only experts have two racks"),
        (False, "green:7@C7", "BKR-9: only experts have two racks"),
    ],
)
def test_the_colour_is_named_by_experts_and_only_by_them(expert: bool, text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction, match=sentence):
        game("blockers", expert=expert).match(seed=1).play(text)


def test_a_second_rack_is_refused_where_there_is_one() -> None:
    with pytest.raises(IllegalAction, match="BKR-9: only experts have two racks"):
        dealt({}).play(TILES * SQUARES)


def test_only_two_can_be_experts() -> None:
    with pytest.raises(BadOption, match="expert=true needs players=2"):
        game("blockers", players=3, expert=True)
    assert len(list(game("blockers").variants())) == 5


WHOLE = list(TILE_NAMES)


@pytest.mark.parametrize(
    ("deal", "english", "french"),
    [
        (None, "names each colour", "pour chaque couleur"),
        ([], "names each colour", "pour chaque couleur"),
        ({"red": WHOLE}, "no tiles for this colour: Green", "cette couleur : Vert"),
        (
            {"red": WHOLE, "green": WHOLE, "blue": WHOLE},
            "“blue”, which is not in play",
            "« blue », qui n’est pas en jeu",
        ),
        ({"red": WHOLE, "green": "moon"}, "Green: the deal must list", "Vert : la donne doit énumérer"),
        ({"red": WHOLE, "green": WHOLE[:27]}, "Green: the deal has 27 tiles", "Vert : la donne compte 27 tuiles"),
        (
            {"red": [*WHOLE[:27], "J"], "green": WHOLE},
            "Red: there is no tile “J”",
            "Rouge : il n’y a pas de tuile « J »",
        ),
        (
            {"red": [["1"], *WHOLE[1:]], "green": WHOLE},
            "Red: there is no tile “['1']”",
            "Rouge : il n’y a pas de tuile",
        ),
        (
            {"red": [*WHOLE[:27], "moon"], "green": WHOLE},
            "Red: the tile “moon” is there twice",
            "« moon » y est deux fois",
        ),
        ({"red": [*WHOLE, "moon"], "green": WHOLE}, "Red: the tile “moon” is there twice", "« moon » y est deux fois"),
    ],
)
def test_a_deal_that_is_none_is_refused_naming_what_is_wrong(deal: Any, english: str, french: str) -> None:
    with pytest.raises(BadDeal) as refused:
        game("blockers").start(deal)
    assert english in refused.value.say("en")
    assert french in refused.value.say("fr").replace("\N{NO-BREAK SPACE}", " ")


def test_every_refusal_and_ending_has_its_sentence() -> None:
    blockers = game("blockers")
    for key in rules.REFUSALS[1:]:
        message = blockers.catalogue.message(key)
        assert all(message.say(language) for language in LANGUAGES)
    *_, match = random_match({}, 1)
    assert match.outcome
    assert "fewest points" in reason_in_words(blockers, match.outcome).say("en")


def test_where_groups_can_be_joined_is_shown_to_everybody() -> None:
    match = dealt({"red": "A 3 C 1 2", "green": "B 5 6 7 8"})
    match.play("A@A1", "5@E5", "3@A3")
    joins = (0, "A red tile on A2 joins groups: one of another colour keeps them apart.", ("A2",))
    assert threatened(match, 0) == threatened(match, 1) == [joins]
    match.play("B@B1")
    match.play("2@A2")
    assert threatened(match, 0) == []
