"""The Go Text Protocol, version 2, for every game: our players as an engine, and engines of others as players."""

from palissade.gtp.engine import Engine
from palissade.gtp.external import External, Fault, Pipe

__all__ = ["Engine", "External", "Fault", "Pipe"]
