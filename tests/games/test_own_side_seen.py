"""What a network sees from each seat, on the board that the laws of observations leave to the game."""

from typing import Any

import numpy as np
import pytest

from palissade import Game, game
from palissade.arrays import Floats, Positions
from palissade.boards.butehorn import BLOCK, NAMES
from palissade.games.empire import rules as empire_rules
from palissade.games.porte import pieces

TABLES = [variant for id_ in ("blocus", "empire", "saute", "porte") for variant in game(id_).variants()]


def seen(variant: Game, positions: Positions) -> dict[str, Floats]:
    """Planes and numbers by their names."""
    batch = variant.batch
    planes, vectors = batch.planes(1), batch.vectors(1)
    batch.observe(positions, planes, vectors)
    observation = batch.observation
    return dict(zip((*observation.PLANES, *observation.VECTOR), (*planes[0], *vectors[0]), strict=True))


def names(plane: Floats) -> set[str]:
    """The squares where a plane of the board has a 1, as they are called where nothing is turned."""
    return {NAMES.name(int(square)) for square in np.flatnonzero(plane == 1)}


def start_of(variant: Game, mover: int) -> Positions:
    """The starting position as if it were this seat's turn."""
    positions = variant.start()
    positions["mover"] = mover
    return positions


@pytest.mark.parametrize("variant", TABLES, ids=str)
def test_every_seat_begins_with_its_own_things_in_the_same_place(variant: Game) -> None:
    first, *others = [seen(variant, start_of(variant, seat)) for seat in range(len(variant.seats))]
    own = [name for name in first if name.startswith("the mover's")]
    assert any(first[name].any() for name in own)
    for other in others:
        assert all(np.array_equal(first[name], other[name]) for name in own)


def test_le_blocus_is_laid_so_that_the_king_leaves_above() -> None:
    for kings, other in (("offset", "h11"), ("facing", "e11")):
        for seat in (0, 1):
            told = seen(game("blocus", kings=kings), start_of(game("blocus", kings=kings), seat))
            assert (names(told["the mover's king"]), names(told["the other's king"])) == ({"e2"}, {other})
            assert told["the kings face each other"] == (kings == "facing")


@pytest.mark.parametrize(("seat", "following"), [(0, ("b11", "k11")), (1, ("b11", "k2")), (2, ("k11", "k2"))])
def test_three_armies_of_l_empire_follow_clockwise_round_the_empty_corner(
    seat: int, following: tuple[str, str]
) -> None:
    told = seen(game("empire", players=3), start_of(game("empire", players=3), seat))
    assert names(told["the mover's commander"]) == {"b2"}
    assert names(told["the mover's king's throne, while the commander stands"]) == {"h8"}
    for whose, square in zip(("next", "second next"), following, strict=True):
        assert names(told[f"the {whose} player's commander"]) == {square}
    assert not told["the third next player's commander"].any()


@pytest.mark.parametrize("id_", ["empire", "saute", "porte"])
def test_partners_sit_side_by_side(id_: str) -> None:
    """A A B B: the next player is the first partner's, the third next the second partner's."""
    teams = game(id_, players=4, teams=True)
    for seat in range(4):
        told = seen(teams, start_of(teams, seat))
        partner = (seat + 1) % 4 if told["the next player is the mover's partner"] else (seat + 3) % 4
        assert bool(told["the next player is the mover's partner"]) != bool(
            told["the third next player is the mover's partner"]
        )
        assert teams.seats[partner].team == teams.seats[seat].team


def test_an_army_that_changes_hands_is_seen_as_its_captors() -> None:
    """EMP-8: Red has taken Blue's commander; Green looks on from the lower right corner."""
    empire = game("empire", players=3)
    positions = start_of(empire, 2)
    position: Any = positions[0]
    position.man[position.square[11]] = empire_rules.EMPTY
    position.square[11] = empire_rules.OFF
    position.lord[1] = 0
    told = seen(empire, positions)
    assert not told["the second next player's knights"].any()
    assert not told["the second next player's king's throne, while the commander stands"].any()
    assert told["the next player's knights"].sum() == 8
    assert told["the next player's commander"].sum() == 1


def test_the_lanes_of_saute_follow_from_below() -> None:
    """SAU-4, example 2 of the rules page: Red, the second, has come beside one enemy and may run on."""
    match = game("saute").match()
    match.play("a11-d11")
    match.play("a8-d8")
    told = seen(match.game, match.position)
    assert names(told["the mover's piece that may run on"]) == {"d2"}
    assert names(told["the mover's triangles"]) == {"a3", "d2", "a1"}
    assert names(told["the next player's triangles"]) == {"a6", "d5", "a4"}
    assert told["the mover may run on or stop"] == 1
    odd = told["the columns where the mover's enemies are odd in number"]
    assert {name[0] for name in names(odd)} == set("bcd")


def test_the_gates_of_la_porte_are_seen_where_the_board_lies() -> None:
    """POR-4, POR-5: Green sits in the north of two, so b11 among two of Red is seen as k2, and e2 as h11."""
    porte = game("porte")
    positions = start_of(porte, 1)
    pieces.clear_board(positions[0])
    for seat, kind, name in ((1, pieces.SQUARE, "b11"), (0, pieces.TRIANGLE, "a10"), (0, pieces.SQUARE, "c12")):
        pieces.put(positions[0], seat, kind, NAMES.square(name))
    positions["gate"] = BLOCK[NAMES.square("e2")]
    positions["reserve"][0, 1] = (0, 3, 1)
    told = seen(porte, positions)
    assert names(told["the mover's squares"]) == names(told["the mover's crowded gates"]) == {"k2"}
    assert names(told["the next player's triangles"]) == {"l3"}
    assert names(told["the gate through which the mover may bring in a piece now"]) == {"h11"}
    assert told["the mover may bring in a piece now"] == 1
    shares = [told[f"share of the mover's {kind} in reserve"] for kind in ("triangles", "squares")]
    assert shares == [1, np.float32(1 / 5)]


def test_solitaire_counts_pawns_and_moves() -> None:
    match = game("solitaire").match()
    match.play("3D-8D")
    told = seen(match.game, match.position)
    assert told["share of the pawns that are left"] == np.float32(32 / 36)
    assert told["moves made, as a share of the most there can be"] == np.float32(1 / 35)
    assert np.argwhere(told["the yellow pawns"])[-1].tolist() == [7, 3]
