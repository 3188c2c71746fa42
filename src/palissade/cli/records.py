"""Reading records: from a file or standard input, one over several lines or one per line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import typer

from palissade.cli.words import Mistake
from palissade.record import Record

STANDARD_INPUT = "-"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def each_record(source: str) -> Iterator[bytes]:
    """The text of every record in a file, or of each line of standard input as it comes."""
    return (record for _, record in each_numbered_record(source))


def each_numbered_record(source: str) -> Iterator[tuple[int, bytes]]:
    """Every record with the number of the line where it begins."""
    if source == STANDARD_INPUT:
        yield from _lines(typer.get_binary_stream("stdin"))
    else:
        content = _content(source)
        if source.endswith(".jsonl") or _holds_one_per_line(content):
            yield from _lines(content.splitlines())
        else:
            yield 1, content


def one_record(source: str) -> Record:
    """The one record of a file or of standard input, over as many lines as it likes."""
    content = typer.get_binary_stream("stdin").read() if source == STANDARD_INPUT else _content(source)
    content = content.removeprefix(_BYTE_ORDER_MARK)
    if _holds_one_per_line(content) and (count := len(list(_lines(content.splitlines())))) > 1:
        raise Mistake("record.one", count=count)
    return Record.read(content)


def _lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(lines, start=1):
        if record := line.strip().removeprefix(_BYTE_ORDER_MARK):
            yield number, record


def _content(source: str) -> bytes:
    try:
        return Path(source).read_bytes().removeprefix(_BYTE_ORDER_MARK)
    except (OSError, ValueError) as error:  # a path with a null in it is a ValueError
        problem = getattr(error, "strerror", None) or str(error)
        raise Mistake("file.unreadable", file=source, problem=problem) from error


def _holds_one_per_line(content: bytes) -> bool:
    """Whether the first line is JSON by itself."""
    try:
        msgspec.json.decode(content.lstrip().partition(b"\n")[0])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True
