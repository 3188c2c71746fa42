"""Names: which may be borne, when two are the same, and some for those who give none."""

import secrets
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

from palissade.messages import Language
from palissade.server.refused import IdentityRefused

MOST = 24  # characters

# Signs that join letters or emoji are needed to write some languages; alone they cannot be seen.
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
# Letters and signs that look like nothing at all, whatever Unicode calls them.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"
# Controls, directions and other formats, halves of characters, private and unknown ones, ends of lines.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def good_name(name: str) -> str:
    """The name as it is shown, without spaces around it; refused if others could not see or read what it is."""
    if any(sign in _BLANK or (category(sign) in _UNSEEN and sign not in _JOINERS) for sign in name):
        raise IdentityRefused("name-bad", 400)
    shown = " ".join(normalize("NFC", name).split())
    if not folded(shown):
        raise IdentityRefused("name-bad", 400)
    if len(shown) > MOST:
        raise IdentityRefused("name-long", 400, most=MOST)
    return shown


def folded(name: str) -> str:
    """What two names have in common that people would take for the same: `Ann`, `ann` and `ＡＮＮ`."""
    plain = normalize("NFKC", normalize("NFKC", name).casefold())
    return " ".join("".join(sign for sign in plain if not _is_unseen(sign)).split())


def invented_name(language: Language) -> str:
    """A friendly name from the joiner's workshop, such as Calm Birch or Bouleau calme."""
    words = _words()[language]
    if language == "en":
        return f"{secrets.choice(words['adjectives'])} {secrets.choice(words['nouns'])}"
    gender = secrets.randbelow(2)  # French adjectives follow their noun, in its gender
    nouns = words["feminine" if gender else "masculine"]
    return f"{secrets.choice(nouns)} {secrets.choice(words['adjectives'])[gender]}"


def _is_unseen(sign: str) -> bool:
    is_variation = "\ufe00" <= sign <= "\ufe0f"
    return is_variation or category(sign) in _UNSEEN


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))
