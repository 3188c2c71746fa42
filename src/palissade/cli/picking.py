"""Picking in the terminal: the page's clicks as words."""

from collections.abc import Iterator, Sequence
from itertools import chain

from palissade.match import View
from palissade.scene import Choices, Pick


def spelled(view: View, words: Sequence[str]) -> list[Pick]:
    """The picks that are meant, whatever their capitals."""
    spots, picked = (spot.id for spot in view.scene().spots), chain.from_iterable(view.picks().values())
    known = {pick.casefold(): pick for pick in chain(spots, picked)}
    return [known.get(word.casefold(), word) for word in words]


def after(picks: Sequence[Pick], choices: Choices) -> Choices:
    """What can be picked after these; nothing where they end in an action, or nowhere."""
    for pick in picks:
        branch = choices.get(pick)
        if not isinstance(branch, dict):
            return {}
        choices = branch
    return choices


def actions_of(choices: Choices) -> Iterator[str]:
    """All actions that they lead to, as they are written."""
    for branch in choices.values():
        if isinstance(branch, str):
            yield branch
        else:
            yield from actions_of(branch)


def first_picks(choices: Choices) -> Iterator[Pick]:
    """What is picked for the first action of all, as an example."""
    pick, branch = next(iter(choices.items()))
    yield pick
    if not isinstance(branch, str):
        yield from first_picks(branch)
