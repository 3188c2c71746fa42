"""Cuts the fonts for pictures: one weight each, as plain TrueType, since what draws pictures reads no WOFF2.

python tools/cut_fonts.py
"""

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).parents[1] / "src" / "palissade" / "look" / "fonts"
CUTS: dict[str, tuple[str, dict[str, float]]] = {
    "display.ttf": ("bricolage-grotesque.woff2", {"wght": 800, "opsz": 48, "wdth": 100}),
    "text.ttf": ("figtree.woff2", {"wght": 600}),
}


def cut(source: str, axes: dict[str, float]) -> TTFont:
    """One weight of a font that has many."""
    font = TTFont(FONTS / source)
    known = {axis.axisTag for axis in font["fvar"].axes}
    instance = instantiateVariableFont(font, {tag: value for tag, value in axes.items() if tag in known})
    instance.flavor = None
    return instance


if __name__ == "__main__":
    for name, (source, axes) in CUTS.items():
        cut(source, axes).save(FONTS / name)
