"""The classes of `paints.css` in Python: what is filled and stroked with which colour, how thick, how much it covers.

The page links the file itself. Read here is no more of CSS than the file uses: one class to a rule, `var()` with what
stands for it if it is not set, and sums of products in `calc()`.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from math import prod

from palissade.look.css import rules

_INNERMOST_VAR = re.compile(r"var\(--([\w-]+)(?:, ([^()]*))?\)")
_CALC = re.compile(r"calc\((.*)\)")
_NUMBER = re.compile(r"(-?[\d.]+(?:e-?\d+)?)(px|%)?")


@lru_cache(maxsize=4096)
def paint(name: str, of: str = "", **bound: float) -> Mapping[str, str | float]:
    """What a class declares, in its order, colours by their names: `paint("wall-face", of="wall-h")["fill"]`.

    `of` is a player's colour or the kind of a wall; `bound` gives custom properties that the page sets elsewhere.
    """
    variables = {key: f"{value!r}" for key, value in bound.items()}
    if of:
        variables |= {key[2:]: _without_vars(value, {}) for key, value in _classes()[f"p-{of}"].items()}
    return {key: _value(_without_vars(value, variables)) for key, value in _classes()[name].items()}


@cache
def _classes() -> Mapping[str, Mapping[str, str]]:
    """Every declaration of every class, by their names."""
    classes: dict[str, dict[str, str]] = {}
    for selectors, declarations in rules("paints.css"):
        for selector in selectors:
            classes.setdefault(selector.removeprefix("."), {}).update(declarations)
    return classes


def _without_vars(value: str, variables: Mapping[str, str]) -> str:
    """Whatever is set stands for itself, then what is given instead; a colour of the palette stays a name."""
    while found := _INNERMOST_VAR.search(value):
        name, instead = found.groups()
        value = value.replace(found[0], variables.get(name, name if instead is None else instead))
    return value


def _value(text: str) -> str | float:
    """A number, of whatever unit, or a word."""
    if found := _CALC.fullmatch(text):
        return sum(prod(_number(factor) for factor in term.split(" * ")) for term in found[1].split(" + "))
    return _number(text) if _NUMBER.fullmatch(text) else text


def _number(text: str) -> float:
    found = _NUMBER.fullmatch(text)
    if not found:
        raise ValueError(f"no number: {text}")
    return float(found[1]) / (100 if found[2] == "%" else 1)
