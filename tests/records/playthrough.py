"""A record told as a game one can read: every action with its number of choices, and the board now and then."""

from palissade import Match, Record
from palissade.match import reason_in_words
from palissade.messages import COMMON
from palissade.text import board

BOARD_EVERY = 12  # plies


def playthrough(record: Record) -> str:
    """The game as the seat to act sees it, from the first action to the outcome."""
    told = Match.from_record(record)
    match = told.game.match(deal=told.deal)
    lines = [f"# {match.game}", ""]
    for ply, action in enumerate(told.texts):
        mover = match.mover
        assert mover is not None
        if ply % BOARD_EVERY == 0:
            lines += ["", board(match.view(mover).scene()), ""]
        lines.append(f"{ply:4}  {colours(match, mover):14}  {action:28} of {len(match.actions())}")
        match.play(action)
    lines += ["", board(match.view().scene()), ""]
    outcome = match.outcome
    assert outcome is not None
    winners = ", ".join(colours(match, seat) for seat in outcome.winners) or "nobody"
    lines.append(f"{winners} won. {outcome.reason}: {reason_in_words(match.game, outcome).say()}")
    if outcome.scores:
        lines.append(f"Scores: {', '.join(map(str, outcome.scores))}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def colours(match: Match, seat: int) -> str:
    names = [COMMON.message(f"colour.{colour}").say() for colour in match.game.seats[seat].colours]
    return " and ".join(names) or "The player"
