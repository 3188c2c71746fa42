"""Lines of the Go Text Protocol: what a command is, and how an answer is written."""

import re
from dataclasses import dataclass

VERSION = "2"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_COMMAND = re.compile(r"(?:(?P<id>\d+)(?:\s+|$))?(?P<name>\S*)\s*(?P<rest>.*)")


@dataclass(frozen=True)
class Command:
    """One line from a controller: `[id] name arguments`."""

    id: str
    name: str
    rest: str  # everything after the name

    @property
    def words(self) -> list[str]:
        return self.rest.split()

    @classmethod
    def read(cls, line: str) -> "Command | None":
        """The command of a line; None where there is nothing but space and comments."""
        line = _CONTROL.sub("", line).replace("\t", " ").partition("#")[0].strip()
        if not line:
            return None
        found = _COMMAND.fullmatch(line)
        assert found is not None
        return cls(found["id"] or "", found["name"], found["rest"])


def answer(id_: str, text: str, *, is_good: bool = True) -> str:
    """An answer as it goes over the line. An empty line ends one, so none is left inside."""
    lines = "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
    return f"{'=' if is_good else '?'}{id_} {lines}\n\n"


def parse_answer(lines: list[str]) -> tuple[bool, str]:
    """Whether an answer, without the empty line at its end, is good, and what it says; ValueError if it is none."""
    found = re.fullmatch(r"([=?])\d*[ \t]*(.*)", lines[0]) if lines else None
    if found is None:
        raise ValueError(lines[0] if lines else "")
    return found[1] == "=", "\n".join([found[2], *lines[1:]]).strip()
