"""The positions that the rules pages write down."""

import re
from pathlib import Path

from palissade import game

PAGES = Path(__file__).parents[2] / "docs/rules"


def written_on_page(game_id: str) -> list[str]:
    """The positions on a game's rules page, in order: lines between backticks that begin with the first colour."""
    first = game(game_id).seats[0].colours[0]
    written = re.findall(r"`([^`\n]+)`", (PAGES / f"{game_id}.md").read_text("utf-8"))
    return [text for text in written if text.startswith(f"{first}:") and " " in text]
