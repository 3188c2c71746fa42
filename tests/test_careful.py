"""Care: what happens at once is seen, however little is thought.

Turns are played out here action by action, as a person would try them on the board: what the compiled look finds has
to be just that. A machine that does not think at all then has to do what follows from it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from palissade import Game, Match, Record
from palissade.arrays import Positions
from palissade.foresight import Peril, Sight, peril, played, worked_out
from palissade.match import View, outcome
from palissade.players import Level
from tests.records.write import ENDING, FOLDER

RECORDS = [path for path in sorted(FOLDER.glob(f"*{ENDING}")) if not path.name.startswith(("blockers", "solitaire"))]
WITH_SECRETS = sorted(FOLDER.glob(f"blockers*{ENDING}"))
MOST = 4_000_000
FEW_TURNS = 300  # of a position that are played out action by action
GAMES = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.removesuffix(ENDING))


def views(path: Path, step: int) -> Iterator[View]:
    """Positions of a game as machines played it, seen by who is to act."""
    match = Match.from_record(Record.read(path.read_bytes()))
    for ply in range(0, match.ply, step):
        mover = match.view(ply=ply).mover
        assert mover is not None
        yield match.view(mover, ply)


def ends_of_turn(game: Game, position: Positions, seat: int) -> Iterator[Positions]:
    """The positions to which the seat can come before anybody else acts."""
    if game.single.is_over(position) or game.single.mover(position) != seat:
        yield position
        return
    for action in game.legal_actions(position):
        yield from ends_of_turn(game, played(game, position, action), seat)


def is_won(game: Game, position: Positions, seat: int) -> bool:
    """Whether the seat has won; if everybody has, nobody has."""
    if not game.single.is_over(position):
        return False
    winners = outcome(game, position).winners
    return seat in winners and len(winners) < len(game.seats)


def can_win(game: Game, position: Positions, seat: int) -> bool:
    return any(is_won(game, end, seat) for end in ends_of_turn(game, position, seat))


def is_beaten(game: Game, position: Positions, seat: int) -> bool:
    """Whether the seat has lost at the end of its turn, or whoever acts next can see to it, or put it out."""
    if game.single.is_over(position):
        return bool(outcome(game, position).winners) and seat not in outcome(game, position).winners
    other = int(game.single.mover(position))
    return any(is_lost(game, end, seat, other) for end in ends_of_turn(game, position, other))


def is_lost(game: Game, position: Positions, seat: int, other: int) -> bool:
    """Whether the other has won without the seat, or the game goes on without it."""
    if game.single.is_over(position):
        return is_won(game, position, other) and seat not in outcome(game, position).winners
    return hasattr(game.rules, "is_in") and not game.rules.is_in(position[0], seat)


@GAMES
def test_the_look_sees_what_playing_all_turns_shows(path: Path) -> None:
    """Positions on the way, and those at whose end a game was decided; the wide ones of Cul-de-Sac in part only."""
    looked_at = 0
    for view in [*views(path, 37), *list(views(path, 1))[-4:]]:
        game, position, seat = view.game, view.position, view.mover
        assert seat is not None
        turns = [end for end, _ in zip(ends_of_turn(game, position, seat), range(FEW_TURNS), strict=False)]
        if len(turns) == FEW_TURNS:
            continue
        looked_at += 1
        assert Sight(game, MOST).winning_turn(position, seat) == can_win(game, position, seat)
        for action in view.actions[::13]:
            after = played(game, position, action)
            ends = list(ends_of_turn(game, after, seat))
            assert Sight(game, MOST).holds(position, action) == any(not is_beaten(game, end, seat) for end in ends)
    assert looked_at > 0


@GAMES
def test_a_person_is_warned_exactly_of_what_does_not_hold_while_something_else_does(path: Path) -> None:
    """And what is then told comes about: the turn that is shown, and what beats it."""
    for view in [*views(path, 23), *list(views(path, 1))[-3:]]:
        position = view.position
        some_hold = any(Sight(view.game, MOST).holds(position, action) for action in view.actions)
        for action in view.actions[:: 1 + len(view.actions) // 20]:
            found = peril(view, action)
            assert (found is not None) == (some_hold and not Sight(view.game, MOST).holds(position, action)), view.ply
            if found is not None:
                check_story(view, action, found)


def check_story(view: View, action: int, found: Peril) -> None:
    game, seat = view.game, view.mover
    assert seat is not None
    after = played(game, view.position, action)
    for text in found.ending:
        assert game.single.mover(after) == seat
        after = played(game, after, game.action(after, text))
    assert after.tobytes() == found.after.tobytes()
    other = int(game.single.mover(after))
    end = after
    for text in found.turn:
        assert game.single.mover(end) == other != seat
        end = played(game, end, game.action(end, text))
    assert is_lost(game, end, seat, found.seat)
    assert Sight(game, MOST).holds(view.position, game.action(view.position, found.holds))


@GAMES
def test_without_a_thought_no_win_is_missed_and_no_loss_allowed(path: Path) -> None:
    """A machine of one simulation that overlooks nearly everything, but takes care, as all do from the third level."""
    blind = Level("blind", simulations=1, overlooks=0.9)
    for view in views(path, 1):
        game, position, seat = view.game, view.position, view.mover
        assert seat is not None
        sight, chosen = Sight(game, MOST), blind.choose(view)
        after = played(game, position, chosen)
        if sight.winning_turn(position, seat):
            assert is_won(game, after, seat) or sight.winning_turn(after, seat), view.ply
        elif any(sight.holds(position, action) for action in view.actions):
            assert sight.holds(position, chosen), view.ply


@pytest.mark.parametrize("path", WITH_SECRETS, ids=lambda path: path.name.removesuffix(ENDING))
def test_care_is_taken_as_soon_as_no_secrets_are_left(path: Path) -> None:
    """The last round of Blockers!: who has counted knows what everybody still holds."""
    record = Record.read(path.read_bytes())
    end, blind, looked_at = Match.from_record(record), Level("blind", simulations=1, overlooks=0.9), 0
    match = end.game.match(deal=end.deal)
    for text in end.texts:
        seat = match.mover
        assert seat is not None
        view = match.view(seat)
        known = worked_out(view)
        if known is not None:
            looked_at += 1
            assert known.tobytes() == match.position.tobytes()
            after = played(match.game, known, blind.choose(view))
            if can_win(match.game, known, seat):
                assert is_won(match.game, after, seat)
            elif any(not is_beaten(match.game, played(match.game, known, action), seat) for action in view.actions):
                assert not is_beaten(match.game, after, seat)
        match.play(text)
    assert looked_at > 0
