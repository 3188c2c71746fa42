"""What the command says, in the reader's language, and the one kind of mistake it knows itself."""

import re
import sys
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from itertools import pairwise

from palissade.errors import PalissadeError
from palissade.messages import LANGUAGES, Catalogue, Language, Message

CATALOGUE = Catalogue.beside(__file__)

_language: ContextVar[Language] = ContextVar("language", default="en")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Mistake(PalissadeError):
    """Something wrong in how the command was called."""

    def __init__(self, key: str, **places: str | int | Message) -> None:
        super().__init__(CATALOGUE.message(key, **places))


def say(key: str, **places: str | int | Message) -> str:
    """The sentence of this key in the reader's language."""
    return CATALOGUE.message(key, **places).say(language())


def language() -> Language:
    """The reader's language."""
    return _language.get()


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """The one after `--lang`, else the environment's; read first of all, so that every mistake is told in it."""
    chosen = [argument.partition("=")[2] for argument in arguments if argument.startswith("--lang=")]
    chosen += [after for before, after in pairwise(arguments) if before == "--lang"]
    _language.set(next((known for known in LANGUAGES if known in chosen), language_of(environment)))


def language_of(environment: Mapping[str, str]) -> Language:
    """French where the first of the locale's variables that says anything says so, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return "fr" if environment[variable].lower().startswith("fr") else "en"
    return "en"


def complain(sentence: str) -> None:
    """Say what is wrong on the error stream, on one line, whatever characters a file put in it."""
    print(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", sentence), file=sys.stderr)
