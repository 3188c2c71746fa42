"""Blockers! by its rules page: every rule, every example, a plain oracle, and what each seat may know."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from palissade.contract import Deal
from palissade.errors import BadDeal, BadNotation, BadOption, IllegalAction
from palissade.game import Game
from palissade.games.blockers import rules
from palissade.games.blockers.colours import COLOURS
from palissade.games.blockers.notation import TILE_NAMES, square_name
from palissade.games.blockers.tiles import DIGITS, NO_TILE, PILE, PLAYS, SQUARES, TILES, UNKNOWN
from palissade.kernel import Positions, random_source
from palissade.match import SPECTATOR, Match, outcome, reason_in_words
from palissade.messages import LANGUAGES
from palissade.registry import game
from palissade.search.perft import perft

VARIANTS: list[dict[str, Any]] = [{}, {"players": 3}, {"players": 4}, {"players": 5}, {"expert": True}]
variants = pytest.mark.parametrize("options", VARIANTS, ids=str)
LETTERS = "RGBYV"
ALL = range(TILES)


# ---- Setting the table


def dealt(first: dict[str, str], **options: Any) -> Match:
    """A match in which the colours named draw these tiles first, then the others as printed."""
    blockers = game("blockers", **options)
    deal = blockers.ordered_deal()
    for colour, tiles in first.items():
        deal[colour] = tiles.split() + [tile for tile in TILE_NAMES if tile not in tiles.split()]
    return blockers.match(deal=deal)


def draw_board(position: Positions, drawing: str) -> None:
    """Lay the board as drawn, rows A to I, a letter a colour; what is on the tiles does not matter."""
    pos = position[0]
    pos.rows[:] = 0
    pos.filled[:] = 0
    for square, letter in enumerate("".join(drawing.split())):
        row, column = divmod(square, 9)
        colour = LETTERS.find(letter)
        pos.colour[square] = colour
        pos.tile[square] = NO_TILE if colour < 0 else DIGITS + column
        if colour >= 0:
            pos.rows[colour, row + 1] |= 2 << column
            for line in (column, 9 + row, 18 + row // 3 * 3 + column // 3):
                pos.filled[line] += 1


def give_rack(position: Positions, colour: int, tiles: str) -> None:
    """Put these tiles in the colour's rack, and the other tiles, none of them played, on its pile."""
    rack = numbers(tiles)
    give_history(position, colour, [], rack, [tile for tile in ALL if tile not in rack])


def give_history(
    position: Positions, colour: int, played: Sequence[int], rack: Iterable[int], pile: Sequence[int]
) -> None:
    """Make the colour one that has played these tiles in this order."""
    pos, plays = position[0], len(played)
    pos.plays[colour] = plays
    pos.played[colour] = [*played, *[NO_TILE] * (PLAYS - plays)]
    pos.rack[colour] = sorted(rack)
    pos.pile[colour] = [*[NO_TILE] * min(plays, PILE), *pile]


def numbers(tiles: str) -> list[int]:
    return [TILE_NAMES.index(tile) for tile in tiles.split()]


def legal(blockers: Game, position: Positions) -> list[str]:
    room = np.empty(rules.MOST_LEGAL, np.int32)
    return [blockers.text(position, int(action)) for action in room[: blockers.batch.legal_actions(position, room)]]


def play(blockers: Game, position: Positions, text: str) -> None:
    action = blockers.action(position, text)
    assert blockers.batch.refusal(position, action) == rules.LEGAL
    blockers.batch.apply(position, np.array([action], np.int32))


def rule_against(blockers: Game, position: Positions, text: str) -> str | None:
    refused = blockers.refusal(position, blockers.action(position, text))
    return refused.rule if refused else None


def copy_for(blockers: Game, position: Positions, seat: int) -> Positions:
    concealed = position.copy()
    blockers.batch.conceal(concealed, seat)
    return concealed


def random_match(options: dict[str, Any], seed: int) -> Iterator[Match]:
    """A random game, seen before every action and at its end."""
    chance, match = random.Random(seed), game("blockers", **options).match(seed=seed)
    while not match.outcome:
        yield match
        match.play(chance.choice(match.actions()))
    yield match


LONE_REDS = """
    RGGGGGGGG
    GGGGGGGGG
    GGGGGGGGG
    GGGGGGGGG
    GGGGRGGGG
    GGGGGGGGG
    GGGGGGGGG
    GGGGGGGGG
    GGGGGGGGG
"""  # a green board with lone red tiles on A1 and E5: green can play 1 A sun, 5 E diamond and the joker


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
        pos = match.position[0]
        for colour, tiles in enumerate(match.deal.values()):
            assert [TILE_NAMES[tile] for tile in pos.rack[colour]] == sorted(tiles[:5], key=TILE_NAMES.index)
            assert [TILE_NAMES[tile] for tile in pos.pile[colour]] == tiles[5:]
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
    match = dealt({"red": "moon G 2 ! 1", "yellow": "2 3 4 5 6"}, players=4)
    match.play("1@A1", "1@B1", "1@C1", "2@G2")
    assert {text for text in match.legal() if text.endswith("@G2")} == {"moon@G2", "G@G2", "2@G2", "!@G2"}


def test_bkr_4_example_2_a_group_may_not_fall_apart() -> None:
    blockers = game("blockers", players=4)
    position = blockers.start(blockers.ordered_deal())
    give_rack(position, 0, "1 2 3 G !")
    draw_board(position, "......... " * 6 + "YYY...... ......... .........")
    taken = {text for text in legal(blockers, position) if text[-2:] in ("G1", "G2", "G3")}
    assert taken == {"1@G1", "G@G1", "!@G1", "3@G3", "G@G3", "!@G3"}
    assert rule_against(blockers, position, "2@G2") == "BKR-4"
    draw_board(position, "......... " * 6 + "YY....... YY....... .........")
    assert {text[-2:] for text in legal(blockers, position) if text.startswith("!")} >= {"G1", "G2", "H1", "H2"}


def test_bkr_4_a_group_that_is_linked_the_long_way_round_does_not_fall_apart() -> None:
    blockers = game("blockers", players=2)
    position = blockers.start(blockers.ordered_deal())
    give_rack(position, 0, "1 2 3 G !")
    ring = "GGGGGGGGG " + "G.......G " * 7 + "GGGGGGGGG"
    draw_board(position, ring)
    assert {f"!@{name}" for name in ("A1", "A5", "E1", "F9", "I9")} <= set(legal(blockers, position))
    draw_board(position, ring.replace("GGGGGGGGG ", "GGGG.GGGG ", 1))
    assert {text[-2:] for text in legal(blockers, position) if text.startswith("!")} & {"A1", "E1", "F9", "I9"} == set()
    assert {"!@A4", "!@A6"} <= set(legal(blockers, position))


def test_bkr_5_nobody_passes_who_can_play() -> None:
    match = dealt({})
    with pytest.raises(IllegalAction, match=r"BKR-5: you may pass only when none of your tiles can be played"):
        match.play("pass")


def test_bkr_5_after_playing_one_tile_is_drawn() -> None:
    match = dealt({"red": "1 2 3 4 5 moon A"})
    match.play("3@A3")
    assert [TILE_NAMES[tile] for tile in match.position[0].rack[0]] == ["1", "2", "4", "5", "moon"]
    match.play("1@A1", "moon@G1")
    assert [TILE_NAMES[tile] for tile in match.position[0].rack[0]] == ["1", "2", "4", "5", "A"]


def test_bkr_5_who_can_play_nothing_passes_without_drawing() -> None:
    blockers = game("blockers")
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, LONE_REDS)
    give_rack(position, 1, "2 3 B star moon")
    position[0].mover = 1
    assert legal(blockers, position) == ["pass"]
    before = position[0].rack.copy(), position[0].pile.copy()
    play(blockers, position, "pass")
    assert position[0].mover == 0
    assert (position[0].rack == before[0]).all()
    assert (position[0].pile == before[1]).all()
    assert not blockers.batch.is_over(position)


STUCK = "RRRRRRRRR " * 4 + "......... " + "GGGGGGGGG " * 4  # red is stuck with A B C D sun, green with F G H I moon


def test_bkr_5_the_game_ends_when_nobody_still_in_can_play() -> None:
    blockers = game("blockers")
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, STUCK)
    give_history(
        position, 0, [], numbers("A B C D 1"), numbers("sun") + [t for t in ALL if t not in numbers("A B C D 1 sun")]
    )
    give_rack(position, 1, "F G H I moon")
    play(blockers, position, "1@E1")
    assert blockers.batch.is_over(position)
    assert legal(blockers, position) == []
    found = outcome(blockers, position)
    assert (found.reason, found.scores, found.winners, found.draw) == ("BKR-5", (1, 1), (), True)


def test_bkr_5_whoever_has_stopped_does_not_keep_the_game_going() -> None:
    blockers = game("blockers", players=3)
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, STUCK)
    give_rack(position, 0, "A B C D sun")
    give_rack(position, 1, "F G H I moon")
    blue = numbers("5 6 7 8")
    give_history(position, 2, [tile for tile in ALL if tile not in blue], [*blue, NO_TILE], [])
    position[0].mover = 0
    play(blockers, position, "pass")
    assert position[0].reason == 5
    give_history(
        position, 2, [t for t in ALL if t not in [*blue, 8]], [*blue, 8], []
    )  # one tile fewer played: still in
    position[0].mover, position[0].reason = 0, rules.GOES_ON
    play(blockers, position, "pass")
    play(blockers, position, "pass")
    assert (position[0].mover, position[0].reason) == (2, rules.GOES_ON)
    play(blockers, position, "5@E5")
    assert position[0].reason == 5


def test_bkr_6_captured_tiles_lie_open_before_their_captor() -> None:
    match = dealt({"red": "1 A moon ! 5", "green": "2 3 4 5 6"})
    match.play("1@A1", "2@B2", "!@B2", "3@A3", "A@A3")
    assert match.position[0].captured[0, 1] == 1 << TILE_NAMES.index("2") | 1 << TILE_NAMES.index("3")
    assert match.position[0].captured.sum() == match.position[0].captured[0, 1]


def test_bkr_7_each_colour_plays_24_tiles_and_the_game_ends_when_everyone_has_stopped() -> None:
    for options in VARIANTS:
        *_, match = random_match(options, 5)
        pos, colours = match.position[0], len(match.deal)
        assert match.ply == 24 * colours
        assert pos.plays[:colours].tolist() == [24] * colours
        assert (pos.rack[:colours, 4] == NO_TILE).all()
        assert (pos.rack[:colours, :4] < TILES).all()
        assert match.outcome
        assert match.outcome.reason == "BKR-8"


def test_bkr_7_who_has_stopped_is_skipped() -> None:
    blockers = game("blockers", players=3)
    position = blockers.start(blockers.ordered_deal())
    green = numbers("5 6 7 8")
    give_history(position, 1, [tile for tile in ALL if tile not in green], [*green, NO_TILE], [])
    play(blockers, position, "1@A1")
    assert position[0].mover == 2
    play(blockers, position, "1@B1")
    assert position[0].mover == 0


def test_bkr_8_example_3_groups_and_the_colour_captured_most() -> None:
    blockers = game("blockers", players=3)
    position = blockers.start(blockers.ordered_deal())
    drawing = "BBBBBBBBB BBBBBBBBB GGG...... YYYYYYYYY YYYYYYYYY BBBBB.... GGGGGGGGG GGGGGGGGG GG.Y.Y.YY"
    yellow, green, blue = 0, 1, 2
    draw_board(position, drawing.replace("Y", "R"))  # three seats are red, green and blue
    position[0].captured[yellow, [blue, green]] = 1, 1 << 27
    position[0].captured[blue, yellow] = 0b11
    position[0].reason = 8
    found = outcome(blockers, position)
    assert (found.scores, found.winners, found.draw, found.reason) == ((5, 2, 4), (green,), False, "BKR-8")


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
    blockers = game("blockers", players=3)
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, "R........ GG....... B........ B........" + "......... " * 5)
    for (seat, colour), count in captured.items():
        position[0].captured[seat, colour] = (1 << count) - 1
    position[0].reason = 8
    found = outcome(blockers, position)
    assert (found.scores, found.winners, found.draw) == (scores, winners, not winners)


def test_bkr_9_experts_play_two_colours_and_may_take_their_own_other_one() -> None:
    match = dealt({"red": "1 A moon ! 5", "green": "1 2 3 4 5", "blue": "1 2 3 4 5"}, expert=True)
    assert [seat.colours for seat in match.game.seats] == [("red", "green"), ("blue", "yellow")]
    match.play("red:1@A1", "blue:1@B1")
    assert "green:1@A1" in match.legal()
    assert "green:1@B1" in match.legal()
    assert "red:A@A1" not in match.legal()
    match.play("green:1@A1")
    assert match.position[0].captured[0, 0] == 1
    assert match.mover == 1


def test_bkr_9_a_rack_with_an_empty_pile_and_four_tiles_is_closed_and_shown() -> None:
    blockers = game("blockers", expert=True)
    position = blockers.start(blockers.ordered_deal())
    green = numbers("5 6 7 8")
    give_history(position, 1, [tile for tile in ALL if tile not in [*green, 8]], [*green, 8], [])
    position[0].mover = 0
    assert set(copy_for(blockers, position, 1)[0].rack[1]) == {UNKNOWN}
    play(blockers, position, "green:9@A9")
    assert not blockers.batch.is_over(position)
    for seat in (0, 1, SPECTATOR):
        assert copy_for(blockers, position, seat)[0].rack[1].tolist() == [*green, NO_TILE]
    play(blockers, position, "blue:1@A1")
    assert all(text.startswith("red:") for text in legal(blockers, position))
    assert rule_against(blockers, position, "green:5@A5") == "BKR-9"


def test_bkr_9_the_score_counts_groups_of_both_colours_and_own_captures() -> None:
    blockers = game("blockers", expert=True)
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, "RR.G.R... .G....... B.Y.B.... ........." + "......... " * 5)
    position[0].captured[0, 1] = 0b111
    position[0].captured[0, 2] = 0b11
    position[0].captured[1, 0] = 0b111
    position[0].reason = 8
    found = outcome(blockers, position)
    assert found.scores == (4 + 3, 3 + 3)
    assert found.winners == (1,)
    draw_board(position, "RR.G..... .G....... B.Y.B.... ........." + "......... " * 5)
    found = outcome(blockers, position)
    assert (found.scores, found.winners) == ((6, 6), (1,))  # five captures against three


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
                assert legal(match.game, match.view(seat).position) == match.legal()


@variants
def test_bkr_10_every_tile_played_tells_somebody_something(options: dict[str, Any]) -> None:
    """The last tile of a colour too, after which none is drawn: it was in a rack, and for experts the rack is shown."""
    before: Positions | None = None
    for match in random_match(options, 8):
        if before is not None and match.texts[-1] != "pass":
            assert match.game.batch.has_learned(before, match.position)
        before = match.position
        assert not match.game.batch.has_learned(before, before.copy())


def test_bkr_10_a_pass_tells_what_is_not_held_but_only_once() -> None:
    blockers = game("blockers")
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, LONE_REDS)
    give_rack(position, 1, "2 3 B star moon")
    position[0].mover = 1
    before = position.copy()
    play(blockers, position, "pass")
    assert blockers.batch.has_learned(before, position)
    position[0].mover = 1
    before = position.copy()
    play(blockers, position, "pass")
    assert not blockers.batch.has_learned(before, position)


@variants
def test_bkr_10_a_redeal_agrees_with_all_that_the_seat_knows(options: dict[str, Any]) -> None:
    blockers = game("blockers", **options)
    rng = random_source(1)
    for match in random_match(options, 13):
        if match.outcome:
            before = match.position.copy()
            blockers.batch.redeal(before, 0, rng)
            assert before.tobytes() == match.position.tobytes()  # after the end everything is open
            continue
        for seat in range(SPECTATOR, len(blockers.seats)):
            concealed = copy_for(blockers, match.position, seat)
            state = rng.copy()
            from_truth, from_view = match.position.copy(), concealed.copy()
            blockers.batch.redeal(from_truth, seat, rng)
            blockers.batch.redeal(from_view, seat, state)
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
        blockers.batch.redeal(again, seat, rng)
        yield again


def test_bkr_10_a_redeal_is_uniform_where_nobody_has_passed() -> None:
    blockers = game("blockers")
    position = blockers.start(blockers.ordered_deal())
    give_history(position, 1, range(22), range(22, 27), [27])
    found = Counter(tuple(again[0].rack[1].tolist()) for again in redealt(blockers, position, 0, 6000))
    assert_drawn_like(found, dict.fromkeys(itertools.combinations(range(22, 28), 5), 1))
    piles = Counter(tuple(again[0].pile[0, :2].tolist()) for again in redealt(blockers, position, 0, 20000))
    assert_drawn_like(piles, dict.fromkeys(itertools.permutations(range(5, 28), 2), 1))


@pytest.mark.parametrize("seed", [1, 2])
def test_bkr_10_a_redeal_is_uniform_among_the_deals_that_explain_the_passes(seed: int) -> None:
    blockers, chance = game("blockers"), random.Random(seed)
    deal = blockers.deal(seed)
    deal["green"] = [tile for tile in deal["green"] if tile != "!"] + ["!"]  # with a joker in the rack nobody passes
    position = blockers.start(deal)
    pos, barred = position[0], {}
    for plays in range(18):
        if plays in (9, 14, 16):
            # All green but for lone red tiles out of reach of the rack: nothing to play.
            out_of_reach = set(range(81)).difference(*(LINES[tile] for tile in pos.rack[1]))
            lone = set(chance.sample(sorted(square for square in out_of_reach if square % 2 == 0), 4))
            draw_board(position, "".join("R" if square in lone else "G" for square in range(81)))
            pos.mover = 1
            assert legal(blockers, position) == ["pass"]
            play(blockers, position, "pass")
            barred[plays] = {tile for tile in ALL if lone & LINES[tile]}
        draw_board(position, "." * 81)
        pos.mover = 1
        play(blockers, position, chance.choice(legal(blockers, position)))
    ways = paths_to_racks([int(tile) for tile in pos.played[1, :18]], barred)
    assert len(set(ways.values())) > 1  # the passes do make some racks likelier than others
    found: Counter[Any] = Counter()
    concealed = copy_for(blockers, position, 0)
    for again in redealt(blockers, position, 0, 40_000):
        found[frozenset(again[0].rack[1].tolist())] += 1
        assert copy_for(blockers, again, 0).tobytes() == concealed.tobytes()
    assert_drawn_like(found, ways)


def test_bkr_10_a_pass_of_an_expert_tells_about_both_open_racks() -> None:
    blockers = game("blockers", expert=True)
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, LONE_REDS.replace("G", "Y").replace("R", "B"))
    yellow_can = set(numbers("1 A sun 5 E diamond !"))
    give_rack(position, 3, "2 3 B star moon")
    closed = numbers("5 6 7 8")
    give_history(position, 2, [tile for tile in ALL if tile not in closed], [*closed, NO_TILE], [])
    position[0].mover = 1
    assert legal(blockers, position) == ["pass"]  # blue could play, but its rack is closed
    play(blockers, position, "pass")
    assert {tile for tile in ALL if position[0].not_before[3, tile]} == yellow_can
    assert not position[0].not_before[2].any()
    # With both racks open, a stuck pair: blue in rows A to D, yellow in rows F to I.
    draw_board(position, STUCK.replace("R", "B").replace("G", "Y"))
    give_rack(position, 2, "A B C D sun")
    give_rack(position, 3, "F G H I moon")
    position[0].mover = 1
    play(blockers, position, "pass")
    blue_can = set(ALL) - set(numbers("A B C D sun star heart"))
    yellow_can = set(ALL) - set(numbers("F G H I moon cross square"))
    assert {tile for tile in ALL if position[0].not_before[2, tile]} == blue_can
    assert {tile for tile in ALL if position[0].not_before[3, tile]} == yellow_can


def test_bkr_10_a_redeal_leaves_somebody_who_can_play_or_the_game_would_be_over() -> None:
    blockers = game("blockers")
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, STUCK)
    red, green = numbers("A B C D sun 1"), numbers("F G H I moon cross 5")  # all but 1 and 5 cannot be played
    give_history(position, 0, [tile for tile in ALL if tile not in red], red[:5], red[5:])
    give_history(position, 1, [tile for tile in ALL if tile not in green], green[2:], green[:2])
    racks = Counter(frozenset(again[0].rack[1].tolist()) for again in redealt(blockers, position, 0, 4000))
    expected = [frozenset(rack) for rack in itertools.combinations(green, 5)]
    assert_drawn_like(racks, {rack: 1 for rack in expected if green[-1] in rack})
    both = Counter(
        (frozenset(again[0].rack[0].tolist()), frozenset(again[0].rack[1].tolist()))
        for again in redealt(blockers, position, SPECTATOR, 12_000)
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
    """Boards that play seldom reaches: nearly full, with long groups that bend and close on themselves."""
    blockers, chance = game("blockers", **options), random.Random(7)
    found: Counter[bool] = Counter()
    for seed in range(12):
        deal = blockers.deal(seed)
        position, oracle = blockers.start(deal), Oracle(deal, len(blockers.seats))
        favourite = chance.choice(list(deal))
        drawing = ""
        for square in range(81):
            colour = favourite if chance.random() < 0.6 else chance.choice([*deal, ""])
            if colour:
                oracle.board[square] = colour, "1"
            drawing += LETTERS[COLOURS.index(colour)] if colour else "."
        draw_board(position, drawing)
        for seat in range(len(blockers.seats)):
            position[0].mover = oracle.mover = seat
            texts = legal(blockers, position)
            assert set(texts) == oracle.legal()
            assert rule_against(blockers, position, "pass") == (None if texts == ["pass"] else "BKR-5")
            found.update(oracle.may_land(oracle.colours(seat)[0], square) for square in oracle.board)
    assert min(found.values()) > 100


@variants
def test_every_action_is_listed_or_refused_with_a_rule(options: dict[str, Any]) -> None:
    for match in random_match(options, 6):
        if match.ply % 12 == 5:
            listed = set(match.actions())
            for action in range(rules.ACTIONS):
                code = match.game.batch.refusal(match.position, action)
                assert (code == rules.LEGAL) == (action in listed)
                assert code < len(rules.REFUSALS)


def test_a_random_action_is_uniform() -> None:
    for options, seed in (({}, 1), ({"expert": True}, 2)):
        *_, match = itertools.islice(random_match(options, seed), 40)
        room, rng = np.empty(rules.MOST_LEGAL, np.int32), random_source(8)
        draws = 200 * len(match.actions())
        found = Counter(match.game.batch.random_action(match.position, rng, room) for _ in range(draws))
        assert_drawn_like(found, dict.fromkeys(match.actions(), 1))


def test_a_random_action_passes_when_nothing_else_is_left() -> None:
    blockers = game("blockers")
    position = blockers.start(blockers.ordered_deal())
    draw_board(position, STUCK)
    give_rack(position, 0, "A B C D sun")
    room = np.empty(rules.MOST_LEGAL, np.int32)
    assert blockers.batch.random_action(position, random_source(1), room) == rules.PASS


@variants
def test_a_turned_position_has_the_turned_actions_and_plays_on_alike(options: dict[str, Any]) -> None:
    blockers, room = game("blockers", **options), np.empty(rules.MOST_LEGAL, np.int32)
    assert blockers.batch.symmetries(blockers.start(blockers.ordered_deal())) == 8
    for match in random_match(options, 17):
        if match.outcome or match.ply % 9 != 4:
            continue
        for symmetry, seat in itertools.product(range(8), (0, 1)):
            turned = match.position.copy()
            blockers.batch.turn_position(turned, symmetry)
            count = blockers.batch.legal_actions(turned, room)
            expected = [blockers.batch.turn_action(match.position, action, symmetry) for action in match.actions()]
            assert sorted(room[:count].tolist()) == sorted(expected)
            after, turned_after = match.position.copy(), turned.copy()
            blockers.batch.apply(after, np.array(match.actions()[:1], np.int32))
            blockers.batch.apply(turned_after, np.array(expected[:1], np.int32))
            blockers.batch.turn_position(after, symmetry)
            assert after.tobytes() == turned_after.tobytes()
            # What a seat may not know turns with the rest.
            concealed = copy_for(blockers, match.position, seat)
            blockers.batch.turn_position(concealed, symmetry)
            assert concealed.tobytes() == copy_for(blockers, turned, seat).tobytes()


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
    ["", "7", "7@", "@C7", "7@J1", "7@A0", "7@A10", "7@c7", "0@A1", "J@A1", "Moon@G1", "lune@G1", "7 @C7", "pink:7@C7"],
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
