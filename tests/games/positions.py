"""The positions that a game's rules page gives as text, so that its examples are set up from the page itself."""

import re
from pathlib import Path

from palissade import BadPosition, Game, game

DOCS = Path(__file__).parents[2] / "docs" / "rules"


def written_on_page(game_id: str) -> list[str]:
    """Every position of `docs/rules/<id>.md`, in order; an example may be for other options than the usual ones."""
    found = game(game_id)
    quoted = re.findall(r"`([^`\n]+)`", (DOCS / f"{game_id}.md").read_text("utf-8"))
    colours = tuple(f"{colour}:" for seat in found.seats for colour in seat.colours)
    return [text for text in quoted if text.startswith(colours) or _is_read(found, text)]


def _is_read(found: Game, text: str) -> bool:
    try:
        found.read(text)
    except BadPosition:
        return False
    return True
