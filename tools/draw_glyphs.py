"""Draws `look/glyphs.json`: outlines of the characters that drawings print, so that a drawing needs no fonts.

    python tools/draw_glyphs.py

Coordinates and the words of plots in Figtree 600, faces of tiles in Bricolage Grotesque 800. Outlines are in units of
1/1000 em, y downwards, on the baseline; `cap` is the height of capitals, by which a line of characters is centred.
"""

import json
import string
from pathlib import Path
from typing import Any

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

LOOK = Path(__file__).parents[1] / "src" / "palissade" / "look"
EM = 1000
WORDS = string.ascii_letters + string.digits + string.punctuation + " ÀÉàâçéèêëîïôùûü±−·…’"
SETS: dict[str, tuple[str, dict[str, int], str]] = {
    "text": ("figtree.woff2", {"wght": 600}, WORDS),
    "display": ("bricolage-grotesque.woff2", {"wght": 800, "opsz": 24}, "123456789ABCDEFGHI!"),
}


def outlines(file: str, axes: dict[str, int], characters: str) -> dict[str, Any]:
    """One cut of a font: its capital height and, for each character, its width and outline."""
    font = instantiateVariableFont(TTFont(LOOK / "fonts" / file), axes)
    scale = EM / font["head"].unitsPerEm
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    drawn = {}
    for character in characters:
        glyph = glyphs[names[ord(character)]]
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        glyph.draw(TransformPen(pen, Transform(scale, 0, 0, -scale, 0, 0)))
        drawn[character] = {"advance": round(glyph.width * scale), "d": pen.getCommands()}
    return {"cap": round(font["OS/2"].sCapHeight * scale), "glyphs": drawn}


if __name__ == "__main__":
    drawing = {name: outlines(*cut) for name, cut in SETS.items()}
    (LOOK / "glyphs.json").write_text(json.dumps(drawing, indent=1) + "\n", "utf-8")
