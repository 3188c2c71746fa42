"""The table on paper: the one place where the command asks for a drawing."""

from palissade import svg as _svg
from palissade import text as _text
from palissade.match import View


def board(view: View) -> str:
    """The table in letters and lines, for a terminal."""
    return _text.board(view.scene())


def svg(view: View, theme: str) -> str:
    """The table as an SVG file."""
    return _svg.draw(view.scene(), theme)
