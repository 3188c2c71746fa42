"""A scene as a picture that stands on its own: no fonts, no style sheet, no reference to anything outside.

Every colour is an attribute of its element, so that a drawing looks the same in a notebook, in a README and in any
viewer, and two drawings on one page do not disturb each other.
"""

from html import escape

from palissade import look
from palissade.look import Theme
from palissade.look.forms import FORMS
from palissade.scene import Scene
from palissade.svg.board import board
from palissade.svg.pen import Pen, element, moved
from palissade.svg.trays import GAP, stack

_CLOTH = 14.0  # of cloth round everything


def draw(scene: Scene, theme: Theme = "light", *, trays: bool = True) -> str:
    """The table as SVG: others' plates above the board, the viewer's below; or the board alone."""
    pen = Pen(look.palette(theme, scene.box), max(scene.width, scene.height) / FORMS.nominal_board)
    if not trays:
        return _svg(scene, scene.width, scene.height, board(pen, scene))
    # The seats that follow the viewer's come first, as they sit round the table.
    others = [tray for tray in scene.trays if tray.seat > scene.seat] + [t for t in scene.trays if t.seat < scene.seat]
    own = [tray for tray in scene.trays if tray.seat == scene.seat]
    above, far = stack(pen, others, scene.width, scene.seat, scene.due)
    below, near = stack(pen, own, scene.width, scene.seat, scene.due)
    top = _CLOTH + (above + GAP if others else 0)
    bottom = top + scene.height + (GAP if own else 0)
    width, height = scene.width + 2 * _CLOTH, bottom + below + _CLOTH
    cast = {"width": scene.width, "height": scene.height, "rx": 12}
    return _svg(
        scene,
        width,
        height,
        element("rect", width=width, height=height, rx=14, **pen.fill("cloth")),
        moved(_CLOTH, _CLOTH, far) if others else "",
        moved(_CLOTH, top, element("rect", y=3, **cast, **pen.fill("shadow-piece", 0.7)), board(pen, scene)),
        moved(_CLOTH, bottom, near) if own else "",
    )


def _svg(scene: Scene, width: float, height: float, *layers: str) -> str:
    return element(
        "svg",
        element("title", escape(scene.title)),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
    )
