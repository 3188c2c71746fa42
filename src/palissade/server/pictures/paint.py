"""The painter's process, `python -m palissade.server.pictures.paint`: reads jobs and writes pictures, one by one.

What draws SVG holds the interpreter for as long as it draws: in the server everybody would wait. Nobody has asked for
a picture for a while: the process ends, and the server starts another when it is needed.
"""

import io
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from palissade.server.pictures.jobs import Card, Film, Inks, Job

FONTS = Path(__file__).parents[2] / "look" / "fonts"
SIZE = (1200, 630)  # as link previews want it
MARGIN = 56
GAP = 52
BOARD = (640, SIZE[1] - 2 * 40)  # the most room for a board
TITLE = (88, 40)  # from so large to so small, until it fits
FILM = 480  # the longer side of a film's boards
STRIP = 76  # below them, for words
PACE, LAST = 700, 3500  # milliseconds for a frame, and for the result
COLOURS = 128  # of a film
IDLE = 60.0  # seconds
NICENESS = 10
KNOWN = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))} | set("’‘“”–—…ŒœŸ−")
BRAND = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="28" height="28">
<path fill="{ink}" d="M1 9 4 4.5 7 9V26H1ZM8 9 11 4.5 14 9V26H8ZM15 9 18 4.5 21 9V26H15Z"/>
<path fill="{ink}" opacity=".45" d="M22 9 25 4.5 28 9V26H22Z"/>
<path stroke="{cloth}" stroke-width="2" d="M1 15.5H21"/></svg>"""


# ---- words


def font(cut: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{cut}.ttf", size)


def legible(text: str) -> str:
    """The words with a dot for whatever our fonts cannot write: people are called as they like."""
    return "".join(character if character in KNOWN else "·" for character in text)


def wrapped(text: str, face: ImageFont.FreeTypeFont, width: float) -> list[str]:
    """Lines that are no wider than this, broken between words."""
    lines: list[str] = []
    for word in legible(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and face.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitting(
    text: str, width: float, sizes: tuple[int, int], most_lines: int
) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """The largest face in which the words fit."""
    largest, smallest = sizes
    for size in range(largest, smallest, -4):
        face = font("display", size)
        lines = wrapped(text, face, width)
        if len(lines) <= most_lines and all(face.getlength(line) <= width for line in lines):
            return face, lines
    face = font("display", smallest)
    return face, wrapped(text, face, width)[:most_lines]


def shortened(text: str, face: ImageFont.FreeTypeFont, width: float) -> str:
    """As much of the words as there is room for."""
    text = legible(text)
    if face.getlength(text) <= width:
        return text
    while text and face.getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


# ---- pictures


def board(svg: str, most: tuple[int, int]) -> Image.Image:
    """A drawing as large as fits."""
    width, height = (float(svg.split(f' {side}="', 1)[1].split('"', 1)[0]) for side in ("width", "height"))
    scale = min(most[0] / width, most[1] / height)
    painted = resvg_py.svg_to_bytes(svg_string=svg, width=round(width * scale), skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(painted))).convert("RGBA")


def brand(image: Image.Image, x: int, y: int, inks: Inks) -> None:
    """The mark, with its foot on this line, and the name."""
    mark = board(BRAND.format(ink=inks.ink, cloth=inks.cloth), (44, 44))
    image.paste(mark, (x, y - 40), mark)
    name = ImageDraw.Draw(image)
    name.text((x + 58, y), "Palissade", font=font("display", 34), fill=inks.ink, anchor="ls")


def card(job: Card) -> bytes:
    """A board on its cloth, and beside it the name of the game and how it stands."""
    image = Image.new("RGB", SIZE, job.inks.cloth)
    draw = ImageDraw.Draw(image)
    drawn = board(job.board, BOARD)
    image.paste(drawn, (SIZE[0] - MARGIN - drawn.width, (SIZE[1] - drawn.height) // 2), drawn)
    width = SIZE[0] - 2 * MARGIN - drawn.width - GAP
    y = float(MARGIN)
    face, lines = fitting(job.title, width, TITLE, 2)
    y = written(draw, y, lines, face, job.inks.ink, 1.04)
    if job.headline:
        face, lines = fitting(job.headline, width, (46, 28), 3)
        y = written(draw, y + 18, lines, face, job.inks.act, 1.12)
    face = font("text", 28)
    for line in job.lines:
        room = int((SIZE[1] - MARGIN - 64 - y) / 38)
        y = written(draw, y + 16, wrapped(line, face, width)[: max(room, 0)], face, job.inks.quiet, 1.36)
    brand(image, MARGIN, SIZE[1] - MARGIN, job.inks)
    return encoded(image)


def written(
    draw: ImageDraw.ImageDraw, y: float, lines: list[str], face: ImageFont.FreeTypeFont, ink: str, leading: float
) -> float:
    """Lines below one another; where the next one goes."""
    for line in lines:
        draw.text((MARGIN, y), line, font=face, fill=ink, anchor="la")
        y += face.size * leading
    return y


def encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def film(job: Film) -> bytes:
    """The game position by position, with the result at the end, over and over."""
    end = _frame(job, board(job.boards[-1], (FILM, FILM)), job.result)
    shades = end.quantize(COLOURS, dither=Image.Dither.NONE)
    told = [
        _frame(job, board(svg, (FILM, FILM)), caption).quantize(palette=shades, dither=Image.Dither.NONE)
        for svg, caption in zip(job.boards, job.captions, strict=True)
    ]
    out = io.BytesIO()
    pace = [PACE] * len(told) + [LAST]
    told[0].save(out, "GIF", save_all=True, append_images=[*told[1:], shades], duration=pace, loop=0, optimize=False)
    return out.getvalue()


def _frame(job: Film, drawn: Image.Image, caption: str) -> Image.Image:
    """A board with the name of the game and a line below it."""
    small, large = font("text", 20), font("display", 26)
    frame = Image.new("RGB", (drawn.width + 24, drawn.height + 12 + STRIP), job.inks.cloth)
    frame.paste(drawn, (12, 12), drawn)
    draw, width, y = ImageDraw.Draw(frame), drawn.width, drawn.height + 12
    draw.text((12, y + 10), shortened(job.title, large, width), font=large, fill=job.inks.ink, anchor="la")
    draw.text((12, y + 44), shortened(caption, small, width), font=small, fill=job.inks.quiet, anchor="la")
    return frame


def paint(job: Job) -> bytes:
    return film(job) if isinstance(job, Film) else card(job)


# ---- the process


def exactly(source: BinaryIO, count: int) -> bytes | None:
    found = source.read(count)
    return found if len(found) == count else None


def main() -> None:
    with suppress(OSError, AttributeError):  # Windows has no such priorities
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    asked_at = [time.monotonic()]

    def watch() -> None:
        while time.monotonic() - asked_at[0] < IDLE:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    reader, writer = sys.stdin.buffer, sys.stdout.buffer
    while (length := exactly(reader, 4)) and (written := exactly(reader, int.from_bytes(length))):
        asked_at[0] = time.monotonic() + 3600  # not while it paints
        painted = paint(msgspec.msgpack.decode(written, type=Job))
        writer.write(len(painted).to_bytes(4) + painted)
        writer.flush()
        asked_at[0] = time.monotonic()


if __name__ == "__main__":
    main()
