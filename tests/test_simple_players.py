"""Those who do not search: by dice, and by one look ahead; and players as text."""

from collections import Counter

import pytest

from palissade import Game, game, games, player
from palissade.players import Dice, Greedy, Thinker
from palissade.players.greedy import expected
from palissade.players.written import BadPlayer, Written
from tests.laws.conftest import VARIANTS
from tests.test_players import near_the_goal


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_simple_players_play_in_every_seat(variant: Game) -> None:
    match, players = variant.match(seed=2), (Dice(1), Greedy(1))
    while match.mover is not None and match.ply < 40:
        simple = players[match.ply % 2]
        action = simple.choose(match)
        assert action == simple.choose(match.view(match.mover))
        assert len(simple.evaluate(match)) == len(variant.seats)
        match.play(action)
    assert match.ply > 1


def test_dice_are_fair_and_differ_by_their_seed() -> None:
    match = game("alignement").match()
    rolled = Counter(Dice(seed).choose(match) for seed in range(40 * len(match.actions())))
    assert set(rolled) == set(match.actions())
    assert max(rolled.values()) < 80
    assert Dice(3).choose(match) == Dice(3).choose(match)


def test_greed_takes_a_win_at_once() -> None:
    match = near_the_goal()
    match.play(Greedy().choose(match))
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_greed_plays_what_the_room_likes_best() -> None:
    match = game("cul-de-sac").match()
    hint = Greedy().hint(match)
    values = [choice.value for choice in hint.choices]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
    assert hint.values[0] == values[0]
    assert {choice.action for choice in hint.choices} == set(match.actions())


def test_greed_without_knowledge_sees_only_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "knowledge", None)
    match = near_the_goal()
    assert expected(match.game, match.position) == (0.5, 0.5)
    match.play(Greedy().choose(match))
    assert match.outcome is not None


def test_greed_does_not_look_at_hidden_tiles() -> None:
    """Another deal that the seat cannot tell from this one gives the same choice."""
    blockers = game("blockers")
    match = blockers.match(seed=1)
    assert match.mover == 0
    theirs = blockers.seats[1].colours[0]
    other = blockers.match(deal={**match.deal, theirs: match.deal[theirs][::-1]})
    assert match.position.tobytes() != other.position.tobytes()
    assert Greedy().choose(match) == Greedy().choose(other)


@pytest.mark.parametrize("table", games(), ids=str)
def test_a_player_is_read_from_text(table: Game) -> None:
    assert Written.read("random").player(table) == Dice()
    assert Written.read("greedy:seed=2").player(table, seed=5) == Greedy(7)
    assert Written.read("uct:simulations=50,leaf=playout").player(table) == player("uct", simulations=50)
    assert Written.read("level-3:seed=4").player(table) == player("level-3", table, seed=4)
    assert isinstance(Written.read("uct:simulations=5,memory=true").player(table), Thinker)


def test_only_seconds_that_were_written_end_a_thought_that_is_not_timed() -> None:
    table = game("blocus")
    seconds = {
        text: getattr(Written.read(text).player(table, is_timed=False), "seconds", None)
        for text in ("oak", "oak:seconds=2", "uct:simulations=5,seconds=3", "uct", "random")
    }
    assert seconds == {"oak": None, "oak:seconds=2": 2, "uct:simulations=5,seconds=3": 3, "uct": 1, "random": None}


def test_settings_that_are_none_are_refused_with_those_there_are() -> None:
    with pytest.raises(BadPlayer, match=r"random has no setting “mood”\. It has: seed, memory"):
        Written.read("random:mood=1").player(game("blocus"))
    with pytest.raises(BadPlayer, match="key=value"):
        Written.read("uct:10")
