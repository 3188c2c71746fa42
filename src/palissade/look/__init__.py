"""The look in Python: the colours of `tokens.css`, the outlines of `glyphs.json`, the marks and symbols of `inks.json`.

`tokens.css` is the one place where a colour is written; the web page links the file itself, and a drawing made here
reads it by the same cascade. `forms.py` and `paints.py` have what boards and pieces are drawn with.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from palissade.look.css import rules

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)

_FOLDER = Path(__file__).parent
_CONDITION = re.compile(r'\[data-(theme|box)="([^"]+)"\]')
_REFERENCE = re.compile(r"var\(--([\w-]+)\)")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")


@dataclass(frozen=True)
class Colour:
    """What a token stands for: `#RRGGBB`, and how much it covers."""

    value: str
    opacity: float = 1.0


@cache
def palette(theme: Theme, box: str) -> Mapping[str, Colour]:
    """Every colour by its name in `tokens.css`, for this theme on the cloth of this box."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}: there are {', '.join(THEMES)}")
    chosen = {"theme": theme, "box": box}
    blocks = []
    for selectors, declarations in rules("tokens.css"):
        for selector in selectors:
            conditions = _CONDITION.findall(selector)
            if (conditions or ":root" in selector) and all(chosen[key] == value for key, value in conditions):
                blocks.append((len(conditions), declarations))
                break
    values: dict[str, str] = {}
    for _, declarations in sorted(blocks, key=lambda block: max(block[0], 1)):  # :root weighs as much as one condition
        values.update((key[2:], value) for key, value in declarations.items() if key.startswith("--"))
    return {name: colour for name, value in values.items() if (colour := _colour(_resolve(value, values)))}


@cache
def boxes() -> tuple[str, ...]:
    """The boxes that have a cloth of their own."""
    selectors = " ".join(selector for selectors, _ in rules("tokens.css") for selector in selectors)
    return tuple(dict.fromkeys(value for key, value in _CONDITION.findall(selectors) if key == "box"))


def _resolve(value: str, values: Mapping[str, str]) -> str:
    found = _REFERENCE.fullmatch(value.strip())
    return _resolve(values[found[1]], values) if found else value.strip()


def _colour(value: str) -> Colour | None:
    """`#RRGGBBAA` in two parts, since many viewers of SVG know only the first; None for sizes and durations."""
    if not _COLOUR.fullmatch(value):
        return None
    return Colour(value[:7].upper(), round(int(value[7:], 16) / 255, 3) if len(value) > 7 else 1.0)


# ---- characters


@dataclass(frozen=True)
class Letter:
    """The outline of one character, in units of 1/1000 em on the baseline, y downwards."""

    advance: int
    outline: str


@dataclass(frozen=True)
class Letters:
    """One cut of a font."""

    cap: int  # the height of capitals and figures
    by_character: Mapping[str, Letter]

    def width(self, text: str) -> int:
        return sum(self.by_character[character].advance for character in text)


@cache
def letters(cut: Literal["text", "display"]) -> Letters:
    """The characters that drawings print: coordinates and words in the text cut, faces of tiles in the display cut."""
    drawn = json.loads((_FOLDER / "glyphs.json").read_text("utf-8"))[cut]
    return Letters(
        cap=drawn["cap"],
        by_character={name: Letter(glyph["advance"], glyph["d"]) for name, glyph in drawn["glyphs"].items()},
    )


# ---- marks and symbols


@dataclass(frozen=True)
class Ink:
    """One stroke, or one filled form where `stroke` is 0, in a box of 20 units round its middle."""

    d: str
    stroke: float = 0


@cache
def inks(sort: Literal["marks", "symbols"]) -> Mapping[str, tuple[Ink, ...]]:
    """The mark cut into each player's pieces, by colour; the symbols on tiles and boards, by name."""
    drawn = json.loads((_FOLDER / "inks.json").read_text("utf-8"))[sort]
    return {name: tuple(Ink(**ink) for ink in forms) for name, forms in drawn.items()}
