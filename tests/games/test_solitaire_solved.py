"""Solitaire solved: every way is one by the rules, every bound holds, and everybody is told the same."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from threading import Event

import pytest

from palissade import Match, game, player, solve
from palissade.arrays import Positions
from palissade.contract import Puzzle
from palissade.games.solitaire.board import LETTERS, SIDE, SQUARES
from palissade.games.solitaire.position import EMPTY
from palissade.players import Solver, levels_of
from palissade.solving import Finding, NotAlone, par
from palissade.solving.dive import Dive
from palissade.solving.known import _known_ways

SOLITAIRE = game("solitaire")
SHUFFLED = game("solitaire", deal="shuffled")
NEVER = 99
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
NO_WAY = "......../.RB...../......../....G.../......../......../......../........ moves:0"


def puzzle() -> Puzzle:
    assert SOLITAIRE.puzzle is not None
    return SOLITAIRE.puzzle


def last_of(match: Match, nodes: int | None = None) -> Finding:
    *_, last = solve(match, nodes=nodes)
    return last


def end_of(match: Match, finding: Finding) -> tuple[int, ...]:
    """Pawns left and moves made, by the rules."""
    match.play(*finding.texts)
    assert match.outcome is not None
    assert match.outcome.scores is not None
    return match.outcome.scores


def drawn(*rows: str) -> Match:
    """A game that is over."""
    return SOLITAIRE.match(position=f"{'/'.join(rows)} moves:0 over:SOL-4")


# ---- Small positions, and all that follows from them


def made_backwards(dice: random.Random, jumps: int) -> str:
    """A position from which so many jumps, or fewer, lead to one pawn: each puts back what it took."""
    pawns = {dice.randrange(SQUARES): dice.randrange(4)}
    while jumps:
        square, (down, right), taken = dice.choice([*pawns]), dice.choice(STEPS), dice.choice((1, 1, 1, 2, 2, 3, 4))
        row, column = divmod(square, SIDE)
        line = [(row + down * i, column + right * i) for i in range(1, taken + 2)]
        squares = [row * SIDE + column for row, column in line if 0 <= row < SIDE and 0 <= column < SIDE]
        if len(squares) <= taken or not pawns.keys().isdisjoint(squares):
            jumps -= dice.random() < 0.1  # there may be no room at all
            continue
        colour = pawns.pop(square)
        pawns |= {jumped: dice.choice([other for other in range(4) if other != colour]) for jumped in squares[:-1]}
        pawns[squares[-1]] = colour
        jumps -= 1
    letters = "".join(LETTERS[pawns[square]] if square in pawns else EMPTY for square in range(SQUARES))
    return "/".join(letters[i : i + SIDE] for i in range(0, SQUARES, SIDE)) + " moves:0"


def small_positions(count: int, most: int) -> Iterator[Positions]:
    dice = random.Random(3)
    while count:
        text = made_backwards(dice, dice.randrange(2, 7))
        if 3 <= sum(map(text.count, LETTERS)) <= most:
            yield SOLITAIRE.read(text)
            count -= 1


def shortest(position: Positions, known: dict[bytes, tuple[int, Positions]]) -> int:
    """How many jumps it takes to one pawn, by trying all."""
    key = position["lines"].tobytes()
    if key not in known:
        best = 0 if position[0].pawns == 1 else NEVER
        for action in SOLITAIRE.legal_actions(position) if best else ():
            after = position.copy()
            SOLITAIRE.single.apply(after, action)
            best = min(best, 1 + shortest(after, known))
        known[key] = (best, position)
    return known[key][0]


def test_no_bound_is_above_the_shortest_way() -> None:
    known: dict[bytes, tuple[int, Positions]] = {}
    for position in small_positions(100, 10):
        shortest(position, known)
    tight = solvable = 0
    for moves, position in known.values():
        if 0 < moves < NEVER:
            solvable += 1
            assert puzzle().may_be_solved(position[0], moves), SOLITAIRE.write(position)
            tight += not puzzle().may_be_solved(position[0], moves - 1)
    assert solvable > 500
    assert tight > solvable / 4  # it does tell something


def test_a_small_position_is_settled_as_trying_all_ways_settles_it() -> None:
    for position in small_positions(25, 10):
        match = SOLITAIRE.match(position=position)
        truth = shortest(position, {})
        found = last_of(match)
        assert found.is_settled
        assert (found.moves, found.bound, end_of(match, found)) == (truth, truth, (1, truth))


def test_what_cannot_be_solved_is_told_to_be_so() -> None:
    found = last_of(SOLITAIRE.match(position=NO_WAY))
    assert (found.bound, found.is_settled, found.is_solved, found.rest, found.moves) == (None, True, False, 2, 1)


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    empty = 8 * EMPTY
    (one,) = solve(drawn("R.......", *7 * [empty]))
    (two,) = solve(drawn("R.......", *6 * [empty], "...R...."))
    assert (one.actions, one.rest, one.bound, one.is_settled) == ((), 1, 0, True)
    assert (two.actions, two.rest, two.bound, two.is_settled) == ((), 2, None, True)


# ---- Symmetry


def turned(position: Positions, way: int, colours: list[int]) -> Positions:
    """Laid down another way, the colours exchanged."""
    after = position.copy()
    SOLITAIRE.single.turn_position(after, way)
    text = SOLITAIRE.write(after)
    return SOLITAIRE.read(text.translate(str.maketrans(LETTERS, "".join(LETTERS[colour] for colour in colours))))


def test_positions_that_differ_by_a_turn_or_in_colour_have_one_key_and_one_length() -> None:
    dice = random.Random(4)
    keys = set[int]()
    for position in small_positions(12, 9):
        other = turned(position, dice.randrange(8), dice.sample(range(4), 4))
        assert puzzle().key(position[0]) == puzzle().key(other[0])
        keys.add(int(puzzle().key(position[0])))
        one, two = (last_of(SOLITAIRE.match(position=each)) for each in (position, other))
        assert (one.moves, one.bound) == (two.moves, two.bound)
    assert len(keys) == 12


def test_the_booklets_set_up_looks_alike_from_all_sides() -> None:
    start = SOLITAIRE.start()
    keys = set[int]()
    for action in SOLITAIRE.legal_actions(start):
        after = start.copy()
        SOLITAIRE.single.apply(after, action)
        keys.add(int(puzzle().key(after[0])))
    assert len(SOLITAIRE.legal_actions(start)) == 72
    assert len(keys) == 9


# ---- Whole deals


@pytest.mark.parametrize("number", [1, 2, 20261116])
def test_a_deal_is_solved_by_ever_better_ways(number: int) -> None:
    findings = list(solve(SHUFFLED.match(seed=number), nodes=200_000))
    for before, after in pairwise(findings):
        assert (after.rest, after.moves) <= (before.rest, before.moves)
        assert (after.bound or NEVER) >= (before.bound or NEVER)
        assert (after.moves, after.bound) != (before.moves, before.bound)
    assert findings[-1].is_solved
    for finding in findings:
        assert finding.bound is not None
        assert finding.bound <= finding.moves or not finding.is_solved
        assert end_of(SHUFFLED.match(seed=number), finding) == (finding.rest, finding.moves)


def test_deal_1_is_proven_to_take_nine_moves() -> None:
    found = last_of(SHUFFLED.match(seed=1))
    assert (found.moves, found.bound, found.is_settled) == (9, 9, True)


def test_everybody_is_told_the_same_par() -> None:
    one, two = (par(SHUFFLED.match(seed=3)) for _ in range(2))
    assert one == two
    assert (one.rest, one.moves) == (1, 10)


def test_known_ways_lead_to_the_last_pawn() -> None:
    ways = _known_ways("solitaire")
    booklet = SOLITAIRE.match()
    actions, bound = ways[booklet.position_text()]
    booklet.play(*actions)
    assert booklet.outcome is not None
    assert booklet.outcome.scores == (1, len(actions))
    assert bound <= len(actions) < 23
    assert len(ways) == len(actions)  # every position on the way


def proven(moves: int) -> None:
    """There is no way in fewer moves from the booklet's set-up."""
    dive = Dive(SOLITAIRE, SOLITAIRE.start())
    while dive.moves < moves:
        assert dive.deepen() is None


def test_the_booklets_set_up_takes_more_than_nine_moves() -> None:
    proven(10)


@pytest.mark.slow
def test_the_booklets_set_up_takes_as_many_moves_as_is_said_to_be_proven() -> None:
    proven(_known_ways("solitaire")[SOLITAIRE.match().position_text()][1])


def test_a_known_way_is_where_a_search_begins() -> None:
    match = SOLITAIRE.match()
    actions, bound = _known_ways("solitaire")[match.position_text()]
    first = next(solve(match))
    assert (first.actions, first.rest, first.bound) == (actions, 1, bound)
    match.play(actions[0])
    assert next(solve(match)).actions == actions[1:]
    assert par(SOLITAIRE.match()).moves <= len(actions)


def test_a_search_can_be_cut_short_and_has_an_answer() -> None:
    cancel = Event()
    cancel.set()
    (found,) = solve(SHUFFLED.match(seed=2), cancel=cancel)
    assert end_of(SHUFFLED.match(seed=2), found) == (found.rest, found.moves)
    (found,) = solve(SHUFFLED.match(seed=2), seconds=0)
    assert found.moves > 0


def test_what_others_play_at_is_not_solved() -> None:
    with pytest.raises(NotAlone, match="is not played alone"):
        next(solve(game("blocus").match()))


# ---- Machines


def pawns_left(machine: Solver, deals: int) -> float:
    """On the average of some deals."""
    left = 0
    for number in range(1, deals + 1):
        match = SHUFFLED.match(seed=number)
        while match.mover is not None:
            match.play(machine.choose(match))
        assert match.outcome is not None
        assert match.outcome.scores is not None
        left += match.outcome.scores[0]
    return left / deals


def test_who_sees_further_leaves_less() -> None:
    balsa, birch, oak = (player(name, SHUFFLED) for name in ("balsa", "birch", "oak"))
    assert isinstance(balsa, Solver)
    assert isinstance(birch, Solver)
    assert isinstance(oak, Solver)
    results = [pawns_left(machine, 8) for machine in (balsa, birch, oak)]
    assert results == sorted(results, reverse=True)
    assert results[0] - results[-1] > 2
    assert results[0] < 8  # a beginner, not dice: those leave ten


def test_the_strongest_plays_to_the_last_pawn_and_hints_lead_there() -> None:
    match = SHUFFLED.match(seed=1)
    adviser = Solver(nodes=100_000)
    while match.mover is not None:
        hint = adviser.hint(match)
        assert hint.action == hint.choices[0].action == adviser.choose(match)
        assert hint.values == adviser.evaluate(match) == (1.0,)
        assert sum(choice.share for choice in hint.choices) == pytest.approx(1)
        assert {choice.action for choice in hint.choices} == set(match.actions())
        values = [choice.value for choice in hint.choices]
        assert values == sorted(values, reverse=True)
        match.play(hint.action)
    assert match.outcome is not None
    assert match.outcome.scores == (1, 9)


def test_a_position_is_worth_what_will_be_left_over() -> None:
    match = SOLITAIRE.match(position=NO_WAY)
    for machine in levels_of(SOLITAIRE):
        assert machine.evaluate(match) == (0.5,)


def test_machines_with_other_seeds_have_other_tastes() -> None:
    games = set[tuple[int, ...]]()
    for seed in range(4):
        match, machine = SOLITAIRE.match(), player("birch", SOLITAIRE, seed=seed)
        while match.mover is not None:
            match.play(machine.choose(match))
        games.add(tuple(match.played))
    assert len(games) > 1


# ---- Without a compiler


def fingerprint() -> str:
    """What a search of a small position found, and how many positions that took."""
    position = next(small_positions(1, 7))
    found = last_of(SOLITAIRE.match(position=position))
    return repr((found.texts, found.bound, found.nodes, int(puzzle().key(position[0]))))


def test_compiled_equals_interpreted() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.games.test_solitaire_solved"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert interpreted.stdout.strip() == fingerprint()


if __name__ == "__main__":
    print(fingerprint())
