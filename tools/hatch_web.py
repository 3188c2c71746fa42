"""Builds the web app before a wheel is made, so that it is in it: `pip install .` needs no other command before."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebApp(BuildHookInterface[Any]):
    """Node is among the build's requirements. Who works on the code itself builds it with `make web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools.build_web import build  # noqa: PLC0415  (only here is the way known)

        build()
