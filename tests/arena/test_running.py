"""Holding a tournament: the same games again, anywhere, and on from where it stopped."""

import doctest
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from palissade import Match, arena, game
from palissade.arena import BadBook, Book, Duel, Processes, Result, Tournament, report, run
from palissade.arena import crew as crews

PLAYERS = ("uct:simulations=30", "greedy", "random")


def told(results: list[Result]) -> Sequence[object]:
    """What must be the same wherever it is played: all but the time it took."""
    return sorted((result.key, result.outcome, result.record.actions, result.record.deal) for result in results)


def test_the_same_command_plays_the_same_games_in_any_process(tmp_path: Path) -> None:
    tournament = Tournament(game("alignement"), PLAYERS, games=2)
    here = list(run(tournament))
    book = Book(tmp_path / "results.jsonl")
    assert told(list(run(tournament, book, Processes(2)))) == told(here)
    assert told(Book(tmp_path / "results.jsonl").results) == told(here)
    assert len(here) == 6
    assert list(run(tournament, book, Processes(2))) == []


def test_another_seed_plays_other_games() -> None:
    one, two = (list(run(Tournament(game("alignement"), PLAYERS[:2], games=2, seed=seed))) for seed in (1, 2))
    assert {tuple(result.record.actions) for result in one}.isdisjoint({tuple(r.record.actions) for r in two})


def test_a_memory_plays_the_same_again_too() -> None:
    tournament = Tournament(game("alignement"), ("uct:simulations=30,memory=true", "random"), games=2)
    assert told(list(run(tournament))) == told(list(run(tournament)))


def test_what_was_stopped_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Also if it was stopped in the middle of a line."""
    tournament, file = Tournament(game("alignement"), PLAYERS[1:], games=6), tmp_path / "results.jsonl"
    whole = told(list(run(tournament)))
    playing = run(tournament, Book(file))
    for _ in range(3):
        next(playing)
    playing.close()
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    file.write_bytes(b"".join(lines) + lines[0][: len(lines[0]) // 2])
    rest = list(run(tournament, Book(file)))
    assert len(rest) == 3
    assert told(Book(file).results) == whole


def test_a_result_has_all_that_happened() -> None:
    table = game("blockers", players=3)
    result = next(run(Tournament(table, ("greedy", "random"), games=1)))
    match = Match.from_record(result.record)
    assert match.outcome == result.outcome
    assert (match.ply, match.game.options) == (result.plies, table.options)
    assert sum(result.actions) == result.plies - result.random_plies
    assert all(seconds is not None and seconds >= 0 for seconds in result.cpu_seconds)
    assert min(result.wall_seconds) > 0
    assert result.record.players == list(result.seats)
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result


def test_a_game_without_end_is_cut_as_the_library_cuts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palissade.match.LIMIT", 30)
    results = list(run(Tournament(game("porte"), ("random",), games=2)))
    assert {(result.plies, result.outcome.reason) for result in results} == {(30, "COM-2")}


def test_a_book_may_hold_games_of_many_kinds() -> None:
    book = Book()
    for table in (game("alignement"), game("empire", players=3)):
        list(run(Tournament(table, ("random",), games=2), book))
    assert [len(book.of(table)) for table in (game("alignement"), game("empire"), game("empire", players=3))] == [
        2,
        0,
        2,
    ]


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text('{"game": "blocus"}\n')
    with pytest.raises(BadBook, match="Line 1"):
        Book(file)
    assert file.read_text() == '{"game": "blocus"}\n'
    with pytest.raises(BadBook, match="cannot hold results"):
        Book(tmp_path)


def test_what_goes_wrong_in_a_process_is_told_with_the_game() -> None:
    fixture = next(Tournament(game("alignement"), ("random",)).fixtures())
    worker = crews._Worker(msgspec.structs.replace(fixture, seats=("nobody", "nobody")))
    with pytest.raises(RuntimeError, match=r"(?s)opening=0.*no player “nobody”"):
        worker.result()
    worker.begin(fixture)
    assert worker.result().seats == fixture.seats
    worker._process.kill()
    with pytest.raises(crews.CrewError, match=r"ended with status -9; its game was Fixture"):
        worker.result()
    worker.pipe.close()


def test_a_report_adds_everything_up() -> None:
    table = game("empire", players=4, teams=True)
    tournament = Tournament(table, ("greedy", "random"), games=4)
    told = report(table, list(run(tournament)))
    first, last = told.standings
    assert (first.player, last.player) == ("greedy", "random")
    assert (told.games, first.games, first.won, first.lost, last.lost) == (4, 4, 4, 0, 4)
    assert first.rating is not None
    assert first.rating.elo > 200
    assert sum(told.endings.values()) == 4
    assert told.duels == [Duel(player="greedy", opponent="random", won=4, drawn=0, lost=0)]
    assert [side.seats for side in told.sides] == [[0, 1], [2, 3]]
    assert sum(side.points for side in told.sides) == 4
    assert told.faults == []
    assert report(table, []).standings == []


def test_one_player_alone_tells_how_even_the_seats_are() -> None:
    table = game("blocus")
    told = report(table, list(run(Tournament(table, ("random",), games=6))))
    assert told.standings[0].rating is None
    assert told.sides[0].points + told.sides[1].points == 6


def test_the_example_of_the_package_runs_as_it_is_written() -> None:
    result = doctest.testmod(arena)
    assert (result.attempted, result.failed) == (3, 0)
