"""What a table says, short enough to be written down in a test."""

from palissade import Match


def asked(match: Match) -> tuple[str, str, str]:
    """What the mover is asked: the stage, the sentence and the rule."""
    assert match.mover is not None
    advice = match.view(match.mover).advice()
    assert advice is not None
    assert advice.stage in match.game.guide.STAGES
    return advice.stage, plainly(advice.says.say()), advice.rule


def framed(match: Match) -> tuple[str, ...]:
    """The places that are framed because the sentence speaks of them."""
    assert match.mover is not None
    advice = match.view(match.mover).advice()
    assert advice is not None
    return advice.spots


def told_of(match: Match, pick: str) -> str:
    """What is said of a thing that the mover picks first."""
    assert match.mover is not None
    return plainly(match.view(match.mover).about()[pick].say())


def threatened(match: Match, seat: int = 0) -> list[tuple[int, str, tuple[str, ...]]]:
    """What threatens: who could do it, the sentence, and the spots that are marked on the board of the seat."""
    view = match.view(seat)
    names = {(spot.x, spot.y): spot.id for spot in view.scene().spots}
    return [
        (threat.seat, plainly(threat.says.say()), tuple(names[mark.x, mark.y] for mark in threat.marks))
        for threat in view.threats()
    ]


def plainly(sentence: str) -> str:
    """With the apostrophe of the keyboard."""
    return sentence.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
