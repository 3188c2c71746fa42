"""What rooms think of positions: the same however they are turned, and right about what anybody sees."""

from typing import Any

import numpy as np
import pytest

from palissade import Game, game, games
from palissade.players.uct import ADVISED, BOUND, PROMISE, Uct
from tests.games.test_barrier import LAID
from tests.random_games import walk

JUDGING = [variant for shelved in games() if hasattr(shelved.knowledge, "evaluate") for variant in shelved.variants()]


def values(variant: Game, position: Any) -> list[float]:
    """What each seat may expect of a position, or of its text."""
    if isinstance(position, str):
        position = variant.read(position)
    knowledge: Any = variant.knowledge
    told = np.zeros(5, np.float32)
    knowledge.evaluate(position[0], told)
    return [float(value) for value in told[: len(variant.seats)]]


@pytest.mark.parametrize("variant", [variant for variant in JUDGING if variant.symmetry], ids=str)
def test_turned_positions_are_worth_the_same(variant: Game) -> None:
    for match in walk(variant, 4, 100):
        if match.mover is None or match.ply % 7:
            continue
        before = values(variant, match.position)
        for symmetry in range(1, variant.single.symmetries(match.position)):
            turned = match.position.copy()
            variant.single.turn_position(turned, symmetry)
            after = values(variant, turned)
            assert after[variant.single.mover(turned)] == pytest.approx(before[match.mover], abs=1e-5)
            assert sorted(after) == pytest.approx(sorted(before), abs=1e-5)


@pytest.mark.parametrize("variant", JUDGING, ids=str)
def test_looking_leaves_the_position_as_it_is(variant: Game) -> None:
    knowledge: Any = variant.knowledge
    room, weights = np.zeros(variant.rules.MOST_LEGAL, np.int32), np.zeros(variant.rules.MOST_LEGAL, np.float32)
    for match in walk(variant, 6, 60):
        if match.mover is None:
            break
        before = match.position.tobytes()
        values(variant, match.position)
        if hasattr(knowledge, "prior"):
            knowledge.prior(match.position[0], room, variant.single.legal_actions(match.position, room), weights)
        assert match.position.tobytes() == before


def test_the_levels_search_as_the_room_advises() -> None:
    kind = Uct(leaf=ADVISED)._kind(game("empire"))
    assert (kind.leaf, kind.uses_prior, kind.exploration) == ("static", False, game("empire").knowledge.EXPLORATION)  # type: ignore[union-attr]
    assert Uct(leaf=ADVISED, exploration=0.3)._kind(game("empire")).exploration == 0.3
    assert Uct(leaf="static")._kind(game("empire")).exploration == BOUND
    assert Uct(leaf=ADVISED)._kind(game("cul-de-sac")).exploration == PROMISE


# ---- Cul-de-Sac


def test_cul_de_sac_is_a_race() -> None:
    def white(stage: str, walls: str = "-", pawn: str = "d6") -> float:
        position = f"white:{pawn},h4/8h,8v black:d11,h9/8h,8v walls:{walls} {stage}"
        return values(game("cul-de-sac"), position)[0]

    assert white("white pawn", pawn="d10") > 0.95 > white("black pawn", pawn="d10") > 0.5  # one step from d11
    assert white("white pawn") > 0.5 > white("black pawn")
    assert white("white wall") < white("white pawn")
    assert white("white pawn", "d7h") < white("white pawn") < white("white pawn", "h7h")  # in White's way, in Black's


# ---- La Porte


def test_la_porte_counts_who_has_come_in() -> None:
    porte = game("porte")
    red = "red:e1/f1/d1"
    even, ahead = (values(porte, f"{men} green:h12/g12/i12 green move")[0] for men in (red, f"{red},b5"))
    assert ahead > even
    due = values(porte, "red:e1/f1/d3 green:d6/a3/i12 red entry:e2")[0]
    possible = values(porte, "red:e1/f1/d1 green:d6/a3/i12 red move")[0]  # d1-d3 lines up with d6 and a3
    far = values(porte, "red:e1/f1/d1 green:h12/g12/i12 red move")[0]
    assert due > possible > far


def test_la_porte_sees_the_last_piece_come_in() -> None:
    last = "red:e1/f1,a12,b12,c12/d1,a11,c11,f12,j12 green:d6/a3/i12"
    assert values(game("porte"), f"{last} red move")[0] > 0.95
    four = game("porte", players=4, teams=True)
    partner = "blue:a8/a7,j7,j8,j9/a9,l1,l2,l3,l8,l9"
    told = values(four, f"red:e1/f1,a12,b12,c12/d1,a11,c11,f12,j12 {partner} green:d6/a3/i12 yellow:l6/l5/l4 red move")
    assert told[0] == told[1] > 0.95  # Blue has all of them in
    assert told[2] == told[3]


# ---- Barrier


def yellow(men: str, others: str, mover: str = "clear", tiles: str = LAID) -> float:
    return values(game("barrier"), f"yellow:{men} clear:{others} {tiles} quiet:0 {mover} move")[0]


def test_barrier_counts_men_and_crowns() -> None:
    assert yellow("a1,c1", "a8") > yellow("a1", "a8")
    assert yellow("a1*", "a8") > yellow("a1,c1", "a8,c8") > yellow("a1", "a8*")
    assert yellow("d6", "a7") > yellow("d3", "a7")  # nearer to the crown


def test_barrier_sees_what_hangs() -> None:
    hanging = ("d2,a1", "e3,h8")
    assert yellow(*hanging, mover="yellow") > 0.5 > yellow(*hanging, mover="clear")


# ---- Saute


def red(rows: str, *others: str, mover: str = "red", run: str = "-", **options: Any) -> float:
    """What Red may expect; its pieces row by row from the top, as in the drawing: triangles, then squares."""
    rest = others or ("blue:a9,a8,a7/b9,c9,b8,c8,b7,c7",)
    return values(game("saute", **options), f"red:{rows} {' '.join(rest)} {mover} run:{run}")[0]


BEGUN = "a12,a11,a10/b12,c12,b11,c11,b10,c10"


def test_saute_is_a_race() -> None:
    assert red("d12,a11,a10/b12,c12,b11,c11,b10,c10", mover="blue") > red(BEGUN, mover="blue")
    assert red(BEGUN) > 0.5 > red(BEGUN, mover="blue")
    assert red("j12,i11,j10/k12,l12,k11,l11,k10,l10", mover="blue") > 0.99


def test_saute_keeps_pieces_together() -> None:
    """As many columns to go: two that leap over each other, and one that is left behind."""
    together, stretched = "d12,a11,a10/e12,f12,b11,c11,b10,c10", "a12,a11,a10/g12,h12,b11,c11,b10,c10"
    assert red(together, mover="blue") > red(stretched, mover="blue")


def test_saute_follows_a_run_to_its_end() -> None:
    knowledge: Any = game("saute").knowledge
    assert knowledge.way(0b001_000_001_000, 3, 0b000_000_110_000) == 3  # from d by e and f, where it runs on, to g
    assert knowledge.way(0b000_000_001_000, 3, 0) == 1
    assert knowledge.way(0b111_000_000_000, 9, 0) == 0  # nowhere to go


def test_saute_knows_who_can_never_finish() -> None:
    strayed = "k12,a11,a10/j12,l12,b11,c11,b10,c10"
    assert red(strayed) > 0.5
    assert red(strayed, expert=True) == 0
    assert red(strayed, "blue:k9,a8,a7/j9,l9,b8,c8,b7,c7", expert=True) == 0.5  # nor can Blue


def test_saute_counts_the_partner_who_is_behind() -> None:
    begun = "green:a6,a5,a4/b6,c6,b5,c5,b4,c4 yellow:a3,a2,a1/b3,c3,b2,c2,b1,c1"
    home = "j12,j11,j10/k12,l12,k11,l11,k10,l10"
    behind, ahead = "blue:a9,a8,a7/b9,c9,b8,c8,b7,c7", "blue:a9,a8,g7/b9,c9,b8,c8,h7,i7"
    alone, both = (red(home, blue, begun, mover="green", players=4, teams=True) for blue in (behind, ahead))
    assert alone < both
    assert alone < 0.6  # one of two is home, and that is all


def test_saute_tries_long_ways_first_and_no_triangle_past_its_column() -> None:
    match = game("saute").match(
        position="red:c12,e11,c10/e12,g12,f11,h11,e10,g10 blue:b9,a8,c7/d9,j9,e8,j8,f7,j7 blue run:-"
    )
    weights = weighed(match)
    assert max(weights, key=weights.__getitem__) == "d9-e9"  # and on to g9
    expert = game("saute", expert=True).match(
        position="red:j12,a11,a10/k12,i12,b11,c11,b10,c10 blue:a9,a8,a7/b9,c9,b8,c8,b7,c7 red run:-"
    )
    weights = weighed(expert)
    assert min(weights, key=weights.__getitem__) == "j12-l12"


def weighed(match: Any) -> dict[str, float]:
    """What every action weighs, as it is written."""
    knowledge: Any = match.game.knowledge
    actions = np.array(match.actions(), np.int32)
    weights = np.zeros(len(actions), np.float32)
    knowledge.prior(match.position[0], actions, len(actions), weights)
    return {match.game.text(match.position, int(action)): float(w) for action, w in zip(actions, weights, strict=True)}
