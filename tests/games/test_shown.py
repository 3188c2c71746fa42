"""What each game's table shows besides its pieces: names, distances, victims, scores, zones, and the king's way out."""

import re

import msgspec
import pytest

from palissade import Game, Match, game, games
from palissade.match import SPECTATOR
from palissade.messages import COMMON, LANGUAGES
from palissade.scene import Mark, Scene
from palissade.text import board
from tests.random_games import walk

ROOMS = pytest.mark.parametrize("room", games(), ids=lambda room: room.id)
LETTERS = re.compile(r"[^\W\d_]{3,}")


def spots(scene: Scene, *marks: Mark) -> set[str]:
    """The names of the spots that marks lie on, and their paths."""
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    return {names[place] for mark in marks for place in ((mark.x, mark.y), *mark.path)}


def of_kind(scene: Scene, kind: str, when: str = "") -> list[Mark]:
    return [mark for mark in scene.marks if mark.kind == kind and mark.when == when]


def at_mover(match: Match) -> Scene:
    assert match.mover is not None
    return match.view(match.mover).scene()


# ---- what things are called


@ROOMS
def test_every_piece_on_a_table_has_its_name_in_the_rulebook(room: Game) -> None:
    for language in LANGUAGES:
        words = room.vocabulary.of_table(language)
        book = (room.catalogue.path.parent / f"rulebook.{language}.md").read_text("utf-8").casefold()
        for key, name in words.items():
            if key.startswith("piece.") and key != "piece.tile.!":
                *_, noun = name.split() if language == "en" else reversed(name.split())
                assert noun.casefold() in book, f"{key}: the rulebook has no {noun}"
    for match in walk(room, 1, most=40):
        scene = match.view(0).scene()
        piles = [pile for tray in scene.trays for holding in tray.holdings for pile in holding.piles]
        kinds = {piece.kind for piece in scene.pieces} | {
            pile.kind for pile in piles if pile.kind not in ("group", "throne", "point", "base-white", "base-black")
        }
        assert {f"piece.{kind}" for kind in kinds} <= words.keys()
        assert {f"pieces.{kind}" for kind in kinds} <= words.keys()


def test_text_names_pieces_as_the_game_does() -> None:
    blocus = game("blocus")
    drawn = board(blocus.match().view(0).scene(), "fr", blocus.vocabulary)
    assert "à poser r■ 6 gardes" in drawn


# ---- the notation in every language


@ROOMS
def test_every_action_is_written_and_understood_in_every_language(room: Game) -> None:
    english = {key.removeprefix("word.") for key in (*COMMON.entries, *room.catalogue.entries)}
    for variant in room.variants():
        for match in walk(variant, 2, most=40):
            if match.ply % 4:
                continue
            for action, text in zip(match.actions()[:30], match.legal()[:30], strict=True):
                assert all(word in english for word in LETTERS.findall(text)), f"messages.toml lacks a word of {text}"
                for language in LANGUAGES:
                    spoken = variant.vocabulary.spoken(text, language)
                    assert variant.vocabulary.understood(spoken) == text
                    assert variant.action(match.position, spoken) == action


@pytest.mark.parametrize(
    ("name", "text", "french"),
    [
        ("blocus", "exit", "sortie"),
        ("saute", "stop", "arrêt"),
        ("barrier", "pass", "passe"),
        ("porte", "+s", "+c"),
        ("blockers", "circle@D1", "rond@D1"),
        ("blockers", "red:heart@A7", "rouge:cœur@A7"),
        ("barrier", "E+S@h4", "E+S@h4"),
    ],
)
def test_words_are_french_for_the_french(name: str, text: str, french: str) -> None:
    vocabulary = game(name).vocabulary
    assert vocabulary.spoken(text, "fr") == french
    assert vocabulary.understood(french) == text


def test_french_is_understood_without_accents_but_not_in_capitals() -> None:
    assert game("blockers").vocabulary.understood("coeur@A7") == "heart@A7"
    assert game("saute").vocabulary.understood("arret") == "stop"
    assert game("saute").vocabulary.understood("Arrêt") == "Arrêt"  # as `Stop` is no action either


def test_records_stay_english() -> None:
    match = game("blocus").match()
    match.play("i1", "sortie")
    assert match.record().actions == ["i1", "exit"]


# ---- L'Empire


def test_empire_shows_at_what_distance_a_picked_piece_takes() -> None:
    scene = game("empire").match().view(0).scene()
    (commander,), (knight,), (archer,) = (of_kind(scene, "reach", square) for square in ("b11", "b12", "a12"))
    assert spots(scene, commander) == {"b9", "b6", "d11", "g11"}  # two or five
    assert spots(scene, knight) == {"b9", "e12"}  # three
    assert spots(scene, archer) == {"a8", "e12"}  # four


def test_only_who_is_to_move_is_told_what_a_pick_would_do() -> None:
    for each in games():
        for match in walk(each, 3, most=20):
            for seat in (SPECTATOR, *range(len(each.seats))):
                if seat != match.mover:
                    assert not any(mark.when for mark in match.view(seat).scene().marks)


@pytest.mark.parametrize(
    ("players", "thrones"),
    [(2, {"red": "h5", "blue": "e8"}), (4, {"red": "h5", "blue": "e5", "green": "e8", "yellow": "h8"})],
)
def test_empire_shows_whose_kings_throne_a_throne_is(players: int, thrones: dict[str, str]) -> None:
    scene = game("empire", players=players).match().view(0).scene()
    owned = {mark.colour: spots(scene, mark) for mark in of_kind(scene, "owner")}
    assert owned == {colour: {throne} for colour, throne in thrones.items()}


# ---- Barrier


def test_barrier_marks_whom_a_picked_piece_would_jump_over() -> None:
    jumps = 0
    for match in walk(game("barrier", laying="random"), 4):
        if match.mover is None:
            continue
        scene, legal = at_mover(match), match.legal()
        taken = {(mark.when, name) for mark in scene.marks if mark.kind == "take" for name in spots(scene, mark)}
        expected = set()
        for text in legal:
            if "x" in text:
                first, last = text.split("x")
                middle = chr((ord(first[0]) + ord(last[0])) // 2) + str((int(first[1]) + int(last[1])) // 2)
                expected.add((first, middle))
        assert taken == expected
        jumps += len(taken)
    assert jumps


# ---- Blokus Duo


def test_blokus_duo_shows_the_score_as_it_would_be_now() -> None:
    for match in walk(game("blokus-duo"), 2):
        scene = match.view(0).scene()
        told = [pile.count for tray in scene.trays for holding in tray.holdings for pile in holding.piles]
        if not match.played:
            assert told == [-89, -89]
    assert match.outcome is not None
    assert match.outcome.scores == tuple(told)


# ---- Blockers!


def test_blockers_shows_where_a_picked_tile_may_lie() -> None:
    match = game("blockers").match(deal=game("blockers").ordered_deal())
    scene = at_mover(match)
    choices = match.view(0).choices()
    for pick, squares in choices.items():
        zone = of_kind(scene, "zone", pick)
        assert isinstance(squares, dict)
        if pick.endswith("!"):
            assert not zone
            continue
        (where,) = zone
        inside = {
            spot.id
            for spot in scene.spots
            if abs(spot.x - where.x) < where.width / 2 and abs(spot.y - where.y) < where.height / 2
        }
        assert inside == squares.keys()


# ---- Saute


def test_saute_asks_for_one_click_since_a_piece_has_one_way() -> None:
    for each in games():
        assert each.match(seed=1).view(0).scene().one_click == (each.id == "saute")
    for match in walk(game("saute"), 2, most=60):
        assert all(len(after) == 1 for after in match.view(0).choices().values() if isinstance(after, dict))


# ---- Le Blocus


def test_blocus_lets_the_king_out_by_his_way() -> None:
    match = game("blocus").match()
    match.play("h3", "e9", "j8", "a1")
    before = {piece.id: piece for piece in match.view(0).scene().pieces}["red:king"]
    match.play("exit")
    scene = match.view(0).scene()
    king = {piece.id: piece for piece in scene.pieces}["red:king"]
    (way,) = of_kind(scene, "way")
    assert way.piece == "red:king"
    assert (way.x, way.y) == (before.x, before.y)
    assert way.path[-1] == (king.x, king.y)
    assert not king.spot
    assert king.y < min(spot.y for spot in scene.spots) - 20  # beyond the far row
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
