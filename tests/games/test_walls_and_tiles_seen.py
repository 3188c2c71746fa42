"""What a network sees of walls, arrows and tiles, from each seat: what the laws of observations leave to the game."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from palissade import Game, game
from palissade.arrays import Floats
from palissade.games.barrier.notation import SQUARES as BARRIER_SQUARES
from palissade.games.blockers.notation import TILE_NAMES
from palissade.games.blockers.tiles import PLAYS
from palissade.games.blokus_duo.notation import SQUARES as BLOKUS_SQUARES
from palissade.games.blokus_duo.pieces import PIECES
from palissade.games.cul_de_sac.notation import SQUARES as CUL_DE_SAC_SQUARES
from tests.games.test_barrier import laid_with
from tests.games.test_own_side_seen import seen, start_of

QUIET = "actions since the last capture or crowning, as a share of those that make a draw"
TWO_SIDES = [*game("cul-de-sac").variants(), *game("blokus-duo").variants()]


def names(squares: Any, plane: Floats) -> str:
    """The squares where a plane of the board has a 1, as they are called where nothing is turned."""
    return " ".join(squares.name(int(square)) for square in np.flatnonzero(plane == 1))


@pytest.mark.parametrize("variant", TWO_SIDES, ids=str)
def test_both_begin_alike(variant: Game) -> None:
    first, second = (seen(variant, start_of(variant, seat)) for seat in range(2))
    assert all(np.array_equal(first[name], second[name]) for name in first)


# ---- Cul-de-Sac


def test_walls_are_seen_from_the_movers_side() -> None:
    match = game("cul-de-sac").match()
    match.play("d4-d6")
    told = seen(match.game, match.position)
    assert told["a wall is due"] == 1
    assert names(CUL_DE_SAC_SQUARES, told["the mover's pawns"]) == "h4 d6"
    match.play("e9h")
    match.play("d11-d9")
    match.play("b2v")
    match.play("h4-h6")
    match.play("j13v")
    told = seen(match.game, match.position)  # row 14 is Black's first
    expected = {
        "the mover's pawns": "h4 d6",
        "the other's pawns": "d9 h9",
        "the mover's bases": "d4 h4",
        "the other's bases": "d11 h11",
        "the squares below a wall": "e5 f5",
        "the squares above a wall": "e6 f6",
        "the squares left of a wall": "j1 j2 b12 b13",
        "the squares right of a wall": "k1 k2 c12 c13",
        "the middles of horizontal walls, on the squares below and left of them": "e5",
        "the middles of vertical walls, on the squares below and left of them": "j1 b12",
    }
    assert {name: names(CUL_DE_SAC_SQUARES, told[name]) for name in expected} == expected
    walls = [
        told[f"share of {whose} {kind} walls left"]
        for whose in ("the mover's", "the other's")
        for kind in ("horizontal", "vertical")
    ]
    assert walls == [1, np.float32(8 / 9), np.float32(8 / 9), np.float32(8 / 9)]


def test_nearness_counts_the_steps_to_the_nearer_goal_round_walls() -> None:
    """d5h and c5v shut off d5 from above and d6 from the left: straight down column d is two steps longer."""
    match = game("cul-de-sac").match()
    for text in ("d4-b4", "d5h", "d11-b11", "c5v", "b4-b2", "a1h"):
        match.play(text)
    told = seen(match.game, match.position)
    near, others = (
        told[name][::-1].flatten()  # Black sees the board from above
        for name in ("nearness to the mover's goals: 1, after one step 1/2, then 1/3", "nearness to the other's goals")
    )
    steps = {"d4": 0, "h4": 0, "d5": 1, "c5": 2, "f5": 3, "f6": 4, "e6": 5, "d6": 6, "d10": 8}
    for name, count in steps.items():
        assert near[CUL_DE_SAC_SQUARES.square(name)] == np.float32(1 / (count + 1))
    for name, count in {"d11": 0, "d6": 5, "d4": 9, "h4": 7}.items():
        assert others[CUL_DE_SAC_SQUARES.square(name)] == np.float32(1 / (count + 1))


# ---- Barrier


def arrows(told: dict[str, Floats]) -> dict[str, str]:
    """Where there are arrows, by their direction."""
    found = {name: names(BARRIER_SQUARES, told[name]) for name in told if name.startswith("the arrows")}
    return {name.removeprefix("the arrows "): squares for name, squares in found.items() if squares}


def test_tiles_are_seen_from_the_movers_side() -> None:
    """BAR-2: Clear's tile E+S on a4 lies on a5 for Clear, its arrows to the right and, toward Yellow, ahead."""
    match = game("barrier").match()
    match.play("E+S@a4")
    told = seen(match.game, match.position)
    assert arrows(told) == {"right": "a4", "back": "a4"}
    assert {name for name in told if name.endswith("in hand") and not told[name]} == {
        "the other's tile right + back in hand"
    }
    match.play("N+E@a5")
    told = seen(match.game, match.position)
    assert arrows(told) == {"ahead": "a5", "right": "a4 a5", "back": "a4"}
    assert {name for name in told if name.endswith("in hand") and not told[name]} == {
        "the mover's tile ahead + right in hand",
        "the other's tile right + back in hand",
    }
    bare = [told[f"{whose} squares of the barrier that are still bare"] for whose in ("the mover's", "the other's")]
    assert names(BARRIER_SQUARES, bare[0]) == "b4 d4 f4 h4 c5 e5 g5"
    assert names(BARRIER_SQUARES, bare[1]) == "c4 e4 g4 b5 d5 f5 h5"
    assert told["tiles are still to be laid"] == 1


def test_who_could_be_taken_and_who_goes_on_jumping_is_seen() -> None:
    """BAR-5: Clear's man takes f6, and may go on over d4, which could take it too."""
    laid = laid_with(e5="SW+NW")
    match = game("barrier").match(position=f"yellow:f6,d4,a2 clear:g7,b1* {laid} quiet:50 clear move")
    exposed = "pieces that an enemy beside them could take"
    told = seen(match.game, match.position)
    assert names(BARRIER_SQUARES, told["the other's men"]) == "f3 d5 a7"
    assert names(BARRIER_SQUARES, told["the mover's crowned pieces"]) == "b8"
    assert names(BARRIER_SQUARES, told[f"the mover's {exposed}"]) == "g2"
    assert names(BARRIER_SQUARES, told[f"the other's {exposed}"]) == "f3"
    assert told["the mover may go on jumping or stop"] == told["tiles are still to be laid"] == 0
    assert told[QUIET] == np.float32(1 / 4)
    match.play("g7xe5")
    told = seen(match.game, match.position)
    assert names(BARRIER_SQUARES, told["the mover's piece that may go on jumping"]) == "e4"
    assert names(BARRIER_SQUARES, told[f"the mover's {exposed}"]) == "e4"
    assert names(BARRIER_SQUARES, told[f"the other's {exposed}"]) == "d5"
    assert told["the mover may go on jumping or stop"] == 1
    assert told[QUIET] == 0


# ---- Blokus Duo


def test_a_fixed_start_is_e10_for_both() -> None:
    match = game("blokus-duo", start="fixed").match()
    match.play("e10")
    told = seen(match.game, match.position)
    assert names(BLOKUS_SQUARES, told["the mover's anchors, before its first piece its starting points"]) == "e10"
    assert names(BLOKUS_SQUARES, told["the other's squares"]) == "j5"
    assert names(BLOKUS_SQUARES, told["the other's anchors, before its first piece its starting points"]) == (
        "i4 k4 i6 k6"
    )
    closed = "the squares closed to {}: laid on, or beside a piece of its own"
    assert names(BLOKUS_SQUARES, told[closed.format("the mover")]) == "j5"
    assert names(BLOKUS_SQUARES, told[closed.format("the other")]) == "j4 i5 j5 k5 j6"
    assert {piece for piece in PIECES if not told[f"the other has {piece} left"]} == {"1"}
    assert all(told[f"the mover has {piece} left"] for piece in PIECES)
    assert told["the other has laid 1 last"] == 1
    assert told["the mover has laid 1 last"] == 0
    assert told["the start is fixed"] == 1


def test_who_goes_on_alone_sees_it() -> None:
    """BDU-4."""
    positions = game("blokus-duo").start()
    assert seen(game("blokus-duo"), positions)["the other has passed"] == 0
    positions["passed"][0, 1] = 1
    assert seen(game("blokus-duo"), positions)["the other has passed"] == 1


# ---- Blockers!

SORTS = ("digits", "letters", "symbols")


def goes(tiles: Iterable[str], sort: str) -> Floats:
    """Where those of the tiles go that are of this sort (BKR-3)."""
    where = np.zeros((9, 9), np.float32)
    for row, column in np.ndindex(9, 9):
        names_of_line = (str(column + 1), "ABCDEFGHI"[row], TILE_NAMES[18 + row // 3 * 3 + column // 3])
        where[row, column] = names_of_line[SORTS.index(sort)] in tiles
    return where


def assert_tiles(told: dict[str, Floats], where: str, joker: str, tiles: Iterable[str]) -> None:
    for sort in SORTS:
        assert np.array_equal(told[f"where the {sort} go that {where}"], goes(tiles, sort))
    assert told[joker] == ("!" in tiles)


def test_the_mover_sees_its_rack_and_what_the_others_may_hold() -> None:
    """BKR-10."""
    rack = ["7", "C", "moon", "star", "!"]
    blockers = game("blockers", players=3)
    deal = blockers.ordered_deal()
    deal["green"] = rack + [tile for tile in TILE_NAMES if tile not in rack]
    match = blockers.match(deal=deal)
    match.play("3@C3")
    told = seen(blockers, match.position)
    mover, last = "the mover's colour", "the second next colour"
    others = [tile for tile in TILE_NAMES if tile != "3"]
    pile = [tile for tile in TILE_NAMES if tile not in rack]
    assert_tiles(told, f"{mover} holds, or may hold", f"{mover} holds the joker, or may hold it", rack)
    assert_tiles(told, f"{mover} may still draw", f"{mover} may still draw the joker", pile)
    assert_tiles(told, f"{last} holds, or may hold", f"{last} holds the joker, or may hold it", others)
    assert_tiles(told, f"{last} may still draw", f"{last} may still draw the joker", others)
    assert np.argwhere(told[f"the tiles of {last}"]).tolist() == [[2, 2]]
    assert told[f"groups of {last}, as a share of all tiles it will play"] == np.float32(1 / PLAYS)
    assert told[f"tiles that {last} has played, as a share of all it will play"] == np.float32(1 / PLAYS)
    assert told["two players"] == 0
    assert told["three players"] == 1
    match.play("C@C3")
    told = seen(blockers, match.position)
    captured = {name for name in told if name.startswith("tiles of") and told[name]}
    assert captured == {"tiles of the next colour that the second next player has captured, as such a share"}


def test_what_a_pass_told_is_seen_until_another_tile_is_drawn() -> None:
    blockers = game("blockers")
    positions = blockers.start(blockers.ordered_deal())
    positions["not_before"][0, 1, [0, 27]] = 5  # Green could not play 1 and the joker with the first five it drew
    colour = "the next colour"
    where, joker = f"{colour} holds, or may hold", f"{colour} holds the joker, or may hold it"
    assert_tiles(seen(blockers, positions), where, joker, TILE_NAMES[1:-1])
    told = seen(blockers, positions)
    assert_tiles(told, f"{colour} may still draw", f"{colour} may still draw the joker", TILE_NAMES)
    positions["plays"][0, 1], positions["played"][0, 1, 0] = 1, 1
    assert_tiles(seen(blockers, positions), where, joker, [tile for tile in TILE_NAMES if tile != "2"])


def test_a_closed_rack_holds_nothing_to_be_played() -> None:
    """BKR-7, BKR-9."""
    expert = game("blockers", expert=True)
    positions = expert.start(expert.ordered_deal())
    positions["mover"] = 1
    positions["plays"][0, 2], positions["played"][0, 2] = PLAYS, range(PLAYS)
    positions["plays"][0, 0], positions["played"][0, 0, : PLAYS - 1] = PLAYS - 1, range(PLAYS - 1)
    told = seen(expert, positions)
    for colour, held, drawn in (
        ("the mover's colour", [], []),
        ("the next colour", TILE_NAMES[:5], TILE_NAMES[5:]),
        ("the second next colour", TILE_NAMES[-5:], []),
        ("the third next colour", TILE_NAMES, TILE_NAMES),
        ("the fourth next colour", [], []),
    ):
        assert_tiles(told, f"{colour} holds, or may hold", f"{colour} holds the joker, or may hold it", held)
        assert_tiles(told, f"{colour} may still draw", f"{colour} may still draw the joker", drawn)
    assert told["each player has two colours"] == 1


def test_tiles_that_hold_a_group_together_are_told_apart() -> None:
    """BKR-4, example 2."""
    blockers = game("blockers")
    match = blockers.match(deal=blockers.ordered_deal())
    for text in ("1@G1", "1@A1", "2@G2", "2@I2", "3@G3"):
        match.play(text)
    told = seen(blockers, match.position)
    assert np.argwhere(told["the tiles of the next colour"]).tolist() == [[6, 0], [6, 1], [6, 2]]
    loose = np.argwhere(told["the tiles whose group does not fall apart without them"]).tolist()
    assert loose == [[0, 0], [6, 0], [6, 2], [8, 1]]
