"""Draws the little boards of the shelf from the golden records, light and dark: `python tools/draw_thumbnails.py`."""

from pathlib import Path

import msgspec

from palissade import Match
from palissade.look import THEMES
from palissade.scene import Print, Rectangle, Scene
from palissade.svg import draw

ROOT = Path(__file__).parents[1]
RECORDS, THUMBNAILS = ROOT / "tests" / "records", ROOT / "web" / "src" / "thumbnails"
RIM = 10  # as much of the rim as a little board shows
PIECES = 1.15  # and its pieces a little larger than life

# Record and ply that make a picture from which the game is recognised.
PICTURES = (
    ("blocus", 14),
    ("empire-players-4", 30),
    ("saute", 26),
    ("alignement", 20),
    ("solitaire", 5),
    ("porte-players-4", 16),
    ("cul-de-sac", 13),
    ("blockers-players-4", 64),
    ("blokus-duo", 18),
    ("barrier", 45),
)


def small(scene: Scene) -> Scene:
    """The scene without what is too small to read."""
    return msgspec.structs.replace(
        scene.without_marks(),
        board=tuple(shape for shape in scene.board if not isinstance(shape, Print) and shape.style != "rim-line"),
        pieces=tuple(msgspec.structs.replace(piece, scale=piece.scale * PIECES) for piece in scene.pieces)
        if scene.box == "blockade"
        else scene.pieces,
    )


def cropped(drawing: str, scene: Scene) -> str:
    """The drawing with a narrow rim."""
    rim = next(shape.x for shape in scene.board if isinstance(shape, Rectangle) and shape.style in ("board", "groove"))
    cut = rim - RIM
    width, height = scene.width - 2 * cut, scene.height - 2 * cut
    whole = f'viewBox="0 0 {scene.width:g} {scene.height:g}"'
    return drawing.replace(whole, f'viewBox="{cut:g} {cut:g} {width:g} {height:g}"')


if __name__ == "__main__":
    THUMBNAILS.mkdir(parents=True, exist_ok=True)
    for name, ply in PICTURES:
        match = Match.from_record((RECORDS / f"{name}.palissade.json").read_bytes())
        while match.ply > ply:
            match.undo()
        scene = small(match.view(0).scene())
        for theme in THEMES:
            path = THUMBNAILS / f"{match.game.id}-{theme}.svg"
            path.write_text(cropped(draw(scene, theme, trays=False), scene) + "\n", "utf-8")
