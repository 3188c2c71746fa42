"""`games`, `perft`, `legal`."""

import msgspec
import pytest

import palissade
from palissade.search.perft import perft
from tests.cli.conftest import Run, lines_of, random_record, record_of


def test_the_shelf_lists_every_game_with_its_options(run: Run) -> None:
    (answer,) = lines_of(run("games", "--json"))
    told = msgspec.convert(answer["games"], list[dict[str, object]])
    for game, line in zip(palissade.games(), told, strict=True):
        assert line["id"] == game.id
        assert line["name"] == game.name
        assert line["options"] == {option.name: list(option.values) for option in game.choices}
        assert len(game.seats) in msgspec.convert(line["players"], list[int])
    text = run("games").stdout
    assert all(game.id in text for game in palissade.games())
    assert "Joueurs" in run("games", "--lang", "fr").stdout


def test_perft_counts(run: Run) -> None:
    assert lines_of(run("perft", "cul-de-sac", "--depth", "2", "--json")) == [
        {"game": "cul-de-sac", "options": {}, "depth": 2, "nodes": 4160}
    ]
    assert "4160 sequences" in run("perft", "cul-de-sac", "--depth", "2").stdout
    assert lines_of(run("perft", "cul-de-sac", "--depth", "0", "--json"))[0]["nodes"] == 1


def test_divide_tells_the_count_apart_by_the_first_action(run: Run) -> None:
    (answer,) = lines_of(run("perft", "cul-de-sac", "--depth", "2", "--divide", "--json"))
    assert answer["nodes"] == 4160
    assert answer["divide"] == {**dict.fromkeys(palissade.game("cul-de-sac").match().legal(), 260)}
    assert "d4-d6  260\n" in run("perft", "cul-de-sac", "--depth", "2", "--divide").stdout


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_perft_uses_the_printed_order_or_the_seed(run: Run, game: palissade.Game) -> None:
    for seed, deal in ((None, game.ordered_deal()), (5, game.deal(5))):
        seeded = [] if seed is None else ["--seed", str(seed)]
        (answer,) = lines_of(run("perft", game.id, "--depth", "1", "--json", *seeded))
        assert answer["nodes"] == perft(game, game.start(deal), 1)


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_perft_takes_the_last_value_of_every_option(run: Run, game: palissade.Game) -> None:
    for option in game.choices:
        needed = [f"{name}={str(value).lower()}" for name, value in option.only_with.items()]
        chosen = [f"{option.name}={str(option.values[-1]).lower()}", *needed]
        written = [part for pair in chosen for part in ("-o", pair)]
        (answer,) = lines_of(run("perft", game.id, "--depth", "1", "--json", *written))
        assert msgspec.convert(answer["options"], dict[str, object])[option.name] == option.values[-1]


def test_legal_lists_what_may_be_played_after_the_record(run: Run) -> None:
    result = run("legal", "-", "--json", given=record_of(["d4-d6"]))
    (answer,) = lines_of(result)
    assert list(answer) == ["ply", "mover", "legal"]
    assert (answer["ply"], answer["mover"]) == (1, 0)
    assert len(msgspec.convert(answer["legal"], list[str])) == 260
    text = run("legal", "-", given=record_of(["d4-d6"])).stdout
    assert "260 legal actions" in text
    assert "e9h" in text.split()


def test_nothing_is_legal_after_the_end(run: Run, finished: str, finished_file: str) -> None:
    assert lines_of(run("legal", finished_file, "--json")) == [{"ply": 13, "mover": None, "legal": []}]
    assert "White wins. A pawn has reached an enemy base. (CDS-6)" in run("legal", finished_file).stdout


@pytest.mark.parametrize("game", palissade.games(), ids=lambda game: game.id)
def test_legal_agrees_with_the_library(run: Run, game: palissade.Game) -> None:
    record = random_record(game)
    match = palissade.Match.from_record(record)
    assert lines_of(run("legal", "-", "--json", given=record)) == [
        {"ply": match.ply, "mover": match.mover, "legal": match.legal()}
    ]


def test_a_bad_record_is_status_1(run: Run) -> None:
    result = run("legal", "-", "--json", given='{"palissade": 1, "game": "cul-de-sac", "actions": ["d4-d7"]}')
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == ("CDS-4: ply 0, “d4-d7”: a pawn goes exactly two steps, straight on or round a corner.\n")


def test_legal_wants_one_record(run: Run) -> None:
    record = record_of([])
    result = run("legal", "-", given=f"{record}\n{record}\n")
    assert result.exit_code == 2
    assert "One record is expected here, not 2" in result.stderr
