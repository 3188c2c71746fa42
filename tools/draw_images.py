"""Draws the pictures of the README from the golden records: `make images`."""

from pathlib import Path

from palissade import Match
from palissade.svg import draw

ROOT = Path(__file__).parents[1]
RECORDS, IMAGES = ROOT / "tests" / "records", ROOT / "docs" / "images"

# Record, ply and seat that make a picture worth looking at.
PICTURES = (
    ("empire-players-4", 30, 1),
    ("cul-de-sac", 13, 0),
    ("blockers-players-4", 64, 0),
    ("blokus-duo", 18, 0),
    ("barrier", 45, 0),
    ("alignement", 20, 0),
)

if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, ply, seat in PICTURES:
        match = Match.from_record((RECORDS / f"{name}.palissade.json").read_bytes())
        while match.ply > ply:
            match.undo()
        for theme in ("light", "dark"):
            path = IMAGES / f"{match.game.id}-{theme}.svg"
            path.write_text(draw(match.view(seat).scene(), theme) + "\n")
