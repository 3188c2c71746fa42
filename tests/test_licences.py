"""Nothing we build, test or run with is under the GPL or the AGPL; the LGPL is for extras alone."""

import json
import re
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GPL = re.compile(r"\bA?GPL|GNU (Affero )?General Public", re.IGNORECASE)
LGPL = re.compile(r"\bLGPL|GNU Lesser", re.IGNORECASE)
LESSER = {"psycopg", "psycopg-binary"}  # of the extra `postgres`
# Their metadata say nothing; their licence files do.
READ = {
    "aiofastnet": "MIT",
    "picows": "MIT",
    "resvg_py": "MIT",
    "node_modules/base64-arraybuffer": "MIT",
    "node_modules/only": "MIT",
    "node_modules/xmlhttprequest-ssl": "MIT",
}


def licence_of(found: Distribution) -> str:
    """By the standard field, else by the classifiers, else by the old field, which may be a whole text."""
    field = found.metadata.get_all
    classified = [each for each in field("Classifier", ()) if each.startswith("License ::")]
    words = [*field("License-Expression", ())] or classified or [*field("License", ())] or [READ.get(found.name, "")]
    return " ".join(words)


@pytest.mark.parametrize("found", list(distributions()), ids=lambda found: found.name)
def test_a_python_distribution_is_free_of_the_gpl(found: Distribution) -> None:
    licence = licence_of(found)
    assert licence, f"{found.name} does not say its licence: read it, and note it here"
    assert not GPL.search(licence)
    assert not LGPL.search(licence) or found.name in LESSER


@pytest.mark.parametrize("folder", ["web", "tests/browser", "benchmarks/load/boardgame_io"])
def test_npm_packages_are_free_of_the_gpl(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text("utf-8"))["packages"]
    for name, package in packages.items():
        licence = package.get("license") or READ.get(name, "")
        assert licence, f"{name} does not say its licence: read it, and note it here"
        assert not GPL.search(licence), name
        assert not LGPL.search(licence), name
