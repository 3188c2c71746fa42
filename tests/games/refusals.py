"""Asking for what a rule forbids."""

import pytest

from palissade import IllegalAction, Match


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
