"""Ink on a drawing: elements of SVG whose colours are plain attributes, so that nothing outside can change them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Literal

from palissade import look
from palissade.look import Colour, Ink
from palissade.look.paints import paint

Paint = Mapping[str, str | float]


def element(name: str, *children: str, **attributes: str | float) -> str:
    """`element("circle", r=3, fill_opacity=0.5)`; numbers are rounded to hundredths."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def moved(x: float, y: float, *children: str, scale: float = 1) -> str:
    """The children with their origin at (x, y)."""
    scaled = f" scale({number(scale)})" if scale != 1 else ""
    return element("g", *children, transform=f"translate({number(x)} {number(y)}){scaled}")


def number(value: float) -> str:
    """At most two decimals, none where none are needed."""
    return f"{round(value, 2) + 0.0:g}"  # + 0.0: never a negative nought


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


@dataclass(frozen=True)
class Pen:
    """The inks of one theme and box, and how thick lines are on a board of this size."""

    palette: Mapping[str, Colour]
    weight: float = 1  # boards of all sizes look inked with the same pen

    def of_weight(self, weight: float) -> "Pen":
        return replace(self, weight=weight)

    def fill(self, token: str, opacity: float = 1) -> dict[str, str | float]:
        """A filled form."""
        return self._paint("fill", token, opacity)

    def line(self, token: str, width: float, opacity: float = 1) -> dict[str, str | float]:
        """A line and nothing inside."""
        return {"fill": "none", **self.edge(token, width, opacity)}

    def edge(self, token: str, width: float, opacity: float = 1) -> dict[str, str | float]:
        """The outline of a filled form."""
        return {**self._paint("stroke", token, opacity), "stroke_width": width}

    def paint(self, name: str, of: str = "", **bound: float) -> dict[str, str | float]:
        """A class of `paints.css`, of a player's colour or of a kind of wall where it has theirs."""
        painted: dict[str, str | float] = {}
        declared = paint(name, of, k=self.weight, **bound)
        for key, value in declared.items():
            if key in ("fill", "stroke") and value != "none":
                painted |= self._paint(key, str(value), float(declared.get(f"{key}-opacity", 1)))
            elif not key.endswith("-opacity"):
                painted[key] = value
        return painted

    def _paint(self, attribute: str, token: str, opacity: float) -> dict[str, str | float]:
        colour = self.palette[token]
        paint: dict[str, str | float] = {attribute: colour.value}
        if colour.opacity * opacity < 1:
            paint[f"{attribute}_opacity"] = colour.opacity * opacity
        return paint

    # ---- forms and characters

    def ink(self, forms: tuple[Ink, ...], token: str) -> str:
        """A mark or a symbol round the origin."""
        return "".join(
            element("path", d=form.d, stroke_linecap="round", stroke_linejoin="round", **self.line(token, form.stroke))
            if form.stroke
            else element("path", d=form.d, **self.fill(token))
            for form in forms
        )

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        token: str,
        cut: Literal["text", "display"] = "text",
        anchor: Literal["start", "middle"] = "middle",
    ) -> str:
        """Characters as outlines, centred on y by the height of capitals."""
        font, scale = look.letters(cut), size / 1000
        if anchor == "middle":
            x -= font.width(text) * scale / 2
        y += font.cap * scale / 2
        drawn = []
        for character in text:
            letter = font.by_character[character]
            place = f"translate({number(x)} {number(y)}) scale({scale:g})"
            drawn.append(element("path", d=letter.outline, transform=place, **self.fill(token)))
            x += letter.advance * scale
        return "".join(drawn)
