"""Every game tells whoever acts what is asked of them, in both languages, at every stage of a turn."""

import re
from itertools import chain
from threading import Event

import pytest

from palissade import Game, games
from palissade import game as find_game
from palissade.foresight import peril
from palissade.hindsight import turning_point
from palissade.kernel import random_source
from palissade.match import Match, View
from palissade.messages import LANGUAGES, Message
from palissade.players import Hint
from palissade.players.dice import Dice
from palissade.players.protocol import seen_by_mover
from tests.games import test_blockers as blockers
from tests.games import test_blocus as blocus
from tests.games import test_cul_de_sac as cul_de_sac
from tests.games import test_empire as empire
from tests.games import test_porte as porte
from tests.processes import run
from tests.random_games import walk
from tests.test_rooms import numbered_rules

ROOMS = pytest.mark.parametrize("game", games(), ids=str)
FORMS = re.compile(r"\b(cylinder|cylindre|disc|disque|click|cliqu\w+)\b", re.IGNORECASE)
NAMED_AS_FORMS = ("porte", "alignement")  # whose pieces have no other names, in the rulebook too
LONGEST = 140  # a sentence of the dock


def check(game: Game, said: Message) -> None:
    for language in LANGUAGES:
        sentence = said.say(language)
        assert re.fullmatch(r"[A-ZÀ-ÝŒ0-9].*[.!?]", sentence), sentence
        assert len(sentence) <= LONGEST, sentence
        assert game.id in NAMED_AS_FORMS or not FORMS.search(sentence), sentence
        assert "{" not in sentence, sentence


RARE = {  # positions for the stages that random games do not come to
    "blocus": [find_game("blocus").match(position=blocus.SHUT_IN)],
    "empire": [empire.at("red:h5/-/a1 blue:l12/-/- red"), empire.shut_in()],
    "porte": [porte.shut_in()],
    "cul-de-sac": [find_game("cul-de-sac").match(position=text) for text in (cul_de_sac.QUEUE, cul_de_sac.ALL_LAID)],
    "blockers": [find_game("blockers").match(position=blockers.SHUT_OUT)],
}


@ROOMS
def test_every_stage_of_a_turn_is_met_and_has_a_sentence_of_its_own(game: Game) -> None:
    numbers = numbered_rules(game)
    walks = (walk(variant, seed) for variant in game.variants() for seed in range(4))
    sentences: dict[str, str] = {}
    for match in chain(*walks, RARE.get(game.id, ())):
        if match.mover is None:
            continue
        view = match.view(match.mover)
        advice = view.advice()
        assert advice is not None
        assert advice.rule.startswith(game.prefix)
        assert advice.rule in numbers
        check(game, advice.says)
        check(game, advice.help)
        assert {spot.id for spot in view.scene().spots} >= set(advice.spots)
        sentences[advice.stage] = advice.says.key
    assert set(sentences) == set(game.guide.STAGES)
    assert len(set(sentences.values())) == len(sentences), sentences


@ROOMS
def test_what_is_picked_is_named_and_what_threatens_is_marked(game: Game) -> None:
    for variant in game.variants():
        for match in walk(variant, 5):
            if match.mover is None:
                continue
            view = match.view(match.mover)
            choices = view.choices()
            for pick, message in view.about().items():
                assert pick in choices
                check(game, message)
            for threat in view.threats():
                check(game, threat.says)
                assert 0 <= threat.seat < len(variant.seats)
                assert threat.marks
                assert all(mark.kind == "threat" for mark in threat.marks)


@pytest.mark.parametrize("game", [game for game in games() if game.is_hidden], ids=str)
def test_what_is_told_depends_on_nothing_hidden(game: Game) -> None:
    """Advice and threats are the same for every deal that the seat cannot tell from the true one."""
    for variant in game.variants():
        for match in walk(variant, 7):
            if match.mover is None:
                continue
            view, rng = match.view(match.mover), random_source(match.ply)
            dealt = view.position.copy()
            variant.single.redeal(dealt, view.seat, rng)
            other = variant.match(position=dealt).view(view.seat)
            assert other.advice() == view.advice()
            assert other.threats() == view.threats()


def test_the_first_click_of_le_blocus_is_warned_of() -> None:
    """106 of the 112 first placements lose at once (rules page, example 6)."""
    game = find_game("blocus")
    match = game.match()
    view = match.view(0)
    warned = [action for action in view.actions if peril(view, action)]
    safe = {game.text(match.position, action) for action in set(view.actions) - set(warned)}
    assert safe == {"h9", "h7", "h6", "h4", "h3", "h1"}


BEFORE_COMPILED = """
from palissade import foresight, game, kernel
kernel.interpret_until_compiled()
foresight.SOON = 60.0
view = game("blocus").match().view(0)
print(len(view.actions), sum(foresight.peril(view, action) is not None for action in view.actions))
"""


def test_before_a_game_is_compiled_one_looks_as_far_as_it_takes_no_time() -> None:
    assert run(BEFORE_COMPILED) == "112 106"


FOUR_ARMIES = (
    "red:h11/b12,a11,c4,b10/a12,c12,a10,c10,d12,a9 blue:k11/l11,k12,k10,j11/e12,l10,j12,j10,l9,i12"
    " green:k2/k1,l2,j2,k3/l1,j1,l3,j3,i1,b4 yellow:b2/a2,b1,b3,c2/g1,a3,c1,c3,a4,d1 blue"
)


def test_who_would_be_out_while_others_play_on_is_warned() -> None:
    """EMP-8: the commander would stand where Green's commander or archer takes him; three seats would play on."""
    game = find_game("empire", players=4)
    view = game.match(position=FOUR_ARMIES).view(1)  # Blue's; the next one is Green
    found = {game.text(view.position, action): each for action in view.actions if (each := peril(view, action))}
    assert {action: each.turn for action, each in found.items()} == {
        "k11-k4": ("k2xk4",),
        "k11-k6": ("k3xk6",),
        "k11-k7": ("k2xk7",),
    }
    out = found["k11-k7"]
    assert (out.outcome, out.rule, out.seat) == (None, "EMP-8", 2)
    assert out.says(game).say("en") == "Then Green plays k2xk7, and you are out of the game."
    assert out.says(game).say("fr") == "Ensuite Vert joue k2xk7, et vous êtes hors jeu."
    assert out.marks(view)


TWO_WAYS_IN = "red:g3/f12,h2,d2/d1,l12,d3,e11,l2,k11 green:d12/g12,e3,l11,g11/f3,g2,h11 green move"


def test_an_action_after_which_the_turn_goes_on_and_cannot_be_saved_is_warned_of() -> None:
    """La Porte: the triangle opens a gate, but whatever is done with it, Red opens one, too, and wins."""
    game = find_game("porte")
    view = game.match(position=TWO_WAYS_IN).view(1)
    warned = {game.text(view.position, action): each for action in view.actions if (each := peril(view, action))}
    anyhow = {action: (each.ending, each.turn) for action, each in warned.items() if each.ending}
    assert anyhow == {
        "e3-k3": (("stop",), ("g3-l3", "+t")),
        "e3-l3": (("stop",), ("e11-d11", "+t")),
        "l11-l3": (("stop",), ("e11-d11", "+t")),
    }
    assert {warned[action].holds for action in anyhow} == {"g12-g1"}
    assert warned["e3-k3"].says(game).say("en") == (
        "However you go on, you lose: after stop, for example, Red plays g3-l3 +t and wins: the whole reserve has been"
        " brought in."
    )
    assert warned["e3-k3"].says(game).say("fr") == (
        "Quoi que vous jouiez ensuite, vous perdez\N{NO-BREAK SPACE}: après arrêt, par exemple, Rouge joue g3-l3 +t"
        " et gagne\N{NO-BREAK SPACE}: toute la réserve est entrée."
    )
    assert warned["e3-k3"].marks(view)


BOTH_NEAR = "white:d9,h9/9h,9v black:c6,h6/9h,9v walls:- black pawn"


def test_of_a_step_and_a_wall_the_one_that_loses_is_warned_of() -> None:
    """Cul-de-Sac: only the step to the base wins, for no wall stops both of White's pawns; and where there is one to
    be stopped, a step may hold of which the wrong wall then loses.
    """
    game = find_game("cul-de-sac")
    both = game.match(position=BOTH_NEAR)
    view = both.view(1)
    assert {game.text(both.position, action) for action in view.actions if not peril(view, action)} == {"h6-h4"}
    lost = peril(view, both.check("c6-c8"))
    assert lost is not None
    assert lost.ending
    assert lost.holds == "h6-h4"
    one = game.match(position=BOTH_NEAR.replace("h9", "h4"))
    assert not peril(one.view(1), one.check("h6-h8"))
    one.play("h6-h8")
    view = one.view(1)
    stopping = {game.text(one.position, action) for action in view.actions if not peril(view, action)}
    assert stopping == {"c9h", "d9h", "c10h", "d10h"}
    lost = peril(view, one.check("e7h"))
    assert lost is not None
    assert (lost.ending, lost.turn) == ((), ("d9-d11",))


def test_after_being_put_out_what_was_overlooked_is_told() -> None:
    match = find_game("empire", players=4).match(position=FOUR_ARMIES)
    match.play("k11-k7", "k2xk7")
    point = turning_point(match, 1)
    assert point is not None
    assert point.says.say("en").startswith("Turn 1 decided it: after k11-k7, Green could put you out with k2xk7.")


def test_after_a_loss_the_action_is_told_after_which_nothing_held() -> None:
    """The wall that came last had nothing to hold any more: it is the step that decided it."""
    match = find_game("cul-de-sac").match(position=BOTH_NEAR)
    match.play("c6-c8", "c10h", "h9-h11")
    point = turning_point(match, 1)
    assert point is not None
    assert point.ply == 0
    assert point.better == ("h6-h4",)
    assert point.says.say("en") == (
        "Turn 1 decided it: after c6-c8 you were lost, however you went on. With h6-h4 you were still in the game."
    )
    assert point.says.say("fr").startswith("Le tour 1 a tout décidé\N{NO-BREAK SPACE}: après c6-c8, la partie était")


def test_after_a_loss_what_was_overlooked_is_told() -> None:
    match = Match(find_game("blocus"))
    match.play("f7", "exit")
    point = turning_point(match, 0)
    assert point is not None
    assert point.ply == 0
    assert point.peril is not None
    assert point.peril.turn == ("exit",)
    assert point.says.say("fr").startswith("Le tour 1 a tout décidé")
    assert "Bleu pouvait gagner par sortie" in point.says.say("fr")  # not in the notation's English
    assert point.says_to_others.say("en").endswith(" Red was still in the game.")


class Judge(Dice):
    """An adviser who gives the first seat these chances, position by position."""

    def __init__(self, *chances: float) -> None:
        super().__init__()
        self._chances = chances

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        chance = self._chances[match.ply]
        return chance, 1 - chance

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        view = seen_by_mover(match)
        other = next(action for action in view.actions if view.game.text(view.position, action) != "b11-e11")
        return Hint(other, self.evaluate(match), ())


def test_who_gives_up_is_told_when_their_chances_went_if_they_had_gone() -> None:
    match = find_game("empire").match()
    match.play("a11-a8", "l4-l7", "b11-e11", "l2-l5")
    point = turning_point(match, 0, Judge(0.5, 0.5, 0.4, 0.1, 0.1))
    assert point is not None
    assert point.ply == 2
    said = "Turn 3 turned the game: before b11-e11 your chances were 40 %, after it 10 %."
    assert point.says.say("en").startswith(said)
    assert point.says_to_others.say("en").startswith(said.replace("your", "Red\N{RIGHT SINGLE QUOTATION MARK}s"))
    assert turning_point(match, 0, Judge(0.5, 0.5, 0.4, 0.1, 0.3)) is None  # they had not
