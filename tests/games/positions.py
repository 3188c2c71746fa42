"""The positions that a rules page writes down."""

import re
from pathlib import Path

from palissade import BadPosition, game

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def written_on_page(game_id: str) -> list[str]:
    """All of them, in order."""
    page = (PAGES / f"{game_id}.md").read_text("utf-8")
    return [text for text in re.findall(r"`([^`\n]+)`", page) if _is_position(game_id, text)]


def _is_position(game_id: str, text: str) -> bool:
    """Whether it begins with what a colour has, or can be read; the options that a position needs are not in it."""
    if re.match(r"[a-z]+:\S+ ", text):
        return True
    try:
        game(game_id).read(text)
    except BadPosition:
        return False
    return True
