"""A plot of logs as SVG, with the standard library alone: one panel a curve, stages side by side."""

import itertools
import json
from html import escape
from pathlib import Path
from typing import Any

PANELS = {
    "policy": "policy: divergence from the search's",
    "win": "win: squared error",
    "margin": "margin: error, in tens of points",
    "marks": "squares at the end: error",
    "first_wins": "first seat's wins, games from the start",
    "first_wins_drawn_opening": "first seat's wins, drawn openings",
}
COLOURS = ("#5b3f8c", "#b8860b", "#2f6f6f", "#a33c3c", "#3c6ea3", "#6b8c3f")
WIDTH, HEIGHT, GAP = 360, 150, 46


def read_log(path: Path) -> list[dict[str, Any]]:
    """The lines of a log that have losses."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [line for line in lines if line.get("steps")]


def draw(paths: list[Path]) -> str:
    """The curves of the stages, one after another in time."""
    stages = [(path.stem, read_log(path)) for path in paths]
    columns = 2
    rows = -(-len(PANELS) // columns)
    width, height = columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for i, (key, title) in enumerate(PANELS.items()):
        left, top = GAP + i % columns * (WIDTH + GAP), GAP + i // columns * (HEIGHT + GAP)
        parts.append(f'<g transform="translate({left},{top})">{_panel(stages, key, title)}</g>')
    legend = "".join(
        f'<tspan fill="{COLOURS[i % len(COLOURS)]}" dx="12">{escape(name)}</tspan>'
        for i, (name, _) in enumerate(stages)
    )
    parts.append(f'<text x="{GAP}" y="18">{legend}</text></svg>')
    return "\n".join(parts) + "\n"


def _panel(stages: list[tuple[str, list[dict[str, Any]]]], key: str, title: str) -> str:
    """One curve over the seconds of all stages."""
    curves, offset = [], 0.0
    for _, lines in stages:
        points = [(offset + line["seconds"], line[key]) for line in lines if line.get(key)]
        curves.append(points)
        offset += lines[-1]["seconds"] if lines else 0.0
    values = [value for points in curves for _, value in points]
    if not values or not offset:
        return ""
    low, high = min(values), max(values)
    reach = (high - low) or 1.0
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>',
        f'<text y="-6">{escape(title)}</text>',
        f'<text x="-4" y="10" text-anchor="end">{high:.3g}</text>',
        f'<text x="-4" y="{HEIGHT}" text-anchor="end">{low:.3g}</text>',
        f'<text x="{WIDTH}" y="{HEIGHT + 13}" text-anchor="end">{offset:.0f} s</text>',
    ]
    for points, colour in zip(curves, itertools.cycle(COLOURS), strict=False):
        places = " ".join(f"{x / offset * WIDTH:.1f},{HEIGHT - (y - low) / reach * HEIGHT:.1f}" for x, y in points)
        parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return "".join(parts)
