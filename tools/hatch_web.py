"""Builds the web app before a wheel is made, so that it is in it: `pip install .` needs no other command before."""

import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebApp(BuildHookInterface[Any]):
    """Node is among the build's requirements. Who works on the code itself builds it with `make web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            subprocess.run([sys.executable, "tools/build_web.py"], cwd=self.root, check=True)
