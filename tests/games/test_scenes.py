"""Scenes of every game: JSON that a page can hold, ids that stay, picks that lead to exactly one action."""

from collections.abc import Iterator
from itertools import chain

import msgspec
import pytest

from palissade import Game, Match, Record, game, games
from palissade.boards.drawing import Grid
from palissade.games.cul_de_sac.rules import PASS
from palissade.match import SPECTATOR
from palissade.scene import FLAT, Circle, Piece, Pile, Print, Scene, Tray
from tests.random_games import walk
from tests.records.write import ENDING, FOLDER, name_of

VARIANTS = [variant for each in games() for variant in each.variants()]
EVERY = pytest.mark.parametrize("variant", VARIANTS, ids=str)
WORDS = {"pass", "exit", "stop", "triangle", "square"}  # buttons
CHANGE_HANDS = {"empire"}  # games in which pieces may come to obey another seat, and then show its colour (EMP-8)


def in_trays(scene: Scene) -> list[Piece]:
    return [piece for tray in scene.trays for holding in tray.holdings for piece in holding.pieces]


def everything(scene: Scene) -> list[Piece]:
    return [*scene.pieces, *in_trays(scene)]


def golden(variant: Game) -> Iterator[Match]:
    """The golden game ply by ply: it gets to all parts of a game, where random ones may end before."""
    record = Record.read((FOLDER / f"{name_of(variant)}{ENDING}").read_bytes())
    match = variant.match(deal=record.deal)
    yield match
    for action in record.actions:
        match.play(action)
        yield match


def piles_of(tray: Tray, kind: str) -> list[Pile]:
    return [pile for holding in tray.holdings if holding.kind == kind for pile in holding.piles]


def has_left(piece: Piece, scene: Scene) -> bool:
    """Whether the piece stands at the end of the way by which it has left the board."""
    return any(mark.piece == piece.id and mark.path[-1] == (piece.x, piece.y) for mark in scene.marks if mark.path)


# ---- every game


@EVERY
def test_a_scene_is_json_and_back(variant: Game) -> None:
    for match in walk(variant, 1):
        if match.ply % 10 == 0 or match.outcome:
            scene = match.view(0).scene()
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@EVERY
def test_who_sits_on_the_same_side_and_knows_the_same_sees_the_same(variant: Game) -> None:
    others = [SPECTATOR, *range(1, len(variant.seats))] if variant.is_seen_alike else []
    for match in walk(variant, 1) if others else ():
        first = match.view(0)
        for seat in others:
            view = match.view(seat)
            assert msgspec.structs.replace(view.scene(), seat=0) == first.scene()
            assert view.choices() == first.choices()


def test_of_some_games_there_is_one_scene_for_all() -> None:
    assert {each.id for each in games() if each.is_seen_alike} == {"alignement", "blokus-duo", "saute", "solitaire"}


@EVERY
def test_picks_are_places_and_lead_to_one_action_each(variant: Game) -> None:
    for match in walk(variant, 2):
        if match.mover is None or match.ply % 4:
            continue
        view = match.view(match.mover)
        scene, picks = view.scene(), view.picks()
        places = {spot.id for spot in scene.spots} | {piece.spot for piece in in_trays(scene) if piece.spot}
        assert set(picks) == set(match.actions())
        assert len(set(picks.values())) == len(picks)
        for steps in picks.values():
            assert all(step in places or step in WORDS or step.startswith("turn:") for step in steps)


@EVERY
def test_spots_have_names_of_their_own_and_lie_on_the_board(variant: Game) -> None:
    scene = variant.match(seed=1).view(0).scene()
    assert len({spot.id for spot in scene.spots}) == len(scene.spots)
    for spot in scene.spots:
        assert spot.width / 2 <= spot.x <= scene.width - spot.width / 2
        assert spot.height / 2 <= spot.y <= scene.height - spot.height / 2


@EVERY
def test_a_piece_keeps_its_id_and_lies_where_its_spot_is(variant: Game) -> None:
    before: dict[str, str] = {}
    nature: dict[str, tuple[str, str, str]] = {}
    for match in walk(variant, 3):
        scene = match.view(0).scene()
        assert len({piece.id for piece in everything(scene)}) == len(everything(scene))
        middles = {spot.id: (spot.x, spot.y) for spot in scene.spots}
        now = {piece.id: piece.spot for piece in scene.pieces if piece.spot}
        for piece in scene.pieces:
            if has_left(piece, scene):
                continue
            assert (piece.x, piece.y) == middles[piece.spot]
        for piece in everything(scene):
            colour = "" if variant.id in CHANGE_HANDS else piece.colour
            kind = (piece.kind, colour, "" if piece.glyph == "crown" else piece.glyph)  # a man may be crowned
            assert nature.setdefault(piece.id, kind) == kind
        if match.played:
            touched = set(variant.scene.picks(match._positions[-2][0], match.played[-1]))
            assert all(  # was there, or has just come onto the board
                before.get(piece, spot) == spot for piece, spot in now.items() if spot not in touched
            )
            assert all(  # stays, or is taken
                now.get(piece, spot) == spot for piece, spot in before.items() if spot not in touched
            )
        before = now


@EVERY
def test_a_piece_that_is_moved_or_laid_keeps_its_id(variant: Game) -> None:
    moved = 0
    for match in chain(golden(variant), walk(variant, 9, most=60)):
        if match.mover is None:
            continue
        before = match.view(match.mover)
        action = before.actions[match.ply % len(before.actions)]
        taken, *_, put = before.game.scene.picks(before.position[0], action) * 2
        source = {piece.spot: piece.id for piece in everything(before.scene()) if piece.spot}
        match.play(action)
        after = {piece.spot: piece.id for piece in match.view(0).scene().pieces}
        match.undo()
        if taken in source:
            assert after[put] == source[taken]
            moved += 1
    assert moved > 10


@EVERY
def test_marks_and_pieces_lie_on_the_board(variant: Game) -> None:
    for match in walk(variant, 5, most=60):
        scene = match.view(0).scene()
        on_board = {piece.id for piece in scene.pieces}
        for mark in scene.marks:
            assert 0 < mark.x < scene.width
            assert 0 < mark.y < scene.height
            assert not mark.piece or mark.piece in on_board
        standing = [piece.y for piece in scene.pieces if piece.kind not in FLAT]
        assert standing == sorted(standing)


@EVERY
def test_the_mover_is_shown_and_a_spectator_sees_the_first_seat(variant: Game) -> None:
    for match in walk(variant, 6, most=30):
        scene = match.view(SPECTATOR).scene()
        movers = [tray.seat for tray in scene.trays if tray.is_mover]
        assert movers == ([] if match.mover is None else [match.mover])
        assert scene.seat == 0
        assert [tray.seat for tray in scene.trays] == list(range(len(variant.seats)))


# ---- turning a board

GRID = Grid(3, 2, column_names=tuple("abc"), row_names=tuple("12"), rim=30)


@pytest.mark.parametrize(
    ("turn", "first", "size"),
    [(0, (50, 90), (180, 140)), (1, (50, 50), (140, 180)), (2, (130, 50), (180, 140)), (3, (90, 130), (140, 180))],
)
def test_quarter_turns_go_clockwise(turn: int, first: tuple[float, float], size: tuple[float, float]) -> None:
    """a1 goes from the lower left to the upper left, the upper right, the lower right."""
    grid = GRID.turned(turn)
    assert grid.middle(0, 0) == first
    assert (grid.width, grid.height) == size


@pytest.mark.parametrize("turn", range(4))
def test_coordinates_stand_in_line_with_their_squares(turn: int) -> None:
    grid = GRID.turned(turn)
    names = [shape for shape in grid.shapes() if isinstance(shape, Print)]
    assert len(names) == 2 * (3 + 2)
    for column, row in grid.squares():
        x, y = grid.middle(column, row)
        across = {shape.glyph for shape in names if shape.x == x}
        along = {shape.glyph for shape in names if shape.y == y}
        assert (across, along) == (({"abc"[column]}, {"12"[row]}) if turn % 2 == 0 else ({"12"[row]}, {"abc"[column]}))


@pytest.mark.parametrize("turn", range(4))
def test_a_step_leads_from_middle_to_middle(turn: int) -> None:
    grid = GRID.turned(turn)
    for columns, rows in ((1, 0), (0, 1), (2, 1)):
        (x, y), (x2, y2) = grid.middle(0, 0), grid.middle(columns, rows)
        assert grid.step(columns, rows) == ((x2 - x) / 40, (y2 - y) / 40)


# ---- Cul-de-Sac


def played(*actions: str) -> Match:
    match = game("cul-de-sac").match()
    match.play(*actions)
    return match


def test_cul_de_sac_is_turned_for_black_and_keeps_its_names() -> None:
    match = played("d4-d6", "e9h", "d11-d9")
    white, black = match.view(0).scene(), match.view(1).scene()
    turned = {spot.id: spot for spot in black.spots}
    for spot in white.spots:
        other = turned[spot.id]
        assert (other.x, other.y) == (white.width - spot.x, white.height - spot.y)
        assert (other.width, other.height, other.kind) == (spot.width, spot.height, spot.kind)
    assert {piece.id: piece.spot for piece in white.pieces} == {piece.id: piece.spot for piece in black.pieces}
    assert max(black.pieces, key=lambda piece: piece.y).colour == "black"


def test_cul_de_sac_picks() -> None:
    match = played("d4-d6")
    scene = match.game.scene
    assert scene.picks(match.position[0], match.game.action(match.position, "d6-d8")) == ("d6", "d8")
    assert scene.picks(match.position[0], match.game.action(match.position, "e9h")) == ("e9h",)
    assert scene.picks(match.position[0], PASS) == ("pass",)


def test_cul_de_sac_marks_the_whole_last_turn_and_the_goals_of_the_mover() -> None:
    scene = played("d4-e5", "e9h").view(0).scene()
    middles = {spot.id: (spot.x, spot.y) for spot in scene.spots}
    marks = {mark.kind: mark for mark in scene.marks}
    assert (marks["last-from"].x, marks["last-from"].y) == middles["d4"]
    assert (marks["last-to"].x, marks["last-to"].y) == middles["e5"]
    assert marks["last-piece"].piece == "wall:e9h"
    assert {(mark.x, mark.y) for mark in scene.marks if mark.kind == "goal"} == {middles["d4"], middles["h4"]}


@pytest.mark.parametrize(("wall", "between"), [("c4h", "e4"), ("d3v", "d5")])
def test_cul_de_sac_draws_the_trail_round_the_side_where_no_wall_is(wall: str, between: str) -> None:
    scene = played("h4-h6", wall, "h11-h9", "a13h", "d4-e5").view(0).scene()
    middles = {spot.id: (spot.x, spot.y) for spot in scene.spots}
    trail = next(mark for mark in scene.marks if mark.kind == "trail")
    assert (trail.x, trail.y) == middles["d4"]
    assert trail.path == (middles[between], middles["e5"])


def test_cul_de_sac_counts_the_walls_left() -> None:
    def left(tray: Tray) -> list[tuple[str, int, int]]:
        return [(pile.kind, pile.count, pile.full) for holding in tray.holdings for pile in holding.piles]

    white, black = played("d4-d6", "e9h").view(0).scene().trays
    assert left(white) == [("wall-h", 8, 9), ("wall-v", 9, 9), ("base-black", 2, 0)]
    assert left(black) == [("wall-h", 9, 9), ("wall-v", 9, 9), ("base-white", 2, 0)]


# ---- seats round the board


def places(name: str, seat: int, **options: int | bool) -> list[str]:
    return [tray.place for tray in game(name, **options).match(seed=1).view(seat).scene().trays]


def test_seats_stand_at_their_side_of_the_board_as_the_viewer_sees_it() -> None:
    assert places("blocus", 0) == ["near", "far"]
    assert places("blocus", 1) == ["far", "near"]
    assert places("porte", 0, players=4) == ["near", "left", "far", "right"]
    assert places("porte", 1, players=4) == ["right", "near", "left", "far"]


def test_seats_stand_at_their_corner_of_the_board_as_the_viewer_sees_it() -> None:
    assert places("empire", 0, players=4) == ["near-right", "near-left", "far-left", "far-right"]
    assert places("empire", 2, players=4) == ["far-left", "far-right", "near-right", "near-left"]


def test_where_everybody_looks_from_one_side_seats_have_no_place() -> None:
    assert places("blockers", 0, players=3) == ["", "", ""]
    assert places("solitaire", 0) == [""]


# ---- Blokus Duo


def test_blokus_pieces_cover_the_squares_of_their_notation() -> None:
    for match in walk(game("blokus-duo"), 7):
        scene = match.view(0).scene()
        names = {(spot.x, spot.y): spot.id for spot in scene.spots}
        covered = {
            ",".join(names[piece.x + 40 * column, piece.y + 40 * row] for column, row in piece.cells)
            for piece in scene.pieces
        }
        assert covered == {text for text in match.texts if text != "pass"}
        assert len(everything(scene)) == 42


def test_blokus_turns_lead_to_the_squares_of_the_notation() -> None:
    for match in walk(game("blokus-duo"), 8):
        if match.mover is None or match.ply % 5:
            continue
        view = match.view(match.mover)
        scene = view.scene()
        middles = {spot.id: (spot.x, spot.y) for spot in scene.spots}
        names = {middle: name for name, middle in middles.items()}
        turns = {piece.spot: piece.turns for piece in in_trays(scene) if piece.spot}
        for action, picks in view.picks().items():
            if picks == ("pass",):
                continue
            piece, turn, first = picks
            x, y = middles[first]
            cells = turns[piece][int(turn.removeprefix("turn:"))]
            squares = ",".join(names[x + 40 * column, y + 40 * row] for column, row in cells)
            assert squares == match.game.text(match.position, action)


def test_blokus_marks_the_free_corners_of_the_mover() -> None:
    match = game("blokus-duo").match()
    match.play("e10", "j5")
    scene = match.view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    assert {names[mark.x, mark.y] for mark in scene.marks if mark.kind == "anchor"} == {"d9", "d11", "f9", "f11"}
    assert [mark.piece for mark in scene.marks if mark.kind == "last-to"] == ["yellow:1"]


# ---- Blockers!


def test_blockers_shows_a_rack_to_its_owner_alone() -> None:
    match = game("blockers", players=3).match(seed=1)
    for seat in (SPECTATOR, 0, 1, 2):
        for tray in match.view(seat).scene().trays:
            rack = next(holding for holding in tray.holdings if holding.kind == "rack")
            if tray.seat == seat:
                assert len(rack.pieces) == 5
                assert not rack.piles
            else:
                assert not rack.pieces
                assert [pile.count for pile in rack.piles] == [5]


def test_blockers_opens_everything_after_the_end() -> None:
    *_, match = walk(game("blockers", players=2), 1)
    racks = [h for tray in match.view(SPECTATOR).scene().trays for h in tray.holdings if h.kind == "rack"]
    assert [len(rack.pieces) for rack in racks] == [4, 4]


def test_blockers_prints_the_symbol_of_its_block_on_every_square() -> None:
    scene = game("blockers").match(seed=1).view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    printed = {
        names[shape.x, shape.y]: shape.glyph
        for shape in scene.board
        if isinstance(shape, Print) and shape.style == "symbol"
    }
    assert len(printed) == 81
    assert (printed["A1"], printed["C9"], printed["E5"], printed["G2"]) == ("sun", "heart", "diamond", "moon")


def test_blockers_lays_what_was_captured_before_its_captor() -> None:
    for match in walk(game("blockers", players=4), 3):
        scene = match.view(0).scene()
        tiles = len(scene.pieces) + sum(
            len(holding.pieces) for tray in scene.trays for holding in tray.holdings if holding.kind == "captured"
        )
        assert tiles == sum(text != "pass" for text in match.texts)
        counts = [pile.count for tray in scene.trays for holding in tray.holdings for pile in holding.piles]
        assert all(count >= 0 for count in counts)


# ---- Alignement


def alignement(*actions: str) -> Match:
    match = game("alignement").match()
    match.play(*actions)
    return match


IN_HAND = ["k8", "e5", "k5", "e2", "b11"]
BEFORE_THE_END = [*IN_HAND, "h5", "h11", "b2", "k5-h2", "k5", "e8", "h5-k2", "h11-h8", "b2-b5", "h2-h5", "e2-h2"]


def test_alignement_shows_the_sixteen_circles_by_their_names_on_the_printed_board() -> None:
    scene = alignement().view(0).scene()
    assert [spot.id for spot in scene.spots[:5]] == ["b2", "e2", "h2", "k2", "b5"]
    wells = {(shape.x, shape.y) for shape in scene.board if isinstance(shape, Circle)}
    assert wells == {(spot.x, spot.y) for spot in scene.spots}
    assert {spot.width for spot in scene.spots} == {120}
    across = {shape.glyph: shape.x for shape in scene.board if isinstance(shape, Print)}
    middles = {spot.id: spot.x for spot in scene.spots}
    assert all(across[name[0]] == x for name, x in middles.items())


def test_alignement_says_which_kind_is_due_until_the_end() -> None:
    match, due = alignement(), []
    for action in BEFORE_THE_END[:4]:
        shown = match.view(0).scene().due
        assert shown is not None
        due.append(shown.now)
        match.play(action)
    assert due == ["square", "triangle", "cylinder", "square"]
    assert alignement(*BEFORE_THE_END, "b11-b8").view(0).scene().due is None


def test_alignement_lays_the_pieces_in_hand_before_their_seats() -> None:
    red, blue = alignement(*IN_HAND).view(0).scene().trays
    for tray, left in ((red, {"square": 1, "triangle": 1}), (blue, {"square": 1, "triangle": 1, "cylinder": 1})):
        assert {pile.kind: pile.count for holding in tray.holdings for pile in holding.piles} == left


def test_alignement_picks() -> None:
    match = alignement(*BEFORE_THE_END)
    scene = match.game.scene
    assert scene.picks(match.position[0], match.game.action(match.position, "b11-b8")) == ("b11", "b8")
    assert scene.picks(match.position[0], match.game.action(match.position, "e5")) == ("e5",)


def test_alignement_shows_why_it_is_over() -> None:
    won = alignement(*BEFORE_THE_END, "b11-b8").view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in won.spots}
    (line,) = [mark for mark in won.marks if mark.kind == "win-line"]
    assert [names[place] for place in ((line.x, line.y), *line.path)] == ["b8", "e8", "h8", "k8"]
    stuck = alignement(*BEFORE_THE_END, "b11-e11").view(0).scene()
    assert [names[mark.x, mark.y] for mark in stuck.marks if mark.kind == "threat"] == ["k2"]
    assert not [mark for mark in stuck.marks if mark.kind == "win-line"]
    before = alignement(*BEFORE_THE_END).view(0).scene()
    assert {mark.kind for mark in before.marks} == {"last-from", "trail", "last-to"}


# ---- Barrier


def test_barrier_turns_its_arrows_with_the_board() -> None:
    match = game("barrier").match()
    match.play("N+E@a4")
    shown = []
    for seat in (0, 1):
        scene = match.view(seat).scene()
        (tile,) = [piece for piece in scene.pieces if piece.kind == "arrow-tile"]
        assert (tile.id, tile.spot) == ("clear:N+E", "a4")
        shown.append(tile.glyph)
        assert [mark.piece for mark in scene.marks] == [tile.id]
    assert shown == ["N+E", "S+W"]


def test_barrier_lays_the_tiles_before_their_owner_until_they_are_on_the_board() -> None:
    for match in walk(game("barrier"), 3, most=20):
        scene = match.view(0).scene()
        for tray in scene.trays:
            stock = next(holding for holding in tray.holdings if holding.kind == "stock")
            assert all(bool(tile.spot) == tray.is_mover for tile in stock.pieces)
        assert sum(piece.kind == "arrow-tile" for piece in everything(scene)) == 16


def test_barrier_counts_what_each_side_has_taken_and_shows_crowns() -> None:
    crowned = 0
    for match in walk(game("barrier", laying="random"), 4):
        scene = match.view(0).scene()
        discs = [piece for piece in scene.pieces if piece.kind == "disc"]
        taken, men = (
            sum(pile.count for tray in scene.trays for pile in piles_of(tray, kind)) for kind in ("captured", "men")
        )
        assert len(discs) + taken == 24
        assert men == len(discs)
        for tray in scene.trays:
            own = [disc.glyph for disc in discs if disc.colour in tray.colours]
            assert {pile.glyph: pile.count for pile in piles_of(tray, "men")} == {"": own.count("")} | (
                {"crown": own.count("crown")} if "crown" in own else {}
            )
        crowned = max(crowned, sum(disc.glyph == "crown" for disc in discs))
    assert crowned
    assert taken == sum("x" in text for text in match.texts)


def between(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def test_barrier_draws_the_trail_of_a_whole_chain_of_jumps_and_whom_it_took() -> None:
    for seed in range(200):
        for match in walk(game("barrier", laying="random"), seed, most=80):
            texts = [text for text in match.texts[-2:] if "x" in text]
            if len(texts) == 2 and len(match.view(0).last_turn) == 2:
                scene = match.view(0).scene()
                middles = {spot.id: (spot.x, spot.y) for spot in scene.spots}
                marks = {mark.kind: mark for mark in scene.marks}
                assert (marks["last-from"].x, marks["last-from"].y) == middles[texts[0][:2]]
                assert marks["trail"].path == (middles[texts[0][3:]], middles[texts[1][3:]])
                assert (marks["last-to"].x, marks["last-to"].y) == middles[texts[1][3:]]
                taken = [(mark.x, mark.y) for mark in scene.marks if mark.kind == "removed"]
                assert taken == [between(middles[text[:2]], middles[text[3:]]) for text in texts]
                return
    raise AssertionError("no chain of two jumps in two hundred games")
