"""Ratings."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from palissade.game import Outcome
from palissade.server.ratings import Ratings, _after
from palissade.server.store import schema
from palissade.server.store.ratings import RatingRow
from tests.server.identity.conftest import SmallWorker

FIRST_WINS = Outcome((0,), draw=False, scores=None, reason="ALI-5")
SECOND_WINS = Outcome((1,), draw=False, scores=None, reason="resignation")
DRAW = Outcome((), draw=True, scores=None, reason="agreement")


@pytest.fixture
def ann(worker: SmallWorker) -> str:
    return asyncio.run(worker.people.register(None, "Ann", "correct horse"))[0].id


@pytest.fixture
def bob(worker: SmallWorker) -> str:
    return asyncio.run(worker.people.register(None, "Bob", "correct horse"))[0].id


def rate(worker: SmallWorker, table: str, seats: list[str | None], outcome: Outcome) -> bool:
    return asyncio.run(worker.people.ratings.rate(table, "alignement", seats, outcome))


def shown(worker: SmallWorker, person: str) -> tuple[int, int, int]:
    (rating,) = asyncio.run(worker.people.ratings.of_person(person))
    assert rating.game == "alignement"
    return rating.rating, rating.deviation, rating.games


def test_who_wins_rises_and_who_loses_falls_as_much(worker: SmallWorker, ann: str, bob: str) -> None:
    worker.lay_table("t1", ann, ann, bob)
    assert rate(worker, "t1", [ann, bob], SECOND_WINS)
    (low, low_deviation, _), (high, high_deviation, games) = shown(worker, ann), shown(worker, bob)
    assert high - 1500 == 1500 - low > 0
    assert low_deviation == high_deviation < 250
    assert games == 1


def test_a_table_counts_once(worker: SmallWorker, ann: str, bob: str) -> None:
    worker.lay_table("t1", ann, ann, bob)
    assert rate(worker, "t1", [ann, bob], FIRST_WINS)
    after = shown(worker, ann)
    assert not rate(worker, "t1", [ann, bob], FIRST_WINS)
    assert shown(worker, ann) == after


def test_a_draw_counts(worker: SmallWorker, ann: str, bob: str) -> None:
    for table in ("t1", "t2"):
        worker.lay_table(table, ann, ann, bob)
    rate(worker, "t1", [ann, bob], FIRST_WINS)
    before = shown(worker, ann)[0], shown(worker, bob)[0]
    assert rate(worker, "t2", [ann, bob], DRAW)
    after = shown(worker, ann)[0], shown(worker, bob)[0]
    assert after[0] < before[0]  # the stronger loses by a draw
    assert after[1] > before[1]
    assert shown(worker, ann)[2] == 2


def test_only_games_of_two_accounts_count(worker: SmallWorker, ann: str) -> None:
    guest, _ = asyncio.run(worker.people.become_guest("Birch", "en"))
    worker.lay_table("t1", ann, ann, guest.id)
    unrated: tuple[list[str | None], ...] = ([ann, guest.id], [ann, None], [ann, ann], [ann], [ann, "gone"], [None] * 2)
    for seats in unrated:
        assert not rate(worker, "t1", seats, FIRST_WINS)
    assert asyncio.run(worker.people.ratings.of_person(ann)) == []
    with worker.database.reading() as connection:
        assert connection.execute(select(schema.rated_tables)).all() == []


def test_a_table_that_is_no_more_does_not_count(worker: SmallWorker, ann: str, bob: str) -> None:
    assert not rate(worker, "nowhere", [ann, bob], FIRST_WINS)
    assert asyncio.run(worker.people.ratings.of_person(ann)) == []


def test_games_that_end_at_the_same_moment_all_count_once(worker: SmallWorker, ann: str, bob: str) -> None:
    tables = [f"t{number}" for number in range(8)]
    for table in tables:
        worker.lay_table(table, ann, ann, bob)

    def end(number: int) -> bool:
        seats = [ann, bob] if number % 2 else [bob, ann]  # held in one order whoever sits first
        return rate(worker, tables[number // 2], list(seats), FIRST_WINS)

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(end, range(16))) == 8
    assert shown(worker, ann)[2] == shown(worker, bob)[2] == 8


def test_who_has_not_played_is_shown_at_1500(worker: SmallWorker, ann: str, bob: str) -> None:
    worker.lay_table("t1", ann, ann, bob)
    rate(worker, "t1", [ann, bob], FIRST_WINS)
    at_game = asyncio.run(worker.people.ratings.at_game("alignement", [ann, bob, "new"]))
    assert at_game == {ann: shown(worker, ann)[0], bob: shown(worker, bob)[0], "new": 1500}


def test_me_shows_my_ratings_and_they_go_with_me(worker: SmallWorker, ann: str, bob: str) -> None:
    worker.lay_table("t1", ann, ann, bob)
    rate(worker, "t1", [ann, bob], FIRST_WINS)
    account, _ = asyncio.run(worker.people.sign_in("Ann", "correct horse", None))
    asyncio.run(worker.people.delete(account, "correct horse"))
    assert asyncio.run(Ratings(worker.database).of_person(ann)) == []
    assert len(asyncio.run(Ratings(worker.database).of_person(bob))) == 1


def test_400_points_are_about_ten_wins_to_one() -> None:
    """Two who play on at those odds stay where they are, once they are well known."""
    strong, weak = RatingRow("x", 25 + 400 / 30, 1.0, 0), RatingRow("x", 25.0, 1.0, 0)
    known = {"strong": strong, "weak": weak}
    won = _after("x", ["strong", "weak"], known, FIRST_WINS)[0].mu - strong.mu
    lost = strong.mu - _after("x", ["strong", "weak"], known, SECOND_WINS)[0].mu
    assert lost / won == pytest.approx(10, rel=0.15)
