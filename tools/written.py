"""A file that a tool writes; with `--check` it only says whether it is fresh."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def write(path: Path, fresh: str, source: str, tool: str) -> None:
    """Write it anew; with `--check` leave it, and end where it is not what its source says."""
    if "--check" not in sys.argv:
        path.write_text(fresh, "utf-8")
    elif not path.exists() or path.read_text("utf-8") != fresh:
        sys.exit(f"{path.relative_to(ROOT)} is not what {source}: run python -m tools.{tool}")
