"""Python in a process of its own."""

import os
import subprocess
import sys


def run(code: str, *arguments: str, **environment: str) -> str:
    """What the code prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
