"""Where a turn ends, which is a move of the protocol."""

from palissade.match import Match

PASS = "pass"  # in every game that has it


def is_turn_over(match: Match, seat: int) -> bool:
    """Whether the seat has done all that its turn asks for: another is to act, or a new turn of its own begins.

    Where positions may come again, the rules say where turns begin (`identity`). Elsewhere actions in a row are one
    turn; but who plays alone, or goes on when all others have passed, plays one action at a time.
    """
    if match.mover != seat:
        return True
    if match.game.may_repeat:
        return bool(match.view().identities[-1])
    last = dict(zip(match.movers, match.texts, strict=True))
    return all(last.get(other) == PASS for other in range(len(match.game.seats)) if other != seat)
