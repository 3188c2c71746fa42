"""Which Palissade this is."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    try:
        return installed("palissade")
    except PackageNotFoundError:
        return "from its sources"
