"""Asking for what a rule forbids."""

import pytest

from palissade import BadPosition, Game, IllegalAction, Match


def refused(match: Match, action: str) -> str:
    """The key of the sentence that refuses the action, under the rule it names; the match stays as it was."""
    before = match.position.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        match.play(action)
    assert match.position.tobytes() == before
    assert refusal.value.rule
    assert refusal.value.message.key.startswith(refusal.value.rule)
    assert refusal.value.say("fr") != refusal.value.say("en")
    return refusal.value.message.key


def refused_position(game: Game, text: str) -> str:
    """The key of the sentence that refuses the position so written."""
    with pytest.raises(BadPosition) as refusal:
        game.read(text)
    assert refusal.value.say("fr") != refusal.value.say("en")
    return refusal.value.message.key
