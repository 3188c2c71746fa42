"""Style sheets of the look, as far as Python reads CSS: rules without nesting, each with its declarations."""

import re
from functools import cache
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")

Rule = tuple[tuple[str, ...], dict[str, str]]  # selectors, and values by their properties


@cache
def rules(name: str) -> tuple[Rule, ...]:
    """The rules of a file beside this one, in its order."""
    sheet = _COMMENT.sub("", (Path(__file__).parent / name).read_text("utf-8"))
    return tuple(
        (tuple(selector.strip() for selector in selectors.split(",")), _declarations(block))
        for selectors, block in _RULE.findall(sheet)
    )


def _declarations(block: str) -> dict[str, str]:
    parts = (declaration.partition(":") for declaration in block.split(";") if declaration.strip())
    return {key.strip(): value.strip() for key, _, value in parts}
