"""Our engine: conversations in every game, and whatever a controller may say."""

import msgspec
import pytest

from palissade import Game, Match, game, games
from palissade.gtp import Engine
from palissade.players import Player
from palissade.players.written import Written
from tests.gtp.direct import Direct
from tests.laws.conftest import VARIANTS


def engine(table: Game, player: str = "random") -> Engine:
    return Engine(table, Written.read(player).player, seed=3)


def talk(table: Game, *lines: str, player: str = "random") -> list[str]:
    return [answer.strip() for answer in engine(table, player).talk(lines)]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_conversation_in_every_game(variant: Game) -> None:
    """Moves of the one are told to the other; both hold the same position after every turn."""
    one, two = Direct(engine(variant)), Direct(engine(variant, "random:seed=1"))
    two.ask(f"deal {one.ask('deal')}")
    for _ in range(12):
        colour = one.ask("to_play")
        if not colour:
            break
        assert set(one.ask(f"all_legal {colour}").split()) == set(one.engine.match.legal())
        turn = one.ask(f"genmove {colour}")
        assert len(turn.split()) == 1 or variant.id not in ("blokus-duo", "solitaire")
        two.ask(f"play {colour} {turn}")
        one, two = two, one
        assert one.ask("position") == two.ask("position")
        assert one.ask("showboard")
    record = one.ask("record")
    assert Match.from_record(record).position_text() == one.ask("position")
    while one.try_to("undo")[0]:
        pass
    assert one.engine.match.ply == 0


def test_a_session_as_the_protocol_writes_it() -> None:
    lines = [
        "1 protocol_version",
        "name",
        "# only a comment",
        "",
        "\t7\tknown_command genmove # yes",
        "known_command fly",
    ]
    assert talk(game("cul-de-sac"), *lines) == ["=1 2", "= Palissade", "=7 true", "= false"]


def test_the_dialect_of_public_engines_in_blokus_duo() -> None:
    said = talk(
        game("blokus-duo", start="fixed"),
        *("play b e8,d9,e9,f9,e10", "play w i4,h5,i5,j5,i6", "genmove b", "undo", "reg_genmove 1", "final_score"),
        *("set_game Blokus Duo", "all_legal b", "cputime", "quit", "name"),
    )
    assert said[:2] == ["=", "="]
    assert said[2].count(",") in range(5)
    assert said[3:6] == ["=", said[4], "? the game goes on"]
    assert said[6] == "="
    assert len(said[7].splitlines()) > 100
    assert float(said[8].removeprefix("= ")) > 0
    assert said[9:] == ["="]


def test_a_whole_turn_is_one_move() -> None:
    conversation = engine(game("cul-de-sac"))
    said = [
        answer.strip()
        for answer in conversation.talk(
            ["play w d4-d6 e9h", "play b d11-d9", "play b e3h", "genmove white", "undo", "undo", "undo", "to_play"]
        )
    ]
    assert said[:3] == ["=", "=", "="]
    assert len(said[3].split()) == 3  # the sign, a move and a wall
    assert said[4:] == ["=", "=", "=", "= b"]
    assert conversation.match.texts == ["d4-d6", "e9h"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("fly", "unknown command"),
        ("12 fly", "unknown command"),
        ("play", "expected: play COLOUR ACTION"),
        ("play w", "expected: play COLOUR ACTION"),
        ("play green d4-d6", "no such colour; the seats are w b"),
        ("play b d11-d9", "it is the turn of w"),
        ("play w d4-d5-d6", "is not an action of Cul-de-Sac"),
        ("play w d4-d9", "CDS-4"),
        ("play w d4-d6 e9h d11-d9", "the turn ends before d11-d9"),
        ("genmove", "no such colour"),
        ("genmove b", "it is the turn of w"),
        ("undo", "cannot undo"),
        ("set_game go", "There is no game “go”"),
        ("set_game empire players=9", "players"),
        ("set_game", "There is no game"),
        ("set_random_seed x", "expected: set_random_seed N"),
        ("deal {", "not JSON"),
        ("deal 1", "Cul-de-Sac"),
        ("position nonsense", "position"),
        ("final_score", "the game goes on"),
        ("play w d4-d6\x00\x07 \xff", "is not an action"),
    ],
)
def test_bad_input_is_answered_and_changes_nothing(line: str, complaint: str) -> None:
    conversation = engine(game("cul-de-sac"))
    said = list(conversation.talk([line]))
    assert len(said) == 1
    assert said[0].startswith("?")
    assert complaint in said[0]
    assert (conversation.match.ply, conversation.is_open, conversation.game.id) == (0, True, "cul-de-sac")


def test_a_player_that_breaks_does_not_break_the_engine() -> None:
    def broken(table: Game, seed: int) -> Player:
        player = Written.read("random").player(table, seed)
        object.__setattr__(player, "choose", None)
        return player

    said = list(Engine(game("blocus"), broken).talk(["genmove b", "name"]))
    assert said[0].startswith("? internal error: TypeError")
    assert said[1] == "= Palissade\n\n"


def test_who_can_only_pass_is_passed_over_and_the_other_plays_piece_by_piece() -> None:
    """As Pentobi's controller does it: it names the next colour that can move."""
    conversation = engine(game("blokus-duo"))
    while conversation.match.legal() != ["pass"]:
        conversation.match.play(conversation.player.choose(conversation.match))
    before, mover = conversation.match.ply, conversation.match.mover
    other = "bw"[1 - (mover or 0)]
    said = list(conversation.talk([f"all_legal {other}", f"genmove {other}", "undo"]))
    assert [answer[0] for answer in said] == ["=", "=", "="]
    assert said[1].strip("= \n") in said[0].strip("= \n").splitlines()
    assert (conversation.match.ply, conversation.match.mover) == (before, mover)


def test_how_it_ended_is_told_as_public_engines_do() -> None:
    def score(table: Game) -> str:
        conversation = Direct(engine(table))
        while colour := conversation.ask("to_play"):
            conversation.ask(f"genmove {colour}")
        return conversation.ask("final_score")

    blokus = Direct(engine(game("blokus-duo")))
    while colour := blokus.ask("to_play"):
        blokus.ask(f"genmove {colour}")
    outcome = blokus.engine.match.outcome
    assert outcome is not None
    assert outcome.scores is not None
    first, second = outcome.scores
    expected = "0" if first == second else f"{'B' if first > second else 'W'}+{abs(first - second)}"
    assert blokus.ask("final_score") == expected
    assert blokus.try_to("genmove b") == (False, "the game is over")
    assert score(game("cul-de-sac")) in ("W+", "B+", "0")
    assert len(score(game("blockers", players=3)).split()) == 3


def test_a_seed_makes_the_same_moves_and_deals() -> None:
    table = game("blockers", players=3)
    told = [
        talk(table, f"set_random_seed {seed}", "clear_board", "deal", "genmove 1", "genmove 2") for seed in (5, 5, 6)
    ]
    assert told[0] == told[1] != told[2]


def test_a_game_with_options_and_a_position_is_set_up() -> None:
    said = talk(
        game("cul-de-sac"),
        *("set_game empire players=4 teams=true", "colours", "clear_board", "genmove 1", "to_play"),
        *(
            "set_game cul-de-sac",
            "position white:d10,h4/8h,9v black:d11,h11/9h,9v walls:- white pawn",
            "play w d10-d11",
        ),
        *("final_score", "record"),
    )
    assert said[1] == "= 1 2 3 4"
    assert said[4] == "= 2"
    assert said[8] == "= W+"
    assert msgspec.json.decode(said[9].removeprefix("= "))["position"].startswith("white:d10")


def test_who_plays_alone_plays_one_action_at_a_time() -> None:
    assert len(talk(game("solitaire"), "genmove 1")[0].split()) == 2


def test_hidden_tiles_are_not_shown() -> None:
    table = game("blockers")
    spectator = engine(table).match.view().scene()
    assert talk(table, "showboard")[0].count("\n") > 8
    assert [tray.seat for tray in spectator.trays] == [0, 1]


def test_every_game_is_known() -> None:
    assert all(talk(game("blocus"), f"set_game {known.name}", "name")[0] == "=" for known in games())
