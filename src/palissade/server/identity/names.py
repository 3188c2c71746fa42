"""Names, and words to others: the one door for all of them; when two names are the same; some for who gives none."""

import re
import secrets
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

from palissade.messages import Language
from palissade.server.refused import IdentityRefused, Refused
from palissade.server.skeleton import VARIATIONS, is_unseen
from palissade.server.wire.talk import MOST_LETTERS

MOST = 24  # characters

# Letters and signs that look like nothing at all, whatever Unicode calls them.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U0001d159\U00013441\U00013442\U00016fe4"
# Signs that join letters or emoji are needed to write some languages: those from Arabic to Tibetan and Mongolian.
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_JOINABLE = re.compile("[\u0600-\u1cff]")
_KEYS = "0123456789#*"
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# Accents for any letter. Nobody's language has three of them on one; vowels and tones of a script may be four.
_PILED_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3}")
_MOST_MARKS = 4


def good_words(text: str) -> str:
    """Words for others to read, on one line; what hides or turns the letters around it is left out. Refused if nothing
    is left, or if marks are piled up over other lines.
    """
    line = " ".join(normalize("NFC", text).split())
    hidden = map(_is_hidden, ("", *line), line, (*line[1:], ""))
    shown = " ".join("".join(sign for sign, is_hidden in zip(line, hidden, strict=False) if not is_hidden).split())
    if not folded(shown) or _is_piled_up(normalize("NFD", shown)):
        raise Refused("words-bad", 400)
    return shown[:MOST_LETTERS]


def good_name(name: str) -> str:
    """The name as it is shown, without spaces around it; refused if others could not see or read what it is."""
    composed = normalize("NFC", name)
    shown = " ".join(composed.split())
    if not folded(shown) or _hides_something(composed) or _is_piled_up(normalize("NFD", shown)):
        raise IdentityRefused("name-bad", 400)
    if len(shown) > MOST:
        raise IdentityRefused("name-long", 400, most=MOST)
    return shown


def folded(name: str) -> str:
    """What two names have in common that are the same but for their writing: `Ann`, `ann` and `ＡＮＮ`."""
    plain = normalize("NFKC", normalize("NFKC", name).casefold())
    return " ".join("".join(sign for sign in plain if not is_unseen(sign)).split())


def _hides_something(name: str) -> bool:
    """Whether there is a sign that shows nothing, and does nothing to those beside it."""
    return any(map(_is_hidden, ("", *name), name, (*name[1:], "")))


def _is_hidden(before: str, sign: str, after: str) -> bool:
    if sign in VARIATIONS:
        return not (_IDEOGRAPH.match(before) or _is_emoji(before))
    if sign in _JOINERS:
        return not (_is_joinable(before) and _is_joinable(after))
    return sign in _BLANK or is_unseen(sign)


def _is_joinable(sign: str) -> bool:
    return bool(_JOINABLE.match(sign)) or sign in VARIATIONS or _is_emoji(sign)


def _is_emoji(sign: str) -> bool:
    """Or a part of one, such as the colour of a skin or the digit of a key."""
    return sign != "" and (sign in _KEYS or (sign > "\u00a0" and category(sign)[0] == "S"))


def _is_piled_up(name: str) -> bool:
    """Whether marks stand on nothing, or on each other so that they hide what is above and below."""
    if _PILED_ACCENTS.search(name):
        return True
    marks, last = 0, " "
    for sign in name:
        if sign in _JOINERS or sign in VARIATIONS:
            continue
        if category(sign)[0] == "M":
            marks += 1
            if marks > _MOST_MARKS or last in (" ", sign):
                return True
        else:
            marks = 0
        last = sign
    return False


def invented_name(language: Language) -> str:
    """A friendly name from the joiner's workshop, such as Calm Birch or Bouleau calme."""
    words = _words()[language]
    if language == "en":
        return f"{secrets.choice(words['adjectives'])} {secrets.choice(words['nouns'])}"
    gender = secrets.randbelow(2)  # French adjectives follow their noun, in its gender
    nouns = words["feminine" if gender else "masculine"]
    return f"{secrets.choice(nouns)} {secrets.choice(words['adjectives'])[gender]}"


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))
