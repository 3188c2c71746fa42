"""Seats, turns and outcomes in words."""

from collections.abc import Sequence
from itertools import groupby

from palissade.cli.words import language, say
from palissade.game import Game, Outcome
from palissade.match import Match, reason_in_words
from palissade.messages import COMMON


def seat_name(game: Game, seat: int) -> str:
    """A seat by its colours, or by its number where colours are not its own."""
    return game.seat_name(seat).say(language())


def seat_names(game: Game, seats: Sequence[int]) -> str:
    """Several seats in one phrase."""
    *others, last = (seat_name(game, seat) for seat in seats)
    return say("seat.and", others=", ".join(others), last=last) if others else last


def to_act(game: Game, seat: int) -> str:
    """Whose turn it is."""
    return say("turn.yours") if len(game.seats) == 1 else say("turn.of", seat=seat_name(game, seat))


def turns(match: Match) -> list[tuple[int, list[str]]]:
    """Who played what: actions of one seat in a row, as one turn, in the reader's words."""
    played = zip(match.movers, match.texts, strict=True)
    spoken = match.game.vocabulary.spoken
    return [
        (seat, [spoken(text, language()) for _, text in actions])
        for seat, actions in groupby(played, key=lambda pair: pair[0])
    ]


def outcome_in_words(game: Game, outcome: Outcome) -> list[str]:
    """Who won, why, by which rule, and the points."""
    if outcome.draw:
        who = say("outcome.draw")
    elif len(game.seats) == 1:
        who = say("outcome.solved")
    else:
        key = "outcome.win" if len(outcome.winners) == 1 else "outcome.share"
        who = say(key, winners=seat_names(game, outcome.winners))
    lines = [say("outcome.because", who=who, reason=reason_of(game, outcome), rule=outcome.reason)]
    if outcome.scores is not None:
        lines.append(scores_in_words(game, outcome.scores))
    return lines


def reason_of(game: Game, outcome: Outcome) -> str:
    """The sentence of the deciding rule; a table's own reason (a resignation) has none here."""
    key = f"outcome.{outcome.reason}"
    if key in game.catalogue or key in COMMON:
        return reason_in_words(game, outcome).say(language())
    return say("outcome.by-table")


def scores_in_words(game: Game, scores: Sequence[int]) -> str:
    """Points beside the seats they belong to; where they are not points of seats, the game says what they are."""
    if len(scores) != len(game.seats):
        return game.catalogue.message("scores", **{f"score_{i}": score for i, score in enumerate(scores)}).say(
            language()
        )
    points = ", ".join(f"{seat_name(game, seat)} {score}" for seat, score in enumerate(scores))
    return say("outcome.scores", scores=points)
