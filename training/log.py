"""The log of a run: JSON lines, the first of them the settings."""

import json
import time
from pathlib import Path
from typing import Any


class Log:
    """Writes lines to a file and to the screen, with the seconds since the run began."""

    def __init__(self, path: Path | None) -> None:
        self.began = time.monotonic()
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("a", encoding="utf-8") if path is not None else None

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return time.monotonic() - self.began

    def write(self, **values: Any) -> None:
        """One line."""
        text = json.dumps({"seconds": round(self.seconds, 1), **values})
        print(text, flush=True)
        if self.file is not None:
            self.file.write(text + "\n")
            self.file.flush()
