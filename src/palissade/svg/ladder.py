"""A ladder: players by their ratings, each with its interval, as a drawing that stands on its own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from palissade import look
from palissade.look import Theme
from palissade.svg.pen import Pen, element, moved

WIDTH = 720.0
_ROW, _EDGE, _HEAD, _FOOT = 34.0, 28.0, 64.0, 46.0
_TITLE, _WORDS, _SMALL = 20.0, 14.0, 12.0
_GAP = 20.0  # between the names and the plot
_FEWEST_LINES = 4
_UNKNOWN = "?"  # for characters that have no outline


@dataclass(frozen=True)
class Rung:
    """One player."""

    name: str
    elo: float
    low: float
    high: float


def ladder(title: str, rungs: Sequence[Rung], box: str = "", theme: Theme = "light") -> str:
    """The best above; the number of Elo points and the interval beside every name."""
    pen = Pen(look.palette(theme, box))
    height = _HEAD + _ROW * len(rungs) + _FOOT
    names = [_fitting(rung.name, WIDTH * 0.38, _WORDS) for rung in rungs]
    left = _EDGE + max((_width(name, _WORDS) for name in names), default=0) + _GAP
    right = WIDTH - _EDGE - _width("−1000 ±1000", _SMALL) - _GAP
    low = min((rung.low for rung in rungs), default=0)
    high = max((rung.high for rung in rungs), default=0)
    step = step_of(high - low)
    first, last = math.floor(low / step), math.ceil(high / step)
    last = max(last, first + 1)

    def x(elo: float) -> float:
        return left + (elo / step - first) / (last - first) * (right - left)

    bottom = _HEAD + _ROW * len(rungs)
    lines = [
        element("line", x1=x(n * step), x2=x(n * step), y1=_HEAD - 6, y2=bottom, **pen.line("line", 1))
        + pen.text(_signed(n * step), x(n * step), bottom + 18, size=_SMALL, token="ink-2")
        for n in range(first, last + 1)
    ]
    rows = [
        moved(0, _HEAD + _ROW * (place + 0.5), _row(pen, rung, name, x(rung.low), x(rung.elo), x(rung.high), right))
        for place, (rung, name) in enumerate(zip(rungs, names, strict=True))
    ]
    return element(
        "svg",
        element("title", escape(title)),
        element("rect", width=WIDTH, height=height, rx=14, **pen.fill("sheet")),
        pen.text(_fitting(title, WIDTH - 2 * _EDGE, _TITLE), _EDGE, 34, size=_TITLE, token="ink", anchor="start"),
        *lines,
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        width=WIDTH,
        height=height,
        role="img",
    )


def _row(pen: Pen, rung: Rung, name: str, low: float, middle: float, high: float, right: float) -> str:
    told = f"{_signed(rung.elo)} ±{(rung.high - rung.low) / 2:.0f}"
    return "".join(
        (
            pen.text(name, _EDGE, 0, size=_WORDS, token="ink", anchor="start"),
            element("line", x1=low, x2=high, y1=0, y2=0, stroke_linecap="round", **pen.line("plank", 8)),
            element("circle", cx=middle, cy=0, r=6, **pen.fill("ink"), **pen.edge("sheet", 2)),
            pen.text(told, right + _GAP, 0, size=_SMALL, token="ink-2", anchor="start"),
        )
    )


def step_of(span: float) -> float:
    """The distance of the lines: 1, 2 or 5 times a power of ten, with at least some lines across."""
    fine = max(span, 1) / _FEWEST_LINES
    power = 10.0 ** math.floor(math.log10(fine))
    return max(power * factor for factor in (1, 2, 5) if power * factor <= fine)


def _signed(elo: float) -> str:
    """A true minus sign, and a plus; nought has none."""
    rounded = round(elo)
    return f"{'+' if rounded > 0 else '−' if rounded < 0 else ''}{abs(rounded)}"


def _known(text: str) -> str:
    letters = look.letters("text").by_character
    return "".join(character if character in letters else _UNKNOWN for character in text)


def _width(text: str, size: float) -> float:
    return look.letters("text").width(text) * size / 1000


def _fitting(text: str, room: float, size: float) -> str:
    """The text, its end left out where it is too long."""
    text = _known(text)
    if _width(text, size) <= room:
        return text
    while _width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text}…"
