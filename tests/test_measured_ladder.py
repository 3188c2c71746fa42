"""What was measured of machines: computed from the arena's results, kept as data, and not told once it is stale."""

from dataclasses import replace

import msgspec
import pytest

from benchmarks.ladder import Measurement
from palissade import arena, game, games
from palissade.game import Outcome
from palissade.messages import COMMON
from palissade.players import LEVELS, levels_of
from palissade.players import ladder as ladders_of
from palissade.players.ladder import Balance, Ladder, digest, ladder, ladders, measured, write
from palissade.players.network import has_runtime
from tools.write_ladder import section

OAK = COMMON.message("seat.only")  # any word will do


def won_by(side: int) -> Outcome:
    return Outcome((side,), draw=False, scores=None, reason="ALI-7")


DRAW = Outcome((), draw=True, scores=None, reason="COM-1")


def test_a_ladder_is_made_of_the_results_in_the_book() -> None:
    alignement = game("alignement")
    measurement = Measurement(alignement, games=2, balance="oak", balance_games=4, seed=1, has_clocks=False)
    fixture = next(arena.Tournament(alignement, ("random",), games=1).fixtures())
    played = arena.play(fixture)
    book = arena.Book()
    for opening, (strong, soft) in enumerate(measurement.pairs()):
        seats = (measurement.players[strong], measurement.players[soft])
        for turn, lineup in enumerate((seats, seats[::-1])):
            book.write(msgspec.structs.replace(played, seats=lineup, opening=opening, outcome=won_by(turn)))
    for opening, outcome in enumerate((won_by(1), won_by(1), won_by(0), DRAW)):
        seats = (measurement.players["oak"],) * 2
        book.write(msgspec.structs.replace(played, seats=seats, opening=opening, outcome=outcome, plies=10 + opening))
    found = measurement.ladder(book)
    assert [rung.level for rung in found.rungs] == [level.name for level in levels_of(alignement)]
    assert [rung.elo for rung in found.rungs] == sorted(rung.elo for rung in found.rungs)
    assert found.rungs[0].elo == 0
    assert found.rungs[0].low < 0 < found.rungs[0].high
    assert {(step.won, step.decided) for step in found.steps} == {(2, 2)}
    assert (found.steps[-1].level, found.steps[-1].below) == ("ironwood", "balsa")
    assert found.balance == Balance(level="oak", games=4, won=[1, 2], drawn=1, actions=12)
    assert found.command == (
        "python -m benchmarks.ladder alignement --games 2 --balance oak --balance-games 4 --seed 1"
    )
    assert found.is_fresh(alignement)


def test_two_levels_meet_until_it_is_clear_whether_the_stronger_wins_what_it_should() -> None:
    alignement = game("alignement")
    measurement = Measurement(alignement, games=20, balance="oak", balance_games=4, seed=1, has_clocks=False)
    fixture = next(arena.Tournament(alignement, ("random",), games=1).fixtures())
    played, book = arena.play(fixture), arena.Book()
    met: dict[tuple[str, ...], list[int]] = {}
    for tournament in measurement.tournaments(book):
        seats = tournament.players
        had = met.setdefault(seats, [])
        for number in range(had[-1] if had else 0, tournament.games):
            beats = seats[0].startswith("birch ") or number % 2  # birch wins all its games, everybody else half of them
            winner = 0 if beats else 1
            book.write(msgspec.structs.replace(played, seats=seats, opening=number, outcome=won_by(winner)))
        had.append(tournament.games)
    names = {tuple(name.split(" ")[0] for name in seats): games for seats, games in met.items()}
    assert names["pine", "poplar"] == [8]  # neighbours
    assert names["birch", "poplar"] == [8]  # 8 of 8: at least two thirds
    assert names["pine", "balsa"] == [8, 16, 20]  # half of them
    assert names["ironwood", "balsa"] == [8]  # half, where nearly all are wanted
    assert names["oak",] == [4]


def test_balance_may_be_all_that_is_measured() -> None:
    saute = game("saute", players=3)
    measurement = Measurement(saute, 2, balance="oak", balance_games=4, seed=1, has_clocks=False, is_of_balance=True)
    book = arena.Book()
    (tournament,) = measurement.tournaments(book)
    assert (tournament.players, tournament.games) == ((measurement.players["oak"],), 4)
    played = arena.play(next(arena.Tournament(saute, ("random",), games=1).fixtures()))
    for opening in range(4):
        seats = tournament.players * 3
        book.write(msgspec.structs.replace(played, seats=seats, opening=opening, outcome=won_by(2), plies=9))
    found = measurement.ladder(book)
    assert found.balance == Balance(level="oak", games=4, won=[0, 0, 4], drawn=0, actions=9)
    assert (found.rungs, found.steps, found.games) == ([], [], 4)
    assert found.command == (
        "python -m benchmarks.ladder saute -o players=3 --only-balance --balance oak --balance-games 4 --seed 1"
    )
    assert found.is_fresh(saute)
    oak = next(level for level in levels_of(saute) if level.name == "oak")
    assert found.digest == digest([oak])  # what the other levels are does not matter
    told = section(saute, found)
    assert "the third player wins most often" in told
    assert "| level |" not in told


def test_games_of_other_settings_are_not_the_same_games() -> None:
    levels = LEVELS
    assert digest(levels) == digest(levels)
    assert digest([levels[0]]) != digest([replace(levels[0], overlooks=0.1)])


def test_what_is_measured_replaces_what_was_and_grows_stale(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders_of, "MEASURED", tmp_path)
    ladders.cache_clear()
    try:
        three, two = game("empire", players=3), game("empire")
        assert measured(two) is None
        one = Ladder(options={"players": 3}, command="…", digest=digest(levels_of(three)), games=1)
        write(three, one)
        write(two, msgspec.structs.replace(one, options={}, digest="old"))
        write(three, msgspec.structs.replace(one, games=2))
        assert [(kept.options, kept.games) for kept in ladders("empire")] == [({}, 1), ({"players": 3}, 2)]
        assert ladder(three) == measured(three)
        assert measured(two) is not None
        assert ladder(two) is None
    finally:
        ladders.cache_clear()


def test_balance_is_said_in_one_sentence() -> None:
    two = Balance(level="oak", games=200, won=[52, 144], drawn=4, actions=28)
    says = two.says(game("alignement"), OAK)
    assert "the second player wins 72 of 100 games, loses 26 and draws 2" in says.say("en")
    assert "le deuxième joueur gagne 72 parties sur 100" in says.say("fr")
    three = Balance(level="ironwood", games=10, won=[2, 5, 2], drawn=1, actions=40)
    said = three.says(game("empire", players=3), OAK).say("en")
    assert said.startswith("Between the strongest machines the second player wins most often, 5 of 10 games where 3")
    even = msgspec.structs.replace(two, won=[98, 98])
    assert "nobody is favoured" in even.says(game("alignement"), OAK).say("en")
    team = game("empire", players=4, teams=True)
    assert "the first team" in msgspec.structs.replace(two, won=[144, 52]).says(team, OAK).say("en")


def test_every_ladder_that_is_shipped_is_of_the_levels_as_they_are() -> None:
    for one in games():
        for kept in ladders(one.id):
            if has_runtime() or one.network is None:  # else its hard levels are others
                assert kept.is_fresh(one.with_options(**kept.options)), f"measure {one} anew: {kept.command}"
            assert one.with_options(**kept.options).chosen == kept.options
            assert kept.command.startswith(f"python -m benchmarks.ladder {one.id} ")
